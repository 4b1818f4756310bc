"""Compiled code behind `evidence.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import FNV_BASIS, add_symbol, finish, mix


@jit
def text_codes(tag, text_start, text_end, text, shown):
    """For every shown text node the code of its text without white space, 0 for all else; and whether it holds a digit or a letter."""
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
    """For every row, and behind the last, how many flagged rows stand before it."""
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
    """For every row, and behind the last, the next row whose value is not negative; the number of rows where there is none."""
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
    """For every candidate how its records agree in their paths and texts.

    Columns: support (mean over the records' rows of the share of records with the same path), support of the distinct paths, times a
    path occurs in a record that has it, smallest and mean share of the common paths a record has, records that lack half of them,
    share of texts that most records have, distinct paths a record.
    """
    count = len(first) - 1
    out = np.zeros((count, 9), dtype=np.float64)
    code = np.zeros(len(parent), dtype=np.uint64)
    level = np.zeros(len(parent), dtype=np.int32)
    mask = np.uint64(slots - 1)
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
                    above = parent[row]
                    if above == top:
                        code[row], level[row] = finish(label[row]), 0
                    else:
                        level[row] = level[above] + 1
                        if level[row] > deepest:
                            continue
                        code[row] = mix(code[above], label[row])
                    for text in range(2):
                        if text == 0:
                            wanted = code[row]
                        else:
                            if text_code[row] == 0:
                                continue
                            wanted = mix(code[row], text_code[row])
                        slot = wanted & mask
                        while owner[slot] == candidate and key[slot] != wanted:
                            slot = (slot + np.uint64(1)) & mask
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
            strange += share < 0.5
        out[candidate, 0] = weighed / rows if rows else 0.0
        out[candidate, 1] = supports / paths if paths else 0.0
        out[candidate, 2] = repeated / widest if widest else 0.0
        out[candidate, 3] = lowest
        out[candidate, 4] = mean / members
        out[candidate, 5] = strange / members
        out[candidate, 6] = constant / texts if texts else 0.0
        out[candidate, 7] = paths / members
        out[candidate, 8] = majority
    return out


@jit
def span_evidence(
    start, stop, first, parent, depth, end, named, named_beside, named_on_page, width, texts, words, digits, links, images, headings,
    elements, link_width, text_sum, href, next_link,
):  # fmt: skip
    """What prefix sums tell of every candidate; the columns are named in `evidence.py`."""
    count = len(first) - 1
    out = np.zeros((count, 34), dtype=np.float64)
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
        out[candidate, 0] = held / page_width
        out[candidate, 1] = np.log(n)
        out[candidate, 2] = most / max(held, 1)
        out[candidate, 3] = np.sqrt(max(squares / n - mean * mean, 0.0)) / max(mean, 1)
        out[candidate, 4] = np.log1p(mean)
        out[candidate, 5] = empty / n
        out[candidate, 6] = single / n
        out[candidate, 7] = np.log1p(text_count / n)
        out[candidate, 8] = np.log1p(element_count / n)
        out[candidate, 9] = distinct(codes) / n
        out[candidate, 10] = linked / n
        out[candidate, 11] = distinct(targets[:with_target]) / n
        out[candidate, 12] = np.log1p(link_count / n)
        out[candidate, 13] = linked_width / max(held, 1)
        out[candidate, 14] = held / max(span_held, 1)
        out[candidate, 15] = held / max(top_held, 1)
        out[candidate, 16] = parents / n
        out[candidate, 17] = np.log(parents)
        out[candidate, 18] = left_out / n
        out[candidate, 19] = np.log(max(named_on_page[root], 1) / max(named_same, 1))
        out[candidate, 20] = image_records / n
        out[candidate, 21] = headed / n
        out[candidate, 22] = one_heading / n
        out[candidate, 23] = digit_records / n
        out[candidate, 24] = named_same / n
        out[candidate, 25] = siblings / n
        out[candidate, 26] = depth[root]
        out[candidate, 27] = width[start[a]] / page_width
        out[candidate, 28] = 1 - width[stop[b - 1]] / page_width
        out[candidate, 29] = low[n // 2] / max(mean, 1)
        out[candidate, 30] = low[n // 10] / max(mean, 1)
        out[candidate, 31] = worded / n
        out[candidate, 32] = element_count / max(held, 1)
        out[candidate, 33] = top_held / page_width
    return out


@jit
def nearest_flags(parent, tag, bits):
    """For every row the bits of all tags above it, itself included."""
    out = np.zeros(len(parent), dtype=np.int64)
    for row in range(len(parent)):
        out[row] = bits[tag[row]] | (out[parent[row]] if row > 0 else 0)
    return out
