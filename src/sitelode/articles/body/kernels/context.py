"""Compute ContextColumns, the position of segments on their pages, in compiled code, with one function per family of columns.

`tree` holds a page's elements (above, alike, code, kin, heading level), `segments` its segments (holder, width, link width, loose code,
exact code, novelty); indexes in both count from the start of their page.
"""
# mypy: ignore-errors

import numpy as np

from sitelode.articles.body.feature_names import CONTEXT
from sitelode.articles.body.kernels.title import elements_of_other_articles, segment_headings
from sitelode.articles.body.kernels.tree import core_distances, depths_of, flags_around, nearest_unflagged, subtree_sums
from sitelode.compiled.jit import inner, jit

LEAST_MASS = 30  # width without links, each linked character subtracted twice; less is no sign of an article. Set by hand
NEAR, FAR = 3, 10  # number of segments before and after that count as neighbours; set by hand
NO_HEADING = 6  # the value of the distance to a heading if there is none; log of some 400 segments
_CORE = CONTEXT.core50_up, CONTEXT.core50_down, CONTEXT.core70_up, CONTEXT.core70_down, CONTEXT.core90_up, CONTEXT.core90_down


@jit
def contexts(segment_start, element_start, tree, segments, titles):
    """ContextColumns for the segments of all pages; `titles` holds the title segment of each page, -1 for none."""
    above, alike, code, kin, level = tree
    holder, width, link_width, loose, exact, novelty = segments
    out = np.zeros((len(holder), len(CONTEXT)), dtype=np.float32)
    for page in range(len(segment_start) - 1):
        first, last = segment_start[page], segment_start[page + 1]
        top, bottom = element_start[page], element_start[page + 1]
        if first < last:
            _page_context(
                (above[top:bottom], alike[top:bottom], code[top:bottom], kin[top:bottom], level[top:bottom]),
                (holder[first:last], width[first:last], link_width[first:last], loose[first:last], exact[first:last], novelty[first:last]),
                titles[page],
                out[first:last],
            )
    return out


@inner
def _page_context(tree, segments, title, out):
    above, _, code, kin, level = tree
    holder, width, link_width, loose, exact, novelty = segments
    mass = _masses(width, link_width, novelty)
    mass_of = subtree_sums(above, _held_sums(holder, mass, len(above)))
    depth = depths_of(above)
    heading_of, heading = segment_headings(above, level, holder)
    has_title = flags_around(above, holder[title] if title >= 0 else np.int32(-1))

    _write_position(width, mass, novelty, heading, out)
    _write_core(core_distances(above, mass_of), holder, out)
    if title >= 0:
        _write_title(title, width, heading, depth, holder, nearest_unflagged(above, ~has_title), out)
    if title >= 0 and heading[title] > 0:
        _write_other_articles(
            elements_of_other_articles(above, kin, depth, level, has_title, heading_of[holder[title]], mass_of), holder, out
        )
    _write_neighbours(width, link_width, mass, code, holder, out)
    _write_repeats(tree, holder, width, mass, depth, has_title, out)
    _write_same_on_page(loose, exact, kin, holder, mass, out)


@inner
def _masses(width, link_width, novelty):
    mass = np.zeros(len(width), dtype=np.float64)
    for segment in range(len(width)):
        value = width[segment] - 2 * link_width[segment]
        if value >= LEAST_MASS:
            mass[segment] = novelty[segment] * value
    return mass


@inner
def _held_sums(holder, values, elements):
    """For every element, the sum over the segments directly in it."""
    sums = np.zeros(elements, dtype=np.float64)
    for segment in range(len(holder)):
        sums[holder[segment]] += values[segment]
    return sums


@inner
def _write_position(width, mass, novelty, heading, out):
    """The share of the page before a segment, and the distance from the last heading."""
    total_width, total_mass = 0.0, 0.0
    for segment in range(len(width)):
        total_width += width[segment]
        total_mass += mass[segment]
    width_before, mass_before, heading_at = 0.0, 0.0, -1
    for segment in range(len(width)):
        out[segment, CONTEXT.novelty] = novelty[segment]
        out[segment, CONTEXT.mass] = np.log1p(mass[segment])
        out[segment, CONTEXT.order] = segment / len(width)
        out[segment, CONTEXT.width_before] = width_before / max(total_width, 1)
        out[segment, CONTEXT.mass_before] = mass_before / max(total_mass, 1)
        width_before += width[segment]
        mass_before += mass[segment]
        out[segment, CONTEXT.mass_after] = 1 - mass_before / max(total_mass, 1)
        out[segment, CONTEXT.heading] = heading[segment]
        out[segment, CONTEXT.since_heading] = np.log1p(segment - heading_at) if heading_at >= 0 else NO_HEADING
        if heading[segment]:
            heading_at = segment


@inner
def _write_core(distances, holder, out):
    for segment in range(len(holder)):
        for number in range(len(_CORE)):
            out[segment, _CORE[number]] = distances[holder[segment], number]


@inner
def _write_title(title, width, heading, depth, holder, meeting, out):
    """The distance of a segment from the title; `meeting` holds for every element the innermost one above it that contains the title."""
    start, headings = 0.0, 0
    for segment in range(title):
        start -= width[segment]
    for segment in range(len(width)):
        element = holder[segment]
        headings += segment > title and 0 < heading[segment] <= heading[title]
        out[segment, CONTEXT.after_title] = (segment > title) - (segment < title)
        out[segment, CONTEXT.title_distance] = _signed_log(segment - title)
        out[segment, CONTEXT.title_gap] = _signed_log(start)
        out[segment, CONTEXT.title_up] = depth[element] - depth[meeting[element]]
        out[segment, CONTEXT.title_down] = depth[holder[title]] - depth[meeting[element]]
        out[segment, CONTEXT.headings_since_title] = np.log1p(headings)
        start += width[segment]


@inner
def _signed_log(value):
    return np.log1p(value) if value >= 0 else -np.log1p(-value)


@inner
def _write_other_articles(is_other, holder, out):
    for segment in range(len(holder)):
        out[segment, CONTEXT.beside_like_title] = is_other[holder[segment]]


@inner
def _write_neighbours(width, link_width, mass, code, holder, out):
    """Features of the segments before and after a segment."""
    count = len(width)
    for segment in range(count):
        near, far, links = _sums_of(range(segment - 1, max(segment - 1 - FAR, -1), -1), mass, width, link_width)
        out[segment, CONTEXT.mass_previous3] = np.log1p(near)
        out[segment, CONTEXT.mass_previous10] = np.log1p(far)
        out[segment, CONTEXT.links_previous3] = links
        near, far, links = _sums_of(range(segment + 1, min(segment + 1 + FAR, count)), mass, width, link_width)
        out[segment, CONTEXT.mass_next3] = np.log1p(near)
        out[segment, CONTEXT.mass_next10] = np.log1p(far)
        out[segment, CONTEXT.links_next3] = links
        if segment > 0:
            out[segment, CONTEXT.width_previous] = np.log1p(width[segment - 1])
            out[segment, CONTEXT.same_previous] = code[holder[segment - 1]] == code[holder[segment]]
        if segment + 1 < count:
            out[segment, CONTEXT.width_next] = np.log1p(width[segment + 1])
            out[segment, CONTEXT.same_next] = code[holder[segment + 1]] == code[holder[segment]]


@inner
def _sums_of(neighbours, mass, width, link_width):
    """The mass of the nearest neighbours, the mass of all, and the link shares of the nearest; neighbours are given nearest first."""
    near, far, links = 0.0, 0.0, 0.0
    for step, other in enumerate(neighbours):
        far += mass[other]
        if step < NEAR:
            near += mass[other]
            links += link_width[other] / max(width[other], 1)
    return near, far, links


@inner
def _write_repeats(tree, holder, width, mass, depth, has_title, out):
    """The repeated container around a segment: records, comments and teasers come in such containers, articles seldom do."""
    above, alike, _, kin, _ = tree
    width_of = subtree_sums(above, _held_sums(holder, width, len(above)))
    segments_of = subtree_sums(above, _held_sums(holder, np.ones(len(holder)), len(above)))
    container_of = _repeated_containers(above, alike, segments_of)
    index, group_width, group_title = _groups_of_siblings(above, alike, kin, width_of, has_title)
    total_mass, outside_mass, outside_before = 0.0, 0.0, 0.0
    for segment in range(len(holder)):
        total_mass += mass[segment]
        outside_mass += mass[segment] if container_of[above[holder[segment]]] == 0 or holder[segment] == 0 else 0
    for segment in range(len(holder)):
        element = holder[segment]
        container = container_of[above[element]] if element > 0 else 0
        if container:
            out[segment, CONTEXT.repeats] = np.log1p(alike[container])
            out[segment, CONTEXT.repeat_segments] = np.log1p(segments_of[container])
            out[segment, CONTEXT.repeat_share] = group_width[container] / max(width_of[0], 1)
            out[segment, CONTEXT.repeat_steps] = depth[element] - depth[container]
            out[segment, CONTEXT.repeat_width] = np.log1p(width_of[container])
            out[segment, CONTEXT.repeat_index] = index[container]
            out[segment, CONTEXT.beside_title_repeat] = group_title[container] and not has_title[container]
        else:
            outside_before += mass[segment]
        out[segment, CONTEXT.own_repeats] = np.log1p(alike[element])
        out[segment, CONTEXT.segments_beside] = np.log1p(segments_of[above[element]]) if element > 0 else 0
        out[segment, CONTEXT.outside_repeats] = outside_mass / max(total_mass, 1)
        out[segment, CONTEXT.outside_repeats_before] = outside_before / max(total_mass, 1)


@inner
def _repeated_containers(above, alike, segments_of):
    """For every element, the one at or above it with several segments and the most similar siblings; 0 if there is none."""
    best = np.zeros(len(above), dtype=np.int32)
    for element in range(1, len(above)):
        own = element if alike[element] > 1 and segments_of[element] > 1 else 0
        inherited = best[above[element]]
        best[element] = own if own and (inherited == 0 or alike[own] > alike[inherited]) else inherited
    return best


@inner
def _groups_of_siblings(above, alike, kin, width_of, has_title):
    """For every element with similar siblings: how many come before it, their total width, and whether one of them holds the title."""
    index = np.zeros(len(above), dtype=np.int32)
    width = np.zeros(len(above), dtype=np.float64)
    with_title = np.zeros(len(above), dtype=np.bool_)
    leader_of = np.zeros(len(above), dtype=np.int32)
    members = np.zeros(len(above), dtype=np.int32)
    leaders = {}
    for element in range(1, len(above)):
        if alike[element] > 1:
            key = above[element], kin[element]
            if key not in leaders:
                leaders[key] = element
            leader = leader_of[element] = leaders[key]
            index[element] = members[leader]
            members[leader] += 1
            width[leader] += width_of[element]
            with_title[leader] |= has_title[element]
    for element in range(1, len(above)):
        if alike[element] > 1:
            width[element], with_title[element] = width[leader_of[element]], with_title[leader_of[element]]
    return index, width, with_title


@inner
def _write_same_on_page(loose, exact, kin, holder, mass, out):
    """Whether the page has the same text elsewhere, and the share of its mass in elements with the same kin."""
    times, seen, kin_mass = {}, {}, {}
    total_mass = 0.0
    for segment in range(len(holder)):
        text, relation = loose[segment], kin[holder[segment]]
        times[text] = times[text] + 1 if text in times else 1
        kin_mass[relation] = kin_mass[relation] + mass[segment] if relation in kin_mass else mass[segment]
        total_mass += mass[segment]
    for segment in range(len(holder)):
        out[segment, CONTEXT.repeated_on_page] = np.log(times[loose[segment]])
        out[segment, CONTEXT.earlier_on_page] = exact[segment] in seen
        seen[exact[segment]] = True
        out[segment, CONTEXT.kin_mass] = kin_mass[kin[holder[segment]]] / max(total_mass, 1)
