"""The newspaper itself: its articles, where each of them lies on the site, and who stands next to whom."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

SITE_NAME = "The Pellmouth Lantern"
SITE_DESCRIPTION = "News from a harbour town: its boats, its council, its shore and its brass band."
SITE_URL = "https://www.pellmouth-lantern.example"
SECTIONS = {"harbour": "Harbour", "town": "Town", "outdoors": "Outdoors", "culture": "Culture"}
RARE_TAG = 4  # a tag on fewer articles is shown but gets no page of its own

BlockKind = Literal["paragraph", "heading", "list", "quote", "table", "code", "also"]
Layout = Literal["report", "column"]


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of a body. A list has a line per item, a table a line per row, everything else its lines of text."""

    kind: BlockKind
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comment:
    name: str
    moment: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Article:
    slug: str
    title: str
    moment: datetime
    author: str
    section: str
    kind: Layout
    tags: tuple[str, ...]
    summary: str
    series: str
    picture: str
    caption: str
    language: str
    charset: str
    parts: tuple[tuple[Block, ...], ...]
    comments: tuple[Comment, ...]

    def path(self, part: int = 1) -> str:
        suffix = "" if part == 1 else f"-page-{part}"
        return f"{self.moment:%Y/%m}/{self.slug}{suffix}.html"


@dataclass(frozen=True, slots=True)
class Newspaper:
    articles: Sequence[Article]  # newest first

    def by_slug(self, slug: str) -> Article:
        for article in self.articles:
            if article.slug == slug:
                return article
        raise KeyError(f"no article is called {slug!r}; slugs are the file names in texts/ without the date")

    def in_section(self, section: str) -> list[Article]:
        return [article for article in self.articles if article.section == section]

    def tagged(self, tag: str) -> list[Article]:
        return [article for article in self.articles if tag in article.tags]

    def tags_with_pages(self) -> list[str]:
        counts = Counter(tag for article in self.articles for tag in article.tags)
        return sorted(tag for tag, count in counts.items() if count >= RARE_TAG)

    def neighbours(self, article: Article) -> tuple[Article | None, Article | None]:
        """The article before and the one after, by date."""
        place = self.articles.index(article)
        before = self.articles[place + 1] if place + 1 < len(self.articles) else None
        after = self.articles[place - 1] if place else None
        return before, after

    def related(self, article: Article, count: int) -> list[Article]:
        """Most shared tags first; the order of the paper decides between equals."""
        others = [other for other in self.articles if other is not article]
        others.sort(key=lambda other: (-len(set(other.tags) & set(article.tags)), other.section != article.section))
        return others[:count]


def link_to(path: str) -> str:
    """Root-relative, as the living site would have it: folders without their index.html."""
    return "/" + path.removesuffix("index.html")


def address_of(path: str) -> str:
    return SITE_URL + link_to(path)


def tag_path(tag: str) -> str:
    return f"tag/{tag.replace(' ', '-')}/index.html"


def numbered_path(folder: str, number: int) -> str:
    return f"{folder}/index.html" if number == 1 else f"{folder}/page/{number}/index.html"
