"""Compiled walk of py3langid's automaton over a text, and the scores of languages: in Python it takes longer than parsing the page."""
# mypy: ignore-errors

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.sitelode.html.kernels.memory import fetch

Bytes = cython.typedef(cython.const[cython.uchar][::1])
States = cython.typedef(cython.const[cython.ushort][::1])
Table = cython.typedef(cython.const[cython.ushort][:, ::1])
Numbers = cython.typedef(cython.const[cython.int][::1])
Weights = cython.typedef(cython.const[cython.float][:, ::1])
RoughWeights = cython.typedef(cython.const[cython.uchar][:, ::1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count(
    text: Bytes, column: Bytes, row: States, following: Table, first: States, feature: States, rough: RoughWeights,
    counts: cython.int[::1], found: cython.int[::1],
) -> cython.Py_ssize_t:  # fmt: skip
    """Count the features of a text, and write them in order of first occurrence; returns how many there are. Next come their weights."""
    state: cython.Py_ssize_t = 0
    known: cython.Py_ssize_t = 0
    for position in range(len(text)):
        state = following[row[state], column[text[position]]]
        for place in range(first[state], first[state + 1]):
            number = feature[place]
            if counts[number] == 0:
                found[known] = number
                known += 1
                if cython.compiled:
                    fetch(cython.address(rough[number, 0]))
            counts[number] += 1
    return known


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _clear_winner(
    sums: cython.int[::1], prior: cython.const[cython.float][::1], step: cython.double, least: cython.double
) -> cython.Py_ssize_t:
    """The language whose rough score is above all others by at least this much, or -1."""
    best: cython.Py_ssize_t = -1
    language: cython.Py_ssize_t
    highest: cython.double = 0
    second: cython.double = 0
    score: cython.double
    for language in range(len(sums)):
        score = prior[language] + step * sums[language]
        if best < 0 or score > highest:
            best, highest, second = language, score, highest if best >= 0 else score - least - 1
        elif score > second:
            second = score
    return best if highest - second > least else -1


def likeliest(
    text: Bytes, column: Bytes, row: States, following: Table, first: States, feature: States, rough: RoughWeights, step: cython.double,
    weight: Weights, prior, rounding: cython.double, counts: cython.int[::1], found: cython.int[::1],
):  # fmt: skip
    """The number of the likeliest language by the features of a text.

    Weights rounded to whole steps are a quarter as large, and what a page's other work left in the processor's memory makes room for them.
    They decide if the likeliest is ahead by more than all rounding, which nearly every text's is; otherwise exact weights do. `rounding` is
    what adding up a feature's exact weight may be off by. Languages come in sixteens, for the C compiler takes several in one step.
    `counts`, all 0 before and after, and `found` are room for all features.
    """
    languages: cython.Py_ssize_t = len(prior)
    sums: cython.int[::1] = np.zeros(languages, dtype=np.int32)
    part = cython.declare(cython.int[16])
    many: cython.int
    total: cython.double = 0
    number: cython.Py_ssize_t
    language: cython.Py_ssize_t
    lane: cython.Py_ssize_t
    known: cython.Py_ssize_t = _count(text, column, row, following, first, feature, rough, counts, found)
    for place in range(known):
        number, many = found[place], counts[found[place]]
        total += many
        for language in range(0, languages, 16):
            for lane in range(16):
                part[lane] = many * rough[number, language + lane]
            for lane in range(16):
                sums[language + lane] += part[lane]
    best: cython.Py_ssize_t = _clear_winner(sums, prior, step, total * (step + rounding * known))
    if best < 0:
        best = _exactly_likeliest(counts, found[:known], weight, prior)
    for place in range(known):
        counts[found[place]] = 0
    return best


@cython.cfunc
def _exactly_likeliest(counts: Numbers, found: Numbers, weight: Weights, prior) -> cython.Py_ssize_t:
    score: cython.float[::1] = prior.copy()
    best: cython.Py_ssize_t = 0
    many: cython.float
    language: cython.Py_ssize_t
    for place in range(len(found)):
        many = counts[found[place]]
        for language in range(len(score)):
            score[language] += many * weight[found[place], language]
    for language in range(1, len(score)):
        if score[language] > score[best]:
            best = language
    return best


def has_letters(text: str, least: cython.int):
    """Whether there are so many letters in a text."""
    letter: cython.Py_UCS4
    for letter in text:
        least -= letter.isalpha()
        if least <= 0:
            return True
    return False
