"""What loaders of documents give for an article or a piece of one: its text, and plain data about it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sitelode.model import Article
from sitelode.pipeline import mine
from sitelode.plugs.chunks import LONGEST_CHUNK, NearDuplicates, chunks_of
from sitelode.settings import MineSettings

_ABOUT = ("url", "title", "author", "date", "language", "site_name", "description", "hostname", "licence", "confidence")


@dataclass(frozen=True, slots=True)
class SiteDocument:
    """One document of a site."""

    id: str
    text: str
    about: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SiteDocuments:
    """The articles of a site as documents, the template removed; pieces by heading unless whole ones are wanted."""

    source: Any  # whatever `sitelode.mine` takes
    settings: MineSettings | None = None
    folder: Path | None = None
    whole: bool = False
    longest: int = LONGEST_CHUNK

    def __iter__(self) -> Iterator[SiteDocument]:
        settings = replace(self.settings or MineSettings(), markdown=True)
        duplicates = NearDuplicates()
        for article in mine(self.source, folder=self.folder, settings=settings).articles:
            about = about_article(article) | {"near_duplicate_of": duplicates.earlier(article)}
            if self.whole:
                yield SiteDocument(article.url, article.markdown or article.text, about)
                continue
            for chunk in chunks_of(article, self.longest):
                more = {"headings": " > ".join(chunk.headings), "chunk": chunk.number}
                yield SiteDocument(f"{article.url}#{chunk.number}", chunk.text, about | more)


def about_article(article: Article) -> dict[str, Any]:
    """Plain values, as stores of vectors take them."""
    known = {name: getattr(article, name) for name in _ABOUT}
    return {"source": article.url, **known, "tags": ", ".join(article.tags), "categories": ", ".join(article.categories)}
