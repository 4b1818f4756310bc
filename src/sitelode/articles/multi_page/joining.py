"""Join articles that a site divides over several pages.

Addresses and links show which pages may belong together, see `page_sequences.py`. They are joined if their titles are the same. If titles
differ in a number, it may be a page number or the number of a piece in a series: it counts as a page number only if the pages link to each
other by bare numbers. Pages with different days or authors are not joined, nor are pages that repeat each other: pages of comments show
the same article again. The first page gives title and fields, the others their text. A page that shows all parts at once adds nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from sitelode.articles.fields.rules import BETWEEN
from sitelode.articles.fields.titles.words import likeness
from sitelode.articles.multi_page.page_sequences import PageSequence
from sitelode.model import Article

# Set by hand.
REPEATED_FROM: Final = 0.5  # share of a page's paragraphs that an earlier page has too
ALL_FROM: Final = 0.9  # share of the paragraphs of a page that shows all parts at once
SAME_TITLE_FROM: Final = 0.9  # similarity of titles without numbers
_DAY: Final = 10  # characters of an ISO date
_NUMBER = re.compile(r"\d+")


def join_articles(articles: Iterable[Article], sequences: Sequence[PageSequence]) -> Iterator[Article]:
    """Join the articles of several pages; a joined article comes when the last of its pages does.

    Only pages of a sequence are held back; all others are passed on at once.
    """
    sequence_of = {url: sequence for sequence in sequences for url in (*sequence.wholes, *sequence.pages)}
    waiting: dict[PageSequence, dict[str, Article]] = {}
    for article in articles:
        sequence = sequence_of.get(article.url)
        if sequence is None:
            yield article
            continue
        found = waiting.setdefault(sequence, {})
        found[article.url] = article
        if len(found) == len(sequence.pages) + len(sequence.wholes):
            yield from _articles_of(sequence, found)
            del waiting[sequence]
    for sequence, found in waiting.items():
        yield from _articles_of(sequence, found)


def _articles_of(sequence: PageSequence, found: dict[str, Article]) -> Iterator[Article]:
    """The articles of a sequence: one, or several if pages are missing or do not continue the page before."""
    articles: list[Article] = []
    for there, run in groupby(sequence.pages, key=found.__contains__):
        articles += _parted([found[url] for url in run], counted=sequence.counted) if there else ()
    for whole in (found[url] for url in sequence.wholes if url in found):
        if articles and articles[0].pages and _says_nothing_new(articles[0], whole):
            articles[0] = replace(articles[0], pages=(*articles[0].pages, whole.url))
        else:
            articles.append(whole)
    yield from articles


def _parted(pages: Sequence[Article], *, counted: bool) -> Iterator[Article]:
    """The pages of a sequence, each joined to the article before it if it continues that article."""
    parts: list[Article] = []
    for page in pages:
        if parts and not _goes_on(parts, page, counted=counted):
            yield _whole(parts)
            parts = []
        parts.append(page)
    if parts:
        yield _whole(parts)


def _goes_on(parts: Sequence[Article], page: Article, *, counted: bool) -> bool:
    if not _same_title(parts[0], page, counted=counted) or _of_different_days(parts[0], page):
        return False
    if not counted and _of_different_authors(parts[0], page):
        return False
    seen = {paragraph for part in parts for paragraph in _paragraphs(part)}
    own = _paragraphs(page)
    return sum(paragraph in seen for paragraph in own) < REPEATED_FROM * max(len(own), 1)


def _says_nothing_new(article: Article, page: Article) -> bool:
    """Whether a page only repeats what was joined already."""
    seen, own = set(_paragraphs(article)), _paragraphs(page)
    return _same_title(article, page, counted=False) and sum(paragraph in seen for paragraph in own) >= ALL_FROM * len(own)


def _same_title(one: Article, other: Article, *, counted: bool) -> bool:
    if not counted and _numbers_of_a_series(one.title, other.title):
        return False
    titles = [" ".join(_NUMBER.sub(" ", article.title.lower()).split()) for article in (one, other)]
    if not all(titles):
        return False
    return titles[0] == titles[1] or likeness(titles[0], titles[1]) >= SAME_TITLE_FROM


def _numbers_of_a_series(one: str, other: str) -> bool:
    """Whether two titles have different numbers at the same place."""
    numbers, others = _NUMBER.findall(one), _NUMBER.findall(other)
    return any(number != different for number, different in zip(numbers, others, strict=False))


def _of_different_days(one: Article, other: Article) -> bool:
    length = min(len(one.date), len(other.date), _DAY)
    return one.date[:length] != other.date[:length]


def _of_different_authors(one: Article, other: Article) -> bool:
    authors, others = (set(filter(None, article.author.lower().split(BETWEEN))) for article in (one, other))
    return bool(authors) and bool(others) and authors.isdisjoint(others)


def _paragraphs(article: Article) -> list[str]:
    return [line.strip() for line in article.text.splitlines() if line.strip()]


def _whole(parts: Sequence[Article]) -> Article:
    """Join several pages into one article, without text that a later page repeats."""
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
