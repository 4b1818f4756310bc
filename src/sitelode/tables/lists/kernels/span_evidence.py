"""Compiled code behind `evidence.py`: features of candidates that come from prefix sums over the rows of the page."""

import cython
import numpy as np
from cython.cimports.libc.math import log, log1p, sqrt
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Flags, Numbers, Places
from cython.cimports.sitelode.compiled.kernels.codes import Code, finish, mix

from sitelode.tables.lists.evidence_names import SPANS

# mypy: ignore-errors


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


# mypy: ignore-errors


Shares = cython.typedef(cython.const[cython.double][:])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_from(start: Numbers, low: cython.longlong, high: cython.longlong, row: cython.int) -> cython.longlong:
    """The first of some ascending starts that is at least this row."""
    while low < high:
        middle = (low + high) >> 1
        if start[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


def relations(start: Numbers, stop: Numbers, first: Places, width: Places, support: Shares):
    """Relations between candidates: supersets with the same kind of members, larger records around, smaller records inside.

    Columns: size of the largest superset, its support minus the candidate's; the subset with the best support, that support minus the
    candidate's, its share of the text; for smaller records inside: their share of the text, their number per record, their support; the
    same for larger records around; the text of a list with as many records or more that has this one between two records, over its own.
    """
    count: cython.Py_ssize_t = len(first) - 1
    found, sums = np.zeros((count, 12)), np.zeros(count)
    out: cython.double[:, ::1] = found
    held: cython.double[::1] = sums
    one: cython.double = 1.0
    members: cython.double  # these two are divided
    others: cython.double
    same: cython.bint
    inside: cython.bint
    with cython.nogil:
        for c in range(count):
            for place in range(first[c], first[c + 1]):
                held[c] += width[stop[place]] - width[start[place]]
        for c in range(count):
            c0, c1 = first[c], first[c + 1]
            for d in range(count):
                if c == d:
                    continue
                d0, d1 = first[d], first[d + 1]
                if start[d0] < start[c0] or stop[d1 - 1] > stop[c1 - 1]:
                    continue
                behind = _first_from(start, c0, c1, start[d0])
                if c0 < behind < c1 and stop[behind - 1] <= start[d0] and stop[d1 - 1] <= start[behind]:
                    if c1 - c0 >= d1 - d0:
                        out[d, 11] = max(out[d, 11], support[c] * log1p(held[c] / max(held[d], one)))
                    continue
                # is every span of d one of c's (a subset), or inside one (smaller records)?
                at, same, inside, owners, last = c0, True, True, 0, -1
                for each in range(d0, d1):
                    while at < c1 and stop[at] < stop[each]:
                        at += 1
                    if at == c1 or start[at] > start[each]:
                        inside = False
                        break
                    same = same and start[at] == start[each] and stop[at] == stop[each]
                    if at != last:
                        owners += 1
                        last = at
                if not inside:
                    continue
                members, others = c1 - c0, d1 - d0
                if same:
                    if others < members:
                        ratio = log(members / others)
                        if ratio * support[c] > out[d, 0]:
                            out[d, 0], out[d, 1] = ratio * support[c], support[c] - support[d]
                        if support[d] - support[c] > out[c, 2]:
                            out[c, 2], out[c, 3] = support[d] - support[c], held[d] / max(held[c], one)
                elif others >= 1.5 * owners and owners >= 1:
                    covered = held[d] / max(held[c], one)
                    if covered * support[d] > out[c, 4] and owners * 2 > members:
                        out[c, 4], out[c, 5], out[c, 6] = covered * support[d], log(others / owners), support[d]
                    if covered * support[c] > out[d, 7]:
                        out[d, 7], out[d, 8] = covered * support[c], log(others / owners)
                        out[d, 9], out[d, 10] = support[c], log(members)
    return found


def shapes(parent: Numbers, tag: Codes, is_text):
    """For every row, the code of its tag and those of its child elements, in order."""
    found = np.zeros(len(parent), dtype=np.uint64)
    codes: Code[::1] = found
    text: Flags = is_text.view(np.uint8)
    with cython.nogil:
        for row in range(len(parent)):
            codes[row] = finish(tag[row])
            if row > 0 and not text[row]:
                codes[parent[row]] = mix(codes[parent[row]], tag[row])
    return found


def alternation(start: Numbers, first: Places, parent: Numbers, shape: Codes):
    """For every candidate, how much more similar a member is to the second, third or fourth after it than to the next."""
    found = np.zeros(len(first) - 1)
    out: cython.double[::1] = found
    nothing: cython.double = 0.0
    best: cython.double
    nearest: cython.double
    share: cython.double
    pairs: cython.double  # these two are divided
    alike: cython.double
    with cython.nogil:
        for candidate in range(len(first) - 1):
            best, nearest = 0.0, 0.0
            for lag in range(1, 5):
                pairs, alike = 0, 0
                for place in range(first[candidate], first[candidate + 1] - lag):
                    if parent[start[place]] == parent[start[place + lag]]:
                        pairs += 1
                        alike += shape[start[place]] == shape[start[place + lag]]
                share = alike / pairs if pairs > 2 else 0.0
                if lag == 1:
                    nearest = share
                else:
                    best = max(best, share)
            out[candidate] = max(best - nearest, nothing)
    return found
