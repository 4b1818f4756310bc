"""What lists show of articles and pages, in which order, and search in their texts; a text stays in its file until it is opened."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec

from sitelode.errors import ResultError, SettingError
from sitelode.output.llms_text import section_of
from sitelode.search.query import Part, search_words
from sitelode.search.text_index import TextIndex
from sitelode.shared_file import SharedFile

Read = TypeVar("Read")
_STRUCTURE = SharedFile("structure of a site", 2_000_000_000, ResultError, "mine the site again")


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
    html: str = ""
    fields: dict[str, str] = {}


class Section(msgspec.Struct):
    """A section of the site: an index page, what it lists, and the sections below it."""

    address: str
    label: str
    above: str | None
    further_pages: list[str]
    articles: list[str]
    articles_in_branch: int
    index_pages_in_branch: int
    listed_articles: int

    @property
    def pages(self) -> list[str]:
        return [self.address, *self.further_pages, *self.articles]


class _WrittenStructure(msgspec.Struct):
    sections: list[Section]


class _WrittenPage(msgspec.Struct):
    origin: str
    kind: str
    why: str
    confidence: float = 1.0
    finer_kind: str = ""


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
    finer: str = ""

    @property
    def counted_as(self) -> str:
        """A detail page is an other page by kind, and the wealth of many sites."""
        return "detail" if (self.kind, self.finer) == ("other", "detail") else self.kind


@dataclass(frozen=True, slots=True)
class ResultSummaries:
    """Summaries by the origin of the page."""

    articles: dict[str, ArticleSummary]
    page_kinds: dict[str, PageKind]
    has_markdown: bool  # whether articles were written as Markdown too
    has_html: bool
    taught: list[str]  # names of taught fields that articles have


def read_summaries(folder: Path) -> ResultSummaries:
    articles, has_markdown, has_html, taught, filed = dict[str, ArticleSummary](), False, False, set[str](), _sections_of_articles(folder)
    for at, each in _objects(folder / "articles.jsonl", _WrittenArticle):
        articles[each.origin] = _summary(each, at, filed)
        has_markdown, has_html = has_markdown or bool(each.markdown), has_html or bool(each.html)
        taught.update(each.fields)
    pages = (each for _, each in _objects(folder / "pages.jsonl", _WrittenPage))
    kinds = {each.origin: PageKind(each.kind, each.why, each.confidence, each.finer_kind) for each in pages}
    return ResultSummaries(articles, kinds, has_markdown, has_html, sorted(taught))


def _sections_of_articles(folder: Path) -> dict[str, str]:
    """The section of each article by address, as the Site screen shows it; those that only the home page lists have none."""
    with suppress(ResultError):
        return {url: each.label if each.above else "" for each in read_sections(folder) for url in each.articles}
    return {}


def read_sections(folder: Path) -> list[Section]:
    """All sections of a site, each after the one above it; those with one name side by side have the end of their paths too.

    Raises:
        ResultError: when `structure.json` is missing or damaged.

    """
    try:
        sections = msgspec.convert(_STRUCTURE.json(folder / "structure.json"), _WrittenStructure).sections
    except msgspec.MsgspecError as problem:
        raise ResultError(f"structure.json is damaged ({problem!s:.100}); mine the site again") from problem
    for each in sections:
        each.label = _section_name(each.label, each.address)
    called = Counter((each.above, each.label) for each in sections)
    for each in sections:
        if called[each.above, each.label] > 1:
            end = "/".join(urlsplit(each.address).path.removesuffix("index.html").strip("/").split("/")[-2:])
            each.label = end if end.startswith(f"{each.label}/") else f"{each.label} ({end})"
    return sections


def _section_name(label: str, address: str) -> str:
    """The name of a section; page/2 and the like stand behind their folder, and an address without a name is the start page."""
    if label == address:
        return "Start page"
    folder, end, rest = urlsplit(address).path.rstrip("/").rpartition(f"/{label.strip('/')}")
    return f"{folder.rpartition('/')[2]} ({label})" if end and not rest and folder and label[-1:].isdecimal() else label


def _summary(each: _WrittenArticle, at: int, filed: Mapping[str, str]) -> ArticleSummary:
    """What the page says of its section, else the section that lists it, else the beginning of its address."""
    section = each.categories[0] if each.categories else filed.get(each.url, "") if filed else section_of(each.url)
    return ArticleSummary(
        each.title, each.date, len(each.text), each.confidence, each.author, section, each.language, each.cluster, each.url, at
    )


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


def most_frequent(values: Iterator[str], most: int) -> list[tuple[str, int]]:
    """Values with how often they occur, most frequent first."""
    return sorted(Counter(values).items(), key=lambda item: (-item[1], item[0]))[:most]


_MOST_WORDS = 12  # of a search; set by hand


def prepare_search(folder: Path) -> bool:
    """Make the index, unless it is there already and knows all articles."""
    TextIndex(folder).close()
    return True


def places_with(folder: Path, words: str, most: int) -> list[int]:
    """Where in `articles.jsonl` the articles begin that have all these words, best first; the last word may be unfinished."""
    cut = [tuple(found) for word in words.split()[:_MOST_WORDS] if (found := search_words(word))]
    if not cut:
        return []
    parts = [Part(found, open_end=place == len(cut) - 1) for place, found in enumerate(cut)]
    index = TextIndex(folder)
    try:
        return [each.place for each in index.candidates(" AND ".join(map(str, parts)), ("article",), max(most, 1))]
    finally:
        index.close()


def excerpt(text: str, words: str, around: int = 60) -> str:
    """A piece of the text with the first of the words that occurs in it; empty if none does."""
    lower = text.lower()
    for word in words.lower().split()[:_MOST_WORDS]:
        at = lower.find(word)
        if at >= 0:
            start, end = max(at - around // 3, 0), at + len(word) + 2 * around
            start = text.find(" ", start, at) + 1 or start  # no half a word
            return ("… " if start else "") + " ".join(text[start:end].split()) + (" …" if end < len(text) else "")
    return ""
