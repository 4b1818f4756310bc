"""A page's source rebuilt from its columns, for the methods that work on strings.

A stored page has no source. The rebuilt one has what string methods need: every tag with its class, every text, in document order,
with white space collapsed. Other attributes, comments, scripts and styles are gone; entities are decoded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES, VOID_TAGS, tag_flags
from sitelode_lab.sampling import sample_of
from sitelode_lab.strings.kernels.page_source import write_source


@dataclass(frozen=True, slots=True)
class PageSource:
    text: str
    first: NDArray[np.int64]  # for each row of the page the start of its own text, in characters
    last: NDArray[np.int64]  # and its end; the same as the start for elements

    @property
    def visible(self) -> NDArray[np.bool_]:
        """One mark per character: text, not markup."""
        edges = np.bincount(self.first, minlength=len(self.text) + 1) - np.bincount(self.last, minlength=len(self.text) + 1)
        marks: NDArray[np.bool_] = np.cumsum(edges)[:-1] > 0
        return marks

    def shares(self, marked: NDArray[np.bool_]) -> NDArray[np.float64]:
        """For each row the share of its text that is marked, given one mark per character of the source; 0 if it has no text."""
        running = np.append(0, np.cumsum(marked))
        length = self.last - self.first
        shares: NDArray[np.float64] = (running[self.last] - running[self.first]) / np.maximum(length, 1)
        return shares


def source_of(page: Page) -> PageSource:
    columns = page.columns
    names, starts = _tag_names(columns.unknown_tags)
    name_of = np.where(columns.tag >= FIRST_UNKNOWN_TAG, columns.tag.astype(np.int32) - FIRST_UNKNOWN_TAG + len(TAG_NAMES), columns.tag)
    buffers = [np.frombuffer(buffer, np.uint8) for buffer in (columns.text, columns.strings)]
    written, first, last = write_source(
        columns.tag, columns.parent, columns.end, columns.text_start, columns.text_end, buffers[0], columns.class_,
        columns.string_start, buffers[1], name_of.astype(np.int32), starts, names, _voids(),
    )  # fmt: skip
    # Positions are counted in characters; all bytes of a character except its first are continuations.
    text = written.tobytes().decode("utf-8", "replace")
    characters = np.append(0, np.cumsum((written & 0xC0) != 0x80))  # noqa: PLR2004 (the mark of continuation bytes)
    return PageSource(text, characters[first], characters[last])


@cache
def _voids() -> NDArray[np.bool_]:
    return tag_flags(VOID_TAGS)


def _tag_names(unknown: tuple[str, ...]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    encoded = [name.encode("utf-8", "replace") for name in (*TAG_NAMES, *unknown)]
    starts = np.cumsum([0, *map(len, encoded)])
    return np.frombuffer(b"".join(encoded), np.uint8), starts


def sources_within(pages: Sequence[Page], most_characters: int, most_pages: int = 400) -> list[str]:
    """Sources of a sample of pages up to a total size; at least one if there is a page."""
    return [source.text for source in page_sources_within(pages, most_characters, most_pages)]


def page_sources_within(pages: Sequence[Page], most_characters: int, most_pages: int = 400) -> list[PageSource]:
    """The same with the positions of the texts."""
    sources: list[PageSource] = []
    room = most_characters
    for page in sample_of(pages, most_pages):
        source = source_of(page)
        room -= len(source.text)
        if room < 0 and sources:
            break
        sources.append(source)
    return sources
