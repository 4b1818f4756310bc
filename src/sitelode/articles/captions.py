"""Pictures of an article and what is written below them.

A caption is the text that stands alone with a picture: going up from the picture, the first element that has text at all, where that is
short, no heading and not a link to somewhere else. The same text on other pages is no caption but a box with a portrait.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from sitelode.articles.page_view import PageView
from sitelode.dom.vocabulary import HEADING_TAGS
from sitelode.urls import resolve

LONGEST: Final = 600  # bytes of a caption
MOST_ROWS: Final = 200  # of the element that holds picture and caption
MOST_PICTURES: Final = 200  # looked at on one page
HIGHEST: Final = 4  # steps from a picture to its caption
BYLINE: Final = 60  # characters around a name: what it is, and a date
LEAST_SIDE: Final = 50  # pixels, as far as the page states them; smaller pictures are icons
_LAZY = ("data-src", "data-lazy-src", "data-original", "src")  # the picture itself, where `src` holds its place until it is needed
_NO_PARTS = frozenset((*HEADING_TAGS, "ul", "ol", "table", "form", "input", "button", "nav"))


Pictures = Sequence[tuple[int, str]]  # rows, with their captions


def pictures_of(view: PageView) -> Pictures:
    """The pictures of an article."""
    return [(row, _caption(view, row)) for row in _pictures(view)]


def captions_of(pictures: Pictures, common: Sequence[str] = (), authors: Sequence[str] = ()) -> tuple[str, ...]:
    """The captions of an article's pictures, in order, without those on other pages too and the boxes of its authors."""
    found = dict.fromkeys(caption for _, caption in pictures if caption)
    return tuple(text for text in found if text not in common and not _is_of_author(text, authors))


def common_captions(views: Sequence[PageView]) -> tuple[str, ...]:
    """Texts beside pictures that stand on more than one of these pages."""
    counts = Counter(text for view in views for text in captions_of(pictures_of(view)))
    return tuple(sorted(text for text, pages in counts.items() if pages > 1))


def lead_image_of(view: PageView, pictures: Pictures, authors: Sequence[str] = ()) -> str:
    """The address of the first picture of an article that does not show its author, or an empty text."""
    for row, caption in pictures:
        attributes = view.page.attributes(row)
        if _is_of_author(caption, authors) or _is_of_author(attributes.get("alt", ""), authors):
            continue
        sources = (attributes[name] for name in _LAZY if attributes.get(name, "").strip())
        address = next((found for source in sources if not source.startswith("data:") and (found := resolve(view.page.url, source))), None)
        if address and not _is_small(attributes):
            return address
    return ""


def _pictures(view: PageView) -> Iterator[int]:
    """The pictures from the title to the end of the body."""
    start = min(view.title_start, view.body_span[0])
    end = view.body_span[1]
    columns = view.page.columns
    rows = [row for row in view.page.rows("img").tolist() if start <= columns.text_start[row] <= end]
    yield from rows[:MOST_PICTURES]


def _caption(view: PageView, picture: int) -> str:
    columns = view.page.columns
    for row in view.ancestors(picture, HIGHEST):
        length = int(columns.text_end[row] - columns.text_start[row])
        if not length or not view.page.text(row).strip():
            continue
        if length > LONGEST or columns.end[row] - row > MOST_ROWS:
            return ""
        inside = range(row, int(columns.end[row]))
        if any(view.page.tag_name(each) in _NO_PARTS for each in inside):
            return ""
        is_caption = any(view.page.tag_name(each) == "figcaption" for each in inside) or not _in_paragraph(view, row)
        return view.words(row) if is_caption and not _is_teaser(view, row) else ""
    return ""


def _in_paragraph(view: PageView, row: int) -> bool:
    """Whether the picture stands in a line of the body's own text."""
    return view.page.tag_name(row) == "p" and bool(((view.body_rows > row) & (view.body_rows < view.page.columns.end[row])).any())


def _is_teaser(view: PageView, row: int) -> bool:
    """Whether all of the text is a link."""
    columns = view.page.columns
    inside = range(row, int(columns.end[row]))
    linked = sum(int(columns.text_end[each] - columns.text_start[each]) for each in inside if view.page.tag_name(each) == "a")
    in_link = any(view.page.tag_name(each) == "a" for each in view.ancestors(row, 2))
    return in_link or linked * 2 > columns.text_end[row] - columns.text_start[row]


def _is_of_author(text: str, authors: Sequence[str]) -> bool:
    """Whether a text beside a picture is an author's name with little else."""
    return any(author and author.lower() in text.lower() and len(text) <= len(author) + BYLINE for author in authors)


def _is_small(attributes: dict[str, str]) -> bool:
    sides = (attributes.get(name, "").strip().removesuffix("px") for name in ("width", "height"))
    return any(side.isdecimal() and int(side) < LEAST_SIDE for side in sides)
