"""Which column of detail pages is their title: one that their `title` elements have, that differs, that is a heading. Set by hand."""

from collections.abc import Mapping, Sequence
from typing import Final

from sitelode.html.page import Page
from sitelode.tables.details.column_names import tag_above
from sitelode.tables.details.text_nodes import NodeKeys, TextNodes

PAGE_TITLE: Final = "page title"  # the name of the column of the element itself
LEAST_TITLED: Final = 0.5
AGREEING: Final = 0.8  # of the values of another column that say the same, and of the titles that it tells apart
SHORTEST_TITLE: Final = 3  # characters
HEADING_GAIN: Final = {"h1": 1.6, "h2": 1.3, "h3": 1.2}
UNSTATED: Final = 0.35  # of a heading that the title element does not repeat
STEPS_TO_HEADING: Final = 3


def titleness(example: tuple[TextNodes, NodeKeys, int], texts: Sequence[str], titles: Sequence[str]) -> float:
    """How much a column looks like the title of its pages: how far their title elements are it, and whether it is a heading.

    `titles` are those of the pages of the values (`page_title`).
    """
    values = [text.casefold() for text in texts]
    different = len(set(values)) / len(values)
    held = [_held_by_title(value, title) for value, title in zip(values, titles, strict=True)]
    tag = tag_above(*example[::2], HEADING_GAIN, STEPS_TO_HEADING)
    stated = max(sum(held) / len(held), UNSTATED if tag == "h1" else 0.0)
    return stated * different * HEADING_GAIN.get(tag, 1.0)


def says_the_title(titles: Mapping[int, str], pages: Sequence[int], texts: Sequence[str]) -> bool:
    """Whether a column says what the title of its pages says, or a good part of it; `titles` are by page."""
    values = [(titles.get(page, "").casefold(), text.casefold()) for page, text in zip(pages, texts, strict=True)]
    agreeing = sum(_are_alike(title, value) for title, value in values)
    return agreeing >= AGREEING * len(values) and len({value for _, value in values}) >= AGREEING * len({title for title, _ in values})


def _are_alike(title: str, value: str) -> bool:
    """Whether one is the other, or the larger part of it."""
    shorter, longer = sorted((title, value), key=len)
    return len(shorter) >= max(SHORTEST_TITLE, len(longer) / 2) and shorter in longer


def _held_by_title(value: str, title: str) -> float:
    """0 if the title element does not have the value, else from .5 to 1 by how much of it the value is."""
    if len(value) < SHORTEST_TITLE or value not in title:
        return 0.0
    return 0.5 + 0.5 * len(value) / len(title)


def page_title(page: Page) -> str:
    """The text of the page's title element, folded for comparing."""
    rows = page.rows("title")
    return " ".join(page.text(int(rows[0])).split()).casefold() if len(rows) else ""


def in_title_element(nodes: TextNodes, node: int) -> str:
    """The name of the column of the title element; nothing for other columns."""
    return PAGE_TITLE if nodes.page.tag_name(int(nodes.home[node])) == "title" else ""
