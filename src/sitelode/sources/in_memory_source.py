"""Pages that a Python program holds: pairs of address and HTML, rows of a table, or pages as sources give them."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from sitelode.model import Dropped, Fetched
from sitelode.sources.framesets import HtmlFileSource
from sitelode.sources.source import SourceLimits

GivenPage: TypeAlias = Fetched | Dropped | tuple[str, str | bytes] | Mapping[str, Any] | os.PathLike[str]
_WHAT = "pages are given as (url, html) pairs, Fetched, Path, dictionaries with 'url' and 'html', or a table with these columns"
_PAIR = 2


def pages_in_memory(given: Any) -> Iterator[Fetched | Dropped]:  # noqa: ANN401 (whatever a caller passes)
    """The pages, one at a time.

    Raises:
        TypeError: when this is nothing that holds pages; what is wrong with one page is said when it comes.

    """
    return map(_page, _rows(given))


def _file(path: Path) -> Fetched | Dropped:
    """A page in a file: where it does not say its address, that of the file."""
    item = next(HtmlFileSource(path, SourceLimits()).items())
    if isinstance(item, Fetched) and item.url.startswith("file:"):
        return replace(item, url=path.absolute().as_uri())
    return item


def _rows(given: Any) -> Iterator[object]:  # noqa: ANN401 (whatever a caller passes)
    if isinstance(given, bytes | bytearray | Mapping) or not (isinstance(given, Iterable) or _columns(given)):
        pairs = "; of a dictionary of pages by address, give its items()" if isinstance(given, Mapping) else ""
        raise TypeError(f"cannot mine {type(given).__name__}: {_WHAT}; or give the name of a folder, a file or a URL{pairs}")
    columns = _columns(given)
    if columns is None:
        return iter(given)
    missing = [name for name in ("url", "html") if name not in columns]
    if missing:
        raise TypeError(f"the table has no column {' and no column '.join(missing)}, only {', '.join(columns[:10])}")
    return _records(given)


def _columns(given: Any) -> list[str] | None:  # noqa: ANN401 (whatever a caller passes)
    """The columns of a table, whether of pandas, Polars or Arrow; None if it is none."""
    names = getattr(given, "column_names", None) or getattr(given, "columns", None)
    return [str(name) for name in names] if names is not None and hasattr(names, "__iter__") else None


def _records(table: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 (a table of pandas, Polars or Arrow)
    """The rows as dictionaries."""
    if hasattr(table, "iter_rows"):  # Polars
        yield from table.iter_rows(named=True)
    elif hasattr(table, "to_batches"):  # Arrow
        for batch in table.to_batches():
            yield from batch.to_pylist()
    else:
        names = [str(name) for name in table.columns]
        for row in table.itertuples(index=False, name=None):
            yield dict(zip(names, row, strict=True))


def _page(given: object) -> Fetched | Dropped:
    if isinstance(given, os.PathLike):
        return _file(Path(given))
    if isinstance(given, Fetched | Dropped):
        return given
    if isinstance(given, Mapping):
        if "url" not in given or "html" not in given:
            raise TypeError(f"a page has 'url' and 'html', not {', '.join(map(str, list(given)[:10])) or 'nothing'}")
        known = {name: str(given[name]) for name in ("content_type", "fetched_at") if isinstance(given.get(name), str)}
        return _fetched(given["url"], given["html"], known)
    if isinstance(given, tuple | list) and len(given) == _PAIR:
        url, html = given
        return _fetched(url, html, {})
    raise TypeError(f"cannot take {type(given).__name__} for a page: {_WHAT}")


def _fetched(url: object, html: object, known: dict[str, str]) -> Fetched | Dropped:
    if not isinstance(url, str):
        raise TypeError(f"an address is str, not {type(url).__name__}")
    if isinstance(html, str):  # decoded already, whatever the page says of itself
        return Fetched(url, html.encode("utf-8", "replace"), "text/html; charset=utf-8", fetched_at=known.get("fetched_at"))
    if isinstance(html, bytes | bytearray | memoryview):
        return Fetched(url, bytes(html), **known)
    if html is None or html != html:  # noqa: PLR0124 (a missing value of a table is not equal to itself)
        return Dropped(url, "empty")
    raise TypeError(f"the HTML of {url} is {type(html).__name__}; give str or bytes")
