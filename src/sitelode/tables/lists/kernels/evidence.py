"""Compiled code behind `evidence.py`: features from paths, texts and prefix sums."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import FNV_BASIS, add_symbol, finish, mix
from sitelode.tables.lists.evidence_names import PATHS, SPANS
from sitelode.tables.lists.kernels.record_paths import extend_path, path_slot

LEAST_LIKENESS = 0.5  # share of the common paths; a record with less is an outlier. Set by hand, as in `candidates.py`


@jit
def text_codes(tag, text_start, text_end, text, shown):
    """For every visible text node, the code of its text without white space (0 for other rows); and whether it has a digit or letter."""
    rows = len(tag)
    codes = np.zeros(rows, dtype=np.uint64)
    digits, words = np.zeros(rows, dtype=np.bool_), np.zeros(rows, dtype=np.bool_)
    for row in range(rows):
        if tag[row] != 0 or not shown[row]:
            continue
        code, some = FNV_BASIS, False
        for position in range(text_start[row], text_end[row]):
            byte = text[position]
            if byte <= 32:
                continue
            some = True
            digits[row] |= 48 <= byte <= 57
            words[row] |= byte >= 0x80 or 65 <= byte <= 90 or 97 <= byte <= 122
            code = add_symbol(code, byte)
        if some:
            codes[row] = finish(code)
    return codes, digits, words


@jit
def before(flags):
    """For every row and after the last: the number of flagged rows before it."""
    out = np.zeros(len(flags) + 1, dtype=np.int32)
    for row in range(len(flags)):
        out[row + 1] = out[row] + flags[row]
    return out


@jit
def summed(codes):
    out = np.zeros(len(codes) + 1, dtype=np.uint64)
    for row in range(len(codes)):
        out[row + 1] = out[row] + codes[row]
    return out


@jit
def next_of(values):
    """For every row and after the last: the next row whose value is not negative; the number of rows if there is none."""
    rows = len(values)
    out = np.full(rows + 1, rows, dtype=np.int32)
    for row in range(rows - 1, -1, -1):
        out[row] = row if values[row] >= 0 else out[row + 1]
    return out


@jit
def distinct(codes):
    if len(codes) == 0:
        return 0
    ordered = np.sort(codes)
    count = 1
    for place in range(1, len(ordered)):
        count += ordered[place] != ordered[place - 1]
    return count


@jit
def common_ancestor(one, other, parent, depth):
    while one != other:
        if depth[one] >= depth[other]:
            one = parent[one]
        else:
            other = parent[other]
    return one


@jit
def path_evidence(start, stop, first, parent, label, text_code, slots, deepest, most_records, most_rows):
    """For every candidate, how well its records agree in their paths and texts.

    One column per name in PATHS: support is the mean over the records' rows of the share of records with the same path, path_support that
    of the distinct paths; repeated, how often a path occurs in a record that has it; likeness and lowest_likeness, the share of the common
    paths that a record has; strange, records that lack half of them; constant_text, the share of texts that most records have.
    """
    count = len(first) - 1
    out = np.zeros((count, len(PATHS)), dtype=np.float64)
    code = np.zeros(len(parent), dtype=np.uint64)
    level = np.zeros(len(parent), dtype=np.int32)
    key = np.zeros(slots, dtype=np.uint64)
    owner = np.full(slots, -1, dtype=np.int64)
    last = np.full(slots, -1, dtype=np.int64)
    times = np.zeros(slots, dtype=np.int32)  # records that have the path
    total = np.zeros(slots, dtype=np.int32)  # rows that have it
    is_text = np.zeros(slots, dtype=np.bool_)
    used_slots = np.zeros(slots, dtype=np.int64)
    shares = np.zeros(most_records, dtype=np.float64)
    for candidate in range(count):
        spans = first[candidate + 1] - first[candidate]
        step = max(1.0, spans / most_records)
        members = min(spans, most_records)
        used = 0
        for turn in range(2):
            for number in range(members):
                place = first[candidate] + np.int64(number * step)
                top = parent[start[place]]
                common = 0
                for row in range(start[place], min(stop[place], start[place] + most_rows)):
                    if not extend_path(row, top, parent, label, deepest, code, level):
                        continue
                    for text in range(2):
                        if text == 0:
                            wanted = code[row]
                        else:
                            if text_code[row] == 0:
                                continue
                            wanted = mix(code[row], text_code[row])
                        slot = path_slot(wanted, candidate, owner, key)
                        if turn == 0:
                            if owner[slot] != candidate:
                                if used * 2 > slots:
                                    continue
                                used_slots[used] = slot
                                used += 1
                                owner[slot], key[slot], times[slot], total[slot], last[slot] = candidate, wanted, 0, 0, -1
                                is_text[slot] = text == 1
                            total[slot] += 1
                            if last[slot] != number:
                                last[slot] = number
                                times[slot] += 1
                        elif text == 0 and owner[slot] == candidate and last[slot] != -2 - number:
                            last[slot] = -2 - number
                            common += 2 * times[slot] > members
                if turn == 1:
                    shares[number] = common
        paths, rows, weighed, supports, majority, repeated = 0, 0, 0.0, 0.0, 0, 0
        texts, constant = 0, 0
        widest = 0
        for number in range(used):
            slot = used_slots[number]
            if is_text[slot]:
                texts += total[slot]
                if 2 * times[slot] > members:
                    constant += total[slot]
                continue
            paths += 1
            rows += total[slot]
            weighed += total[slot] * times[slot] / members
            supports += times[slot] / members
            if 2 * times[slot] > members:
                majority += 1
                widest += times[slot]
                repeated += total[slot]
        lowest, mean, strange = 1.0, 0.0, 0
        for number in range(members):
            share = shares[number] / majority if majority else 0.0
            lowest = min(lowest, share)
            mean += share
            strange += share < LEAST_LIKENESS
        out[candidate, PATHS.support] = weighed / rows if rows else 0.0
        out[candidate, PATHS.path_support] = supports / paths if paths else 0.0
        out[candidate, PATHS.repeated] = repeated / widest if widest else 0.0
        out[candidate, PATHS.lowest_likeness] = lowest
        out[candidate, PATHS.likeness] = mean / members
        out[candidate, PATHS.strange] = strange / members
        out[candidate, PATHS.constant_text] = constant / texts if texts else 0.0
        out[candidate, PATHS.paths] = paths / members
        out[candidate, PATHS.common_paths] = majority
    return out


@jit
def span_evidence(
    start, stop, first, parent, depth, end, named, named_beside, named_on_page, width, texts, words, digits, links, images, headings,
    elements, link_width, text_sum, href, next_link,
):  # fmt: skip
    """The features of every candidate that come from prefix sums; one column for each of SPANS."""
    count = len(first) - 1
    out = np.zeros((count, len(SPANS)), dtype=np.float64)
    page_width = max(width[-1], 1)
    for candidate in range(count):
        a, b = first[candidate], first[candidate + 1]
        n = b - a
        held, most, squares, empty, single = 0.0, 0.0, 0.0, 0, 0
        text_count, element_count, link_count, image_records, linked, headed, one_heading, digit_records = 0, 0, 0, 0, 0, 0, 0, 0
        linked_width, parents, siblings, worded = 0.0, 0, 0, 0
        codes, targets, widths = np.empty(n, dtype=np.uint64), np.empty(n, dtype=np.int64), np.empty(n)
        with_target = 0
        last_parent = -1
        named_same, left_out = 0, 0
        for place in range(a, b):
            s, e = start[place], stop[place]
            w = width[e] - width[s]
            widths[place - a] = w
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
            codes[place - a] = text_sum[e] - text_sum[s]
            target = next_link[s]
            if target < e:
                targets[with_target] = href[target]
                with_target += 1
            if parent[s] != last_parent:
                parents += 1
                last_parent = parent[s]
                left_out += named_beside[s]
            named_same += named[s] == named[start[a]]
            row = s
            while row < e:
                siblings += 1
                row = end[row]
        top = parent[start[a]]
        if parents > 1:
            top = common_ancestor(parent[start[a]], parent[start[b - 1]], parent, depth)
        span_held = width[stop[b - 1]] - width[start[a]]
        top_held = width[end[top]] - width[top]
        mean = held / n
        low = np.sort(widths)
        root = start[a]
        out[candidate, SPANS.share] = held / page_width
        out[candidate, SPANS.log_count] = np.log(n)
        out[candidate, SPANS.largest] = most / max(held, 1)
        out[candidate, SPANS.spread] = np.sqrt(max(squares / n - mean * mean, 0.0)) / max(mean, 1)
        out[candidate, SPANS.log_width] = np.log1p(mean)
        out[candidate, SPANS.empty] = empty / n
        out[candidate, SPANS.single_text] = single / n
        out[candidate, SPANS.log_texts] = np.log1p(text_count / n)
        out[candidate, SPANS.log_elements] = np.log1p(element_count / n)
        out[candidate, SPANS.distinct_texts] = distinct(codes) / n
        out[candidate, SPANS.linked] = linked / n
        out[candidate, SPANS.distinct_links] = distinct(targets[:with_target]) / n
        out[candidate, SPANS.log_links] = np.log1p(link_count / n)
        out[candidate, SPANS.link_share] = linked_width / max(held, 1)
        out[candidate, SPANS.density] = held / max(span_held, 1)
        out[candidate, SPANS.coverage] = held / max(top_held, 1)
        out[candidate, SPANS.parents] = parents / n
        out[candidate, SPANS.log_parents] = np.log(parents)
        out[candidate, SPANS.left_beside] = left_out / n
        out[candidate, SPANS.left_on_page] = np.log(max(named_on_page[root], 1) / max(named_same, 1))
        out[candidate, SPANS.pictures] = image_records / n
        out[candidate, SPANS.headed] = headed / n
        out[candidate, SPANS.one_heading] = one_heading / n
        out[candidate, SPANS.digits] = digit_records / n
        out[candidate, SPANS.same_name] = named_same / n
        out[candidate, SPANS.siblings] = siblings / n
        out[candidate, SPANS.depth] = depth[root]
        out[candidate, SPANS.before] = width[start[a]] / page_width
        out[candidate, SPANS.after] = 1 - width[stop[b - 1]] / page_width
        out[candidate, SPANS.median] = low[n // 2] / max(mean, 1)
        out[candidate, SPANS.low] = low[n // 10] / max(mean, 1)
        out[candidate, SPANS.worded] = worded / n
        out[candidate, SPANS.markup] = element_count / max(held, 1)
        out[candidate, SPANS.region] = top_held / page_width
    return out


@jit
def nearest_flags(parent, tag, bits):
    """For every row, the bits of its own tag and of all tags above it."""
    out = np.zeros(len(parent), dtype=np.int64)
    for row in range(len(parent)):
        out[row] = bits[tag[row]] | (out[parent[row]] if row > 0 else 0)
    return out
