"""Compiled code for `features.py`: find the segment that shows a page's title, and the elements of other articles."""
# mypy: ignore-errors

import numpy as np

from sitelode.articles.body.feature_names import TEXT
from sitelode.compiled.jit import jit

TITLE_FROM = 0.5  # share of the title's words in a segment, and of the segment's words in the title; set by hand
LEAST_OWN_ARTICLE = 0.25  # of the mean mass of other articles on a page; the page's own has at least this much. Set by hand


@jit
def _title_segment(look, heading):
    """The segment most similar to the announced title, headings first; -1 for none."""
    best, found = 0.0, -1
    for segment in range(len(look)):
        in_title, of_title = look[segment, TEXT.in_title], look[segment, TEXT.of_title]
        if in_title >= TITLE_FROM and of_title >= TITLE_FROM:
            score = in_title * of_title + (0.5 - 0.05 * heading[segment] if heading[segment] else 0)
            if score > best:
                best, found = score, segment
    return found


@jit
def segment_headings(above, level, holder):
    """For every element, the nearest heading at or above it, -1 for none; for every segment, the level of its heading, 0 for none."""
    heading_of = np.full(len(above), -1, dtype=np.int32)
    for element in range(1, len(above)):
        heading_of[element] = element if level[element] > 0 else heading_of[above[element]]
    heading = np.zeros(len(holder), dtype=np.float32)
    for segment in range(len(holder)):
        if heading_of[holder[segment]] >= 0:
            heading[segment] = level[heading_of[holder[segment]]]
    return heading_of, heading


@jit
def _title_of_page(above, kin, level, holder, look, usual):
    """The segment that shows the page's title, and the kin of the element around it; `usual` is the kin on other pages."""
    heading_of, heading = segment_headings(above, level, holder)
    title = _title_segment(look, heading)
    for segment in range(len(holder)):
        if title < 0 and usual != 0 and heading[segment] > 0 and kin[heading_of[holder[segment]]] == usual:
            title = segment
    if title < 0:
        return title, kin[0]
    return title, kin[heading_of[holder[title]]] if heading[title] > 0 else kin[holder[title]]


@jit
def titles_of_pages(segment_start, element_start, above, kin, level, holder, look, usual):
    """For every page, the segment of its title, -1 for none, and the kin of the element that holds it."""
    pages = len(segment_start) - 1
    titles = np.full(pages, -1, dtype=np.int32)
    kins = np.zeros(pages, dtype=np.uint64)
    for page in range(pages):
        first, last = segment_start[page], segment_start[page + 1]
        top, bottom = element_start[page], element_start[page + 1]
        if last > first:
            titles[page], kins[page] = _title_of_page(
                above[top:bottom], kin[top:bottom], level[top:bottom], holder[first:last], look[first:last], usual
            )
    return titles, kins


@jit
def elements_of_other_articles(above, kin, depth, level, has_title, title_heading, mass_of):
    """Elements of other articles: in a sibling of the title's container with a heading at the same path.

    The title's container must hold an article too. If it holds little more than the title, the others are its chapters.
    """
    elements = len(above)
    foreign = np.zeros(elements, dtype=np.bool_)
    containers, foreign_mass, own_mass = 0, 0.0, 0.0
    for heading in range(1, elements):
        if heading == title_heading or level[heading] != level[title_heading] or depth[heading] != depth[title_heading]:
            continue
        one, other = heading, title_heading
        while one != other and kin[one] == kin[other] and above[one] != above[other]:
            one, other = above[one], above[other]
        if one != other and kin[one] == kin[other] and one != heading and not has_title[one] and not foreign[one]:
            foreign[one] = True
            containers += 1
            foreign_mass += mass_of[one]
            own_mass = max(own_mass, mass_of[other])
    if own_mass * containers < LEAST_OWN_ARTICLE * foreign_mass:
        foreign[:] = False
    for element in range(1, elements):
        foreign[element] |= foreign[above[element]]
    return foreign
