"""What lists show of articles and pages, read from `articles.jsonl` and `pages.jsonl`; texts stay in the file until one is opened."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec

from sitelode.errors import ResultError

Read = TypeVar("Read")


class _WrittenArticle(msgspec.Struct):
    url: str
    title: str
    date: str
    text: str
    origin: str
    author: str = ""
    language: str = ""
    cluster: int = 0
    confidence: float = 0.0
    categories: list[str] = []
    markdown: str = ""
    fields: dict[str, str] = {}


class _WrittenPage(msgspec.Struct):
    origin: str
    kind: str
    why: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class ArticleSummary:
    """The fields of an article that lists show."""

    title: str
    date: str
    characters: int
    confidence: float
    author: str = ""
    section: str = ""
    language: str = ""
    layout: int = 0
    url: str = ""
    at: int = 0  # byte of articles.jsonl at which it begins


class PageKind(NamedTuple):
    kind: str  # index, article or other
    why: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class ResultSummaries:
    """Summaries by the origin of the page."""

    articles: dict[str, ArticleSummary]
    page_kinds: dict[str, PageKind]
    has_markdown: bool  # whether articles were written as Markdown too
    taught: list[str]  # names of taught fields that articles have


def read_summaries(folder: Path) -> ResultSummaries:
    articles, has_markdown, taught = dict[str, ArticleSummary](), False, set[str]()
    for at, each in _objects(folder / "articles.jsonl", _WrittenArticle):
        articles[each.origin] = _summary(each, at)
        has_markdown = has_markdown or bool(each.markdown)
        taught.update(each.fields)
    kinds = {each.origin: PageKind(each.kind, each.why, each.confidence) for _, each in _objects(folder / "pages.jsonl", _WrittenPage)}
    return ResultSummaries(articles, kinds, has_markdown, sorted(taught))


def _summary(each: _WrittenArticle, at: int) -> ArticleSummary:
    section = each.categories[0] if each.categories else section_of(each.url)
    return ArticleSummary(
        each.title, each.date, len(each.text), each.confidence, each.author, section, each.language, each.cluster, each.url, at
    )


def section_of(url: str) -> str:
    """The first part of a path that is no number, as /news in /news/2031/05/rain.html; empty if the page itself is all that is left."""
    folders = urlsplit(url).path.split("/")[1:-1]
    return next((part for part in folders if part and not part.isdecimal()), "")


def written_article(folder: Path, at: int) -> dict[str, Any]:
    """One article, whole, as it stands in the file."""
    try:
        with (folder / "articles.jsonl").open("rb") as lines:
            lines.seek(at)
            found: dict[str, Any] = msgspec.json.decode(lines.readline())
    except (OSError, msgspec.MsgspecError) as problem:
        raise ResultError("articles.jsonl was changed meanwhile; load this window again") from problem
    return found


def _objects(path: Path, form: type[Read]) -> Iterator[tuple[int, Read]]:
    """The objects in a file that have this form, each with its place; broken or incomplete lines are skipped."""
    if not path.is_file():
        return
    decoder, at = msgspec.json.Decoder(form), 0
    with path.open("rb") as lines:
        for line in lines:
            found = None
            with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                found = decoder.decode(line)
            if found is not None:
                yield at, found
            at += len(line)
