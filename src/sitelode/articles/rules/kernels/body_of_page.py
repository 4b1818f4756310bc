"""Compiled code for `articles/reader.py`: the chosen text of a page, with what is asked about it, found in one pass."""
# mypy: ignore-errors

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.sitelode.articles.body.kernels.threshold import fill_headings_between
    from cython.cimports.sitelode.html.kernels.page_rows import PageRows
    from cython.cimports.sitelode.text.kernels.segments import Segments
else:
    from sitelode.articles.body.kernels.threshold import fill_headings_between
    from sitelode.html.kernels.page_rows import PageRows
    from sitelode.text.kernels.segments import Segments


class BodyOfPage:
    """The text of a page in segments, the body probability of each, and which segments were chosen.

    Headings between chosen segments are added to them: see `articles/body/inner_headings.py`. `rows` are the text nodes of the chosen
    segments, `width` is their width together, and `agreement` the expected F1 if each segment is body with its probability.
    """

    def __init__(self, page: PageRows, segments: Segments, probability, chosen, headings):
        self.segments, self.probability, self.chosen = segments, probability, chosen
        likely: cython.const[cython.double][::1] = probability
        taken: cython.uchar[::1] = chosen.view(np.uint8)
        fill_headings_between(taken, page.tag, page.parent, segments.each_block, segments.each_link_width, headings)
        sum_of_likely: cython.double = 0.0
        right: cython.double = 0.0
        count: cython.Py_ssize_t = 0
        self.width = 0
        for segment in range(len(taken)):
            mass = likely[segment] * segments.each_width[segment]
            sum_of_likely += mass
            if taken[segment]:
                right += mass
                self.width += segments.each_width[segment]
                count += segments.each_first[segment + 1] - segments.each_first[segment]
        self.agreement = 2 * right / max(self.width + sum_of_likely, 1.0)
        self.rows = np.empty(count, dtype=np.int32)
        rows: cython.int[::1] = self.rows
        count = 0
        for segment in range(len(taken)):
            if taken[segment]:
                for place in range(segments.each_first[segment], segments.each_first[segment + 1]):
                    rows[count] = segments.each_row[place]
                    count += 1
