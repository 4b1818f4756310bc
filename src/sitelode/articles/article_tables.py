"""Articles as tables of pandas, Arrow and Polars, which are optional extras and loaded on first use."""

from collections.abc import Iterable, Mapping
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


def to_pandas(articles: Iterable[Article]) -> "pd.DataFrame":
    try:
        import pandas as pd  # noqa: PLC0415 (an extra)
    except ImportError as problem:
        raise MissingExtraError("a DataFrame", "tables") from problem
    return pd.DataFrame([_row(article) for article in articles], columns=list(COLUMNS))


def to_arrow(articles: Iterable[Article]) -> Any:  # noqa: ANN401 (a table of an extra)
    pa = arrow()
    return pa.Table.from_pylist([_row(article) for article in articles], schema=arrow_schema(COLUMNS))


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
        raise MissingExtraError("Arrow", "tables") from problem
    return pa


def arrow_schema(columns: Mapping[str, str]) -> Any:  # noqa: ANN401 (a value of an extra)
    """A schema for columns of these kinds: "text", "texts" (a list), "whole" and "real" numbers, "day", "truth", "comments"."""
    pa = arrow()
    comment = pa.struct([(name, pa.string()) for name in ("author", "date", "text")])
    kinds = {
        "text": pa.string(),
        "texts": pa.list_(pa.string()),
        "whole": pa.int32(),
        "real": pa.float64(),
        "day": pa.date32(),
        "truth": pa.bool_(),
        "comments": pa.list_(comment),
    }
    return pa.schema([(name, kinds[kind]) for name, kind in columns.items()])


def _row(article: Article) -> dict[str, Any]:
    known = article.to_dict()
    return {name: list(known[name]) if kind in ("texts", "comments") else known[name] for name, kind in COLUMNS.items()}
