"""Find links in headings that are not part of the heading's words: links to the heading itself, or to a form that edits it.

They are recognised by what they do, in any language: a link inside a heading whose target is the heading, its section or an anchor in it;
or an element with a link that has the same text in several headings of a page. A link that is the whole heading is its words.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote

from sitelode.html.page import Page
from sitelode.html.vocabulary import TAG_NUMBER

LONGEST_MARK: Final = 80  # bytes of a text that recurs in headings; both bounds set by hand
MOST_INSIDE: Final = 60  # rows of a heading that are checked
_A: Final = TAG_NUMBER["a"]


def heading_marks(page: Page, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """The elements in headings that are not part of their words; each pair is a heading and a link in it that is not its whole text."""
    links = list(pairs)
    found = [link for heading, link in links if _leads_to(page, heading, link)]
    return found + _recurring(page, [(heading, link) for heading, link in links if link not in found])


def _leads_to(page: Page, heading: int, link: int) -> bool:
    """Whether a link leads to the heading around it, which has other words."""
    address, _, fragment = (page.attribute(link, "href") or "").strip().partition("#")
    if not fragment or (address and not page.url.endswith(address)) or not _leaves_words(page, heading, link):
        return False
    return bool({fragment, unquote(fragment)} & _names_of(page, heading))


def _names_of(page: Page, heading: int) -> set[str]:
    """The ids that a link to a heading may use: those of the heading, of the two elements above it and of the elements in it."""
    parent = page.parents[heading]
    inside = range(heading, min(int(page.columns.end[heading]), heading + MOST_INSIDE))
    rows = [*inside, parent, page.parents[parent] if parent > 0 else 0]
    anchors = (page.attribute(row, "name") or "" for row in inside if page.tags[row] == _A)
    return {*(page.string(int(page.columns.id_[row])) for row in rows if row >= 0), *anchors} - {""}


def _recurring(page: Page, pairs: list[tuple[int, int]]) -> list[int]:
    """Elements with a link and the same text in several headings, and in most of the headings with such elements."""
    places: dict[str, dict[int, int]] = defaultdict(dict)  # for each text, its element in each heading
    for heading, link in pairs:
        element = _outermost(page, heading, link)
        if _size(page, element) <= LONGEST_MARK and _leaves_words(page, heading, element):
            places[" ".join(page.text(element).split())].setdefault(heading, element)
    counts = Counter({text: len(found) for text, found in places.items()})
    if not counts:
        return []
    text, most = counts.most_common(1)[0]
    return list(places[text].values()) if most > 1 and 2 * most >= len({heading for heading, _ in pairs}) else []


def _outermost(page: Page, heading: int, link: int) -> int:
    """The outermost element around a link that does not hold all text of its heading."""
    element, whole = link, _size(page, heading)
    while page.parents[element] != heading and _size(page, page.parents[element]) < whole:
        element = page.parents[element]
    return element


def _leaves_words(page: Page, heading: int, element: int) -> bool:
    columns = page.columns
    before = columns.text[columns.text_start[heading] : columns.text_start[element]]
    after = columns.text[columns.text_end[element] : columns.text_end[heading]]
    return bool((before + after).strip())


def _size(page: Page, row: int) -> int:
    return int(page.columns.text_end[row] - page.columns.text_start[row])
