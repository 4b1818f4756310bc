"""Articles as tables of pandas, Arrow and Polars, which are optional extras and loaded on first use."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from sitelode.errors import MissingExtraError
from sitelode.model import Article

if TYPE_CHECKING:
    import pandas as pd

# The fields that readers look for most come first.
COLUMNS: Final = {
    "url": "text", "title": "text", "subtitle": "text", "author": "text", "date": "text", "modified": "text", "language": "text",
    "text": "text", "description": "text", "tags": "texts", "categories": "texts", "site_name": "text", "hostname": "text",
    "licence": "text", "image": "text", "lead_image": "text", "captions": "texts", "comments": "comments", "pages": "texts",
    "fetched": "text", "cluster": "whole", "confidence": "real", "fingerprint": "text", "origin": "text", "digest": "text",
    "markdown": "text", "html": "text",
}  # fmt: skip


# Beside the text of a date, which says how exact it is: the moment in UTC, which can be computed with.
MOMENTS: Final = {"published_at": "moment", "modified_at": "moment"}


def to_pandas(articles: Iterable[Article]) -> "pd.DataFrame":
    try:
        import pandas as pd  # noqa: PLC0415 (an extra)
    except ImportError as problem:
        raise MissingExtraError("a DataFrame", "tables") from problem
    frame = pd.DataFrame([_row_with_moments(article) for article in articles], columns=[*COLUMNS, *MOMENTS])
    return frame.assign(**{name: pd.to_datetime(frame[name], utc=True, errors="coerce") for name in MOMENTS})


def to_arrow(articles: Iterable[Article]) -> Any:  # noqa: ANN401 (a table of an extra)
    pa = arrow()
    return pa.Table.from_pylist([_row_with_moments(article) for article in articles], schema=arrow_schema({**COLUMNS, **MOMENTS}))


def to_polars(articles: Iterable[Article]) -> Any:  # noqa: ANN401 (a table of an extra)
    try:
        import polars as pl  # noqa: PLC0415 (an extra)
    except ImportError as problem:
        raise MissingExtraError("a table of Polars", "polars") from problem
    return pl.from_arrow(to_arrow(articles))


def arrow() -> Any:  # noqa: ANN401 (a module of an extra)
    """The library of Arrow.

    Raises:
        MissingExtraError: when it is not installed.

    """
    try:
        import pyarrow as pa  # type: ignore[import-untyped]  # noqa: PLC0415 (an extra)
    except ImportError as problem:
        raise MissingExtraError("writing tables of Arrow or Parquet", "tables") from problem
    return pa


def arrow_schema(columns: Mapping[str, str]) -> Any:  # noqa: ANN401 (a value of an extra)
    """A schema for columns of these kinds: "text", "texts" (a list), "whole" and "real" numbers, "day", "moment", "truth", "comments"."""
    pa = arrow()
    comment = pa.struct([(name, pa.string()) for name in ("author", "date", "text")])
    kinds = {
        "text": pa.string(),
        "texts": pa.list_(pa.string()),
        "whole": pa.int32(),
        "real": pa.float64(),
        "day": pa.date32(),
        "moment": pa.timestamp("us", tz="UTC"),
        "truth": pa.bool_(),
        "comments": pa.list_(comment),
    }
    return pa.schema([(name, kinds[kind]) for name, kind in columns.items()])


def _row(article: Article) -> dict[str, Any]:
    known = article.to_dict()
    return {name: list(known[name]) if kind in ("texts", "comments") else known[name] for name, kind in COLUMNS.items()}


def _row_with_moments(article: Article) -> dict[str, Any]:
    return {**_row(article), **{name: _in_utc(getattr(article, name)) for name in MOMENTS}}


def _in_utc(moment: datetime | None) -> datetime | None:
    try:
        return moment.astimezone(UTC) if moment else None
    except OverflowError:  # in the year 1 or 9999
        return None
