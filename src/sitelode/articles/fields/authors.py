"""Find the regions of a layout that show an author, by their behaviour over its pages.

An author is a short name near title or body that is in one line with the date, links to an address made of it, and recurs on
other pages. Words of class names and of addresses only add to the score.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sitelode.articles.fields.field_sources import FieldSource
from sitelode.articles.fields.page_view import PageView
from sitelode.articles.fields.regions import (
    AUTHOR_WORDS,
    COMMENT_WORDS,
    LEAST_COVERAGE,
    MOST_ON_A_PAGE,
    SURE_FROM,
    TAG_WORDS,
    Region,
    beside_body,
    leads_to_author,
    like_a_name,
    relation_of,
    slug_of,
)

# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
MOSTLY_ONE: Final = 1.3  # texts of a place per page; articles have a single author more often than a single tag
BEHAVIOUR_FROM: Final = 4  # pages; fewer show little of the behaviour of a place
LEAST_TO_RECUR: Final = 3  # pages; among fewer, no name recurs while others differ
LONGEST_LINE: Final = 300  # bytes of the element that holds name and date

Rows = Mapping[int, Collection[int]]  # by page


@dataclass(frozen=True)
class AuthorRegion:
    source: FieldSource
    texts: Mapping[int, str]  # by page
    score: float
    is_marked: bool  # by a class name or the address it links to; if not, only the variation suggests that the values are names


def author_regions(regions: Sequence[Region], dated: Rows) -> list[AuthorRegion]:
    """Regions of authors' names, the most certain first; `dated` are the text nodes that show each page's date."""
    return sorted(_among(map(_without_others, regions), dated), key=lambda each: -each.score)


def author_links(view: PageView, rows: list[int]) -> list[int]:
    """Which texts of a place may be authors: if some are links to pages of authors only those, else all."""
    return [row for row in rows if leads_to_author(view.link(row))] or rows if len(rows) > 1 else rows


def _without_others(region: Region) -> Region:
    """A place with its links to authors alone, if it has any: beside them it may show a date or categories."""
    if region.per_page <= MOSTLY_ONE:
        return region
    rows = [(place, row) for place, row in region.rows if leads_to_author(region.views[place].link(row))]
    return Region(region.views, rows) if rows and len(rows) < len(region.rows) else region


def _among(regions: Iterable[Region], dated: Rows) -> list[AuthorRegion]:
    """The regions of authors' names that are separate texts."""
    found = []
    for region in regions:
        if region.per_page > MOST_ON_A_PAGE:
            continue
        accounts = _all_lead_to_authors(region)  # which are called as they please: ann31
        names = {place: text for place, text in region.firsts.items() if accounts or (like_a_name(text) and not _is_phrase(text))}
        if len(names) < LEAST_COVERAGE * len(region.views) or len(names) < 0.8 * len(region.firsts):
            continue
        is_marked = not region.names.isdisjoint(AUTHOR_WORDS) or _leads_to_authors(region)
        if not is_marked and len(names) < LEAST_TO_RECUR:
            continue  # the remaining evidence, a link near the body, is not enough
        score = _score(region, names)
        if score > 0 and not is_marked and len(names) >= BEHAVIOUR_FROM:
            score += _behaviour(region, names, dated)
        if score >= SURE_FROM:
            score -= 0.05 * all(text[0].islower() for text in names.values())  # of a label and a name, this is more often the label
            found.append((region, AuthorRegion(region.source, region.firsts, score * len(names) / len(region.views), is_marked)))
    return [each for region, each in found if not any(_is_label_of(region, other) for other, _ in found)]


def _is_label_of(region: Region, other: Region) -> bool:
    """Whether a place has the same text on all pages, followed in the same element by one that holds the other place: Posted by *Ann*."""
    if region is other or not region.by_page.keys() <= other.by_page.keys() or len(set(region.texts)) > 1:
        return False
    for place, (row, *_) in region.by_page.items():
        view, behind = region.views[place], other.by_page[place][0]
        element = view.element(row)
        if not row < behind < int(view.page.columns.end[element]) or view.element(behind) == element:
            return False
    return True


def _is_phrase(text: str) -> bool:
    """Whether all of several words are in small letters: names have capitals, in scripts that have any."""
    words = text.split()
    return len(words) > 1 and all(word[0].islower() for word in words)


def _score(region: Region, names: Mapping[int, str]) -> float:
    score = -0.2 * (region.per_page > MOSTLY_ONE)
    score += 0.4 * (not region.names.isdisjoint(AUTHOR_WORDS) or _leads_to_authors(region))
    score -= 0.5 * bool(region.names & COMMENT_WORDS) + 0.3 * bool(region.names & TAG_WORDS)
    score += 0.2 * region.mean(_leads_to_name) + 0.05 * region.mean(lambda view, row: bool(view.link(row)))
    return score + 0.15 * _comes_back(names.values()) + 0.1 * region.mean(beside_body)


def _behaviour(region: Region, names: Mapping[int, str], dated: Rows) -> float:
    """Further evidence for a place of authors that nothing marks."""
    place, row = region.rows[0]
    if "tag" in relation_of(place, row, region.views):
        return -0.5
    if region.per_page > MOSTLY_ONE or not _comes_back(names.values()):
        return 0.0
    in_line = [_in_line(region.views[page], rows[0], dated.get(page, ())) for page, rows in region.by_page.items()]
    return 0.35 * sum(in_line) / len(in_line)


def _in_line(view: PageView, row: int, dates: Collection[int]) -> float:
    """1 for a text in one line with a date: some element above holds both, and little else."""
    start, end = view.page.columns.text_start, view.page.columns.text_end
    for each in view.around(row, 3):
        if int(end[each] - start[each]) > LONGEST_LINE:
            return 0.0
        if any(each < other < int(view.page.columns.end[each]) for other in dates):
            return 1.0
    return 0.0


def _leads_to_name(view: PageView, row: int) -> float:
    """1 for a link to an address made of its text."""
    slug = slug_of(view.words(row))
    return float(bool(slug) and slug in slug_of(view.link(row)))


def _mails_to_name(view: PageView, row: int) -> float:
    """1 for a link to a mail address made of its text: the name of the person who gets the mail."""
    return view.link(row).lower().startswith("mailto:") and _leads_to_name(view, row)


def _leads_to_authors(region: Region) -> bool:
    """Whether every text of a place is a link to a page of an author, or to a mail address."""
    return _all_lead_to_authors(region) or region.every(_mails_to_name)


def _all_lead_to_authors(region: Region) -> bool:
    return all(leads_to_author(region.views[place].link(row)) for place, row in region.rows)


def _comes_back(names: Iterable[str]) -> bool:
    """Whether some names recur while others differ, as authors do."""
    counts = Counter(names)
    return 1 < len(counts) < counts.total()
