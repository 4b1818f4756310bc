"""Articles that a site divides over several pages, as one article again.

Pages belong together when one leads to the next (`rel=next` or `rel=prev`, or any link), their addresses differ in a page number only, and
their titles are the same but for a number. They are no parts where they repeat each other: pages of comments show the same article
again. The first page gives title and fields, the others their text.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from sitelode.articles.title_words import likeness
from sitelode.model import Article

REPEATED_FROM: Final = 0.5  # share of a page's paragraphs that stand on an earlier page too
SAME_TITLE_FROM: Final = 0.9  # likeness of titles without numbers
MOST_PAGES: Final = 200  # of one article
_NUMBER = re.compile(r"\d+")
# A number that can count pages: a path segment of its own, the end of one, or the value of a parameter.
_PAGE_NUMBER = re.compile(r"(?<=[/=_,-])(\d{1,3})(?=/?$|\.\w{2,5}$|[&#])|(?<=[a-z])(\d{1,3})(?=\.\w{2,5}$|/?$)")
_SEPARATORS = "/=_,-?&"
_INTRODUCTION = re.compile(r"[/?&_,-][a-z]{1,6}$")

Links = Callable[[str], Collection[str]]
"""For the address of a page the addresses that it links to, its `rel=next` and `rel=prev` among them."""


@dataclass(frozen=True, slots=True)
class PageNumber:
    """An address as one of a numbered row."""

    row: str  # the address with "|" in place of the number
    number: int


def numbered(url: str) -> list[PageNumber]:
    """Every way to read an address as a numbered page."""
    return [PageNumber(f"{url[: match.start()]}|{url[match.end() :]}", int(match.group())) for match in _PAGE_NUMBER.finditer(url)]


def numbered_rows(urls: Iterable[str], links: Links) -> list[tuple[str, ...]]:
    """The addresses of a site that may be pages of one article, in order: numbered without a gap, each linked with the next."""
    known = dict.fromkeys(urls)
    rows: dict[str, dict[int, str]] = {}
    for url in known:
        for each in numbered(url):
            rows.setdefault(each.row, {}).setdefault(each.number, url)
    found = []
    taken: set[str] = set()
    for row, pages in sorted(rows.items()):
        first = next((url for url in _unnumbered(row) if url in known), pages.get(1))
        chain = [] if first is None or len(pages) > MOST_PAGES else _chain(first, pages, links)
        if len(chain) > 1 and not taken & set(chain):
            found.append(tuple(chain))
            taken.update(chain)
    return found


def _chain(first: str, pages: dict[int, str], links: Links) -> list[str]:
    chain = [first]
    number = 2
    while number in pages and (pages[number] in links(chain[-1]) or chain[-1] in links(pages[number])):
        chain.append(pages[number])
        number += 1
    return chain


def joined(articles: Iterable[Article], rows: Sequence[tuple[str, ...]]) -> Iterator[Article]:
    """The articles, those of several pages as one, which comes where the last of its pages does.

    Only pages of the rows (see `numbered_rows`) are held back; all others pass at once.
    """
    row_of = {url: row for row in rows for url in row}
    waiting: dict[tuple[str, ...], dict[str, Article]] = {}
    for article in articles:
        row = row_of.get(article.url)
        if row is None:
            yield article
            continue
        waiting.setdefault(row, {})[article.url] = article
        if len(waiting[row]) == len(row):
            yield from _parted([waiting[row][url] for url in row])
            del waiting[row]
    for row, found in waiting.items():
        for there, run in groupby(row, key=found.__contains__):
            yield from _parted([found[url] for url in run]) if there else ()


def _parted(pages: Sequence[Article]) -> Iterator[Article]:
    """The pages of a row, joined as far as each goes on with the article before it."""
    parts: list[Article] = []
    for page in pages:
        if parts and not _goes_on(parts, page):
            yield _whole(parts)
            parts = []
        parts.append(page)
    if parts:
        yield _whole(parts)


def _goes_on(parts: Sequence[Article], page: Article) -> bool:
    seen = {paragraph for part in parts for paragraph in _paragraphs(part)}
    own = _paragraphs(page)
    repeated = sum(paragraph in seen for paragraph in own)
    return _same_title(parts[-1], page) and repeated < REPEATED_FROM * max(len(own), 1)


def _unnumbered(row: str) -> tuple[str, ...]:
    """The addresses that the first page of a row may have: without the number, and without the word that introduces it."""
    before, _, after = row.partition("|")
    after = after.removeprefix("&")
    bare = before.rstrip(_SEPARATORS)
    stems = (before if before.endswith(("?", "&")) else bare, _INTRODUCTION.sub("", bare).rstrip(_SEPARATORS))
    endings = (after, "/" + after.lstrip("/"), "?" + after) if after else ("", "/")
    return tuple(dict.fromkeys(stem + ending for stem in stems for ending in endings))


def _same_title(one: Article, other: Article) -> bool:
    titles = [" ".join(_NUMBER.sub(" ", article.title.lower()).split()) for article in (one, other)]
    if not all(titles):
        return False
    return titles[0] == titles[1] or likeness(titles[0], titles[1]) >= SAME_TITLE_FROM


def _paragraphs(article: Article) -> list[str]:
    return [line.strip() for line in article.text.splitlines() if line.strip()]


def _whole(parts: Sequence[Article]) -> Article:
    """One article of several pages; what a later page repeats is left out."""
    if len(parts) == 1:
        return parts[0]
    seen: set[str] = set()
    texts = []
    for part in parts:
        kept = [line for line in part.text.split("\n\n") if line.strip() not in seen]
        seen.update(line.strip() for line in part.text.split("\n\n"))
        texts.append("\n\n".join(kept))
    first = parts[0]
    return replace(
        first,
        text="\n\n".join(filter(None, texts)),
        markdown="\n\n".join(filter(None, (part.markdown for part in parts))),
        html="\n".join(filter(None, (part.html for part in parts))),
        captions=tuple(dict.fromkeys(caption for part in parts for caption in part.captions)),
        tags=tuple(dict.fromkeys(tag for part in parts for tag in part.tags)),
        comments=max((part.comments for part in parts), key=len),
        confidence=min(part.confidence for part in parts),
        pages=tuple(part.url for part in parts),
    )
