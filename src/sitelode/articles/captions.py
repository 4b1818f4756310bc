"""Pictures of an article and what is written below them.

A caption is the text that stands alone with a picture: going up from the picture, the first element that has text at all, where that is
short, no heading and not a link to somewhere else. The same text on other pages is no caption but a box with a portrait.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from sitelode.articles.page_view import PageView
from sitelode.dom.vocabulary import HEADING_TAGS, TAG_NUMBER, tag_flags
from sitelode.urls import resolve

LONGEST: Final = 600  # bytes of a caption
MOST_ROWS: Final = 200  # of the element that holds picture and caption
MOST_PICTURES: Final = 200  # looked at on one page
HIGHEST: Final = 4  # steps from a picture to its caption
BYLINE: Final = 60  # characters around a name: what it is, and a date
LEAST_SIDE: Final = 50  # pixels, as far as the page states them; smaller pictures are icons
_LAZY = ("data-src", "data-lazy-src", "data-original", "src")  # the picture itself, where `src` holds its place until it is needed
_NO_PARTS = tag_flags(frozenset((*HEADING_TAGS, "ul", "ol", "table", "form", "input", "button", "nav")))
_IMG, *_ = _TAGS = tuple(TAG_NUMBER[name] for name in ("img", "p", "a", "figcaption"))
_LIMITS = MOST_PICTURES, HIGHEST, LONGEST, MOST_ROWS


Pictures = Sequence[tuple[int, str]]  # rows, with their captions


def pictures_of(view: PageView) -> Pictures:
    """The pictures of an article, from the title to the end of the body."""
    from sitelode.articles.captions_kernel import captions  # noqa: PLC0415 (compiled code: loaded when a page is there)

    columns = view.page.columns
    rows = (columns.tag == _IMG).nonzero()[0]
    if not len(rows):
        return []
    text, (first, last) = np.frombuffer(columns.text, dtype=np.uint8), view.body_span
    tree, spans = (columns.tag, columns.parent, columns.end), (columns.text_start, columns.text_end)
    start = min(first, view.title_start) if _may_follow_title(view, columns.text_start[rows].tolist()) else first
    found = captions(*tree, *spans, text, start, last, view.body_rows, _NO_PARTS, _TAGS, _LIMITS)
    pictures, below = (rows.tolist() for rows in found)
    return [(row, view.words(caption) if caption >= 0 else "") for row, caption in zip(pictures, below, strict=True)]


def _may_follow_title(view: PageView, starts: Sequence[int]) -> bool:
    """Whether some picture stands between the first heading and the body: if not, it does not matter where the title is."""
    earliest = view.page.text_starts[view.headings[0]] if view.headings else view.body_span[0]
    return any(earliest <= start < view.body_span[0] for start in starts)


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


def _is_of_author(text: str, authors: Sequence[str]) -> bool:
    """Whether a text beside a picture is an author's name with little else."""
    return any(author and author.lower() in text.lower() and len(text) <= len(author) + BYLINE for author in authors)


def _is_small(attributes: dict[str, str]) -> bool:
    sides = (attributes.get(name, "").strip().removesuffix("px") for name in ("width", "height"))
    return any(side.isdecimal() and int(side) < LEAST_SIDE for side in sides)
