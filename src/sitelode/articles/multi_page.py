"""Find pages that may be parts of one article, and join the articles that a site divides over several pages.

The addresses of a sequence differ only in a page number; or its pages call each other next and previous (`rel`), and their addresses
extend the address of the first page. In both cases each page links to the next one and back.

Pages of a sequence are joined if their titles are the same. If titles differ in a number, it may be a page number or the number of a piece
in a series: it counts as a page number only if the pages link to each other by bare numbers. Pages with different days or authors are not
joined, nor are pages that repeat each other: pages of comments show the same article again. The first page gives title and fields, the
others their text. A page that shows all parts at once adds nothing.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Final

from sitelode.articles.fields.rules import BETWEEN
from sitelode.articles.fields.title_words import likeness
from sitelode.model import Article
from sitelode.page_kinds.addresses import beginnings, goes_on_from, has_path, stem_of

MOST_PAGES: Final = 200  # pages of one article; a bound
# A number that can be a page number: a whole path segment, the end of one, or the value of a parameter.
_PAGE_NUMBER = re.compile(r"(?<=[/=_,-])(\d{1,3})(?=/?$|\.\w{2,5}$|[&#])|(?<=[a-z])(\d{1,3})(?=\.\w{2,5}$|/?$)")
_SEPARATORS = "/=_,-?&"
_INTRODUCTION = re.compile(r"[/?&_,-][a-z]{1,6}$")
_LAST_WORD = re.compile(r"(?<![^\W_])[^\W_]++$")  # from its first letter: not tried again from every other one
_FIRST_NUMBERS: Final = "10"  # numbers by which links may call the first page, even if its address has none

Links = Callable[[str], Mapping[str, Collection[str]]]
"""For the address of a page, the addresses it links to, each with the texts of its links."""

Steps = Callable[[str], tuple[Collection[str], Collection[str]]]
"""For the address of a page, the addresses it declares as next, and those it declares as previous."""


@dataclass(frozen=True, slots=True)
class PageSequence:
    """Addresses that may be the pages of one article, in order."""

    pages: tuple[str, ...]
    counted: bool = False  # each page is linked from the one before by its bare number
    wholes: tuple[str, ...] = ()  # addresses of pages that may show the whole article


@dataclass(frozen=True, slots=True)
class PageNumber:
    """An address as a member of a numbered sequence."""

    pattern: str  # the address with "|" in place of the number
    number: int


def page_numbers(url: str) -> list[PageNumber]:
    """Every way to read an address as a numbered page."""
    return [PageNumber(f"{url[: match.start()]}|{url[match.end() :]}", int(match.group())) for match in _PAGE_NUMBER.finditer(url)]


def find_page_sequences(urls: Iterable[str], links: Links, steps: Steps) -> list[PageSequence]:
    """The sequences among the addresses of a site; no address is in two of them."""
    known = dict.fromkeys(urls)
    found: list[PageSequence] = []
    taken: set[str] = set()
    for sequence in (*_numbered_sequences(known, links), *_linked_sequences(known, links, steps)):
        if not taken.intersection(sequence.pages):
            found.append(sequence)
            taken.update(sequence.pages)
    every = [_with_whole_pages(sequence, known, links) for sequence in found]
    return [sequence if not taken.intersection(sequence.wholes) else PageSequence(sequence.pages, sequence.counted) for sequence in every]


def _numbered_sequences(known: Mapping[str, None], links: Links) -> Iterable[PageSequence]:
    by_pattern: dict[str, dict[int, str]] = {}
    for url in known:
        for each in page_numbers(url):
            by_pattern.setdefault(each.pattern, {}).setdefault(each.number, url)
    for pattern, pages in sorted(by_pattern.items()):
        first = next((url for url in unnumbered(pattern) if url in known), pages.get(1))
        chain = [] if first is None or len(pages) > MOST_PAGES else _chain(first, pattern, pages, links)
        if len(chain) > 1:
            counted = all(_is_bare(links(one)[other], number) for number, (one, other) in enumerate(pairwise(chain), 2))
            yield PageSequence(tuple(chain), counted)


def _chain(first: str, pattern: str, pages: Mapping[int, str], links: Links) -> list[str]:
    chain = [first]
    ways_back = {first, *(pattern.replace("|", number) for number in _FIRST_NUMBERS)}
    number = 2
    while number in pages and pages[number] != first and pages[number] in links(chain[-1]):
        if ways_back.isdisjoint(links(pages[number])) and chain[-1] not in links(pages[number]):
            break
        chain.append(pages[number])
        number += 1
    return chain


def _is_bare(anchors: Collection[str], number: int) -> bool:
    """Whether one of the links has the number as its whole text."""
    return any("".join(filter(str.isalnum, anchor)) == str(number) for anchor in anchors)


def _linked_sequences(known: Mapping[str, None], links: Links, steps: Steps) -> Iterable[PageSequence]:
    """Addresses that extend another known address, followed from page to page."""
    by_stem = {stem_of(url): url for url in known if has_path(url)}
    parts: dict[str, set[str]] = {}
    for url in known:
        for cut in beginnings(url):
            if cut in by_stem and by_stem[cut] != url:
                parts.setdefault(by_stem[cut], set()).add(url)
    for first, others in sorted(parts.items()):
        chain = [first]
        while len(chain) < MOST_PAGES and (following := _following(chain[-1], others - set(chain), links, steps)) is not None:
            chain.append(following)
        if len(chain) > 1:
            yield PageSequence(tuple(chain))


def _following(page: str, others: Collection[str], links: Links, steps: Steps) -> str | None:
    linked = sorted(other for other in links(page) if other in others and near(page, other) and page in links(other))
    return next((other for other in linked if other in steps(page)[0] or page in steps(other)[1]), None)


def _with_whole_pages(sequence: PageSequence, known: Mapping[str, None], links: Links) -> PageSequence:
    first = sequence.pages[0]
    shown = set.intersection(*(set(links(page)) for page in sequence.pages)) - set(sequence.pages)
    return PageSequence(sequence.pages, sequence.counted, tuple(sorted(url for url in shown if url in known and goes_on_from(url, first))))


def unnumbered(pattern: str) -> tuple[str, ...]:
    """The addresses that the first page of a sequence may have: without the number, and without the word before it."""
    before, _, after = pattern.partition("|")
    after = after.removeprefix("&")
    bare = before.rstrip(_SEPARATORS)
    stems = (before if before.endswith(("?", "&")) else bare, _INTRODUCTION.sub("", bare).rstrip(_SEPARATORS))
    endings = (after, "/" + after.lstrip("/"), "?" + after) if after else ("", "/")
    # The front page is not the first page of an article: "/node/7" does not extend "/".
    return tuple(dict.fromkeys(stem + ending for stem in stems for ending in endings if "/" in stem.rpartition("://")[2]))


def near(one: str, other: str) -> bool:
    """Whether two addresses may be parts without numbers: one extends the other, or they differ in the last word."""
    if goes_on_from(one, other) or goes_on_from(other, one):
        return True
    begun = _LAST_WORD.sub("", stem_of(one))
    return begun == _LAST_WORD.sub("", stem_of(other)) and has_path(begun) and not begun.endswith("/")


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
