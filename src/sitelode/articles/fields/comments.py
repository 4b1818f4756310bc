"""Find readers' comments: blocks of one kind after the body, each with its own date, name and text.

A block is found by its date: it is the largest element after the body with no other date in it. Blocks at one place are comments if their
texts are not links (teasers are), differ from page to page (boxes of recent comments do not), and if some page has at least two
of them.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np

from sitelode.articles.fields.dates import LEAST_DIGITS, DateForms
from sitelode.articles.fields.page_view import LONGEST_DATE, PageView
from sitelode.articles.fields.regions import shown_date
from sitelode.html.vocabulary import BLOCK_TAGS, HEADING_TAGS, TAG_NUMBER, tag_flags
from sitelode.json_data import JsonData
from sitelode.model import Comment
from sitelode.paths.place_finder import PlaceFinder
from sitelode.text.segments import UNREAD_TAGS
from sitelode.urls import resolve, same_site

# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
MOST_COMMENTS: Final = 500  # on one page
HIGHEST: Final = 7  # steps from a date to its block
LONGEST_BLOCK: Final = 20_000  # bytes
LEAST_TEXT: Final = 15  # characters of a comment, on average
LONG_ANCHOR: Final = 25  # characters; a link of this length is a title
LABEL_SHARE: Final = 0.7  # of the blocks; a text in more of them is a label: "Reply"
LONGEST_NAME: Final = 40  # characters
LONGEST_CLOCK: Final = 20  # characters of a text that is a time of day
_DIGIT = re.compile(r"\d")
_DATE_DIGITS = re.compile(r"\d\D*\d\D*\d\D*\d")
_TIME = re.compile(r"\d:\d\d")
_UNREAD = tag_flags(UNREAD_TAGS).data  # single flags are read several times faster than from an array
_TITLES = tag_flags(frozenset(HEADING_TAGS[:3]))
_TIME_TAG, _LINK = TAG_NUMBER["time"], TAG_NUMBER["a"]

Blocks = dict[str, list[tuple[PageView, int]]]  # by place


@dataclass(frozen=True, slots=True)
class CommentRule(JsonData):
    """Where the pages of a layout have comments. Plain data."""

    places: tuple[str, ...] = ()
    labels: frozenset[str] = frozenset()  # recurring texts in the blocks that are not written by readers

    @classmethod
    def learn(cls, views: Sequence[PageView], forms: DateForms) -> "CommentRule":
        several: set[str] = set()
        dated: dict[bytes, bool] = {}  # cached: the same texts are on many pages
        for view in views:
            found = Counter(view.place(row) for row in _blocks_by_date(view, forms, dated))
            several.update(place for place, count in found.items() if count > 1)
        blocks = _at_places(views, several)
        kept = {place: each for place, each in blocks.items() if _are_comments(each)}
        every = [(view, row) for each in kept.values() for view, row in each]
        texts = Counter(text for view, row in every for text in {view.words(node) for node in _texts(view, row)})
        labels = frozenset(text for text, count in texts.items() if count > max(1, LABEL_SHARE * len(every)))
        return cls(tuple(sorted(kept)), labels)

    def read(self, view: PageView, forms: DateForms) -> tuple[Comment, ...]:
        """The comments of a page, in order."""
        if not self.places:
            return ()
        rows = sorted({row for place in self.places for row in _after_body(view, view.elements_at(place))})[:MOST_COMMENTS]
        read = (self._comment(view, row, rows, forms) for row in rows)
        return tuple(comment for comment in read if comment.text)

    def _comment(self, view: PageView, row: int, blocks: Sequence[int], forms: DateForms) -> Comment:
        end = int(view.page.columns.end[row])
        nodes = _texts(view, row)
        if inner := [(other, int(view.page.columns.end[other])) for other in blocks if row < other < end]:
            nodes = [node for node in nodes if not any(begin < node < stop for begin, stop in inner)]
        date = name = ""
        rest: list[int] = []
        for node in nodes:
            words = view.words(node)
            moment = "" if date or len(words) > LONGEST_DATE else shown_date(view, node, forms)
            if moment:
                date = moment
            elif self._is_nobodys(words) or not (name or rest or any(map(str.isalpha, words))):
                continue  # a text without letters before the name is a rating
            elif not name and not rest and len(words) <= LONGEST_NAME and node != nodes[-1]:
                name = words.rstrip(":")
            else:
                rest.append(node)
        return Comment(name, date, _joined(view, rest))

    def _is_nobodys(self, words: str) -> bool:
        """Whether a text of a block is not written by a reader: a label, a sign, a time of day."""
        if not any(map(str.isalnum, words)) or (len(words) <= LONGEST_CLOCK and _TIME.search(words)):
            return True
        return words in self.labels


def _dates_after_body(view: PageView, forms: DateForms, dated: dict[bytes, bool]) -> Iterator[int]:
    """The texts after the body that show a date. Only those with enough digits, or in an element that may state one, are read."""
    columns, (rows, digits) = view.page.columns, view.texts_after_body
    around = columns.parent[rows]
    stated = view.may_state_date[around]
    chosen = (digits >= LEAST_DIGITS) | (stated & ((digits > 0) | (columns.tag[around] == _TIME_TAG)))
    rows = rows[chosen]
    spans = columns.text_start[rows].tolist(), columns.text_end[rows].tolist()
    for row, start, end, is_stated in zip(rows.tolist(), *spans, stated[chosen].tolist(), strict=True):
        if is_stated:
            is_line = view.page.tags[view.page.parents[row]] == _TIME_TAG or _DIGIT.search(view.words(row))
            if is_line and shown_date(view, row, forms):
                yield row
            continue
        raw = columns.text[start:end]
        known = dated.get(raw)
        if known is None:
            known = dated[raw] = bool(shown_date(view, row, forms))
        if known:
            yield row


def _blocks_by_date(view: PageView, forms: DateForms, dated: dict[bytes, bool]) -> Iterator[int]:
    """For every date after the body, the largest element with no other date."""
    dates = list(islice(_dates_after_body(view, forms, dated), MOST_COMMENTS))
    page, end = view.page, view.body_span[1]
    ends, text_starts, text_ends = page.columns.end.data, page.text_starts, page.text_ends
    for place, row in enumerate(dates):
        before = dates[place - 1] if place else -1
        after = dates[place + 1] if place + 1 < len(dates) else len(page)
        block = -1
        for each in view.page.ancestors(row, HIGHEST):
            if each <= before or ends[each] > after or text_starts[each] < end:
                break
            if text_ends[each] - text_starts[each] <= LONGEST_BLOCK:
                block = each
        if block >= 0:
            yield block


def _at_places(views: Sequence[PageView], places: Iterable[str]) -> Blocks:
    """The elements after the body at each of the given places."""
    blocks: Blocks = defaultdict(list)
    wanted = sorted(places)
    if wanted:
        finder = PlaceFinder(wanted, views[0].names, views[0].steps)
        for view in views:
            for place, rows in finder.find(view.page).items():
                blocks[place] += [(view, row) for row in _after_body(view, rows)]
    return blocks


def _after_body(view: PageView, elements: Sequence[int]) -> list[int]:
    if not elements:
        return []
    columns = view.page.columns
    rows = np.array(elements, dtype=np.int32)
    start = columns.text_start[rows]
    found: list[int] = rows[(start >= view.body_span[1]) & (columns.text_end[rows] > start)].tolist()
    return found


def _texts(view: PageView, row: int) -> list[int]:
    """The visible text nodes of a block."""
    tags, parents, rows = view.page.tags, view.page.parents, view.page.text_rows.data
    first = bisect_left(rows, row)
    nodes = rows[first : bisect_left(rows, view.page.columns.end.item(row), first)]
    return [node for node in nodes if not _UNREAD[tags[parents[node]]] and view.words(node)]


def _joined(view: PageView, nodes: Sequence[int]) -> str:
    """The text of some nodes, one line per block element."""
    lines: dict[int, list[str]] = defaultdict(list)
    for node in nodes:
        block = next((row for row in view.page.ancestors(node, HIGHEST) if view.page.tag_name(row) in BLOCK_TAGS), -1)
        lines[block].append(view.page.text(node))
    return "\n".join(" ".join("".join(parts).split()) for parts in lines.values())


def _are_comments(blocks: Sequence[tuple[PageView, int]]) -> bool:
    """Whether blocks at one place are written by readers."""
    if len(blocks) < 2:  # noqa: PLR2004 (what repeats stands twice)
        return False
    most = int(0.3 * len(blocks))  # a comment may quote a title now and then
    teasers = (True for view, row in blocks if _is_teaser(view, row))
    if len(list(islice(teasers, most + 1))) > most:
        return False
    texts = {view.words(row) for view, row in blocks}
    if len(texts) < 0.8 * len(blocks):  # nearly all texts must be different
        return False
    longest = sum(max((len(view.words(node)) for node in _texts(view, row)), default=0) for view, row in blocks)
    return longest >= LEAST_TEXT * len(blocks)


def _is_teaser(view: PageView, row: int) -> bool:
    """Whether a block is a teaser of another page: it has a long link to it that is not a date, or a heading."""
    tags = view.page.columns.tag[row : int(view.page.columns.end[row])]
    if _TITLES[tags].any():
        return True
    for each in (row + np.flatnonzero(tags == _LINK)).tolist():
        if len(view.words(each)) >= LONG_ANCHOR and not _DATE_DIGITS.search(view.words(each)):
            target = resolve(view.page.url, view.page.attribute(each, "href") or "#") or view.page.url
            if target != view.page.url and same_site(target, view.page.url):
                return True
    return False
