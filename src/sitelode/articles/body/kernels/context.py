"""Compiled code behind `features.py`: where segments stand on their pages, and what the merged tree holds."""
# mypy: ignore-errors

import numpy as np

from sitelode.articles.body.kernels.title import elements_of_other_articles, heading_elements
from sitelode.compiled.jit import jit

LEAST_MASS = 30  # width that is not linked, twice; less is no sign of an article


@jit
def _core(above, sums, share):
    """Descend to the heaviest child as long as it holds this share of everything."""
    count = len(above)
    heaviest = np.full(count, -1, dtype=np.int32)
    for element in range(1, count):
        parent = above[element]
        if heaviest[parent] < 0 or sums[element] > sums[heaviest[parent]]:
            heaviest[parent] = element
    core = 0
    while heaviest[core] >= 0 and sums[heaviest[core]] >= share * sums[0] and sums[0] > 0:
        core = heaviest[core]
    return core


@jit
def core_distances(above, sums, shares):
    """For every element the steps up from it, then down to the core, for each share; parents stand before children."""
    count = len(above)
    depth = np.zeros(count, dtype=np.int32)
    for element in range(1, count):
        depth[element] = depth[above[element]] + 1
    out = np.zeros((count, 2 * len(shares)), dtype=np.float32)
    meeting = np.empty(count, dtype=np.int32)
    on_way = np.empty(count, dtype=np.bool_)
    for number in range(len(shares)):
        core = _core(above, sums, shares[number])
        on_way[:] = False
        element = core
        while element >= 0:
            on_way[element] = True
            element = above[element]
        for element in range(count):
            meeting[element] = element if on_way[element] else meeting[above[element]]
            out[element, 2 * number] = depth[element] - depth[meeting[element]]
            out[element, 2 * number + 1] = depth[core] - depth[meeting[element]]
    return out


@jit
def subtree_sums(above, values):
    """Sums over subtrees; parents stand before children."""
    sums = values.copy()
    for element in range(len(above) - 1, 0, -1):
        sums[above[element]] += sums[element]
    return sums


@jit
def _signed_log(value):
    return np.log1p(value) if value >= 0 else -np.log1p(-value)


@jit
def _page_context(above, alike, code, kin, level, holder, width, link_width, loose, exact, novelty, title, out):
    count, elements = len(holder), len(above)
    if count == 0:
        return
    mass = np.zeros(count, dtype=np.float64)
    mass_of = np.zeros(elements, dtype=np.float64)
    width_of = np.zeros(elements, dtype=np.float64)
    segments_of = np.zeros(elements, dtype=np.float64)
    for segment in range(count):
        value = width[segment] - 2 * link_width[segment]
        mass[segment] = novelty[segment] * value if value >= LEAST_MASS else 0
        mass_of[holder[segment]] += mass[segment]
        width_of[holder[segment]] += width[segment]
        segments_of[holder[segment]] += 1
    mass_of, width_of, segments_of = subtree_sums(above, mass_of), subtree_sums(above, width_of), subtree_sums(above, segments_of)
    distances = core_distances(above, mass_of, np.array([0.5, 0.7, 0.9]))
    depth = np.zeros(elements, dtype=np.int32)
    for element in range(1, elements):
        depth[element] = depth[above[element]] + 1
    heading_of = heading_elements(above, level)
    heading = np.zeros(count, dtype=np.float32)
    for segment in range(count):
        if heading_of[holder[segment]] >= 0:
            heading[segment] = level[heading_of[holder[segment]]]
    has_title = np.zeros(elements, dtype=np.bool_)
    if title >= 0:
        element = holder[title]
        while element >= 0:
            has_title[element] = True
            element = above[element]

    # The container among the ancestors that stands beside most of its like, and those of its like that precede it.
    index = np.zeros(elements, dtype=np.int32)
    group_width = np.zeros(elements, dtype=np.float64)
    group_title = np.zeros(elements, dtype=np.bool_)
    seen = {}
    for element in range(1, elements):
        if alike[element] > 1:
            key = (above[element], kin[element])
            if key in seen:
                leader = seen[key]
                index[leader] += 1  # counts its followers while the page is read
                index[element] = index[leader]
            else:
                seen[key] = element
                leader = element
            group_width[leader] += width_of[element]
            group_title[leader] |= has_title[element]
    for element in range(1, elements):
        if alike[element] > 1:
            leader = seen[(above[element], kin[element])]
            if leader == element:
                index[element] = 0
            else:
                group_width[element] = group_width[leader]
                group_title[element] = group_title[leader]
    best = np.zeros(elements, dtype=np.int32)  # 0: none
    for element in range(1, elements):
        own = element if alike[element] > 1 and segments_of[element] > 1 else 0
        inherited = best[above[element]]
        best[element] = own if own and (inherited == 0 or alike[own] > alike[inherited]) else inherited

    foreign = np.zeros(elements, dtype=np.bool_)
    if title >= 0 and heading[title] > 0:
        foreign = elements_of_other_articles(above, kin, depth, level, has_title, heading_of[holder[title]], mass_of)
    title_meeting = np.zeros(elements, dtype=np.int32)  # the innermost element above that holds the title, too
    for element in range(1, elements):
        title_meeting[element] = element if has_title[element] else title_meeting[above[element]]
    times, shown_before, mass_of_kin = {}, {}, {}
    for segment in range(count):
        text, relation = loose[segment], kin[holder[segment]]
        times[text] = times[text] + 1 if text in times else 1
        mass_of_kin[relation] = mass_of_kin[relation] + mass[segment] if relation in mass_of_kin else mass[segment]
    total_width, total_mass, outside_mass, outside_before = 0.0, 0.0, 0.0, 0.0
    for segment in range(count):
        total_width += width[segment]
        total_mass += mass[segment]
        if holder[segment] == 0 or best[above[holder[segment]]] == 0:
            outside_mass += mass[segment]
    width_before, mass_before = 0.0, 0.0
    title_start = 0.0
    for segment in range(max(title, 0)):
        title_start += width[segment]
    heading_at, headings_since_title = -1, 0
    for segment in range(count):
        element = holder[segment]
        out[segment, 0] = novelty[segment]
        out[segment, 1] = np.log1p(mass[segment])
        out[segment, 2] = segment / count
        out[segment, 3] = width_before / max(total_width, 1)
        out[segment, 4] = mass_before / max(total_mass, 1)
        width_before += width[segment]
        mass_before += mass[segment]
        out[segment, 5] = 1 - mass_before / max(total_mass, 1)
        for number in range(6):
            out[segment, 6 + number] = distances[element, number]
        if title >= 0:
            out[segment, 12] = (segment > title) - (segment < title)
            out[segment, 13] = _signed_log(segment - title)
            out[segment, 14] = _signed_log(width_before - width[segment] - title_start)
            headings_since_title += segment > title and 0 < heading[segment] <= heading[title]
            out[segment, 40] = depth[element] - depth[title_meeting[element]]
            out[segment, 41] = depth[holder[title]] - depth[title_meeting[element]]
            out[segment, 42] = np.log1p(headings_since_title)
        out[segment, 15] = np.log1p(width[segment - 1]) if segment > 0 else 0
        out[segment, 16] = np.log1p(width[segment + 1]) if segment + 1 < count else 0
        sums = np.zeros(6)
        for step in range(1, 11):
            if segment - step >= 0:
                sums[2] += mass[segment - step]
                if step <= 3:
                    sums[0] += mass[segment - step]
                    sums[4] += link_width[segment - step] / max(width[segment - step], 1)
            if segment + step < count:
                sums[3] += mass[segment + step]
                if step <= 3:
                    sums[1] += mass[segment + step]
                    sums[5] += link_width[segment + step] / max(width[segment + step], 1)
        for number in range(4):
            out[segment, 17 + number] = np.log1p(sums[number])
        out[segment, 21], out[segment, 22] = sums[4], sums[5]
        out[segment, 23] = segment > 0 and code[holder[segment - 1]] == code[element]
        out[segment, 24] = segment + 1 < count and code[holder[segment + 1]] == code[element]
        out[segment, 25] = np.log1p(segment - heading_at) if heading_at >= 0 else 6
        if heading[segment]:
            heading_at = segment
        container = best[above[element]] if element > 0 else 0
        if container:
            out[segment, 26] = np.log1p(alike[container])
            out[segment, 27] = np.log1p(segments_of[container])
            out[segment, 28] = group_width[container] / max(total_width, 1)
            out[segment, 29] = depth[element] - depth[container]
            out[segment, 30] = np.log1p(width_of[container])
            out[segment, 31] = index[container]
            out[segment, 32] = group_title[container] and not has_title[container]
        out[segment, 33] = np.log(times[loose[segment]])
        out[segment, 34] = np.log1p(alike[element])
        if container == 0:
            outside_before += mass[segment]
        out[segment, 38] = outside_mass / max(total_mass, 1)
        out[segment, 39] = outside_before / max(total_mass, 1)
        out[segment, 35] = foreign[element]
        out[segment, 36] = heading[segment]
        out[segment, 37] = np.log1p(segments_of[above[element]]) if element > 0 else 0
        out[segment, 43] = exact[segment] in shown_before
        shown_before[exact[segment]] = True
        out[segment, 44] = mass_of_kin[kin[element]] / max(total_mass, 1)


@jit
def contexts(
    segment_start, element_start, above, alike, code, kin, level, holder, width, link_width, loose, exact, novelty, titles, width_out
):
    """CONTEXT_COLUMNS for the segments of all pages; `above` and `holder` count from the start of their page."""
    out = np.zeros((len(holder), width_out), dtype=np.float32)
    for page in range(len(segment_start) - 1):
        first, last = segment_start[page], segment_start[page + 1]
        top, bottom = element_start[page], element_start[page + 1]
        _page_context(
            above[top:bottom], alike[top:bottom], code[top:bottom], kin[top:bottom], level[top:bottom], holder[first:last],
            width[first:last], link_width[first:last], loose[first:last], exact[first:last], novelty[first:last], titles[page],
            out[first:last],
        )  # fmt: skip
    return out


@jit
def depths_of(above):
    """How deep each element lies; parents stand before children."""
    depth = np.zeros(len(above), dtype=np.int32)
    for element in range(1, len(above)):
        depth[element] = depth[above[element]] + 1
    return depth


@jit
def grouped_means(table, group, groups):
    """The mean row of each group."""
    sums = np.zeros((groups, table.shape[1]), dtype=np.float64)
    counts = np.zeros(groups, dtype=np.int64)
    for row in range(len(table)):
        counts[group[row]] += 1
        for column in range(table.shape[1]):
            sums[group[row], column] += table[row, column]
    for number in range(groups):
        for column in range(table.shape[1]):
            sums[number, column] /= max(counts[number], 1)
    return sums


@jit
def nearest_unflagged(above, flagged):
    """For every element the nearest one without the flag, itself included."""
    nearest = np.zeros(len(above), dtype=np.int32)
    for element in range(1, len(above)):
        nearest[element] = nearest[above[element]] if flagged[element] else element
    return nearest


@jit
def _page_opinions(above, holder, width, opinion, out):
    count, elements = len(holder), len(above)
    if count == 0:
        return
    mass_of = np.zeros(elements, dtype=np.float64)
    total = 0.0
    first, last = -1, -1
    for segment in range(count):
        mass_of[holder[segment]] += opinion[segment] * width[segment]
        total += opinion[segment] * width[segment]
        if opinion[segment] >= 0.7 and width[segment] >= 40:
            first = segment if first < 0 else first
            last = segment
    distances = core_distances(above, subtree_sums(above, mass_of), np.array([0.5, 0.7, 0.9]))
    before = 0.0
    for segment in range(count):
        own = opinion[segment] * width[segment]
        out[segment, 0] = opinion[segment - 1] if segment > 0 else 0
        out[segment, 1] = opinion[segment + 1] if segment + 1 < count else 0
        sums = np.zeros(4)
        for step in range(1, 6):
            if segment - step >= 0:
                sums[0] += opinion[segment - step] * width[segment - step]
                sums[1] += width[segment - step]
            if segment + step < count:
                sums[2] += opinion[segment + step] * width[segment + step]
                sums[3] += width[segment + step]
        out[segment, 2] = sums[0] / max(sums[1], 1)
        out[segment, 3] = sums[2] / max(sums[3], 1)
        out[segment, 4] = before / max(total, 1)
        before += own
        out[segment, 5] = 1 - before / max(total, 1)
        out[segment, 6] = 0 if first < 0 else -1 if segment < first else 1 if segment > last else 0
        out[segment, 7] = 0 if first < 0 else np.log1p(max(first - segment, segment - last, 0))
        for number in range(6):
            out[segment, 8 + number] = distances[holder[segment], number]


@jit
def opinions(segment_start, element_start, above, holder, width, opinion, width_out):
    """OPINION_COLUMNS for the segments of all pages: what a first opinion says about a segment's surroundings."""
    out = np.zeros((len(holder), width_out), dtype=np.float32)
    for page in range(len(segment_start) - 1):
        first, last = segment_start[page], segment_start[page + 1]
        top, bottom = element_start[page], element_start[page + 1]
        _page_opinions(above[top:bottom], holder[first:last], width[first:last], opinion[first:last], out[first:last])
    return out
