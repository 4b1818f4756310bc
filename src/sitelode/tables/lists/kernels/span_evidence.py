"""Compiled code behind `evidence.py`: features of candidates that come from prefix sums over the rows of the page."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.libc.math import log, log1p, sqrt
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Numbers, Places
from cython.cimports.sitelode.compiled.kernels.codes import Code

from sitelode.tables.lists.evidence_names import SPANS

Columns = cython.typedef(cython.double[:, ::1])

_share = cython.declare(cython.int, SPANS.share)
_log_count = cython.declare(cython.int, SPANS.log_count)
_largest = cython.declare(cython.int, SPANS.largest)
_spread = cython.declare(cython.int, SPANS.spread)
_log_width = cython.declare(cython.int, SPANS.log_width)
_empty = cython.declare(cython.int, SPANS.empty)
_single_text = cython.declare(cython.int, SPANS.single_text)
_log_texts = cython.declare(cython.int, SPANS.log_texts)
_log_elements = cython.declare(cython.int, SPANS.log_elements)
_distinct_texts = cython.declare(cython.int, SPANS.distinct_texts)
_linked = cython.declare(cython.int, SPANS.linked)
_distinct_links = cython.declare(cython.int, SPANS.distinct_links)
_log_links = cython.declare(cython.int, SPANS.log_links)
_link_share = cython.declare(cython.int, SPANS.link_share)
_density = cython.declare(cython.int, SPANS.density)
_coverage = cython.declare(cython.int, SPANS.coverage)
_parents = cython.declare(cython.int, SPANS.parents)
_log_parents = cython.declare(cython.int, SPANS.log_parents)
_left_beside = cython.declare(cython.int, SPANS.left_beside)
_left_on_page = cython.declare(cython.int, SPANS.left_on_page)
_pictures = cython.declare(cython.int, SPANS.pictures)
_headed = cython.declare(cython.int, SPANS.headed)
_one_heading = cython.declare(cython.int, SPANS.one_heading)
_digits = cython.declare(cython.int, SPANS.digits)
_same_name = cython.declare(cython.int, SPANS.same_name)
_siblings = cython.declare(cython.int, SPANS.siblings)
_depth = cython.declare(cython.int, SPANS.depth)
_before = cython.declare(cython.int, SPANS.before)
_after = cython.declare(cython.int, SPANS.after)
_median = cython.declare(cython.int, SPANS.median)
_low = cython.declare(cython.int, SPANS.low)
_worded = cython.declare(cython.int, SPANS.worded)
_markup = cython.declare(cython.int, SPANS.markup)
_region = cython.declare(cython.int, SPANS.region)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _common_ancestor(one: cython.int, other: cython.int, parent: Numbers, depth: Numbers) -> cython.int:
    while one != other:
        if depth[one] >= depth[other]:
            one = parent[one]
        else:
            other = parent[other]
    return one


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _distinct(ascending: Codes, begin: cython.Py_ssize_t, close: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many different codes there are in a part that ascends."""
    count: cython.Py_ssize_t = 1 if begin < close else 0
    for place in range(begin + 1, close):
        count += ascending[place] != ascending[place - 1]
    return count


def span_evidence(
    start: Numbers, stop: Numbers, first: Places, parent: Numbers, depth: Numbers, end: Numbers, named: Codes, named_beside: Places,
    named_on_page: Places, width: Places, texts: Numbers, words: Numbers, digits: Numbers, links: Numbers, images: Numbers,
    headings: Numbers, elements: Numbers, link_width: Places, text_sum, href: Numbers, next_link: Numbers,
):  # fmt: skip
    """The features of every candidate that come from prefix sums; one column for each of SPANS."""
    count: cython.Py_ssize_t = len(first) - 1
    found = np.zeros((count, len(SPANS)), dtype=np.float64)
    all_widths, all_codes, all_targets = np.empty(len(start)), text_sum[stop] - text_sum[start], np.empty(len(start), dtype=np.uint64)
    linked_records = np.zeros(count, dtype=np.intp)
    out: Columns = found
    widths: cython.double[::1] = all_widths
    codes: Codes = all_codes
    targets: Code[::1] = all_targets  # at the start of each candidate's part, those of its links
    with_target: cython.Py_ssize_t[::1] = linked_records
    page_width: cython.double = max(width[len(width) - 1], 1)
    one: cython.double = 1.0
    nothing: cython.double = 0.0
    n: cython.double  # numbers are kept as floats, because they are divided
    held: cython.double
    most: cython.double
    squares: cython.double
    linked_width: cython.double
    w: cython.double
    mean: cython.double
    top_held: cython.double
    span_held: cython.double
    empty: cython.double
    single: cython.double
    text_count: cython.double
    element_count: cython.double
    link_count: cython.double
    image_records: cython.double
    linked: cython.double
    headed: cython.double
    one_heading: cython.double
    digit_records: cython.double
    parents: cython.double
    siblings: cython.double
    worded: cython.double
    named_same: cython.double
    left_out: cython.double
    with cython.nogil:
        for candidate in range(count):
            a, b = first[candidate], first[candidate + 1]
            n = b - a
            held, most, squares, empty, single = 0.0, 0.0, 0.0, 0, 0
            text_count, element_count, link_count, image_records, linked = 0, 0, 0, 0, 0
            headed, one_heading, digit_records, linked_width, parents, siblings, worded = 0, 0, 0, 0.0, 0, 0, 0
            last_parent = -1
            named_same, left_out = 0, 0
            for place in range(a, b):
                s, e = start[place], stop[place]
                w = width[e] - width[s]
                widths[place] = w
                held += w
                squares += w * w
                most = max(most, w)
                empty += w == 0
                t = texts[e] - texts[s]
                single += t <= 1
                text_count += t
                worded += words[e] > words[s]
                element_count += elements[e] - elements[s]
                k = links[e] - links[s]
                link_count += k
                linked += k > 0
                linked_width += link_width[e] - link_width[s]
                image_records += images[e] > images[s]
                h = headings[e] - headings[s]
                headed += h > 0
                one_heading += h == 1
                digit_records += digits[e] > digits[s]
                target = next_link[s]
                if target < e:
                    targets[a + with_target[candidate]] = href[target]
                    with_target[candidate] += 1
                if parent[s] != last_parent:
                    parents += 1
                    last_parent = parent[s]
                    left_out += named_beside[s]
                named_same += named[s] == named[start[a]]
                row = s
                while row < e:
                    siblings += 1
                    row = end[row]
            root = start[a]
            top = parent[root]
            if parents > 1:
                top = _common_ancestor(top, parent[start[b - 1]], parent, depth)
            span_held = width[stop[b - 1]] - width[root]
            top_held = width[end[top]] - width[top] if top >= 0 else 0
            mean = held / n
            out[candidate, _share] = held / page_width
            out[candidate, _log_count] = log(n)
            out[candidate, _largest] = most / max(held, one)
            out[candidate, _spread] = sqrt(max(squares / n - mean * mean, nothing)) / max(mean, one)
            out[candidate, _log_width] = log1p(mean)
            out[candidate, _empty] = empty / n
            out[candidate, _single_text] = single / n
            out[candidate, _log_texts] = log1p(text_count / n)
            out[candidate, _log_elements] = log1p(element_count / n)
            out[candidate, _linked] = linked / n
            out[candidate, _log_links] = log1p(link_count / n)
            out[candidate, _link_share] = linked_width / max(held, one)
            out[candidate, _density] = held / max(span_held, one)
            out[candidate, _coverage] = held / max(top_held, one)
            out[candidate, _parents] = parents / n
            out[candidate, _log_parents] = log(parents)
            out[candidate, _left_beside] = left_out / n
            out[candidate, _left_on_page] = log(max(named_on_page[root], 1) / max(named_same, one))
            out[candidate, _pictures] = image_records / n
            out[candidate, _headed] = headed / n
            out[candidate, _one_heading] = one_heading / n
            out[candidate, _digits] = digit_records / n
            out[candidate, _same_name] = named_same / n
            out[candidate, _siblings] = siblings / n
            out[candidate, _depth] = depth[root]
            out[candidate, _before] = width[root] / page_width
            out[candidate, _after] = 1 - width[stop[b - 1]] / page_width
            out[candidate, _median] = mean
            out[candidate, _worded] = worded / n
            out[candidate, _markup] = element_count / max(held, one)
            out[candidate, _region] = top_held / page_width
    for candidate in range(count):
        a, b = first[candidate], first[candidate + 1]
        all_widths[a:b].sort()
        all_codes[a:b].sort()
        all_targets[a : a + with_target[candidate]].sort()
    with cython.nogil:
        for candidate in range(count):
            a, b = first[candidate], first[candidate + 1]
            n = b - a
            mean = max(out[candidate, _median], one)
            out[candidate, _distinct_texts] = _distinct(codes, a, b) / n
            out[candidate, _distinct_links] = _distinct(targets, a, a + with_target[candidate]) / n
            out[candidate, _median] = widths[a + (b - a) // 2] / mean
            out[candidate, _low] = widths[a + (b - a) // 10] / mean
    return found
