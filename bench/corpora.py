"""Locate and read the corpora.

The corpora are not part of the project: they are next to it, in ../shared/corpora, or in the folder SITELODE_CORPORA.
"""

import hashlib
import json
import lzma
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

ARTICLE_CORPORA = ("feedsites", "othercms", "publishers", "pagetypes", "sites")
SCORED_PAGES_PER_SITE = 40  # in `sites`, where whole sites are read

Row: TypeAlias = dict[str, Any]  # one line of a corpus, as its makers wrote it
Id: TypeAlias = str | int


class CorpusNotFoundError(Exception):
    """A corpus is not where it was looked for; the text is one line fit for a user."""


@dataclass(frozen=True, slots=True)
class ArticleSite:
    """One site of an article corpus: what an extractor is given, and what it should find."""

    name: str
    pages: list[Row]  # id, site, url, html
    truth: dict[Id, str]  # the text of the pages that are scored

    def scored_pages(self) -> list[Row]:
        return [page for page in self.pages if page["id"] in self.truth]


def corpora_folder() -> Path:
    beside_the_project = Path(__file__).resolve().parents[2] / "shared" / "corpora"
    folder = Path(os.environ.get("SITELODE_CORPORA") or beside_the_project)
    if not folder.is_dir():
        raise CorpusNotFoundError(f"no corpora in {folder}; set SITELODE_CORPORA to the folder that holds articles/ and sites/")
    return folder


def read(path: Path) -> Iterator[Row]:
    """The objects of one .jsonl.xz file, in order."""
    if not path.is_file():
        raise CorpusNotFoundError(f"no corpus file {path}; article corpora are {', '.join(ARTICLE_CORPORA)}")
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def article_pages(name: str) -> Iterator[Row]:
    """All pages of an article corpus, with everything that is known about them."""
    if name != "sites":
        yield from read(corpora_folder() / "articles" / f"{name}.jsonl.xz")
        return
    for folder in _site_folders():
        for page in read(folder / "pages.jsonl.xz"):
            yield page | {"site": folder.name}


def article_sites(name: str, sample: int | None = None) -> Iterator[ArticleSite]:
    """The sites of an article corpus, or as many of them as `sample` says, always the same ones.

    Of `sites`, one whole site is in memory at a time.
    """
    if name == "sites":
        folders = {folder.name: folder for folder in _site_folders()}
        for site in _sampled(list(folders), sample):
            yield _whole_site(site, list(read(folders[site] / "pages.jsonl.xz")))
        return
    by_site: dict[str, list[Row]] = {}
    for page in article_pages(name):
        by_site.setdefault(page["site"], []).append(page)
    for site in _sampled(list(by_site), sample):
        pages = by_site[site]
        truth = {page["id"]: page["truth"]["body"] for page in pages if _has_body(page)}
        yield ArticleSite(site, [_bare(page, site) for page in pages], truth)


def _sampled(names: list[str], sample: int | None) -> list[str]:
    chosen = set(sorted(names, key=by_digest)[:sample])
    return [name for name in names if name in chosen]


def by_digest(name: str) -> str:
    """An order that looks random, does not depend on that of the files, and is the same on every machine."""
    return hashlib.sha256(name.encode()).hexdigest()


def _site_folders() -> list[Path]:
    return sorted(folder for folder in (corpora_folder() / "sites").iterdir() if folder.is_dir())


def _whole_site(site: str, pages: list[Row]) -> ArticleSite:
    articles = [page for page in pages if page["label"] == "article" and page.get("body")]
    articles.sort(key=lambda page: by_digest(page["url"]))
    return ArticleSite(site, [_bare(page, site) for page in pages], {page["id"]: page["body"] for page in articles[:SCORED_PAGES_PER_SITE]})


def _bare(page: Row, site: str) -> Row:
    """A page without its truth, which no extractor may see."""
    return {"id": page["id"], "site": site, "url": page.get("url"), "html": page["html"]}


def _has_body(page: Row) -> bool:
    truth = page["truth"]
    return bool(truth.get("body")) and not truth.get("no_article")
