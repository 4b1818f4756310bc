"""Compiled code for the chosen text of a page, see `articles/reader.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.html.kernels.page_rows import PageRows
from cython.cimports.sitelode.text.kernels.segments import Segments


@cython.cfunc
def _add_headings_between(chosen: cython.uchar[::1], page: PageRows, segments: Segments, is_heading: cython.const[cython.uchar][::1]):
    """Choose headings without links, too, whose neighbours on both sides are chosen and have the same parent."""
    block: cython.const[cython.int][::1] = segments.each_block
    parent: cython.const[cython.int][::1] = page.parent
    for segment in range(1, len(block) - 1):
        if chosen[segment] or not is_heading[page.tag[block[segment]]] or segments.each_link_width[segment] != 0:
            continue
        inside = parent[block[segment]]
        if chosen[segment - 1] and chosen[segment + 1] and parent[block[segment - 1]] == inside and parent[block[segment + 1]] == inside:
            chosen[segment] = True


class BodyOfPage:
    """The text of a page in segments, the body probability of each, and which segments were chosen.

    Headings between chosen segments are added to them: see `articles/reader.py`. `rows` are the text nodes of the chosen
    segments, `span` is where their text begins and ends in that of the page (both are its end if there is none), `width` is their width
    together, and `agreement` the expected F1 if each segment is body with its probability.
    """

    def __init__(self, page: PageRows, segments: Segments, probability, chosen, headings):
        self.segments, self.probability, self.chosen = segments, probability, chosen
        likely: cython.const[cython.double][::1] = probability
        taken: cython.uchar[::1] = chosen.view(np.uint8)
        _add_headings_between(taken, page, segments, headings)
        sum_of_likely: cython.double = 0.0
        right: cython.double = 0.0
        self.width = 0
        for segment in range(len(taken)):
            mass = likely[segment] * segments.each_width[segment]
            sum_of_likely += mass
            if taken[segment]:
                right += mass
                self.width += segments.each_width[segment]
        self.agreement = 2 * right / max(self.width + sum_of_likely, 1.0)
        self.rows = segments.text_rows(chosen)
        rows: cython.const[cython.int][::1] = self.rows
        count: cython.Py_ssize_t = len(rows)
        start: cython.Py_ssize_t = page.text_start[rows[0]] if count > 0 else len(page.text)
        stop: cython.Py_ssize_t = page.text_end[rows[count - 1]] if count > 0 else len(page.text)
        self.span = (start, stop)
