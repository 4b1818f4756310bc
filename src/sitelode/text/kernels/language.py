"""Compiled walk of py3langid's automaton over a text, and the scores of languages: in Python it takes longer than parsing the page."""
# mypy: ignore-errors

import cython
import numpy as np

Bytes = cython.typedef(cython.const[cython.uchar][::1])
States = cython.typedef(cython.const[cython.ushort][::1])
Numbers = cython.typedef(cython.const[cython.int][::1])
Weights = cython.typedef(cython.const[cython.float][:, ::1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count(
    text: Bytes, following: States, first: Numbers, feature: Numbers, counts: cython.int[::1], found: cython.int[::1]
) -> cython.Py_ssize_t:
    """Count the features of a text, and write them in order of first occurrence; returns how many there are."""
    state: cython.Py_ssize_t = 0
    known: cython.Py_ssize_t = 0
    for position in range(len(text)):
        byte = cython.cast(cython.Py_ssize_t, text[position])
        state = cython.cast(cython.Py_ssize_t, following[(state << 8) + byte])
        for place in range(first[state], first[state + 1]):
            number = feature[place]
            if counts[number] == 0:
                found[known] = number
                known += 1
            counts[number] += 1
    return known


def likeliest(text: Bytes, following: States, first: Numbers, feature: Numbers, weight: Weights, prior):
    """The number of the likeliest language by the features of a text."""
    languages: cython.Py_ssize_t = len(prior)
    counts: cython.int[::1] = np.zeros(len(weight), dtype=np.int32)
    found: cython.int[::1] = np.empty(len(weight), dtype=np.int32)
    score: cython.float[::1] = prior.copy()
    best: cython.Py_ssize_t = 0
    many: cython.float
    language: cython.Py_ssize_t
    with cython.nogil:
        for place in range(_count(text, following, first, feature, counts, found)):
            many = counts[found[place]]
            for language in range(languages):
                score[language] += many * weight[found[place], language]
        for language in range(1, languages):
            if score[language] > score[best]:
                best = language
    return best
