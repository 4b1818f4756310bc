"""Compiled code for `hidden.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers
from cython.cimports.sitelode.html.kernels.metadata import has_word, number_among
from cython.cimports.sitelode.html.kernels.page_rows import PageRows

_UNKNOWN = cython.declare(cython.int, -2)


class HidingAttributes:
    """Finds elements by two or more attributes, of which the second, a style, must contain one of some words.

    `wanted` are the names of the attributes, `words` the words, each with the places where they begin.
    """

    def __init__(self, wanted, wanted_starts, words, word_starts):
        self.wanted, self.wanted_starts, self.words, self.word_starts = wanted, wanted_starts, words, word_starts

    def candidates(self, page: PageRows):
        """The elements with text that have one of the attributes, which one, and the number of its value."""
        names: Numbers = page.attribute_name
        strings: Bytes = page.strings
        starts: Numbers = page.string_start
        role: cython.schar[::1] = np.empty(len(starts), dtype=np.int8)  # of strings that are attribute names
        found = []
        fits: cython.bint
        role[:] = _UNKNOWN
        for position in range(len(names)):
            name, row, value = names[position], page.attribute_node[position], page.attribute_value[position]
            if role[name] == _UNKNOWN:
                role[name] = number_among(strings, starts[name], starts[name + 1], self.wanted, self.wanted_starts)
            if role[name] < 0 or page.text_end[row] <= page.text_start[row]:
                continue
            fits = role[name] != 1
            if not fits and value >= 0:
                for word in range(len(self.word_starts) - 1):
                    begin, stop = self.word_starts[word], self.word_starts[word + 1]
                    fits |= has_word(strings, starts[value], starts[value + 1], self.words, begin, stop)
            if fits:
                found.append((row, role[name], value))
        return found
