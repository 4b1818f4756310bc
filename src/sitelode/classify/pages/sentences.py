"""The sentences of a page, each with the block it stands in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sitelode.classify.reading import PageText
from sitelode.classify.words import words

# A full stop, question or exclamation mark with what closes a quotation, then a space; those of Chinese and Japanese need none.
_END = re.compile(r"(?<=[.!?…؟।])[\"'”’»)\]]*\s+|(?<=[。！？｡])")  # noqa: RUF001 (marks of several scripts)
MOST_SENTENCES = 2_000  # of a page


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    words: tuple[str, ...]
    block: int  # place among the page's blocks
    place: int  # in its block
    of: int  # sentences in its block


def sentences_of(page: PageText) -> list[Sentence]:
    """In the order of the page; at most MOST_SENTENCES."""
    found = (sentence for number, block in enumerate(page.blocks) for sentence in _of_block(number, block.text))
    return [sentence for _, sentence in zip(range(MOST_SENTENCES), found, strict=False)]


def _of_block(number: int, text: str) -> Iterator[Sentence]:
    parts = [(part, found) for part in _END.split(text) if part and (found := words(part))]
    for place, (part, terms) in enumerate(parts):
        yield Sentence(part.strip(), tuple(terms), number, place, len(parts))
