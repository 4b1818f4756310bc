"""Which articles a list shows, and in which order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sitelode.errors import SettingError
from sitelode.studio.results.summaries import ArticleSummary

SORTS: dict[str, Callable[[ArticleSummary], Any]] = {
    "title": lambda each: each.title.casefold(),
    "date": lambda each: each.date,
    "author": lambda each: each.author.casefold(),
    "section": lambda each: each.section.casefold(),
    "confidence": lambda each: each.confidence,
    "length": lambda each: each.characters,
    "site": lambda _: 0,  # as the pages of the site
}
BEST = "best"  # how well they match the words


@dataclass(frozen=True, slots=True)
class ArticleQuery:
    """A filter and an order; None and "" mean all."""

    words: str = ""
    section: str | None = None
    language: str | None = None
    author: str | None = None
    layout: int | None = None
    since: str = ""
    until: str = ""
    doubt: str = ""  # the name of a group of doubtful articles
    state: str = ""  # "checked", "unchecked"
    sort: str = "site"
    down: bool = False

    def __post_init__(self) -> None:
        if self.sort not in SORTS and self.sort != BEST:
            raise SettingError(f"articles are sorted by one of {', '.join(SORTS)}, not by {self.sort!r}")


def chosen_articles(
    query: ArticleQuery,
    articles: Mapping[str, ArticleSummary],
    checked: Callable[[ArticleSummary], bool],
    found: Sequence[str] | None = None,
) -> list[str]:
    """Origins of the articles that a query is for, in order. `found` are those that have its words, best first; None if it has no words."""
    origins = [origin for origin in (articles if found is None else found) if origin in articles]
    chosen = [origin for origin in origins if _fits(query, articles[origin], checked)]
    if query.sort == BEST or (query.sort == "site" and not query.down):
        return chosen
    key = SORTS[query.sort]
    if query.sort == "site":
        return chosen[::-1]
    # What is not known comes last, whichever way the rest is sorted.
    known = sorted((origin for origin in chosen if key(articles[origin])), key=lambda each: key(articles[each]), reverse=query.down)
    return [*known, *(origin for origin in chosen if not key(articles[origin]))]


def _fits(query: ArticleQuery, article: ArticleSummary, checked: Callable[[ArticleSummary], bool]) -> bool:
    return (
        (query.section is None or article.section == query.section)
        and (query.language is None or article.language == query.language)
        and (query.author is None or article.author == query.author)
        and (query.layout is None or article.layout == query.layout)
        and (not query.since or article.date[: len(query.since)] >= query.since)
        and (not query.until or (bool(article.date) and article.date[: len(query.until)] <= query.until))
        and (not query.state or checked(article) == (query.state == "checked"))
    )


def counted(values: Iterator[str], most: int) -> list[tuple[str, int]]:
    """Values with how often they occur, most frequent first."""
    counts: dict[str, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]
