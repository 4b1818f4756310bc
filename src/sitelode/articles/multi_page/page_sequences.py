"""Find pages that may be parts of one article, by their addresses and the links between them.

The addresses of a sequence differ only in a page number; or its pages call each other next and previous (`rel`), and their addresses
extend the address of the first page. In both cases each page links to the next one and back. `joining.py` then decides by the content of
the pages.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

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


def numbered(url: str) -> list[PageNumber]:
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
        for each in numbered(url):
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
