"""A page's HTML, written from its columns: for programs that want a source where only the columns were kept."""

from collections.abc import Iterator
from html import escape

from sitelode.html.page import Page
from sitelode.html.vocabulary import RAW_TEXT_TAGS, TEXT, VOID_TAGS


def page_markup(page: Page) -> str:
    """The whole page; a parser gives the same tree again."""
    return "<!DOCTYPE html>" + "".join(_pieces(page))


def _pieces(page: Page) -> Iterator[str]:
    ends, tags = page.columns.end.tolist(), page.columns.tag.tolist()
    still_open: list[tuple[int, str]] = []
    for row, end in enumerate(ends):
        while still_open and still_open[-1][0] <= row:
            yield f"</{still_open.pop()[1]}>"
        if tags[row] == TEXT:
            raw = bool(still_open) and still_open[-1][1] in RAW_TEXT_TAGS
            yield page.text(row) if raw else escape(page.text(row), quote=False)
            continue
        name = page.tag_name(row)
        attributes = "".join(f' {key}="{escape(value)}"' for key, value in page.attributes(row).items())
        yield f"<{name}{attributes}>"
        if name not in VOID_TAGS:
            still_open.append((end, name))
    while still_open:
        yield f"</{still_open.pop()[1]}>"
