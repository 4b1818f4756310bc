"""Alternation counts for sets of pages with known markup.

After Daisuke Ikeda, Yasuhiro Yamada, Sachio Hirokawa 2001; `alternation_counts.py` cites the paper and has its method. In a parsed page,
unlike in a plain string, it is known which characters are markup and where each page ends. Four changes:

- Markup is never content. Alternations are counted between one visible character and the next, as if there were no markup;
    n-grams still include it, because tags distinguish a word in a menu from the same word in an article.
- The frequency of an n-gram is the number of pages it occurs in, and an n-gram of a single page is never frequent: what an article repeats
    (a refrain, a listing) is not template, and the search ends with everything useless only if everything is shared.
- The search starts at n = 12: n-grams of a few characters are in all pages, and mean nothing when pages are counted.
- There are two searches, from few frequent n-grams and from many, because with few pages most n-grams are template, with many pages few
    are, and the search only goes up. The one that ends with fewer alternations wins.

Page sources with their markup reduced to tag names and classes, for string methods on pages that were not parsed.

Of a tag, its name and class stay, as in `page_source`; other attributes, comments, and elements that are not shown as text (scripts,
styles, the head) are removed. Texts stay unchanged, so that results for their characters hold for the source's.

Markup is found without a parser, in one pass: a tag ends with the first '>', an element that is not shown with its first end tag. Markup
without an end is text, as in the paper.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sitelode_lab.strings.alternation_counts import AlternationCounts, Division, RangeString, search
from sitelode_lab.strings.ngram_coverage import Marks, NgramKind, SharedNgrams
from sitelode_lab.strings.suffix_array import SuffixArray

_TAG = re.compile(r"<(?:(/?[A-Za-z][^\s/>]*+)|[/!?])[^>]*+(?:>|\Z)")
_CLASS = re.compile(r"""\sclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_NOT_SHOWN = {
    name: re.compile(rf"</{name}\s*>", re.IGNORECASE)
    for name in ("script", "style", "noscript", "template", "svg", "head", "textarea", "select")
}
_COMMENT, _COMMENT_END = "<!--", "-->"
_BLANK = re.compile(r"\s*")


class _Markup(NamedTuple):
    start: int
    end: int
    kept: str


@dataclass(frozen=True, slots=True)
class ReducedMarkup:
    text: str
    visible: Marks  # one mark per character of `text`: not markup
    shown: Marks  # the same for the source; as many characters, in the same order
    blank: Marks  # for each text of the source, a run of `shown`: only white space

    def on_source(self, range_: RangeString) -> RangeString:
        """Turn the range string of `text` into one of the source: markup is useless."""
        useful = np.zeros(len(self.shown), np.bool_)
        useful[self.shown] = range_[self.visible]
        return useful

    def whole_texts(self, useful: RangeString) -> RangeString:
        """The content of the source, including tags: from the first to the last of a run of useful texts.

        Takes a range string of the source. A text is useful if more than half of its characters are; blank texts do not count.
        """
        edges = np.flatnonzero(np.diff(self.shown.astype(np.int8), prepend=0, append=0))
        first, last = edges[0::2][~self.blank], edges[1::2][~self.blank]
        running = np.append(0, np.cumsum(useful & self.shown))
        chosen = 2 * (running[last] - running[first]) > last - first
        together = chosen[1:] & chosen[:-1]
        begins, ends = np.append(first[chosen], last[:-1][together]), np.append(last[chosen], first[1:][together])
        size = len(self.shown) + 1
        region: RangeString = np.cumsum(np.bincount(begins, minlength=size) - np.bincount(ends, minlength=size))[:-1] > 0
        return region


def reduce_markup(source: str) -> ReducedMarkup:
    """White space is not changed: collapse it first."""
    kept: list[str] = []
    visible: list[tuple[int, bool]] = []
    shown, blank = np.ones(len(source), np.bool_), []
    at = 0
    for markup in (*_markup(source), _Markup(len(source), len(source), "")):
        if at < markup.start:
            kept.append(source[at : markup.start])
            visible.append((markup.start - at, True))
            blank.append(_BLANK.fullmatch(source, at, markup.start) is not None)
        kept.append(markup.kept)
        visible.append((len(markup.kept), False))
        shown[markup.start : markup.end] = False
        at = markup.end
    marks = np.repeat(np.array([mark for _, mark in visible], np.bool_), np.array([length for length, _ in visible]))
    return ReducedMarkup("".join(kept), marks, shown, np.array(blank, np.bool_))


def _markup(source: str) -> Iterator[_Markup]:
    """In order, up to the last '>': after that nothing is searched for, so that unclosed tags cost no second pass."""
    behind, endless = source.rfind(">") + 1, set[str]()
    at = 0
    while (tag := _TAG.search(source, at, behind)) is not None:
        at = tag.end()
        name = tag[1].lower() if tag[1] else ""
        if source.startswith(_COMMENT, tag.start()) and _COMMENT not in endless:
            end = source.find(_COMMENT_END, tag.start() + len(_COMMENT))
            at = end + len(_COMMENT_END) if end >= 0 else at
            endless |= {_COMMENT} if end < 0 else set()
        elif name in _NOT_SHOWN and name not in endless:
            closing = _NOT_SHOWN[name].search(source, at)
            at = closing.end() if closing else at
            endless |= {name} if closing is None else set()
            name = "" if closing else name
        yield _Markup(tag.start(), at, _reduced(name, tag[0]))


def _reduced(name: str, tag: str) -> str:
    if not name:
        return ""
    given = _CLASS.search(tag)
    return f'<{name} class="{given[1] or given[2] or given[3] or ""}">' if given else f"<{name}>"


@dataclass(frozen=True, slots=True)
class VisibleSettings:
    start_length: int = 12  # measured: the same from 10 to 16
    start_percents: tuple[int, ...] = (1, 50)
    longest: int = 512  # characters
    kind: NgramKind = field(default_factory=SharedNgrams)


VISIBLE = VisibleSettings()


def divide_visible(suffixes: SuffixArray, visible: Sequence[Marks], settings: VisibleSettings = VISIBLE) -> Division:
    """The cut point with the fewest alternations among the ends of the searches; a trivial one only if there is no other.

    `visible` has one column per document, True for characters that are not markup.
    """
    counts = AlternationCounts(suffixes, settings.kind, _one_column(suffixes, visible))
    found = [search(counts, settings.start_length, percent, settings.longest) for percent in settings.start_percents]
    return min([division for division in found if not division.is_trivial] or found[:1], key=lambda division: division.trace[-1].count)


def _one_column(suffixes: SuffixArray, visible: Sequence[Marks]) -> Marks:
    """One column for all positions of the sort; separators are not visible."""
    column = np.zeros(len(suffixes.symbols), np.bool_)
    for start, marks in zip(suffixes.starts[:-1].tolist(), visible, strict=True):
        column[start : start + len(marks)] = marks
    return column
