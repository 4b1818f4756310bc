"""Articles in pieces cut at headings, for search by meaning: each piece with the headings above it and its place in the Markdown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sitelode.model import Article
from sitelode.output.files import json_text

LONGEST_CHUNK = 4_000  # characters; a longer section is cut between paragraphs. Set by hand
_HEADING = re.compile(r"(#{1,6}) +(.+)")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_ABOUT = ("url", "title", "author", "date", "language", "site_name", "licence", "confidence", "digest", "fetched")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of an article."""

    text: str
    headings: tuple[str, ...]  # from the title of the article down to the heading of its section
    number: int
    start: int  # its first character in the Markdown of the article, or in the text where there is no Markdown
    end: int


def chunks_of(article: Article, longest: int = LONGEST_CHUNK) -> Iterator[Chunk]:
    """The sections of an article, in order; `article.markdown` says where they begin, and without it the text is cut by length alone."""
    text, number = article.markdown or article.text, 0
    for headings, first, last in _sections(text, article.title):
        for start, end in _pieces(text, first, last, longest):
            piece = text[start:end]
            if words := piece.strip():
                begin = start + len(piece) - len(piece.lstrip())
                yield Chunk(words, headings, number, begin, begin + len(words))
                number += 1


def _sections(markdown: str, title: str) -> Iterator[tuple[tuple[str, ...], int, int]]:
    path: list[tuple[int, str]] = [(0, title)] if title else []
    start = at = 0
    fence = ""
    for line in markdown.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if mark and (not fence or line.strip().startswith(fence)):
            fence = "" if fence else mark[1]
        heading = None if fence else _HEADING.fullmatch(line.rstrip())
        if heading:
            yield tuple(text for _, text in path), start, at
            level, start = len(heading[1]), at + len(line)
            path = [*(each for each in path if each[0] < level), (level, heading[2].strip())]
        at += len(line)
    yield tuple(text for _, text in path), start, at


def _pieces(text: str, at: int, last: int, longest: int) -> Iterator[tuple[int, int]]:
    """Paragraphs joined up to a length; one that is longer is cut where it must be."""
    start = end = at
    for paragraph in text[at:last].split("\n\n"):
        after = at + len(paragraph)
        if end > start and after - start > longest:
            yield start, end
            start = at
        while after - start > longest:
            yield start, start + longest
            start += longest
        end, at = after, after + 2
    yield start, last


def chunk_lines(article: Article) -> str:
    """The chunks of an article as JSON lines, each with where it comes from."""
    about = {name: getattr(article, name) for name in _ABOUT}
    chunks = (
        {"id": f"{article.url}#{each.number}", "text": each.text, "headings": each.headings, "start": each.start, "end": each.end, **about}
        for each in chunks_of(article)
    )
    return "".join(json_text(each) + "\n" for each in chunks)
