"""The addresses of a page's links and pictures, made absolute and safe to write out.

`sitelode.urls` gives each page one normal spelling. This module keeps an address as the page has it: fragments, the order of parameters
and mail addresses are part of what a reader sees.
"""

import re
from collections.abc import Iterator

import can_ada

from sitelode.html.page import Page
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NUMBER
from sitelode.urls import LONGEST_URL

_WEB = frozenset(("http:", "https:"))
_LINKS = _WEB | {"mailto:", "tel:", "ftp:"}
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
# Browsers ignore these around an address, and line breaks inside of it, as the URL standard says.
_IGNORED_AROUND = "".join(map(chr, range(0x21)))
_IGNORED_INSIDE = re.compile(r"[\t\n\r]+")
_NOWHERE = "http://nowhere.invalid/"


class Addresses:
    """Resolves the references of a page. If the page's own address is unknown, relative references stay relative."""

    def __init__(self, page: Page, base_url: str = "") -> None:
        self._page = page
        self._base = _base_of(page, _parse(base_url or page.url))
        if self._base is not None and self._base.protocol not in _WEB | {"file:"}:
            self._base = None

    def link(self, row: int) -> str | None:
        """The target of a link; None if it has no address, or one that leads nowhere (such as a script)."""
        href = self._page.attribute(row, "href")
        return None if href is None else self._resolve(href, _LINKS)

    def picture(self, row: int) -> str | None:
        """The address of a picture; None for a picture embedded in the page itself."""
        return next((found for value in picture_sources(self._page, row) if (found := self._resolve(value, _WEB)) is not None), None)

    def _resolve(self, reference: str, safe: frozenset[str]) -> str | None:
        if len(reference) > LONGEST_URL:
            return None
        base = self._base if self._base is not None else can_ada.parse(_NOWHERE)
        target = _join(base, reference)
        if target is None or not (target.protocol in safe or target.protocol == self._own_scheme):
            return None
        if self._base is None and _parse(reference) is None:
            return _IGNORED_INSIDE.sub("", reference.strip(_IGNORED_AROUND))
        return str(target.href)

    @property
    def _own_scheme(self) -> str:
        """A saved page may refer to files next to it, a page of the web may not."""
        return "file:" if self._base is not None and self._base.protocol == "file:" else "https:"


def stated_base(page: Page) -> str:
    """The address that a page's references start from: its own, or the one that it names."""
    base = _base_of(page, _parse(page.url))
    return str(base.href) if base is not None else page.url


def _base_of(page: Page, own: "can_ada.URL | None") -> "can_ada.URL | None":
    stated = base_reference(page)
    if stated is None:
        return own
    return _join(own, stated) if own is not None else _parse(stated)


def base_reference(page: Page) -> str | None:
    """What the first base element with an address says."""
    return next((href for row in page.rows("base").tolist() if (href := page.attribute(row, "href")) is not None), None)


def resolved_from(base_url: str, reference: str) -> str:
    """A reference from an address, in the spelling of browsers; empty if there is none."""
    base = _parse(base_url)
    found = _join(base, reference) if base is not None else None
    return str(found.href) if found is not None else ""


def _parse(address: str) -> "can_ada.URL | None":
    try:
        return can_ada.parse(_LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", address)) if address else None
    except ValueError:
        return None


def _join(base: "can_ada.URL", reference: str) -> "can_ada.URL | None":
    try:
        return base + _LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", reference)
    except ValueError:
        return None


# Picture elements and their addresses; of a set for several sizes of screen, the largest.
#
# A picture that is loaded late has a placeholder in `src`, and its address in an attribute that a script of the page reads: all of these
# are named data-...src or data-...srcset. `amp-img` is the picture element of a format in which `img` is not allowed.

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


def picture_sources(page: Page, row: int) -> Iterator[str]:
    """All addresses that a picture gives, the best first; placeholders may be among them."""
    yield from _stated(page.attributes(row))
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
