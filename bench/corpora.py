"""Locate and read the corpora.

The corpora are not part of the project: they are next to it, in ../shared/corpora, or in the folder SITELODE_CORPORA.
"""

import hashlib
import json
import lzma
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from sitelode.urls import registrable_domain

WHOLE_SITE_CORPORA = ("sites", "sites2", "sites3")
ARTICLE_CORPORA = (
    "feedsites",
    "feedsites2",
    "othercms",
    "publishers",
    "daniel",
    "magic_article",
    "magic_forum",
    "pagetypes",
    "pagetypes2",
    "pagetypes3",
    *WHOLE_SITE_CORPORA,
)
TITLE_FIRST = frozenset(("daniel",))  # corpora whose true texts begin with the title
WITH_INDEX_PAGES = ("feedsites", "feedsites2")  # of which index and other pages are known, too
SCORED_PAGES_PER_SITE = 40  # of whole sites

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
    owner: str = ""  # the same for sites of one owner in all corpora, where that is known
    types: dict[Id, str] = field(default_factory=dict)  # of pages, in corpora that tell: "forum", "wiki" ..

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
    if name not in WHOLE_SITE_CORPORA:
        yield from read(corpora_folder() / "articles" / f"{name}.jsonl.xz")
        return
    for folder in _site_folders(name):
        for page in read(folder / "pages.jsonl.xz"):
            yield page | {"site": folder.name}


def article_sites(name: str, sample: int | None = None) -> Iterator[ArticleSite]:
    """The sites of an article corpus, or as many of them as `sample` says, always the same ones.

    Of whole sites, one is in memory at a time, and those without any true text are left out.
    """
    if name in WHOLE_SITE_CORPORA:
        folders = {folder.name: folder for folder in _site_folders(name)}
        for site in _sampled(list(folders), sample):
            if (whole := _whole_site(folders[site])).truth:
                yield whole
        return
    by_site = _rows_by_site(name)
    for site in _sampled(list(by_site), sample):
        pages = by_site[site]
        truth = {page["id"]: page["truth"]["body"] for page in pages if _has_body(page)}
        types = {page["id"]: told for page in pages if (told := page.get("ptype") or page.get("extra", {}).get("page_type"))}
        yield ArticleSite(site, [_bare(page, site) for page in pages], truth, owner_of(site), types)


def sites_with_index_pages(name: str, sample: int | None = None) -> Iterator[ArticleSite]:
    """The same sites with their home, tag, archive and other pages, which are read along and not scored."""
    further = _rows_by_site(f"{name}_unlabelled")
    for site in article_sites(name, sample):
        known = {page["id"] for page in site.pages}
        others = [_bare(page, site.name) for page in further.get(site.name, []) if page["id"] not in known]
        if others:
            yield replace(site, pages=site.pages + others)


def _rows_by_site(name: str) -> dict[str, list[Row]]:
    by_site: dict[str, list[Row]] = {}
    for page in article_pages(name):
        by_site.setdefault(page["site"], []).append(page)
    return by_site


def owner_of(site: str) -> str:
    """Who a site belongs to, by its name, its domain or the place its pages were taken from."""
    name = site.removeprefix("github:").split("/")[0].lower()
    return (registrable_domain(name) or name).split(".")[0] if "." in name else name


def _sampled(names: list[str], sample: int | None) -> list[str]:
    chosen = set(sorted(names, key=by_digest)[:sample])
    return [name for name in names if name in chosen]


def by_digest(name: str) -> str:
    """An order that looks random, does not depend on that of the files, and is the same on every machine."""
    return hashlib.sha256(name.encode()).hexdigest()


def _site_folders(corpus: str) -> list[Path]:
    return sorted(folder for folder in (corpora_folder() / corpus).iterdir() if folder.is_dir())


def _whole_site(folder: Path) -> ArticleSite:
    site, pages = folder.name, list(read(folder / "pages.jsonl.xz"))
    articles = [page for page in pages if page["label"] == "article" and page.get("body")]
    articles.sort(key=lambda page: by_digest(page["url"]))
    truth = {page["id"]: page["body"] for page in articles[:SCORED_PAGES_PER_SITE]}
    about = folder / "site.json"
    source = json.loads(about.read_text(encoding="utf-8")).get("repo") if about.is_file() else None
    types = {page["id"]: page["ptype"] for page in articles if page.get("ptype")}
    return ArticleSite(site, [_bare(page, site) for page in pages], truth, owner_of(source or site), types)


def _bare(page: Row, site: str) -> Row:
    """A page without its truth, which no extractor may see."""
    return {"id": page["id"], "site": site, "url": page.get("url"), "html": page["html"]}


def _has_body(page: Row) -> bool:
    truth = page["truth"]
    return bool(truth.get("body")) and not truth.get("no_article")
