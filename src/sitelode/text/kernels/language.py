"""Compiled walk of py3langid's automaton over a text, and the scores of languages: in Python it takes longer than parsing the page."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.html.kernels.memory import fetch

_LANES = cython.declare(cython.int, 16)  # parts of a text that are walked side by side; set by hand


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


class LanguageTables:
    """The tables of `text/language.py` for compiled code, and room for one text at a time, which keeps the interpreter's lock."""

    def __init__(self, walk, weights, longest, rounding):
        self.column, self.row, self.following, self.first, self.feature = walk
        self.rough, self.step, self.weight, self.prior = weights
        self.longest, self.rounding = longest, rounding
        self.counts, self.found = np.zeros((2, len(self.rough)), dtype=np.int32)
        self.score = np.empty(len(self.prior), dtype=np.float32)
        self.states = np.empty(0, dtype=np.uint16)

    def walk(self, text, size):
        """Write the state of the automaton behind every byte of a text.

        Each step waits for memory that the step before it names, so several parts of a text are walked side by side. A state depends on no
        more bytes than the longest feature has: each part but the first begins so many bytes earlier.
        """
        # Named once: what is written might change an attribute as far as the C compiler knows, which would read it again each time.
        column: cython.const[cython.uchar][::1] = self.column
        row: cython.const[cython.ushort][::1] = self.row
        following: cython.const[cython.ushort][:, ::1] = self.following
        states: cython.ushort[::1] = self.states
        state = cython.declare(cython.int[16])
        part: cython.Py_ssize_t = (size + _LANES - 1) // _LANES
        lane: cython.Py_ssize_t
        step: cython.Py_ssize_t
        position: cython.Py_ssize_t
        for lane in range(_LANES):
            state[lane] = 0
            for position in range(max(lane * part - self.longest, 0), min(lane * part, size)):
                state[lane] = following[row[state[lane]], column[text[position]]]
        for step in range(part):
            for lane in range(_LANES):
                position = lane * part + step
                if position < size:
                    state[lane] = following[row[state[lane]], column[text[position]]]
                    states[position] = state[lane]

    def count(self, size):
        """Count the features of a walk, and write them in order of first occurrence; returns how many. Their weights come next."""
        known: cython.Py_ssize_t = 0
        place: cython.Py_ssize_t
        for position in range(size):
            state = self.states[position]
            for place in range(self.first[state], self.first[state + 1]):
                number = self.feature[place]
                if self.counts[number] == 0:
                    self.found[known] = number
                    known += 1
                    fetch(cython.address(self.rough[number, 0]))
                self.counts[number] += 1
        return known

    def likeliest(self, text: bytes):
        """The number of the likeliest language by the features of a text.

        Weights rounded to whole steps are a quarter as large, and what a page's other work left in the processor's memory makes room for
        them. They decide if the likeliest is ahead by more than all rounding, which nearly every text's is; otherwise exact weights do.
        `rounding` is what adding up a feature's exact weight may be off by. Languages come in sixteens, for the C compiler takes several
        in one step.
        """
        languages: cython.Py_ssize_t = len(self.prior)
        sums: cython.int[::1] = np.zeros(languages, dtype=np.int32)
        part = cython.declare(cython.ushort[16])
        many: cython.int
        few: cython.ushort
        total: cython.double = 0
        number: cython.Py_ssize_t
        language: cython.Py_ssize_t
        lane: cython.Py_ssize_t
        size: cython.Py_ssize_t = len(text)
        if size > len(self.states):
            self.states = np.empty(size, dtype=np.uint16)
        self.walk(text, size)
        known: cython.Py_ssize_t = self.count(size)
        for place in range(known):
            number, many = self.found[place], self.counts[self.found[place]]
            total += many
            while many > 0:
                few = min(many, 256)  # times a byte is a number of 16 bits, of which the processor multiplies eight at once
                many -= few
                for language in range(0, languages, 16):
                    for lane in range(16):
                        part[lane] = few * self.rough[number, language + lane]
                    for lane in range(16):
                        sums[language + lane] += part[lane]
        best: cython.Py_ssize_t = _clear_winner(sums, self.prior, self.step, total * (self.step + self.rounding * known))
        if best < 0:
            best = self.exactly_likeliest(known)
        for place in range(known):
            self.counts[self.found[place]] = 0
        return best

    def exactly_likeliest(self, known):
        """The same by exact weights, of which so many features were found."""
        score: cython.float[::1] = self.score  # no new array, whose making might let another thread in
        best: cython.Py_ssize_t = 0
        many: cython.float
        language: cython.Py_ssize_t
        score[:] = self.prior
        for place in range(known):
            many = self.counts[self.found[place]]
            for language in range(len(score)):
                score[language] += many * self.weight[self.found[place], language]
        for language in range(1, len(score)):
            if score[language] > score[best]:
                best = language
        return best
