"""Find the characters of a page's source that are its headline and body: the correct strings for measuring string methods.

The corpora give a body as text, without positions. Its tokens are aligned with the visible tokens of the source (outside tags, comments,
scripts, styles, the head; entities decoded), by longest common blocks of at least three tokens. This gives two correct strings:

region  as in Ikeda et al. 2001, where everything between two delimiters counts: the aligned tokens and everything between two of them
        that are neighbours in the source: spaces, punctuation, tags, however long.
text    the visible characters of the region only: markup inside the body is not content.

The headline is the last run of visible tokens before the body that equals the page's title; titles in the head do not count, as
in the paper.
"""

import difflib
import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Mask: TypeAlias = NDArray[np.bool_]

SHORTEST_BLOCK = 3  # tokens; shorter matches are words that happen to occur
_HIDDEN = re.compile(
    r"<!--.*?-->|<(script|style|noscript|template|svg|head|textarea|select)\b.*?</\1\s*>|<[a-zA-Z/!?][^>]*>", re.DOTALL | re.IGNORECASE
)
_PIECE = re.compile(r"&(?:#[xX]?[0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);?|[^&]|&", re.DOTALL)
_WORD = re.compile(r"\w+")
_WITHOUT_SPACES = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")


class Token(NamedTuple):
    text: str  # folded
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TrueCharacters:
    region: Mask
    text: Mask
    visible: Mask  # outside tags, comments, scripts and the like
    found: float  # share of the body's tokens that were found in the source


def true_characters(source: str, title: str, body: str) -> TrueCharacters:
    visible = _visible(source)
    tokens = list(_source_tokens(source, visible))
    wanted = [token.text for token in _tokens_of(body, range(len(body)), range(1, len(body) + 1))]
    chosen = _aligned([token.text for token in tokens], wanted)
    found = float(chosen.sum() / len(wanted)) if wanted else 1.0
    headline = [token.text for token in _tokens_of(title, range(len(title)), range(1, len(title) + 1))]
    chosen |= _last_before(tokens, headline, int(chosen.argmax()) if chosen.any() else 0)
    region = np.zeros(len(source), np.bool_)
    for index in np.flatnonzero(chosen).tolist():
        begin = tokens[index - 1].end if index and chosen[index - 1] else tokens[index].start
        region[begin : tokens[index].end] = True
    return TrueCharacters(region, region & visible, visible, found)


def _visible(source: str) -> Mask:
    visible = np.ones(len(source), np.bool_)
    for hidden in _HIDDEN.finditer(source):
        visible[hidden.start() : hidden.end()] = False
    return visible


def _source_tokens(source: str, visible: Mask) -> Iterator[Token]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], visible, [False]]).astype(np.int8)))
    for start, end in edges.reshape(-1, 2).tolist():
        characters, starts, ends = [], [], []
        for piece in _PIECE.finditer(source, start, end):
            for character in html.unescape(piece.group()):
                characters.append(character)
                starts.append(piece.start())
                ends.append(piece.end())
        yield from _tokens_of("".join(characters), starts, ends)


def _tokens_of(text: str, starts: Sequence[int], ends: Sequence[int]) -> Iterator[Token]:
    """Words; scripts without spaces by character. Folded as the measures of article text do."""
    for word in _WORD.finditer(text):
        spans = [(at, at + 1) for at in range(*word.span())] if _WITHOUT_SPACES.search(word.group()) else [word.span()]
        for first, behind in spans:
            folded = unicodedata.normalize("NFKC", text[first:behind]).lower().replace("\u00ad", "").replace("\u200b", "")
            if folded:
                yield Token(folded, starts[first], ends[behind - 1])


def _aligned(tokens: Sequence[str], wanted: Sequence[str]) -> Mask:
    chosen = np.zeros(len(tokens), np.bool_)
    matcher = difflib.SequenceMatcher(None, tokens, wanted, autojunk=False)
    for block in matcher.get_matching_blocks():
        if block.size >= min(SHORTEST_BLOCK, len(wanted)):
            chosen[block.a : block.a + block.size] = True
    return chosen


def _last_before(tokens: Sequence[Token], headline: Sequence[str], limit: int) -> Mask:
    chosen = np.zeros(len(tokens), np.bool_)
    if headline:
        for start in range(limit - len(headline), -1, -1):
            if [token.text for token in tokens[start : start + len(headline)]] == list(headline):
                chosen[start : start + len(headline)] = True
                break
    return chosen
