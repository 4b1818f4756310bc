"""Mining inside of Spark: a function for `mapInPandas`, over pages that were repartitioned by site.

    pages = spark.read.parquet("pages")  # columns url and html
    by_site = pages.withColumn("site", site_udf("url")).repartition("site").sortWithinPartitions("site")
    by_site.mapInPandas(mined_articles, ARTICLE_SCHEMA).write.parquet("articles")

Spark sees to the sorting; a worker holds the pages of one site at a time, and mines it by itself.
"""

from typing import TYPE_CHECKING

from sitelode.articles.article_tables import COLUMNS
from sitelode.articles.article_tables import to_pandas as articles_to_pandas
from sitelode.errors import NoPagesError
from sitelode.many_sites.shards import site_name
from sitelode.pipeline import mine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pandas as pd

    from sitelode.model import Article

_KINDS = {"text": "string", "texts": "array<string>", "whole": "int", "real": "double"}
_TAKEN = {name: kind for name, kind in COLUMNS.items() if kind in _KINDS and name not in ("markdown", "html")}
ARTICLE_SCHEMA = ", ".join(["site string", *(f"`{name}` {_KINDS[kind]}" for name, kind in _TAKEN.items())])


def site_of(url: str) -> str:
    """The site of an address, to partition by: its registrable domain."""
    return site_name(url, "domain")


def mined_articles(frames: "Iterable[pd.DataFrame]") -> "Iterator[pd.DataFrame]":
    """Frames with the columns site, url and html, sorted by site; gives a frame of articles for each site."""
    site: str | None = None
    pages: list[tuple[str, str]] = []
    for frame in frames:
        for name, url, html in zip(frame["site"], frame["url"], frame["html"], strict=True):
            if name != site and pages:
                yield _articles(str(site), pages)
                pages = []
            site = name
            pages.append((url, html))
    if pages:
        yield _articles(str(site), pages)


def _articles(site: str, pages: list[tuple[str, str]]) -> "pd.DataFrame":
    try:
        found: list[Article] = list(mine(pages).articles)
    except NoPagesError:
        found = []
    table = articles_to_pandas(found)[list(_TAKEN)]
    table.insert(0, "site", site)
    return table
