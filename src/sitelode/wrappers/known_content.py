"""What a wrapper has read before, kept beside it: articles, and rows of tables. After a site has changed they are the best examples.

The same text stands in a new template, and where known values stand is where the columns are now. Of an article its address, its title and
the codes of its longer lines are kept, a few hundred bytes; the articles.jsonl of an earlier run can be used as well. A row is known by its
page's address, or by values that no other row has; values change (prices, counts), so one that agrees proves more than one that differs.
All of it is one file of JSON lines.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from sitelode.errors import WrapperError
from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.json_data import Form, JsonData
from sitelode.shared_file import SharedFile
from sitelode.text.segments import segments_of
from sitelode.urls import normalise, site_key
from sitelode.wrappers.applying import Reading
from sitelode.wrappers.lessons import LessonEntry
from sitelode.wrappers.readers import TextOfPage, as_text
from sitelode.wrappers.taught.taught import TAUGHT

MOST_ROWS = 1_000  # of a layout; a bound
LONGEST_VALUE = 300  # characters that are kept and compared
# Set by hand, as the other shares of repair; `bench.repair_tables` measures them together.
TELLING_LENGTH = 8  # characters: one value so long that no other row has identifies a row, of shorter ones it takes two
VALUES_TO_IDENTIFY_ROW = 2
RECORD_SHARE = 0.3  # of a record's own values; a page has much around it that other pages may say, too
PAGE_SHARE = 0.5
_KNOWN_FILE = SharedFile("file of known articles and rows", 50_000_000, WrapperError, "give another file, or a part of it")
_WEB = ("http://", "https://")
LEAST_WIDTH = 40  # characters of a line; shorter ones stand on many pages; set by hand
MOST_LINES = 60  # of an article; the longest; a bound
SAME_ARTICLE_FROM = 0.5  # share of an article's lines; a page with as many is about it, whatever its address; set by hand
MUCH_LONGER = 2.0  # than any other article on the same page: then it is the page's own; set by hand
MOST_COMPARED = 8  # articles with lines on one page; a bound
MOST_ARTICLES = 20_000  # and as many rows; a bound
Lines = NDArray[np.uint64]
_LARGEST_CODE = 2**64 - 1


def comparable_text(value: object) -> str:
    """A value as it is compared."""
    return " ".join(as_text(value).split())[:LONGEST_VALUE]


@dataclass(frozen=True)
class KnownRow(JsonData):
    """What a layout's rules once said about a page, or about one record of it."""

    layout: str
    url: str
    values: Mapping[str, Annotated[str, Form(str, comparable_text)]]


@dataclass(frozen=True)
class KnownRows:
    """All rows that are remembered."""

    rows: tuple[KnownRow, ...] = ()

    @classmethod
    def of_readings(cls, readings: Iterable[Reading]) -> "KnownRows":
        found: dict[str, list[KnownRow]] = defaultdict(list)
        for reading in readings:
            if reading.layout is not None and reading.layout.kind != "article":
                found[reading.layout.name] += list(_rows_of(reading, reading.layout.name))
        return cls(tuple(row for name in found for row in found[name][:MOST_ROWS]))

    @cached_property
    def urls(self) -> frozenset[str]:
        """Of the pages that had rows."""
        return frozenset(normalise(row.url) or row.url for row in self.rows)

    def are_of(self, url: str) -> bool:
        """Whether a page had rows."""
        return (normalise(url) or url) in self.urls

    def of_layout(self, name: str) -> "LayoutRows":
        return LayoutRows(tuple(row for row in self.rows if row.layout == name))


@dataclass(frozen=True)
class LayoutRows:
    """The remembered rows of one layout."""

    rows: tuple[KnownRow, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rows)

    @cached_property
    def _by_value(self) -> dict[str, int]:
        """For values that only one row has its place, -1 for others."""
        found: dict[str, int] = {}
        for place, row in enumerate(self.rows):
            for value in set(row.values.values()):
                found[value] = place if value not in found else -1
        return found

    @cached_property
    def _by_url(self) -> dict[str, KnownRow]:
        return {normalise(row.url) or row.url: row for row in self.rows}

    @cached_property
    def _weight(self) -> list[int]:
        """Of every row, what all its own values count."""
        return [sum(map(_counts, {value for value in row.values.values() if self._by_value[value] >= 0})) for row in self.rows]

    def place_of(self, values: Iterable[str], least_share: float = RECORD_SHARE) -> int | None:
        """The place of the row that these values are about; none where they are of none, or of several."""
        votes: Counter[int] = Counter()
        for value in set(values):
            place = self._by_value.get(value, -1)
            if place >= 0:
                votes[place] += _counts(value)
        best = votes.most_common(2)
        if not best or best[0][1] < VALUES_TO_IDENTIFY_ROW or (len(best) > 1 and best[0][1] == best[1][1]):
            return None
        place, weight = best[0]
        return place if weight >= least_share * self._weight[place] else None

    def of_values(self, values: Iterable[str]) -> KnownRow | None:
        place = self.place_of(values)
        return None if place is None else self.rows[place]

    def of_page(self, url: str, values: Iterable[str]) -> KnownRow | None:
        """The row of a detail page, by its address, if anything agrees, or by what it says."""
        told = {value for value in values if value}
        same_address = self._by_url.get(normalise(url) or url)
        if same_address is not None and not told.isdisjoint(filter(None, same_address.values.values())):
            return same_address
        place = self.place_of(told, PAGE_SHARE)
        return None if place is None else self.rows[place]


def _counts(value: str) -> int:
    return VALUES_TO_IDENTIFY_ROW if len(value) >= TELLING_LENGTH else 1


def _rows_of(reading: Reading, layout: str) -> Iterator[KnownRow]:
    rows: Iterable[Mapping[str, Any]] = reading.found.records or ([reading.found.values] if not reading.found.reason else [])
    for row in rows:
        values = {name: text for name, value in row.items() if (text := comparable_text(value))}
        if values:
            yield KnownRow(layout, reading.url, values)


def _lines_of(data: Any) -> dict[int, int]:  # noqa: ANN401 (read from a file: anything)
    parts = [str(line).split(":") for line in data[:MOST_LINES]]
    return dict(sorted((int(code, 16) & _LARGEST_CODE, int(width)) for code, width in parts))


_LINES: Form[Mapping[int, int]] = Form(lambda lines: [f"{code:016x}:{width}" for code, width in lines.items()], _lines_of)


@dataclass(frozen=True)
class KnownArticle(JsonData):
    """What is remembered of an article."""

    omits_empty = True
    url: str
    title: str
    lines: Annotated[Mapping[int, int], _LINES]  # their codes, ascending, with their widths
    taught: Mapping[str, str] = field(default_factory=dict)  # what fields that somebody taught said about it

    @classmethod
    def read_data(cls, data: Any) -> "KnownArticle":  # noqa: ANN401 (read from a file: anything)
        """What `to_data` gave, or an article as mining writes it, with its text."""
        return super().read_data(data) if "lines" in data else _of_text(str(data["url"]), str(data.get("title", "")), str(data["text"]))

    @classmethod
    def of(cls, url: str, title: str, loose: Lines, width: NDArray[np.int32]) -> "KnownArticle":
        codes, first = np.unique(loose, return_index=True)
        widths = width[first]
        long = np.flatnonzero(widths >= LEAST_WIDTH)
        kept = np.sort(long[np.argsort(-widths[long], kind="stable")[:MOST_LINES]])
        return cls(url, title, dict(zip(codes[kept].tolist(), widths[kept].tolist(), strict=True)))

    @property
    def width(self) -> int:
        return sum(self.lines.values())

    def share(self, loose: Lines) -> float:
        """The share of its lines that are among these."""
        widths = np.array(list(self.lines.values()))
        return float(widths[np.isin(np.array(list(self.lines), dtype=np.uint64), loose)].sum() / max(self.width, 1))


@dataclass(frozen=True)
class KnownArticles:
    """All articles that are remembered."""

    articles: tuple[KnownArticle, ...] = ()

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
        if same_address is not None and same_address.share(loose) >= SAME_ARTICLE_FROM:
            return same_address
        found = [article for place in ranked if (article := self.articles[place]).share(loose) >= SAME_ARTICLE_FROM]
        named = [article for article in found if article.title and article.title in title]
        if named:
            return max(named, key=lambda article: len(article.title))
        found = sorted(found, key=lambda article: -article.width)
        is_clear = len(found) == 1 or (found and found[0].width >= MUCH_LONGER * found[1].width)
        return found[0] if is_clear else None

    def share_found(self, reading: Reading) -> float | None:
        """The share of a known article's lines on the page that the text of a reading has; none where the page has no known article."""
        text = reading.found.text
        title = reading.found.article.title if reading.found.article is not None else ""
        article = None if text is None else self.on_page(reading.url, text.loose, title)
        if text is None or article is None:
            return None
        return article.share(text.loose[text.taken]) / article.share(text.loose)


def _of_reading(reading: Reading, text: TextOfPage) -> KnownArticle:
    title = reading.found.article.title if reading.found.article else ""
    found = KnownArticle.of(reading.url, title, text.loose[text.taken], text.width[text.taken])
    names = [str(each["name"]) for each in reading.layout.rules.get(TAUGHT, ())] if reading.layout else []
    taught = {name: value for name in names if (value := reading.found.values.get(name))}
    return replace(found, taught=taught)


def _of_text(url: str, title: str, text: str) -> KnownArticle:
    """Lines get the codes they would have on a page."""
    lines = (cell.strip().removeprefix("- ") for line in text.splitlines() for cell in line.split("\t"))
    page = parse("".join(f"<p>{escape(line)}</p>" for line in lines if line).encode() or b"<p>", url, "text/html; charset=utf-8")
    segments = segments_of(page)
    return KnownArticle.of(url, title, segments.loose, segments.width)


def other_site_name(site: str, urls: Iterable[str]) -> str:
    """The site that most of these addresses are of, where it is known and another one: values that look alike prove nothing there."""
    sites = Counter(site_key(url) or "" for url in urls if url.lower().startswith(_WEB))
    most = min(sites, key=lambda each: (-sites[each], each), default="")
    is_named = bool(site) and not site.endswith(":")  # pages that were only files name no site
    return most if is_named and most != site else ""


@dataclass(frozen=True)
class KnownContent:
    """Articles and rows of tables that a wrapper once gave, and what people taught."""

    articles: KnownArticles = field(default_factory=KnownArticles)
    rows: KnownRows = field(default_factory=KnownRows)
    lessons: tuple[LessonEntry, ...] = ()

    @classmethod
    def of_readings(cls, readings: Iterable[Reading]) -> "KnownContent":
        given = list(readings)
        return cls(KnownArticles.of_readings(given), KnownRows.of_readings(given))

    def with_taught_values(self, values: Mapping[str, Mapping[str, str]]) -> "KnownContent":
        """The same with what taught fields say about some pages, by their addresses: examples for the time after a redesign."""
        of_page = {normalise(url) or url: found for url, found in values.items()}
        told = ((each, of_page.get(normalise(each.url) or each.url, {})) for each in self.articles.articles)
        return replace(self, articles=KnownArticles(tuple(replace(each, taught={**each.taught, **more}) for each, more in told)))

    def article_on(self, page: Page) -> KnownArticle | None:
        """The article seen before that a page is about."""
        return self.articles.on_page(page.url, segments_of(page).loose, metadata_of(page).title)

    def is_other_site(self, site: str, pages: Sequence[Page]) -> bool:
        """Whether these are pages of another site, and nothing seen before shows that the site has moved there."""
        return bool(other_site_name(site, (page.url for page in pages))) and not any(map(self.article_on, pages))

    def taught_values(self, page: Page) -> dict[str, str]:
        """The values of taught fields that a page is known to have; what a person said wins over what rules gave."""
        url = normalise(page.url) or page.url
        said = {each.name: each.text for each in self.lessons if (normalise(each.url) or each.url) == url}
        article = self.article_on(page)
        return {**(article.taught if article is not None else {}), **said}


NOTHING_KNOWN = KnownContent()


def known_file(wrapper: Path) -> Path:
    """Where that is kept."""
    return wrapper.parent / (wrapper.name.removesuffix(".json") + ".known.jsonl")


def known_beside(wrapper: Path) -> KnownContent:
    """What is kept beside a wrapper, or else the articles that mining wrote there."""
    return known_in(path for path in (known_file(wrapper), wrapper.with_name("articles.jsonl")) if path.is_file())


def rows_beside(wrapper: Path) -> KnownRows:
    """The rows of tables that are kept beside a wrapper."""
    path = known_file(wrapper)
    return read_known(path).rows if path.is_file() else KnownRows()


def known_in(files: Iterable[Path]) -> KnownContent:
    """The articles of the first of these files that has some, and the rows of the first one; nothing if there is none."""
    rows: KnownRows | None = None
    for found in map(read_known, files):
        rows = rows or found.rows
        if found.articles.articles:
            return replace(found, rows=rows)
    return KnownContent(rows=rows or KnownRows())


def read_known(path: Path) -> KnownContent:
    """Read what `write_known` wrote, or articles as mining writes them.

    Raises:
        WrapperError: when the file cannot be read or holds something else.

    """
    articles, rows, number = list[KnownArticle](), list[KnownRow](), 0
    try:
        for number, line in enumerate(BytesIO(_KNOWN_FILE.content(path)), start=1):  # noqa: B007 (the error names it)
            data = json.loads(line)
            if isinstance(data, dict) and isinstance(data.get("values"), dict) and "layout" in data:
                rows.append(KnownRow.from_data(data))
            elif len(articles) < MOST_ARTICLES:
                articles.append(KnownArticle.from_data(data))
    except (ValueError, RecursionError) as problem:
        raise WrapperError(f"{path}, line {number}: {problem!s:.200}") from problem
    return KnownContent(KnownArticles(tuple(articles)), KnownRows(tuple(rows[:MOST_ARTICLES])))


def write_known(known: KnownContent, path: Path) -> None:
    """Write it beside its wrapper.

    Raises:
        WrapperError: when the file cannot be written.

    """
    every = (*known.articles.articles[:MOST_ARTICLES], *known.rows.rows)
    try:
        path.write_text("".join(json.dumps(each.to_data(), ensure_ascii=False) + "\n" for each in every), encoding="utf-8")
    except OSError as problem:
        raise WrapperError(f"cannot write {path}: {problem.strerror or problem}") from problem
