"""Find the pair of strings around each record of some documents, from the borders of their useless parts.

SCOOP: Yasuhiro Yamada, Daisuke Ikeda, Sachio Hirokawa: "SCOOP: A Record Extractor without Knowledge on Input", Discovery Science 2001,
as summarised in the conclusion of the paper on alternation counts (see `alternation_counts`): a left delimiter ends with '>' and a right
one starts with '<'; they are searched only near the boundaries of parts that are not useless; the most frequent pair wins, if it is
unique in each record.

Decided, as the summary does not say: near means one n-gram to either side, because a useless part ends where its last n-gram does. A
delimiter is one whole tag or a few adjacent ones. A pair is unique if after every left delimiter of the documents a right one
comes before the next left one, so that no record has a second, and if at least half of its records hold such a part: `<a>` and `</a>`
are around all links, most of which are useless. Of equally frequent pairs, the longest wins because it says most about the record.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sitelode_lab.strings.alternation_counts import RangeString

_MOST_TRIED = 1000  # pairs, set by hand, because each is searched for in all documents


@dataclass(frozen=True, slots=True)
class DelimiterSettings:
    near: int  # characters to either side of a boundary; n of the cut point
    opening: str = "<"
    closing: str = ">"
    most_tags: int = 3  # in a delimiter; set by hand
    longest: int = 200  # characters of a delimiter; set by hand


class DelimiterPair(NamedTuple):
    left: str
    right: str
    parts: int  # number of parts between the two that are not useless

    def records(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of the text between the delimiters."""
        at = text.find(self.left)
        while at >= 0:
            start = at + len(self.left)
            end = text.find(self.right, start)
            if end < 0:
                return
            yield start, end
            at = text.find(self.left, end)


def find_delimiters(texts: Sequence[str], ranges: Sequence[RangeString], settings: DelimiterSettings) -> DelimiterPair | None:
    """The most frequent pair that is unique in each record; None if no such pair occurs twice."""
    found: Counter[tuple[str, str]] = Counter()
    for text, range_ in zip(texts, ranges, strict=True):
        for part in _parts(range_):
            found.update(_pairs(text, *part, settings))
    ranked = sorted(found.items(), key=lambda item: (-item[1], -len(item[0][0]) - len(item[0][1]), item[0]))
    for (left, right), parts in ranked[:_MOST_TRIED]:
        if parts > 1 and _in_most(texts, left, parts) and all(_is_unique(text, left, right) for text in texts):
            return DelimiterPair(left, right, parts)
    return None


def _parts(range_: RangeString) -> Iterator[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(range_.astype(np.int8), prepend=0, append=0)).tolist()
    return zip(edges[0::2], edges[1::2], strict=True)


def _pairs(text: str, start: int, end: int, settings: DelimiterSettings) -> Iterator[tuple[str, str]]:
    """Pairs of the tags before and after one part."""
    left_end = _nearest(text, settings.closing, start - 1, settings.near) + 1
    right_start = _nearest(text, settings.opening, end, settings.near)
    if 0 < left_end <= right_start:
        rights = list(_rights(text, right_start, settings))
        yield from ((left, right) for left in _lefts(text, left_end, settings) for right in rights)


def _nearest(text: str, character: str, place: int, near: int) -> int:
    """The position of the character nearest to a place; -1 if it is not near."""
    before, behind = text.rfind(character, max(place - near, 0), max(place + 1, 0)), text.find(character, max(place, 0), place + near + 1)
    if before < 0 or behind < 0:
        return max(before, behind)
    return before if place - before <= behind - place else behind


def _lefts(text: str, end: int, settings: DelimiterSettings) -> Iterator[str]:
    """One tag, two, and so on, while they are adjacent, up to this end."""
    start = end
    for _ in range(settings.most_tags):
        start = text.rfind(settings.opening, max(end - settings.longest, 0), start)
        if start < 0:
            return
        yield text[start:end]
        if text[start - 1 : start] != settings.closing:
            return


def _rights(text: str, start: int, settings: DelimiterSettings) -> Iterator[str]:
    end = start
    for _ in range(settings.most_tags):
        end = text.find(settings.closing, end, start + settings.longest) + 1
        if not end:
            return
        yield text[start:end]
        if text[end : end + 1] != settings.opening:
            return


def _in_most(texts: Sequence[str], left: str, parts: int) -> bool:
    return sum(text.count(left) for text in texts) <= 2 * parts


def _is_unique(text: str, left: str, right: str) -> bool:
    at = text.find(left)
    while at >= 0:
        following = text.find(left, at + len(left))
        if text.find(right, at + len(left), following if following >= 0 else len(text)) < 0:
            return False
        at = following
    return True
