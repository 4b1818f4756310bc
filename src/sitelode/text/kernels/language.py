"""Compiled walk of py3langid's automaton over a text, and the scores of languages: in Python it takes longer than parsing the page."""
# mypy: ignore-errors

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.libc.math import log1pf
else:

    def log1pf(number):
        return np.log1p(np.float32(number))


Bytes = cython.typedef(cython.const[cython.uchar][::1])
Numbers = cython.typedef(cython.const[cython.int][::1])
States = cython.typedef(cython.const[cython.uint][::1])
Weights = cython.typedef(cython.const[cython.float][:, ::1])
_SPREAD = cython.declare(cython.ulonglong, 0x9E3779B1)
_LOWEST = cython.declare(cython.double, -np.inf)
_PARTS = cython.declare(cython.int, 8)  # walked at once
_LONGEST = cython.declare(cython.int, 8)  # bytes of a feature, of which the model has at most six
_BLOCK = cython.declare(cython.Py_ssize_t, 32)  # features summed separately, so that small numbers are not lost in large sums


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _walk(text: Bytes, following: States, initial: cython.uint, after: cython.uint[::1]) -> cython.void:
    """The state after each byte.

    Each step waits for memory, so several parts of the text are walked at once. Each walk starts far enough before its part that nothing
    earlier matters.
    """
    states = cython.declare(cython.uint[8])
    size: cython.Py_ssize_t = (len(text) + _PARTS - 1) // _PARTS
    step: cython.Py_ssize_t
    for part in range(_PARTS):
        states[part] = initial
    for step in range(-_LONGEST, size):
        for part in range(_PARTS):
            place = part * size + step
            if 0 <= place < len(text):
                byte = cython.cast(cython.uint, text[place])
                states[part] = following[((states[part] >> 16) << 8) + byte]
                if step >= 0:
                    after[place] = states[part]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count(
    after: cython.uint[::1], first: Numbers, feature: Numbers, slots: cython.int[::1], states: cython.uint[::1], found: cython.int[::1],
    counts: cython.float[::1],
) -> cython.Py_ssize_t:  # fmt: skip
    """Write the features of some states in order of first occurrence, and how often each occurs; returns how many there are.

    `slots` is room for a hash table of indexes into `states`, their number a power of two.
    """
    known: cython.int = 0
    count: cython.Py_ssize_t = 0
    slot: cython.Py_ssize_t
    for place in range(len(slots)):
        slots[place] = -1
    for position in range(len(after)):
        state = cython.cast(cython.ulonglong, after[position])
        slot = ((state * _SPREAD) >> 16) & (len(slots) - 1)
        while slots[slot] >= 0 and states[slots[slot]] != state:
            slot = (slot + 1) & (len(slots) - 1)
        if slots[slot] < 0:
            slots[slot] = known
            states[known] = state
            counts[known] = 0
            known += 1
        counts[slots[slot]] += 1
    for place in range(known):
        number = feature[first[states[place] >> 16] + (states[place] & 0xFFFF)]
        if number >= 0:
            found[count], counts[count] = number, counts[place]
            count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add(
    score: cython.float[::1], found: cython.int[::1], counts: cython.float[::1], count: cython.Py_ssize_t, weight: Weights
) -> cython.void:
    """Add the weights of features to the score of each language, sixteen languages at a time."""
    part = cython.declare(cython.float[1024])
    many: cython.float
    of_one: cython.float = log1pf(1)  # most features occur once
    start: cython.Py_ssize_t = 0
    stop: cython.Py_ssize_t
    place: cython.Py_ssize_t
    first: cython.Py_ssize_t
    lane: cython.Py_ssize_t
    for place in range(count):
        counts[place] = of_one if counts[place] == 1 else log1pf(counts[place])
    while start < count:
        stop = min(start + _BLOCK, count)
        for lane in range(len(score)):
            part[lane] = 0
        for place in range(start, stop):
            many = counts[place]
            for first in range(0, len(score), 16):
                for lane in range(16):
                    part[first + lane] += many * weight[found[place], first + lane]
        for lane in range(len(score)):
            score[lane] += part[lane]
        start = stop


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leading(score: cython.float[::1]) -> tuple[cython.Py_ssize_t, cython.double]:
    """The number of the likeliest language, and its lead over the next one."""
    best: cython.Py_ssize_t = 0
    second: cython.double = _LOWEST
    for language in range(1, len(score)):
        if score[language] > score[best]:
            best = language
    for language in range(len(score)):
        if language != best and score[language] > second:
            second = score[language]
    return best, score[best] - second


@cython.cfunc
def _add_features(
    score: cython.float[::1], text: Bytes, following: States, initial: cython.uint, first: Numbers, feature: Numbers, weight: Weights
) -> cython.Py_ssize_t:
    """Add what the features of a text say of each language; returns how many features there are."""
    size: cython.Py_ssize_t = len(text)
    room: cython.Py_ssize_t = 1 << 11
    count: cython.Py_ssize_t
    while room < 2 * size:
        room <<= 1
    numbers: cython.int[::1] = np.empty(room + size, dtype=np.int32)
    states: cython.uint[::1] = np.empty(2 * size, dtype=np.uint32)
    counts: cython.float[::1] = np.empty(size, dtype=np.float32)
    with cython.nogil:
        _walk(text, following, initial, states[:size])
        count = _count(states[:size], first, feature, numbers[:room], states[size:], numbers[room:], counts)
        _add(score, numbers[room:], counts, count, weight)
    return count


def likeliest(text: Bytes, following: States, initial: cython.uint, first: Numbers, feature: Numbers, weight: Weights, prior):
    """The number of the likeliest language by the features of a text, and its lead over the next one."""
    score: cython.float[::1] = prior.copy()
    if _add_features(score, text, following, initial, first, feature, weight) == 0:
        return 0, 0.0
    return _leading(score)


def clear_one(
    text: Bytes, following: States, initial: cython.uint, first: Numbers, feature: Numbers, weight: Weights, prior, clear: cython.double
):
    """The number of the likeliest language by eighths of a text, and its lead; reading stops when the lead is clear.

    The eighths come from all over the text, at least two: it may begin in another language.
    """
    score: cython.float[::1] = prior.copy()
    size: cython.Py_ssize_t = (len(text) + 7) // 8
    start: cython.Py_ssize_t
    best: cython.Py_ssize_t = 0
    lead: cython.double = 0
    for turn in range(8):
        start = turn * 5 % 8 * size
        _add_features(score, text[min(start, len(text)) : min(start + size, len(text))], following, initial, first, feature, weight)
        best, lead = _leading(score)
        if turn > 0 and lead >= clear:
            break
    return best, lead
