"""Articles seen before, with what it takes to recognise them: address, title, and the codes of their longer lines.

They are the best examples when a site changes: the same text stands in a new template. A few hundred bytes an article are kept beside the
wrapper, in a file of JSON lines; the articles.jsonl of an earlier run can be used as well.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.errors import WrapperError
from sitelode.html.parse import parse
from sitelode.json_data import JsonData
from sitelode.text.segments import segments_of
from sitelode.urls import normalise
from sitelode.wrappers.applying import Reading
from sitelode.wrappers.known_rows import KnownRow, KnownRows, is_row, read_lines
from sitelode.wrappers.readers import TextOfPage
from sitelode.wrappers.taught.taught import TAUGHT

LEAST_WIDTH = 40  # characters of a line; shorter ones stand on many pages; set by hand
MOST_LINES = 60  # of an article; the longest; a bound
SAME_ARTICLE_FROM = 0.5  # share of an article's lines; a page with as many is about it, whatever its address; set by hand
MUCH_LONGER = 2.0  # than any other article on the same page: then it is the page's own; set by hand
MOST_COMPARED = 8  # articles with lines on one page; a bound
MOST_ARTICLES = 20_000  # a bound
SHOWN = ("author", "subtitle")
LONGEST_SHOWN = 200  # characters of such a field
Lines = NDArray[np.uint64]


@dataclass(frozen=True)
class KnownArticle(JsonData):
    """What is remembered of an article."""

    url: str
    title: str
    lines: tuple[int, ...]  # codes, ascending
    widths: tuple[int, ...]
    taught: Mapping[str, str] = field(default_factory=dict)  # what fields that somebody taught said about it
    shown: Mapping[str, str] = field(default_factory=dict)  # fields that stand on its page as they are, SHOWN of them

    def to_data(self) -> dict[str, Any]:
        lines = [f"{code:016x}:{width}" for code, width in zip(self.lines, self.widths, strict=True)]
        more = {name: dict(values) for name, values in (("taught", self.taught), ("shown", self.shown)) if values}
        return {"url": self.url, "title": self.title, "lines": lines} | more

    @classmethod
    def read_data(cls, data: Any) -> "KnownArticle":  # noqa: ANN401 (read from a file: anything)
        """What `to_data` gave, or an article as mining writes it, with its text."""
        url, title = str(data["url"]), str(data.get("title", ""))
        if "lines" not in data:
            return replace(_of_text(url, title, str(data["text"])), shown=_shown(data))
        parts = [str(line).split(":") for line in data["lines"][:MOST_LINES]]
        found = sorted((int(code, 16), int(width)) for code, width in parts)
        taught = {str(name): str(value) for name, value in data.get("taught", {}).items()}
        return cls(url, title, tuple(code for code, _ in found), tuple(width for _, width in found), taught, _shown(data.get("shown", {})))

    @classmethod
    def of(cls, url: str, title: str, loose: Lines, width: NDArray[np.int32]) -> "KnownArticle":
        codes, first = np.unique(loose, return_index=True)
        widths = width[first]
        long = np.flatnonzero(widths >= LEAST_WIDTH)
        kept = np.sort(long[np.argsort(-widths[long], kind="stable")[:MOST_LINES]])
        return cls(url, title, tuple(codes[kept].tolist()), tuple(widths[kept].tolist()))


@dataclass(frozen=True)
class KnownArticles:
    """All articles that are remembered."""

    articles: tuple[KnownArticle, ...]

    @classmethod
    def of_readings(cls, readings: Iterable[Reading]) -> "KnownArticles":
        return cls(
            tuple(_of_reading(each, each.found.text) for each in readings if each.found.article is not None and each.found.text is not None)
        )

    @cached_property
    def _by_url(self) -> dict[str, KnownArticle]:
        return {normalise(article.url) or article.url: article for article in self.articles if article.lines}

    @cached_property
    def _by_line(self) -> dict[int, int]:
        """For lines that only one article has its place."""
        found: dict[int, int] = {}
        for place, article in enumerate(self.articles):
            for line in article.lines:
                found[line] = place if line not in found else -1
        return found

    def on_page(self, url: str, loose: Lines, title: str = "") -> KnownArticle | None:
        """The article of a page, by its address, its title or its lines; only where the page has its lines: articles move and are edited.

        A page may hold others whole, for readers who scroll on: where neither address nor title tells which is its own, the longest
        must be much longer than the next.
        """
        places = Counter(self._by_line[line] for line in set(loose.tolist()) if self._by_line.get(line, -1) >= 0)
        ranked = sorted(places, key=lambda place: (-places[place], place))[:MOST_COMPARED]
        same_address = self._by_url.get(normalise(url) or url)
        if same_address is not None and _share(same_address, loose) >= SAME_ARTICLE_FROM:
            return same_address
        found = [article for place in ranked if _share(article := self.articles[place], loose) >= SAME_ARTICLE_FROM]
        named = [article for article in found if article.title and article.title in title]
        if named:
            return max(named, key=lambda article: len(article.title))
        found = sorted(found, key=lambda article: -sum(article.widths))
        is_clear = len(found) == 1 or (found and sum(found[0].widths) >= MUCH_LONGER * sum(found[1].widths))
        return found[0] if is_clear else None

    def share_found(self, reading: Reading) -> float | None:
        """The share of a known article's lines on the page that the text of a reading has; none where the page has no known article."""
        text = reading.found.text
        title = reading.found.article.title if reading.found.article is not None else ""
        article = None if text is None else self.on_page(reading.url, text.loose, title)
        if text is None or article is None:
            return None
        return _share(article, text.loose[text.taken]) / _share(article, text.loose)


def with_taught_values(known: KnownArticles, values: Mapping[str, Mapping[str, str]]) -> KnownArticles:
    """What is remembered, with what taught fields say about some pages, by their addresses: examples for the time after a redesign."""
    of_page = {normalise(url) or url: found for url, found in values.items()}
    told = (of_page.get(normalise(article.url) or article.url, {}) for article in known.articles)
    return KnownArticles(tuple(replace(one, taught={**one.taught, **more}) for one, more in zip(known.articles, told, strict=True)))


def _share(article: KnownArticle, loose: Lines) -> float:
    widths = np.array(article.widths)
    return float(widths[np.isin(np.array(article.lines, dtype=np.uint64), loose)].sum() / max(float(widths.sum()), 1.0))


def _of_reading(reading: Reading, text: TextOfPage) -> KnownArticle:
    title = reading.found.article.title if reading.found.article else ""
    found = KnownArticle.of(reading.url, title, text.loose[text.taken], text.width[text.taken])
    names = [str(each["name"]) for each in reading.layout.rules.get(TAUGHT, ())] if reading.layout else []
    taught = {name: value for name in names if (value := reading.found.values.get(name))}
    return replace(found, taught=taught, shown=_shown(reading.found.values))


def _shown(values: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value)[:LONGEST_SHOWN] for name in SHOWN if (value := values.get(name))}


def _of_text(url: str, title: str, text: str) -> KnownArticle:
    """Lines get the codes they would have on a page."""
    lines = (cell.strip().removeprefix("- ") for line in text.splitlines() for cell in line.split("\t"))
    page = parse("".join(f"<p>{escape(line)}</p>" for line in lines if line).encode() or b"<p>", url, "text/html; charset=utf-8")
    segments = segments_of(page)
    return KnownArticle.of(url, title, segments.loose, segments.width)


def known_file(wrapper: Path) -> Path:
    """Where the articles of a wrapper are kept."""
    return wrapper.parent / (wrapper.name.removesuffix(".json") + ".known.jsonl")


def read_known(path: Path) -> KnownArticles:
    """Read remembered articles, or articles as mining writes them.

    Raises:
        WrapperError: when the file cannot be read or holds something else.

    """
    articles = read_lines(path, lambda data: None if is_row(data) else KnownArticle.from_data(data))
    return KnownArticles(tuple(islice(articles, MOST_ARTICLES)))


def write_known(known: KnownArticles, path: Path, rows: KnownRows | None = None) -> None:
    """Write remembered articles, and rows of tables, beside their wrapper.

    Raises:
        WrapperError: when the file cannot be written.

    """
    every: list[KnownArticle | KnownRow] = [*known.articles[:MOST_ARTICLES], *(rows.rows if rows else ())]
    lines: Sequence[str] = [json.dumps(each.to_data(), ensure_ascii=False) + "\n" for each in every]
    try:
        path.write_text("".join(lines), encoding="utf-8")
    except OSError as problem:
        raise WrapperError(f"cannot write {path}: {problem.strerror or problem}") from problem
