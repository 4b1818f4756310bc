"""Crawler traps: stop at endless calendars, filters in every combination, visit numbers in every link.

Four rules, independent of language:

1. An address that repeats itself (/a/b/a/b/a/b), or has very many directories or parameters, is not requested.
2. A parameter that changes nothing is ignored. This is learnt: on three different paths, two pages whose addresses
   differed only in that parameter were the same, and nowhere were two such pages different. Further addresses that
   differ only in ignored parameters from one already read are left out. (Learning such rules from the pages
   themselves is the idea of Bar-Yossef, Keidar, Schonfeld: "Do not crawl in the DUST", WWW 2007.)
3. An address pattern (`urls.generalise`: without numbers and parameter values) is closed after 25 pages in a row with
   nothing new, and a shape (first directory, number of directories, parameter names) after 200 in a row.
   From the fifth such page on, the pattern waits until everything else is read.
4. The same bytes at three different depths are a maze of relative links: each copy leads to copies below it. From then on, links
   of such a copy that lead deeper than itself are not followed.

New means: text, without numbers, that no earlier page of the same pattern (shape) had. A far-off month of a calendar
has none, nor do the same goods in another order; an article does, even if a list of articles has shown its
text before, so that an archive of any size stays open. With two or more parameters the text must be new to the whole
site: such addresses mostly select among known items. Also new is a link without parameters to an unknown
page of another pattern, unless that pattern is itself close to being closed: lists may consist of pictures alone.

A maze that generates new text without end passes these rules; the limits on pages, depth and time stop it. Constants are set by hand.
"""

import re
from array import array
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from urllib.parse import urlsplit

from sitelode.urls import generalise

MOST_DIRECTORIES = 20
MOST_PARAMETERS = 10
LONGEST_ADDRESS = 2_000  # characters; accepted by servers and browsers of all ages
_LOOP = re.compile(r"((?:/[^/]++){1,3})\1\1(?![^/])")  # one to three directories, three times in a row

PATTERN_STALE_PAGES = 25
SHAPE_STALE_PAGES = 200
DOUBTFUL_STALE_PAGES = 5
LINKS_LOOKED_AT = 100  # on one page
# A path usually names one item, and one new text is enough. Parameters and many directories often only select among
# known items, and a heading that repeats the selection ("Red shoes, size 7") is not new content.
NEW_LETTERS_FOR_A_THING = 10
NEW_LETTERS_FOR_A_CHOICE = 40
DIRECTORIES_OF_A_CHOICE = 3
PARAMETERS_OF_A_CHOICE = 2
DEPTHS_OF_A_MAZE = 3  # numbers of directories under which one body was found
TEXTS_REMEMBERED = 2_000_000  # some 150 MB; then the memory is emptied, and traps get another try

PATHS_THAT_PROVE = 3
VARIANTS_COMPARED = 4  # latest pages of one path
SAME_PAGE_LACKS_AT_MOST = 0.1  # of the other's texts

_WHOLE_SITE = ""


def malformed(url: str) -> str | None:
    """Why an address cannot lead to a page of its own; None if there is no reason."""
    if len(url) > LONGEST_ADDRESS:
        return "address too long"
    parts = urlsplit(url)
    directories = _directories(url)
    if len(directories) > MOST_DIRECTORIES:
        return "too many directories"
    if len(_parameters(parts.query)) > MOST_PARAMETERS:
        return "too many parameters"
    return "repeating path" if _LOOP.search("/" + "/".join(directories)) else None


@dataclass(slots=True)
class TrapGuard:
    """Learns from every page that was read, and judges the addresses to be read next."""

    _seen: set[int] = field(default_factory=set)  # hashes of texts, each combined with where it was seen: pattern, shape, site
    _stale_run: dict[str, int] = field(default_factory=dict)  # pattern or shape -> pages in a row with nothing new
    _depths: dict[bytes, set[int]] = field(default_factory=dict)  # digest of a body -> numbers of directories it was found under
    _parameters: "ParameterLore" = field(default_factory=lambda: ParameterLore())  # noqa: PLW0108 - defined below

    def learn(self, url: str, texts: dict[int, int], new_links: Sequence[str] = ()) -> None:
        """Learn from a page: its texts (hash -> letters), and its links to new addresses."""
        self._parameters.learn(url, texts)
        if len(self._seen) > TEXTS_REMEMBERED:
            self._seen.clear()
        pattern, shape = generalise(url), _shape(url)
        # A pattern that no other address can match is left out: there is nothing to close.
        general = () if pattern == url.partition("://")[2].removeprefix("www.") else (pattern,)
        letters = {key: self._remember(key, texts) for key in (_WHOLE_SITE, shape, *general)}
        if len(_parameters(urlsplit(url).query)) >= PARAMETERS_OF_A_CHOICE:
            letters = dict.fromkeys(letters, letters[_WHOLE_SITE])
        leads_on = self._leads_on(pattern, new_links)
        # Directories that are selections lead to more of them without end: only links out of the first directory count.
        leads_out = leads_on and self._leads_on(pattern, [link for link in new_links if _directories(link)[:1] != _directories(url)[:1]])
        self._note(shape, has_news=leads_out or letters[shape] >= _letters_for_shape(url))
        if pattern in letters:
            self._note(pattern, has_news=leads_on or letters[pattern] >= _letters_for_pattern(url))

    def without_copies_below(self, url: str, body: bytes, links: Sequence[str]) -> tuple[list[str], list[str]]:
        """The links of a page to follow; and those that only lead to more copies of it, at deeper paths."""
        depth = len(_directories(url))
        depths = self._depths.setdefault(blake2b(body, digest_size=8).digest(), {depth})
        depths.add(depth)
        if len(depths) < DEPTHS_OF_A_MAZE:
            return list(links), []
        deeper = [link for link in links if len(_directories(link)) > depth]
        return [link for link in links if len(_directories(link)) <= depth], deeper

    def refusal(self, url: str) -> str | None:
        """Why an address should not be requested now; None if it should."""
        if self._parameters.leads_to_a_known_page(url):
            return "same page under other parameters"
        if self._stale_run.get(generalise(url), 0) >= PATTERN_STALE_PAGES or self._stale_run.get(_shape(url), 0) >= SHAPE_STALE_PAGES:
            return "pattern brings nothing new"
        return None

    def is_doubtful(self, url: str) -> bool:
        return self._stale_run.get(generalise(url), 0) >= DOUBTFUL_STALE_PAGES

    @property
    def closed_patterns(self) -> list[str]:
        limits = ((key, SHAPE_STALE_PAGES if key.startswith("/") else PATTERN_STALE_PAGES) for key in self._stale_run)
        return sorted(key for key, limit in limits if self._stale_run[key] >= limit)

    @property
    def ignored_parameters(self) -> list[str]:
        return sorted(self._parameters.ignored)

    def _remember(self, key: str, texts: dict[int, int]) -> int:
        """Count the letters that earlier pages with this key did not have."""
        marked = {hash((key, text)): letters for text, letters in texts.items()}
        new_letters = sum(letters for mark, letters in marked.items() if mark not in self._seen)
        self._seen.update(marked)
        return new_letters

    def _note(self, key: str, *, has_news: bool) -> None:
        if has_news:
            self._stale_run.pop(key, None)
        else:
            self._stale_run[key] = self._stale_run.get(key, 0) + 1

    def _leads_on(self, pattern: str, new_links: Sequence[str]) -> bool:
        plain = [link for link in new_links if "?" not in link][:LINKS_LOOKED_AT]
        others = {generalise(link) for link in plain} - {pattern}
        return any(self._stale_run.get(other, 0) < DOUBTFUL_STALE_PAGES for other in others)


@dataclass(slots=True)
class ParameterLore:
    """Learns which parameters change a page, and which do not."""

    ignored: set[str] = field(default_factory=set)
    _proofs: dict[str, set[str]] = field(default_factory=dict)  # parameter -> paths on which it changed nothing
    _matters: set[str] = field(default_factory=set)
    _variants: "dict[str, deque[tuple[frozenset[str], array[int]]]]" = field(default_factory=dict)  # path -> its pages: parameters, texts
    _read: set[str] = field(default_factory=set)  # addresses of pages, as read
    _known: set[str] = field(default_factory=set)  # the same without ignored parameters

    def learn(self, url: str, texts: dict[int, int]) -> None:
        self._read.add(url)
        self._known.add(self._without_ignored(url))
        parts = urlsplit(url)
        path = f"{parts.netloc}{parts.path}"
        parameters = _parameters(parts.query)
        others = self._variants.setdefault(path, deque(maxlen=VARIANTS_COMPARED))
        for other_parameters, other_texts in others:
            self._compare(path, texts, set(other_texts), {_name(each) for each in parameters ^ other_parameters})
        others.append((parameters, array("Q", texts)))

    def leads_to_a_known_page(self, url: str) -> bool:
        return bool(self.ignored) and "?" in url and url not in self._read and self._without_ignored(url) in self._known

    def _compare(self, path: str, texts: dict[int, int], other: set[int], different: set[str]) -> None:
        letters_of_its_own = sum(letters for text, letters in texts.items() if text not in other)
        if letters_of_its_own >= NEW_LETTERS_FOR_A_CHOICE and len(different) == 1:  # if several differ, any may be the cause
            self._matters |= different
            self._ignore(self.ignored - different)
        elif letters_of_its_own < NEW_LETTERS_FOR_A_THING and texts and len(other - texts.keys()) <= SAME_PAGE_LACKS_AT_MOST * len(other):
            for name in different - self._matters - self.ignored:
                paths = self._proofs.setdefault(name, set())
                paths.add(path)
                if len(paths) >= PATHS_THAT_PROVE:
                    self._ignore(self.ignored | {name})

    def _ignore(self, names: set[str]) -> None:
        if names != self.ignored:
            self.ignored = names
            self._known = {self._without_ignored(url) for url in self._read}

    def _without_ignored(self, url: str) -> str:
        address, _, query = url.partition("?")
        kept = "&".join(each for each in query.split("&") if each and _name(each) not in self.ignored)
        return f"{address}?{kept}" if kept else address


def _letters_for_pattern(url: str) -> int:
    return NEW_LETTERS_FOR_A_CHOICE if "?" in url else NEW_LETTERS_FOR_A_THING


def _letters_for_shape(url: str) -> int:
    return NEW_LETTERS_FOR_A_CHOICE if len(_directories(url)) >= DIRECTORIES_OF_A_CHOICE else _letters_for_pattern(url)


def _shape(url: str) -> str:
    directories = _directories(url)
    first = directories[0] if len(directories) > 1 else "*"
    names = "&".join(sorted({_name(each) for each in _parameters(urlsplit(url).query)}))
    return "/" + "/".join([first, *["*"] * (len(directories) - 1)]) + (f"?{names}" if names else "")


def _directories(url: str) -> list[str]:
    return [each for each in urlsplit(url).path.split("/") if each]


def _parameters(query: str) -> frozenset[str]:
    return frozenset(each for each in query.split("&") if each)


def _name(parameter: str) -> str:
    return parameter.partition("=")[0]
