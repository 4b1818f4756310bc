"""Picture elements and their addresses; of a set for several sizes of screen, the largest.

A picture that is loaded late has a placeholder in `src`, and its address in an attribute that a script of the page reads: all of these
are named data-…src or data-…srcset. `amp-img` is the picture element of a format in which `img` is not allowed.
"""

import re
from collections.abc import Iterator

from sitelode.html.page import Page
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NUMBER

NO_TAG = -1
IMG = TAG_NUMBER["img"]
_PICTURE, _SOURCE = TAG_NUMBER["picture"], TAG_NUMBER["source"]
_OTHER_NAME = "amp-img"
_LATE = re.compile(r"data-(?:[a-z-]*-)?(?:src|original)$")
_LATE_SET = re.compile(r"data-(?:[a-z-]*-)?srcset$")
_CANDIDATE = re.compile(r"([^\s,]\S*[^\s,])(?:\s+(\d{1,6}(?:\.\d{1,3})?)[wx])?(?:\s+\d{1,6}h)?\s*(?:,|$)")
_MOST_SOURCES, _LONGEST_SET = 50, 20_000  # sources of a picture, characters of a set; set by hand


def other_picture_tag(page: Page) -> int:
    """The tag number of picture elements other than `img`; NO_TAG if the page has none."""
    unknown = page.columns.unknown_tags
    return FIRST_UNKNOWN_TAG + unknown.index(_OTHER_NAME) if _OTHER_NAME in unknown else NO_TAG


def picture_sources(page: Page, row: int, attributes: dict[str, str] | None = None) -> Iterator[str]:
    """All addresses that a picture gives, the best first; placeholders may be among them. `attributes` are its own, if they are known."""
    yield from _stated(page.attributes(row) if attributes is None else attributes)
    parent = page.parents[row]
    if parent >= 0 and page.tags[parent] == _PICTURE:
        for _, child in zip(range(_MOST_SOURCES), page.children(parent), strict=False):
            if page.tags[child] == _SOURCE:
                yield from _stated(page.attributes(child))


def picture_address(page: Page, row: int) -> str:
    """The best address of a picture that is not the picture itself, as written; nothing if it has none."""
    return next((value for value in picture_sources(page, row) if not value.startswith("data:")), "")


def _stated(attributes: dict[str, str]) -> Iterator[str]:
    late = [(name, given) for name, value in attributes.items() if name.startswith("data-") and (given := value.strip())]
    if late:
        yield from (value for name, value in late if _LATE.match(name))
        yield from (_largest_of_set(value) for name, value in late if _LATE_SET.match(name))
    if source := attributes.get("src", "").strip():
        yield source
    if several := attributes.get("srcset", "").strip():
        yield _largest_of_set(several)


def _largest_of_set(value: str) -> str:
    """Of candidates with widths (`640w`) or densities (`2x`) the largest; the first of equal ones."""
    candidates: list[tuple[str, str]] = _CANDIDATE.findall(value[:_LONGEST_SET]) or [(value.split(maxsplit=1)[0].rstrip(","), "")]
    return max(candidates, key=lambda candidate: float(candidate[1] or 1))[0]
