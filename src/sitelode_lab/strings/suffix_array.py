"""One suffix sort of many strings, with the lengths of common prefixes.

All string methods here (alternation counts, substring amplification, repeats) compute their answers from these two arrays.

Documents are joined with a separator after each. No result ever contains a separator: common prefixes end before it, so no string
crosses two documents, and the order of the documents changes no result.

Positions count characters, not bytes. The sort itself (divsufsort) needs bytes: up to 255 distinct characters are
numbered by rank and sorted directly, one byte each, which covers pages in every script with letters; beyond that the ranks are written
as UTF-8 (again mostly one or two bytes, because ranks are small), and of the sorted suffixes only those that start a character are kept.
Both ways sort by code point.

Memory: see `BYTES_PER_CHARACTER`. If the text exceeds a budget, `sample_within` takes a sample and reports what it left out.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Symbols: TypeAlias = NDArray[np.uint8 | np.uint16 | np.uint32]
Value = TypeVar("Value", bound=np.generic)
Positions: TypeAlias = NDArray[np.int32]
CodePoints: TypeAlias = NDArray[np.uint32]

ONE_BYTE_ALPHABET = 255  # ranks 0..254, and 255 for the separator
LARGEST_TEXT = 2**31 - 2  # positions are 32-bit
# Peak while sorting, per character with its separator share: symbol 1, order 4, the column that becomes the common prefixes in text order
# 4, common prefixes 4. Text of more than 255 distinct characters: symbol 2, bytes about 1.3, order of bytes and their characters about 5.2
# each, order 4, before the last two columns come. `bench/strings.py` measures it.
BYTES_PER_CHARACTER = 13
BYTES_PER_CHARACTER_OF_LARGE_ALPHABETS = 18
_CODE_POINTS = 0x110000


@dataclass(frozen=True, slots=True)
class SuffixArray:
    """All suffixes of all documents in order, separators left out."""

    symbols: Symbols  # rank of each character in `alphabet`, documents one after the other, a separator after each
    alphabet: CodePoints  # ascending
    order: Positions  # where the sorted suffixes start
    lcp: Positions  # characters that a suffix shares with the one before it; 0 for the first
    starts: NDArray[np.int64]  # where each document starts, and the end of the last one
    members: NDArray[np.int64]  # the documents whose suffixes are here, ascending

    @property
    def separator(self) -> int:
        return len(self.alphabet)

    @property
    def documents(self) -> int:
        return len(self.starts) - 1

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Of all documents, in characters."""
        return np.diff(self.starts) - 1

    def document_of(self, positions: Positions) -> NDArray[np.int64]:
        return np.searchsorted(self.starts, positions, side="right") - 1

    def text_at(self, position: int, length: int) -> str:
        codes = self.alphabet[self.symbols[position : position + length]]
        return codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")

    def per_document(self, column: NDArray[Value]) -> list[NDArray[Value]]:
        """A column with one value per position, cut into one view per document, without the separators."""
        return [column[start : end - 1] for start, end in pairwise(self.starts.tolist())]

    def only(self, documents: Iterable[int]) -> "SuffixArray":
        """The same positions, but only the suffixes of some documents, as if the others were empty. Linear, no new sort."""
        keep = np.zeros(self.documents, np.bool_)
        keep[list(documents)] = True
        kept = np.flatnonzero(keep[self.document_of(self.order)])
        # Neighbours share the minimum between one and the next.
        lcp = np.minimum.reduceat(self.lcp[: kept[-1] + 1], np.append(0, kept[:-1] + 1)) if len(kept) else self.lcp[:0]
        return replace(self, order=self.order[kept], lcp=lcp, members=np.flatnonzero(keep))


@dataclass(frozen=True, slots=True)
class Sample:
    """The documents that are read if not all of them fit."""

    chosen: tuple[int, ...]  # ascending
    documents: int
    characters: int  # of the chosen
    all_characters: int

    @property
    def is_everything(self) -> bool:
        return len(self.chosen) == self.documents

    def __str__(self) -> str:
        return f"{len(self.chosen):,} of {self.documents:,} documents ({self.characters:,} of {self.all_characters:,} characters)"


def sort_suffixes(texts: Sequence[str]) -> SuffixArray:
    """Sort all suffixes of some texts, by code point."""
    # Code points are computed twice, one document at a time: storing them would take more memory than the sort.
    highest = max((int(_code_points(text).max()) for text in texts if text), default=0)
    present = np.zeros(highest + 1, np.bool_)
    for text in texts:
        present[_code_points(text)] = True
    alphabet = np.flatnonzero(present).astype(np.uint32)
    rank = np.zeros(highest + 1, _symbol_type(len(alphabet)))
    rank[alphabet] = np.arange(len(alphabet))
    return _sorted((rank[_code_points(text)] for text in texts), [len(text) for text in texts], alphabet)


def sort_sequences(sequences: Sequence[NDArray[np.integer]]) -> SuffixArray:
    """The same for sequences of numbers from 0 to 2**32 - 1, such as tokens; `alphabet` then holds the numbers."""
    every = np.concatenate([np.asarray(sequence, np.uint32) for sequence in sequences]) if sequences else np.empty(0, np.uint32)
    alphabet = np.unique(every)
    rank: Symbols = np.arange(len(alphabet), dtype=_symbol_type(len(alphabet)))
    ranked = (rank[np.searchsorted(alphabet, np.asarray(sequence, np.uint32))] for sequence in sequences)
    return _sorted(ranked, [len(sequence) for sequence in sequences], alphabet)


def sample_within(texts: Sequence[str], budget_bytes: int, bytes_per_character: int = BYTES_PER_CHARACTER) -> Sample:
    """Choose documents whose sort stays within a memory budget; at least one, so that there is an answer.

    The choice depends on a hash of the text, so it is the same in every run and for every order of the documents.
    """
    sizes = [len(text) + 1 for text in texts]
    most = max(budget_bytes, 0) // bytes_per_character
    if sum(sizes) <= most:
        return Sample(tuple(range(len(texts))), len(texts), sum(sizes), sum(sizes))
    by_hash = sorted(range(len(texts)), key=lambda index: (_digest(texts[index]), index))
    chosen, characters = by_hash[:1], sizes[by_hash[0]]
    for index in by_hash[1:]:
        if characters + sizes[index] <= most:
            chosen.append(index)
            characters += sizes[index]
    return Sample(tuple(sorted(chosen)), len(texts), characters, sum(sizes))


def _code_points(text: str) -> NDArray[np.uint8] | CodePoints:
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def _symbol_type(alphabet_size: int) -> type[np.uint8 | np.uint16 | np.uint32]:
    if alphabet_size <= ONE_BYTE_ALPHABET:
        return np.uint8
    return np.uint16 if alphabet_size < 2**16 else np.uint32


def _sorted(documents: Iterable[Symbols], lengths: Sequence[int], alphabet: CodePoints) -> SuffixArray:
    starts = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(np.array(lengths, np.int64) + 1, out=starts[1:])
    if starts[-1] > LARGEST_TEXT:
        raise ValueError(f"{int(starts[-1]):,} characters are too many for one suffix sort (most: {LARGEST_TEXT:,}); take a sample first")
    symbols = np.full(int(starts[-1]), len(alphabet), _symbol_type(len(alphabet)))
    for start, length, document in zip(starts.tolist(), lengths, documents, strict=False):
        symbols[start : start + length] = document
    everything = _suffix_order(symbols)
    order = everything[: len(symbols) - len(lengths)]  # the separator is the largest symbol, so its suffixes come last
    return SuffixArray(
        symbols, alphabet, order, _common_prefixes(symbols, everything, starts)[: len(order)], starts, np.arange(len(lengths))
    )


def _suffix_order(symbols: Symbols) -> Positions:
    from pydivsufsort import divsufsort  # noqa: PLC0415 (0.2 s: loaded when there is work)

    order: Positions
    if not len(symbols):
        order = np.empty(0, np.int32)
    elif symbols.dtype == np.uint8:
        order = divsufsort(symbols)
    elif symbols.max() < _CODE_POINTS:
        encoded = symbols.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass").encode("utf-8", "surrogatepass")
        starts = (np.frombuffer(encoded, np.uint8) & 0xC0) != 0x80  # noqa: PLR2004 (the mark of bytes within a character)
        byte_order = divsufsort(encoded)
        order = (np.cumsum(starts, dtype=np.int32) - np.int32(1))[byte_order[starts[byte_order]]]
    else:
        raise ValueError(f"more than {_CODE_POINTS:,} distinct symbols cannot be sorted")
    return order


def _common_prefixes(symbols: Symbols, order: Positions, starts: NDArray[np.int64]) -> Positions:
    """The number of symbols each suffix shares with the one sorted before it (Kasai et al. 2001), which end before a separator."""
    from pydivsufsort import kasai  # noqa: PLC0415 (as above)

    if not len(order):
        return order
    to_the_end = np.repeat(starts[1:].astype(np.int32) - 1, np.diff(starts)) - np.arange(len(symbols), dtype=np.int32)
    shared: Positions = np.minimum(np.roll(kasai(symbols, order), 1), to_the_end[order])
    shared[0] = 0
    return shared


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
