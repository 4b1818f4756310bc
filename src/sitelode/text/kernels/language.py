"""Compiled walk of py3langid's automaton over a text, and the scores of languages: in Python it takes longer than parsing the page."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit

_SCALE = np.float32(2.0**112)  # from a half-precision number's bits, moved into a single-precision number, to its value
_PARTS, _LONGEST = 8, 8  # parts walked at once; bytes of a feature, of which the model has at most six
_BLOCK = 32  # features summed separately, so that small numbers are not lost in large sums


@jit
def _walk(text, following, initial):
    """The state after each byte.

    Each step waits for memory, so several parts of the text are walked at once. Each walk starts far enough before its part that nothing
    earlier matters.
    """
    after = np.empty(len(text), dtype=np.uint32)
    size = (len(text) + _PARTS - 1) // _PARTS
    states = np.full(_PARTS, initial, dtype=np.uint32)
    for step in range(-_LONGEST, size):
        for part in range(_PARTS):
            place = part * size + step
            if 0 <= place < len(text):
                states[part] = following[(np.int64(states[part] >> np.uint32(16)) << 8) + text[place]]
                if step >= 0:
                    after[place] = states[part]
    return after


@jit
def _features(text, following, initial, first, feature):
    """The features of a text in order of first occurrence, and how often each occurs."""
    room = 1 << 11
    while room < 2 * len(text):
        room <<= 1
    slots = np.full(room, -1, dtype=np.int32)  # a hash table of indexes into `states`
    states = np.empty(len(text), dtype=np.uint32)
    counts = np.zeros(len(text), dtype=np.float32)
    known = 0
    for state in _walk(text, following, initial):
        slot = (np.int64(state) * 0x9E3779B1 >> 16) & (room - 1)
        while slots[slot] >= 0 and states[slots[slot]] != state:
            slot = (slot + 1) & (room - 1)
        if slots[slot] < 0:
            slots[slot] = known
            states[known] = state
            known += 1
        counts[slots[slot]] += 1
    found = np.empty(known, dtype=np.int32)
    count = 0
    for place in range(known):
        number = feature[first[states[place] >> np.uint32(16)] + (states[place] & np.uint32(0xFFFF))]
        if number >= 0:
            found[count], counts[count] = number, counts[place]
            count += 1
    return found[:count], counts[:count]


@jit
def _add(score, found, counts, weight):
    """Add the weights of features to the score of each language. `weight` holds the bits of half-precision numbers."""
    part = np.empty_like(score)
    of_one = np.float32(np.log1p(np.float32(1)))  # most features occur once
    for start in range(0, len(found), _BLOCK):
        part[:] = 0
        for place in range(start, min(start + _BLOCK, len(found))):
            bits = weight[found[place]]
            many = (of_one if counts[place] == 1 else np.float32(np.log1p(counts[place]))) * _SCALE
            for language in range(len(score)):
                half = np.uint32(bits[language])
                single = (half & np.uint32(0x7FFF)) << np.uint32(13) | (half & np.uint32(0x8000)) << np.uint32(16)
                part[language] += many * np.uint32(single).view(np.float32)
        score += part


@jit
def _leading(score):
    """The number of the likeliest language, and its lead over the next one."""
    best = np.argmax(score)
    second = -np.inf
    for language in range(len(score)):
        if language != best and score[language] > second:
            second = score[language]
    return best, float(score[best] - second)


@jit
def likeliest(text, following, initial, first, feature, weight, prior):
    """The number of the likeliest language by the features of a text, and its lead over the next one."""
    found, counts = _features(text, following, initial, first, feature)
    if len(found) == 0:
        return 0, 0.0
    score = prior.copy()
    _add(score, found, counts, weight)
    return _leading(score)


@jit
def clear_one(text, following, initial, first, feature, weight, prior, clear):
    """The number of the likeliest language by eighths of a text, and its lead; reading stops when the lead is clear.

    The eighths come from all over the text, at least two: it may begin in another language.
    """
    score = prior.copy()
    size, best, lead = (len(text) + 7) // 8, 0, 0.0
    for turn in range(8):
        start = turn * 5 % 8 * size
        found, counts = _features(text[start : start + size], following, initial, first, feature)
        _add(score, found, counts, weight)
        best, lead = _leading(score)
        if turn > 0 and lead >= clear:
            break
    return best, lead
