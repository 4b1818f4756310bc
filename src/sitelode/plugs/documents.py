"""Articles as documents for search by meaning: whole or in pieces cut at headings, near-duplicates marked, plain data about each."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sitelode.model import Article
from sitelode.output.chunks import LONGEST_CHUNK, chunks_of
from sitelode.pipeline import mine
from sitelode.settings import MineSettings

NEAR = 3  # bits of 64 in which fingerprints of nearly the same text differ at most, as usual for SimHash
_BANDS = 4  # of 16 bits: of two fingerprints that differ in three bits, one band at least is the same
_ABOUT = ("url", "title", "author", "date", "language", "site_name", "description", "hostname", "licence", "confidence")


@dataclass(slots=True)
class NearDuplicates:
    """Recognises articles that nearly repeat one seen before."""

    _bands: list[dict[int, list[tuple[int, str]]]] = field(default_factory=lambda: [{} for _ in range(_BANDS)])

    def earlier(self, article: Article) -> str:
        """The address of an earlier article with nearly the same text; empty if there is none. The article is remembered."""
        if not article.fingerprint:
            return ""
        code = int(article.fingerprint, 16)
        keys = [code >> (16 * band) & 0xFFFF for band in range(_BANDS)]
        near = (
            url
            for band, key in zip(self._bands, keys, strict=True)
            for other, url in band.get(key, ())
            if (code ^ other).bit_count() <= NEAR
        )
        found = next(near, "")
        for band, key in zip(self._bands, keys, strict=True):
            band.setdefault(key, []).append((code, article.url))
        return found


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
