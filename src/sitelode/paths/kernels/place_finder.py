"""Compiled code behind `place_finder.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Numbers
from cython.cimports.sitelode.compiled.kernels.codes import place_by_slot
from cython.cimports.sitelode.html.kernels.page_rows import PageRows
from cython.cimports.sitelode.paths.kernels.element_kinds import ElementKinds

from sitelode.compiled.kernels.code_sets import slots_of


class PlaceTables:
    """Wanted places, for compiled code.

    `steps` holds the numbers of each place's steps, the innermost first, 0 behind the outermost; `first` the first place that ends in a
    step, `following` the next one that ends in the same, -1 for none. Of no place more than `most` elements are given.
    """

    def __init__(self, steps, first, following, most):
        self.steps, self.first, self.following, self.most = steps, first, following, most
        self.known = None

    def elements_at(self, page: PageRows, kinds: ElementKinds, known):
        """The elements of each wanted place in document order; none where a kind of element was not met before.

        `known` are the keys of kinds that were met, and the numbers of their steps.
        """
        count: cython.Py_ssize_t = len(kinds.each_key)
        step_of_kind: cython.int[::1] = np.empty(count, dtype=np.int32)
        if known is not self.known:  # making objects may let another thread in: all are made first, and then put in place together
            keys: Codes = known[0]
            numbers: Numbers = known[1]
            slots: Numbers = slots_of(known[0])
            self.known, self.keys, self.numbers, self.slots = known, keys, numbers, slots
        most_steps: cython.Py_ssize_t = self.steps.shape[1]
        for kind in range(count):
            at = place_by_slot(kinds.each_key[kind], self.keys, self.slots)
            if at < 0:
                return None
            step_of_kind[kind] = self.numbers[at]
        found = [[] for _ in range(len(self.steps))]
        for row in range(len(page.parent)):
            place = self.first[step_of_kind[kinds.each_row[row]]]
            while place >= 0:
                above = page.parent[row]
                depth: cython.Py_ssize_t = 1
                while depth < most_steps and self.steps[place, depth] > 0 and above >= 0:
                    if step_of_kind[kinds.each_row[above]] != self.steps[place, depth]:
                        break
                    above = page.parent[above]
                    depth += 1
                if depth == most_steps or self.steps[place, depth] == 0:
                    rows: list = found[place]
                    if len(rows) < self.most:
                        rows.append(row)
                place = self.following[place]
        return found
