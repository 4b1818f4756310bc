"""Read single pages from Python: articles, lists, fields of similar pages, wrappers. For whole sites see `mine`."""

from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sitelode.arguments import PATHS, require
from sitelode.errors import NotHtmlError
from sitelode.html.page import Page
from sitelode.html.parse import ParseLimits, parse
from sitelode.model import Article, Fetched
from sitelode.site.page_trial import PageTrial
from sitelode.sources.choice import is_url
from sitelode.urls import normalise

if TYPE_CHECKING:
    from sitelode.tables.details.detail_fields import FieldTable
    from sitelode.tables.lists.record_lists import RecordList
    from sitelode.wrappers.applying import Applier, Reading
    from sitelode.wrappers.wrapper import Wrapper

LONGEST_NAME = 1_000  # characters of an address or a file's name that is given instead of a page; set by hand
Given: TypeAlias = str | bytes | Fetched | Page  # text, bytes as they came, with what a server said, or parsed already


def extract(html: Given, url: str = "", *, markdown: bool = False, as_html: bool = False) -> Article | None:
    """Read the article of a single page; None if it has no text of its own.

    With other pages of its site at hand `mine` does better: what recurs on them is boilerplate.

    Args:
        html: the page.
        url: its address, by which links become absolute.
        markdown: give the text with its structure as well.
        as_html: and as clean HTML.

    Raises:
        PageError: when it is no page: empty, too large, not HTML, too costly.

    """
    from sitelode.articles.reader import ClusterReader  # noqa: PLC0415 (loaded when there is work)

    page = _page(html, url)
    outcome = ClusterReader.learnt(0, [page]).article(page, page.url, markdown=markdown, html=as_html)
    return outcome if isinstance(outcome, Article) else None


class PageReader:
    """Reads single pages, each alone or with what was learnt from its site: a wrapper, its file, or a folder that `mine` wrote."""

    def __init__(self, site: "Wrapper | Path | str | None" = None, *, markdown: bool = False, as_html: bool = False) -> None:
        """Load what was learnt about the site; `markdown` and `as_html` as in `extract`."""
        self._markdown, self._as_html = markdown, as_html
        self._applier = None if site is None else _applier(site, markdown=markdown, as_html=as_html)

    def read(self, html: Given, url: str = "") -> Article | str:
        """The article of a page, or why it has none. A page that looks like none of the site is read by itself.

        Raises:
            PageError: when it is no page: empty, too large, not HTML, too costly.

        """
        from sitelode.articles.reader import NO_TEXT  # noqa: PLC0415 (loaded when there is work)
        from sitelode.wrappers.applying import LAYOUT_UNKNOWN  # noqa: PLC0415

        page = _page(html, url)
        if self._applier is not None:
            readings = [each for each in self._applier.read(page, page.url) if each.kind == "article"]
            found = next((each.found.article for each in readings if each.found.article is not None), None)
            reason = next((each.found.reason for each in readings), LAYOUT_UNKNOWN)
            if found is None and reason != LAYOUT_UNKNOWN:
                return reason
        else:
            found = None
        found = found or extract(page, markdown=self._markdown, as_html=self._as_html)
        if found is None:
            return NO_TEXT
        return replace(found, fetched=html.fetched_at) if isinstance(html, Fetched) and html.fetched_at else found


def _applier(site: "Wrapper | Path | str", *, markdown: bool, as_html: bool) -> "Applier":
    from sitelode.wrappers.applying import Applier  # noqa: PLC0415 (loaded when there is work)
    from sitelode.wrappers.wrapper import Wrapper, read_wrapper  # noqa: PLC0415 (the same)

    require("site", site, (Wrapper, *PATHS), "Wrapper, or the str or Path of its file or folder")
    return Applier(site if isinstance(site, Wrapper) else read_wrapper(site), markdown=markdown, html=as_html)


def find_lists(html: Given, url: str = "") -> "list[RecordList]":
    """Find the lists of records on a page, the main one first; each has `table()`, `to_pandas()`, `texts()` and its `rule`."""
    from sitelode.tables.lists import record_lists  # noqa: PLC0415 (loaded when there is work)

    return record_lists.find_lists(_page(html, url))


def find_fields(pages: Iterable[Given]) -> "FieldTable":
    """Make one table of detail pages of one layout (products, players): one row per page, one column per value that varies."""
    from sitelode.tables.details import detail_fields  # noqa: PLC0415 (loaded when there is work)

    if isinstance(pages, str | bytes) or not isinstance(pages, Iterable):
        raise TypeError(f"pages must be a list of pages, not {type(pages).__name__}")

    with PageTrial(ParseLimits()) as trial:
        return detail_fields.find_fields([_page(each, "", trial) for each in pages])


def apply(wrapper: "Wrapper | Path | str", html: Given, url: str = "") -> "list[Reading]":
    """Read a page with a wrapper or its file: one reading for each kind of rules it holds.

    For many pages make an `Applier` once, which takes a wrapper and has `read(page)`.
    """
    return _applier(wrapper, markdown=False, as_html=False).read(_page(html, url))


def _page(given: Given, url: str, trial: PageTrial | None = None) -> Page:
    """The page, parsed; one of unusual size is tried out first, as every page of a site is."""
    require("url", url, str, "str")
    if isinstance(given, Page):
        return given
    fetched = _as_fetched(given, url)
    if trial is not None:
        trial.check(fetched)
    else:
        with PageTrial(ParseLimits()) as own:
            own.check(fetched)
    return parse(fetched.body, normalise(fetched.url) or fetched.url, fetched.content_type)


def _as_fetched(given: str | bytes | Fetched, url: str) -> Fetched:
    if isinstance(given, Fetched):
        return given
    if not isinstance(given, str | bytes | bytearray):
        hint = "; give its read_bytes()" if isinstance(given, PathLike) else ""
        raise TypeError(f"a page is str, bytes, Fetched or Page, not {type(given).__name__}{hint}")
    if isinstance(given, str):  # decoded already, whatever the page says of itself
        if len(given) <= LONGEST_NAME and "<" not in given and _is_name(given):
            raise NotHtmlError("it names a page; give the page itself, as str or bytes")
        return Fetched(url, given.encode("utf-8", "replace"), "text/html; charset=utf-8")
    return Fetched(url, bytes(given))


def _is_name(given: str) -> bool:
    """Whether somebody gave the name of a page in its place: an address, or a file that is there."""
    try:
        return is_url(given) or Path(given).is_file()
    except (OSError, ValueError):  # no file can be called so
        return False
