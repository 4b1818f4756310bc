"""A step of datatrove: the articles of all sites of a folder that `sitelode split` wrote, as documents.

    LocalPipelineExecutor([SiteArticles("shards"), JsonlWriter("corpus")], tasks=8, workers=2).run()

Each task mines its part of the sites, so that templates are told by whole sites; pages are read by our own sources, which guess nothing by
the name of a page. Needs the package datatrove.
"""

from collections.abc import Iterator
from typing import Any

from sitelode.errors import MissingExtraError
from sitelode.many_sites.places import place_at
from sitelode.many_sites.shards import chosen, read_manifest, sites_of
from sitelode.pipeline import mine
from sitelode.plugs.documents import about_article
from sitelode.settings import MineSettings

try:
    from datatrove.data import Document
    from datatrove.pipeline.base import PipelineStep
except ImportError as problem:
    raise MissingExtraError("a step of datatrove", "datatrove") from problem


class SiteArticles(PipelineStep):
    """The first step of a pipeline."""

    name = "Sitelode articles"
    type = "Reader"

    def __init__(self, shards: str, settings: MineSettings | None = None) -> None:
        super().__init__()
        self.shards, self.settings = shards, settings or MineSettings()

    def run(self, data: Any = None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:  # noqa: ANN401 (datatrove's signature)
        """The documents of one task of several."""
        yield from data or ()
        place = place_at(self.shards)
        plan = read_manifest(place)
        for site in chosen(sites_of(place, plan) if plan else (), rank + 1, world_size):
            with place.fetched(f"sites/{site}") as pages:
                for article in mine(pages, settings=self.settings).articles:
                    document = Document(article.text, article.url, metadata={**about_article(article), "site": site})
                    self.update_doc_stats(document)
                    self.stat_update("articles")
                    yield document
