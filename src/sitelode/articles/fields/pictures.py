"""Find the pictures of an article and their captions: Markdown and HTML show them, plain text does not.

A caption is the text next to a picture: going up from the picture, the text of the first element that has any, if it is short, no heading
and not a link to another page. Body text is a caption only in a figure or in a small block next to the picture: a paragraph with a
picture in it is a paragraph. A text that is on other pages too is not a caption but a box with a portrait.

A picture belongs to the text around it. Going up from it, the first element with text must hold some of the body; boxes of links or
about the author hold none. Before and after the body, where icon bars are, it must be the element that holds the paragraphs. The same
goes for drawings anywhere, since most are icons, and they must not be in a link. A picture with a caption always belongs.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.fields.page_view import PageView
from sitelode.compiled.code_sets import distinct
from sitelode.html.addresses import Addresses, other_picture_tag, picture_sources
from sitelode.html.page import Page
from sitelode.html.vocabulary import HEADING_TAGS, TAG_NUMBER, TEXT, tag_flags
from sitelode.urls import resolve

LONGEST_CAPTION: Final = 600  # bytes of a caption; set by hand, like all numbers here
LONGEST_OF_BODY: Final = 250  # bytes of a caption that is read as body, outside a figure
MOST_ROWS: Final = 200  # rows of the element that holds picture and caption
MOST_PICTURES: Final = 200  # pictures checked on one page
HIGHEST: Final = 4  # steps from a picture to its caption
HIGHEST_FIGURE: Final = 6  # and to its figure
BYLINE: Final = 60  # characters around a name: a role and a date
MOST_OF_NAME: Final = 1.5  # times the length of an author's name; a shorter text below a figure is only the author's name
COMMON_PAGES: Final = 3  # pages with the same picture, at least; two articles may share one
COMMON_SHARE: Final = 0.15  # of the pages that are compared
LEAST_SIDE: Final = 50  # pixels, if the page states them; smaller pictures are icons
_MOST_DIGITS: Final = 10  # of a side; a bound, Python reads no number of thousands
_CONTROLS = frozenset(("input", "button", "select", "textarea"))
_NO_CAPTION = frozenset((*HEADING_TAGS, "ul", "ol", "table", "form", "nav"))
_IN_MARKED = tag_flags(_NO_CAPTION)  # not allowed in an element marked as a caption, which may have controls
_NO_PARTS = tag_flags(_NO_CAPTION | _CONTROLS)  # not allowed in any other element
_LINES = tag_flags(frozenset(("p", "li", "dd")))  # elements whose whole content is one text, pictures included
_CONTROL, _TITLES = tag_flags(_CONTROLS), tag_flags(frozenset(HEADING_TAGS))
# Elements that may begin inside a word. Texts on both sides of any other element are two texts.
_IN_WORDS = tag_flags(frozenset("a abbr b bdi bdo code em font i kbd mark q s samp strong sub sup u wbr".split()))
_CLOSING: Final = frozenset(".,;:!?)]}…»”’'")  # noqa: RUF001 (quotation marks)
_IMG, _A, _FIGURE, _FIGCAPTION, _NOSCRIPT = (TAG_NUMBER[name] for name in ("img", "a", "figure", "figcaption", "noscript"))


Pictures = Sequence[tuple[int, str]]  # rows, with their captions


def pictures_of(view: PageView) -> Pictures:
    """The pictures of an article, from the title to the end of the body."""
    (first, last), columns = view.body_span, view.page.columns
    pictures = np.flatnonzero((columns.tag == _IMG) | (columns.tag == other_picture_tag(view.page)))
    at, headings = columns.text_start[pictures], columns.text_start[_TITLES[columns.tag]]
    if len(headings) and ((headings[0] <= at) & (at < first)).any():  # otherwise the position of the title does not matter
        first = min(first, view.title_start)
    found = pictures[(first <= at) & (at <= last)][:MOST_PICTURES].tolist()
    return [(row, _words(view, caption) if (caption := _caption_of(view, row)) >= 0 else "") for row in found]


def _caption_of(view: PageView, picture: int) -> int:
    """The element whose text is the caption of a picture, -1 for none."""
    page, columns, ends = view.page, view.page.columns, view.page.columns.end
    row = next((each for each in view.page.ancestors(picture, HIGHEST) if page.text(each).strip()), -1)
    if row < 0 or ends[row] - row > MOST_ROWS:
        return -1
    # A caption that is marked as one may have controls.
    marked = [each for each in _inside(page, row, _FIGCAPTION) if page.text(each).strip()]
    caption = next((each for each in marked if each > picture), marked[-1] if marked else row)
    length = columns.text_end[caption] - columns.text_start[caption]
    linked = sum([columns.text_end[each] - columns.text_start[each] for each in _inside(page, caption, _A)])
    if length > LONGEST_CAPTION or 2 * linked > length or any(page.tags[each] == _A for each in view.page.ancestors(caption, 2)):
        return -1
    if (_IN_MARKED if marked else _NO_PARTS)[columns.tag[caption : ends[caption]]].any():
        return -1
    if marked or not _is_body(view, row) or page.tags[row] == _FIGURE or _is_in_figure(page, row, HIGHEST - 1):
        return caption
    # Body text is a caption only if it is a small block: not a line around a picture, not the paragraphs of a box.
    return -1 if _LINES[page.tags[row]] or length > LONGEST_OF_BODY or not _is_block_beside(page, row) else caption


def _inside(page: Page, row: int, tag: int) -> list[int]:
    """The elements with a tag in an element, itself included."""
    return (row + np.flatnonzero(page.columns.tag[row : page.columns.end[row]] == tag)).tolist()


def _is_body(view: PageView, row: int) -> bool:
    """Whether an element holds text of the body."""
    first, end = np.searchsorted(view.body_rows, (row + 1, view.page.columns.end[row]))
    return bool(end > first)


def _is_block_beside(page: Page, row: int) -> bool:
    """Whether all text of an element is one paragraph in a child element, next to the element's other content."""
    node = row
    while True:
        said = [child for child in page.children(node) if page.text(child).strip()]
        if len(said) != 1 or page.tags[said[0]] == TEXT:
            return node != row and any(page.tags[child] == TEXT for child in said)
        node = said[0]


def _words(view: PageView, caption: int) -> str:
    """The text of a caption without the text of controls, with spaces between different elements."""
    page, end = view.page, int(view.page.columns.end[caption])
    if end - caption <= 2:  # noqa: PLR2004 (the element and its text)
        return view.words(caption)
    said, before, row = "", caption, caption + 1
    while row < end:
        if _is_control(page, row):
            row = int(page.columns.end[row])
            continue
        if page.tags[row] == TEXT:
            text = page.text(row)
            apart = text[:1] not in _CLOSING and _is_apart(page, before, row)
            said, before = f"{said} {text}" if apart else said + text, row
        row += 1
    return " ".join(said.split())


def _is_control(page: Page, row: int) -> bool:
    """Whether an element is a control: by its tag, its role, or as a link that stays on the page."""
    tag = page.tags[row]
    if tag == TEXT:
        return False
    if _CONTROL[tag]:
        return True
    stays = tag == _A and (page.attribute(row, "href") or "").strip().lower().startswith(("#", "javascript:"))
    return stays or page.attribute(row, "role") == "button"


def _is_apart(page: Page, before: int, row: int) -> bool:
    """Whether an element that cannot be inside a word begins or ends between two text nodes."""
    tags, ends = page.tags, page.columns.end
    left = takewhile(lambda each: ends[each] <= row, page.ancestors(before))
    return any(tags[each] != TEXT and not _IN_WORDS[tags[each]] for each in chain(left, range(before + 1, row)))


def captions_of(page: Page, pictures: Pictures, common: Sequence[str] = (), authors: Sequence[str] = ()) -> tuple[str, ...]:
    """The captions of an article's pictures, in order, without those that are on other pages too and those of author boxes."""
    found: dict[str, int] = {}
    for row, caption in pictures:
        if caption:
            found.setdefault(caption, row)
    return tuple(text for text in found if text not in common and not _is_of_author(page, found[text], text, authors))


def common_captions(views: Sequence[PageView], pictures: Sequence[Pictures]) -> tuple[str, ...]:
    """Texts next to pictures that are on more than one of these pages."""
    if len(views) < 2:  # noqa: PLR2004 (nothing recurs)
        return ()
    counts = Counter(text for view, each in zip(views, pictures, strict=True) for text in captions_of(view.page, each))
    return tuple(sorted(text for text, pages in counts.items() if pages > 1))


def common_pictures(views: Sequence[PageView], pictures: Sequence[Pictures]) -> tuple[str, ...]:
    """Addresses of pictures on so many of these pages that they belong to the site, such as the icon of the weather."""
    if len(views) < COMMON_PAGES:
        return ()
    addresses = ({_address_of(view.page, row) for row, _ in each} for view, each in zip(views, pictures, strict=True))
    counts = Counter(address for each in addresses for address in each if address)
    return tuple(sorted(address for address, pages in counts.items() if pages >= max(COMMON_PAGES, COMMON_SHARE * len(views))))


def lead_image_of(view: PageView, pictures: Pictures, authors: Sequence[str] = (), common: Sequence[str] = ()) -> str:
    """The address of the first picture of an article that neither shows its author nor is on many pages, or an empty text."""
    for row, caption in pictures:
        if is_of_article(view.page, row, caption, authors) and (address := _address_of(view.page, row)) and address not in common:
            return address
    return ""


def _address_of(page: Page, row: int) -> str:
    for source in picture_sources(page, row):
        if not source.startswith("data:") and (found := resolve(page.url, source)):
            return found
    return ""


def is_of_article(page: Page, row: int, caption: str, authors: Sequence[str]) -> bool:
    """Whether a picture is neither an icon nor a portrait of an author."""
    attributes = page.attributes(row)
    if any(_is_small_side(attributes.get(side, "")) for side in ("width", "height")):
        return False
    return not _is_of_author(page, row, caption, authors) and not _is_of_author(page, row, attributes.get("alt", ""), authors)


def _is_of_author(page: Page, picture: int, text: str, authors: Sequence[str]) -> bool:
    """Whether a text next to a picture is an author's name with little else; a figure may name its photographer."""
    if not text:
        return False
    lower = text.lower()
    named = next((name for author in authors if (name := author.lower()) and name in lower), "")
    if not named or len(text) > len(named) + BYLINE:
        return False
    return len(text) <= len(named) * MOST_OF_NAME or not _is_in_figure(page, picture)


def _is_in_figure(page: Page, row: int, steps: int = HIGHEST) -> bool:
    return any(page.tags[each] == _FIGURE for each in page.ancestors(row, steps))


def _is_small_side(stated: str) -> bool:
    side = stated.strip().removesuffix("px")
    return side.isdecimal() and len(side) < _MOST_DIGITS and int(side) < LEAST_SIDE


_UNREAD = tag_flags(frozenset(("button", "select", "textarea", "script", "style", "noscript", "template", "svg")))
_DRAWING = ".svg"


Rows = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class BodyPictures:
    """The pictures of a body, and the text nodes of their captions as far as they are in figures."""

    pictures: Rows
    captions: Rows

    @classmethod
    def of(cls, view: PageView, pictures: Pictures, common: Sequence[str], authors: Sequence[str]) -> "BodyPictures":
        shown = _belonging(view, pictures, common, authors)
        captions = [row for picture in shown for row in _caption_rows(view.page, picture)]
        return cls(np.array(shown, dtype=np.int32), np.array(captions, dtype=np.int32))

    def with_captions(self, text: Rows, *, wanted: bool) -> Rows:
        """Text nodes with the captions, or without them."""
        return distinct(text, self.captions) if wanted else np.setdiff1d(text, self.captions)

    def with_pictures(self, text: Rows) -> Rows:
        return distinct(text, self.pictures)


def _belonging(view: PageView, pictures: Pictures, common: Sequence[str], authors: Sequence[str]) -> list[int]:
    page, addresses = view.page, Addresses(view.page)
    found: dict[str, int] = {}
    for row, caption in pictures:
        address = addresses.picture(row)
        if address is None or address in found or not is_of_article(page, row, caption, authors):
            continue
        if _stands_in(page, row, found.values()):
            continue
        drawing = address.partition("?")[0].lower().endswith(_DRAWING)
        if (caption and caption not in common) or _is_of_body(view, row, closely=drawing):
            found[address] = row
    return list(found.values())


def _stands_in(page: Page, row: int, others: Collection[int]) -> bool:
    """Whether a picture is a fallback for browsers without scripts, and the picture it replaces was found."""
    parent = page.parents[row]
    return page.tags[parent] == _NOSCRIPT and any(page.parents[other] == page.parents[parent] for other in others)


def _is_of_body(view: PageView, row: int, *, closely: bool) -> bool:
    page, (first, last) = view.page, view.body_span
    around = next((each for each in view.page.ancestors(row) if page.text(each).strip()), 0)
    if closely and any(page.tags[each] == _A for each in view.page.ancestors(row) if each > around):
        return False
    if first < page.text_starts[row] < last and not closely:
        return _is_body(view, around)
    blocks = view.body.segments.block[view.body.chosen]
    return around in blocks or around in page.columns.parent[blocks]


def _caption_rows(page: Page, picture: int) -> Iterator[int]:
    """The text nodes of the caption in the figure around a picture."""
    figure = next((each for each in page.ancestors(picture, HIGHEST_FIGURE + 1) if page.tags[each] == _FIGURE), 0)
    if not figure:
        return
    row, end, caption_end = figure + 1, int(page.columns.end[figure]), 0
    while row < end:
        if page.tags[row] == _FIGCAPTION:
            caption_end = int(page.columns.end[row])
        if _UNREAD[page.tags[row]]:
            row = int(page.columns.end[row])
            continue
        if page.tags[row] == TEXT and row < caption_end:
            yield row
        row += 1
