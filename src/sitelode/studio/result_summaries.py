"""Titles, dates and kinds of pages, read from `articles.jsonl` and `pages.jsonl` for the studio's lists."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class ArticleSummary:
    """The fields of an article that lists show."""

    title: str
    date: str
    characters: int
    confidence: float


class PageKind(NamedTuple):
    kind: str  # index, article or other
    why: str


@dataclass(frozen=True, slots=True)
class ResultSummaries:
    """Summaries by the origin of the page."""

    articles: dict[str, ArticleSummary]
    page_kinds: dict[str, PageKind]
    has_markdown: bool  # whether articles were written as Markdown too


def read_summaries(folder: Path) -> ResultSummaries:
    articles, has_markdown = {}, False
    for each in _objects(folder / "articles.jsonl", ("title", "date", "text", "origin")):
        confidence = float(each.get("confidence", 0))
        articles[each["origin"]] = ArticleSummary(each["title"], each["date"], len(each["text"]), confidence)
        has_markdown = has_markdown or bool(each.get("markdown"))
    kinds = _objects(folder / "pages.jsonl", ("origin", "kind", "why"))
    return ResultSummaries(articles, {each["origin"]: PageKind(each["kind"], each["why"]) for each in kinds}, has_markdown)


def _objects(path: Path, names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """The objects in a file that have strings under these names; broken or incomplete lines are skipped."""
    if not path.is_file():
        return
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            try:
                each = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(each, dict) and all(isinstance(each.get(name), str) for name in names):
                yield each
