"""Compiled code for reading pages with `body_rules.py`, and for `compile_rules.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.articles.body.kernels.page_tree import fill_holders, fill_path_codes
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Flags, Numbers, Places
from cython.cimports.sitelode.compiled.kernels.codes import Code, place_by_slot, place_of
from cython.cimports.sitelode.html.kernels.page_rows import PageRows
from cython.cimports.sitelode.paths.kernels.element_kinds import ElementKinds
from cython.cimports.sitelode.text.kernels.segments import Segments

from sitelode.articles.body.kernels.page_tree import holders, path_codes
from sitelode.compiled.kernels.code_sets import slots_of

Rows = cython.typedef(cython.const[cython.double][:, ::1])


def segment_paths(page: PageRows, kinds: ElementKinds, segments: Segments, label_of_kind: Codes, tag_kinds):
    """The code of each row's path, made from the labels of element kinds; and the element that holds each segment."""
    found = np.empty(len(kinds.each_row), dtype=np.uint64)
    labels: Code[::1] = found
    for row in range(len(kinds.each_row)):
        labels[row] = label_of_kind[kinds.each_row[row]]
    held = holders(page.parent, page.end, segments.each_first, segments.each_row, segments.each_block)
    return path_codes(page.tag, page.parent, found, tag_kinds), held


class BodyTables:
    """What the body rules of a layout look up on every page: recurring texts, and labels and paths that were met before.

    `numbers` are those of the kinds of segments: plain, recurring, linked, of another article.
    """

    def __init__(self, recurring, anchor, groups, linked_from, numbers):
        self.recurring, self.slots_of_recurring = recurring, slots_of(recurring)
        self.anchor, self.groups, self.linked_from = anchor, groups, linked_from
        self.plain, self.repeated, self.linked, self.other = numbers
        self.labels_met = self.paths_met = None

    def take_labels(self, labels):
        """Read the keys of kinds and their labels anew, if these are other ones than those of the last page.

        Making objects may let another thread in: all are made first, and then put in place together.
        """
        if labels is not self.labels_met:
            keys: Codes = labels[0]
            values: Codes = labels[1]
            slots: Numbers = slots_of(labels[0])
            self.labels_met, self.keys, self.labels, self.slots_of_keys = labels, keys, values, slots

    def take_paths(self, met):
        """The same for the codes of paths and their probabilities."""
        if met is not self.paths_met:
            codes: Codes = met[0]
            rows: Rows = met[1]
            slots: Numbers = slots_of(met[0])
            self.paths_met, self.paths, self.of_paths, self.slots_of_paths = met, codes, rows, slots

    def kind(self, segments, segment, of_others):
        """The kind of a segment. `of_others` is empty if no page of the layout has other articles."""
        if len(of_others) > 0 and of_others[segment]:
            return self.other
        if place_by_slot(segments.each_loose[segment], self.recurring, self.slots_of_recurring) >= 0:
            return self.repeated
        return self.linked if segments.each_link_width[segment] >= self.linked_from * segments.each_width[segment] else self.plain

    def kinds(self, segments: Segments, of_others: Flags):
        """The kind of each segment."""
        found = np.empty(len(segments.each_block), dtype=np.int8)
        kinds: cython.schar[::1] = found
        for segment in range(len(segments.each_block)):
            kinds[segment] = self.kind(segments, segment, of_others)
        return found

    def known_probabilities(self, page: PageRows, elements: ElementKinds, segments: Segments, tables, of_others: Flags):
        """The body probability of each segment, if all kinds of elements and all paths were seen before; otherwise empty.

        `tables` are the keys of kinds with their labels, and the codes of paths with the probabilities of each kind of segment, for pages
        without and with the anchor's label.
        """
        rows: cython.Py_ssize_t = len(page.tag)
        count: cython.Py_ssize_t = len(elements.each_key)
        # Few arrays, cut into parts: on most pages making an array takes longer than filling it.
        codes: Code[::1] = np.empty(count + 2 * rows, dtype=np.uint64)
        numbers: cython.int[::1] = np.zeros(2 * rows + len(segments.each_block), dtype=np.int32)
        label_of_kind: Code[::1] = codes[:count]
        labels: Code[::1] = codes[count : count + rows]
        code_of_row: Code[::1] = codes[count + rows :]
        holder_of: cython.int[::1] = numbers[2 * rows :]
        found = np.empty(len(segments.each_block), dtype=np.float64)
        likely: cython.double[::1] = found
        anchored: cython.bint = False
        self.take_labels(tables[0])
        for kind in range(count):
            place = place_by_slot(elements.each_key[kind], self.keys, self.slots_of_keys)
            if place < 0:
                return found[:0]
            label_of_kind[kind] = self.labels[place]
            if self.labels[place] == self.anchor:
                anchored = True
        self.take_paths(tables[2] if anchored else tables[1])
        for row in range(rows):
            labels[row] = label_of_kind[elements.each_row[row]]
        fill_path_codes(page.tag, page.parent, labels, self.groups, code_of_row, numbers[:rows], numbers[rows : 2 * rows])
        fill_holders(page.parent, page.end, segments.each_first, segments.each_row, segments.each_block, holder_of)
        for segment in range(len(segments.each_block)):
            place = place_by_slot(code_of_row[holder_of[segment]], self.paths, self.slots_of_paths)
            if place < 0:
                return found[:0]
            likely[segment] = self.of_paths[place, self.kind(segments, segment, of_others)]
        return found


def ways_to(parent: Numbers, codes: Codes, rows: Numbers):
    """For each given row, the codes of the elements from the outermost one down to it, preceded by 0; and where each list begins."""
    found_start = np.zeros(len(rows) + 1, dtype=np.int64)
    start: cython.longlong[::1] = found_start
    with cython.nogil:
        for number in range(len(rows)):
            row, steps = rows[number], 1
            while row >= 0:
                row = parent[row]
                steps += 1
            start[number + 1] = start[number] + steps
    found = np.zeros(start[len(rows)], dtype=np.uint64)
    ways: Code[::1] = found
    with cython.nogil:
        for number in range(len(rows)):
            row, place = rows[number], start[number + 1] - 1
            while row >= 0:
                ways[place] = codes[row]
                row = parent[row]
                place -= 1
    return found, found_start


def depths_outside(ways: Codes, start: Places, may_be):
    """For each list, the first depth that leads to no place that may be body; -1 if all of it leads to one."""
    inside: Flags = may_be.view(np.uint8)
    total: cython.longlong = 0
    count: cython.Py_ssize_t = 0
    with cython.nogil:
        for number in range(len(inside)):
            if inside[number]:
                total += start[number + 1] - start[number]
    found_leading = np.empty(total, dtype=np.uint64)
    leading: Code[::1] = found_leading
    with cython.nogil:
        for number in range(len(inside)):
            if inside[number]:
                for place in range(start[number], start[number + 1]):
                    leading[count] = ways[place]
                    count += 1
    found_leading.sort()
    found = np.full(len(inside), -1, dtype=np.int32)
    depths: cython.int[::1] = found
    with cython.nogil:
        for number in range(len(inside)):
            for place in range(start[number], start[number + 1]):
                if place_of(ways[place], leading) < 0:
                    depths[number] = place - start[number]
                    break
    return found
