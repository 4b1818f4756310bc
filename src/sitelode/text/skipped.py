"""Find elements whose text is not content. Most pages have few or none: columns tell candidates, only these are checked closely.

**Hidden elements**: those with `hidden`, or with a style attribute that hides them. Much that is hidden at first is shown by a script at
once or on request: the whole page, an article behind a button, answers below their questions, the rest of a text. Such text is most of a
page's text, or the text of many elements of one kind, or paragraphs that follow others, and counts as shown. Measured on pages with known
texts: of 254 hidden elements with text, only the largest (two fifths of its page) was part of an article. `aria-hidden` hides nothing from
the eye, `details` can be opened by the reader, and `hidden=until-found` is found by searching.

**Links in headings** to the heading itself, or to a form that edits it. They are recognised by what they do, in any language: a link inside
a heading whose target is the heading, its section or an anchor in it; or an element with a link that has the same text in several headings
of a page. A link that is the whole heading is its words.

**Line numbers** next to code, recognised by counting: separate elements at the beginning of every line of a `pre`, or a cell that holds
only 1, 2, 3 and so on next to a cell with text. They are looked for on pages with code alone.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import unquote

import numpy as np

from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import HEADING_TAGS, TAG_NUMBER, TEXT, tag_flags

MOST_OF_KIND: Final = 0.25  # of a page's text in hidden elements of one kind; if they hold more, they are shown sooner or later
MOST_IN_ALL: Final = 0.5
LEAST_PARAGRAPH: Final = 80  # bytes of each of several paragraphs that continue a text; set by hand
LONGEST_MARK: Final = 80  # bytes of a text that recurs in headings; both bounds set by hand
MOST_INSIDE: Final = 60  # rows of a heading that are checked
LEAST_LINES: Final = 2  # numbered lines; set by hand
_NONE: Final = np.empty(0, dtype=np.int32)
_HIDING = re.compile(rb"(?i)(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\s*(?:!\s*important\s*)?(?:;|$)")
_UNTIL_FOUND: Final = b"until-found"
_NUMBERED = re.compile(rb"[ \t]*([0-9]{1,6})(?![0-9])")
_NUMBER = re.compile(rb"\s*([0-9]{1,6})(?=\s|$)")
_WHITE = re.compile(rb"\s*")
_A, _P, _PRE = TAG_NUMBER["a"], TAG_NUMBER["p"], TAG_NUMBER["pre"]
_NEVER = frozenset((TAG_NUMBER["html"], TAG_NUMBER["body"]))
_HEADING, _CODE, _CELL = (tag_flags(frozenset(tags)) for tags in (HEADING_TAGS, ("pre", "code"), ("td", "th")))


def skipped_rows(page: Page) -> RowColumn:
    """The elements that are not read, in document order; some may be inside others."""
    links, hidden = _links_in_headings(page), hidden_rows(page)
    has_code = _CODE[page.columns.tag].any()
    if not links and not has_code:
        return hidden
    numbers = [*_numbered_cells(page), *_line_numbers(page)] if has_code else []
    return np.array(sorted({*hidden.tolist(), *heading_marks(page, links), *numbers}), dtype=np.int32)


def _links_in_headings(page: Page) -> list[tuple[int, int]]:
    """Every heading with a link in it that is not its whole text."""
    columns = page.columns
    headings, links = np.flatnonzero(_HEADING[columns.tag]), np.flatnonzero(columns.tag == _A)
    if not len(headings) or not len(links):
        return []
    heading = headings[np.searchsorted(headings, links) - 1]
    size, whole = (columns.text_end[rows] - columns.text_start[rows] for rows in (links, heading))
    inside = np.flatnonzero((heading < links) & (links < columns.end[heading]) & (size > 0) & (size < whole))
    return list(zip(heading[inside].tolist(), links[inside].tolist(), strict=True))


def _numbered_cells(page: Page) -> Iterator[int]:
    """Cells next to a cell with text that hold only consecutive numbers."""
    columns, done = page.columns, 0
    for row in np.flatnonzero(_CELL[columns.tag]).tolist():
        after = int(columns.end[row])
        is_beside = row >= done and after < len(page) and page.parents[after] == page.parents[row] and _text_bytes(page, after) > 0
        if is_beside and _numbers_in(page, row, after) >= LEAST_LINES:
            done = after
            yield row


def _numbers_in(page: Page, row: int, after: int) -> int:
    """How many consecutive numbers the text nodes of an element hold, those of different nodes apart; 0 if there is anything else."""
    text, found = page.columns.text, list[int]()
    for node in range(row, after):
        if page.tags[node] == TEXT:
            position, stop = page.text_starts[node], page.text_ends[node]
            while number := _NUMBER.match(text, position, stop):
                found.append(int(number[1]))
                position = number.end()
                if found[-1] != found[0] + len(found) - 1:
                    return 0
            if not _WHITE.fullmatch(text, position, stop):
                return 0
    return len(found)


def _line_numbers(page: Page) -> Iterator[int]:
    """The elements that hold the line numbers of listings, where every line begins with the next number."""
    columns, done = page.columns, 0
    for listing in np.flatnonzero(columns.tag == _PRE).tolist():
        if listing < done:
            continue
        done, text = int(columns.end[listing]), _bytes(page, listing).rstrip()
        numbers = [number for offset in _lines(text) if (number := _NUMBERED.match(text, offset))]
        first, lines = int(numbers[0][1]) if numbers else 0, text.count(b"\n") + 1
        if not LEAST_LINES <= lines == len(numbers) or any(int(each[1]) != first + place for place, each in enumerate(numbers)):
            continue
        texts = listing + np.flatnonzero(columns.tag[listing:done] == TEXT)
        starts = [page.text_starts[listing] + number.start(1) for number in numbers]
        places = np.searchsorted(columns.text_start[texts], starts, side="right") - 1
        elements = [page.parents[row] for row in texts[places].tolist()]
        if all(_bytes(page, element).split() == [number[1]] for element, number in zip(elements, numbers, strict=True)):
            yield from elements


def hidden_rows(page: Page) -> RowColumn:
    """The elements with text that no reader sees, in document order, without those inside others."""
    values = _hiding(page)
    if not values:
        return _NONE
    whole = len(page.columns.text)
    kinds = {row: (page.tags[row], int(page.columns.class_[row]), values[row]) for row in _outermost(page, sorted(values))}
    sizes: dict[tuple[int, int, int], int] = defaultdict(int)
    for row, kind in kinds.items():
        sizes[kind] += _text_bytes(page, row)
    kept = [row for row, kind in kinds.items() if sizes[kind] <= MOST_OF_KIND * whole and not _goes_on(page, row)]
    return np.array(kept, dtype=np.int32) if sum(_text_bytes(page, row) for row in kept) <= MOST_IN_ALL * whole else _NONE


def _hiding(page: Page) -> dict[int, int]:
    """The elements with text that are declared hidden, by attribute or style, with the number of its value."""
    found, judged = dict[int, int](), dict[tuple[int, int], bool]()
    for row, is_style, value in with_attributes(page, "hidden", "style"):
        hides = judged.get((is_style, value))
        if hides is None:
            said = page.raw_string(value)
            hides = judged[is_style, value] = bool(_HIDING.search(said)) if is_style else said.strip().lower() != _UNTIL_FOUND
        if hides:
            found[row] = value
    return found


def with_attributes(page: Page, *names: str) -> Iterator[tuple[int, int, int]]:
    """The elements with text that have one of these attributes, which one, and the number of its value."""
    columns = page.columns
    numbers = {page.attribute_number(name): place for place, name in enumerate(names)}
    where = np.flatnonzero(np.logical_or.reduce([columns.attribute_name == number for number in numbers]))
    rows = columns.attribute_node[where]
    has_text = columns.text_end[rows] > columns.text_start[rows]
    where, rows = where[has_text], rows[has_text]
    which = [numbers[name] for name in columns.attribute_name[where].tolist()]
    return zip(rows.tolist(), which, columns.attribute_value[where].tolist(), strict=True)


def _outermost(page: Page, rows: list[int]) -> list[int]:
    found: list[int] = []
    end = 0
    for row in rows:
        if row >= end and page.tags[row] not in _NEVER:
            found.append(row)
            end = int(page.columns.end[row])
    return found


def _goes_on(page: Page, row: int) -> bool:
    """Whether an element is the rest of a text, shown on request: several paragraphs after another one."""
    if _text_bytes(page, row) < 2 * LEAST_PARAGRAPH:
        return False
    parent, before = page.parents[row], row - 1
    while before > parent and (page.tags[before] == TEXT or page.parents[before] != parent):
        before = before - 1 if page.parents[before] == parent else page.parents[before]
    if before <= parent or page.tags[before] != _P:
        return False
    columns = page.columns
    inside = row + 1 + np.flatnonzero(columns.tag[row + 1 : columns.end[row]] == _P)
    return bool(((columns.text_end[inside] - columns.text_start[inside]) >= LEAST_PARAGRAPH).sum() > 1)


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
        element = _widest_mark(page, heading, link)
        if _text_bytes(page, element) <= LONGEST_MARK and _leaves_words(page, heading, element):
            places[" ".join(page.text(element).split())].setdefault(heading, element)
    counts = Counter({text: len(found) for text, found in places.items()})
    if not counts:
        return []
    text, most = counts.most_common(1)[0]
    return list(places[text].values()) if most > 1 and 2 * most >= len({heading for heading, _ in pairs}) else []


def _widest_mark(page: Page, heading: int, link: int) -> int:
    """The outermost element around a link that does not hold all text of its heading."""
    element, whole = link, _text_bytes(page, heading)
    while page.parents[element] != heading and _text_bytes(page, page.parents[element]) < whole:
        element = page.parents[element]
    return element


def _leaves_words(page: Page, heading: int, element: int) -> bool:
    columns = page.columns
    before = columns.text[columns.text_start[heading] : columns.text_start[element]]
    after = columns.text[columns.text_end[element] : columns.text_end[heading]]
    return bool((before + after).strip())


def _text_bytes(page: Page, row: int) -> int:
    return int(page.columns.text_end[row] - page.columns.text_start[row])


def _lines(text: bytes) -> Iterator[int]:
    """The positions where lines begin."""
    position = 0
    while position >= 0:
        yield position
        found = text.find(b"\n", position)
        position = found + 1 if found >= 0 else -1


def _bytes(page: Page, row: int) -> bytes:
    return page.columns.text[page.text_starts[row] : page.columns.text_end[row]]
