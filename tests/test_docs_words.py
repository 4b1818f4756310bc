"""The documentation is written in short sentences: their mean length is bounded on every page."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
MOST_WORDS = 18  # a sentence, in the mean
STILL_DENSE: dict[str, int] = {}
LEFT_OUT = re.compile(r"^```.*?^```|<!--.*?-->|\$\$.*?\$\$", re.DOTALL | re.MULTILINE)
BLOCKS = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )")
ENDS = re.compile(r"(?<=[.!?:])[\"”)*_]*\s+(?=[A-Z0-9`*“\"(\[])")


def sentences(text):
    """The words of every sentence; tables, headings and code are none, a piece of code in a sentence is one word."""
    for block in BLOCKS.split(LEFT_OUT.sub("", text)):
        plain = re.sub(r"^(?:[-*]|\d+\.)\s+", "", block.strip())
        if not plain.startswith(("#", "|", "!", "<", ":::")):
            plain = re.sub(r"`[^`]*`", "Code", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", plain))
            yield from (words for each in ENDS.split(" ".join(plain.split())) if len(words := re.findall(r"[\w’'.-]*\w", each)) > 2)


def test_sentences_are_counted():
    text = "# A head\n\nOne two three. `a b` is four words: See [this one](x.md) now.\n\n- an item of five\n\n| a | table |\n"

    assert [len(words) for words in sentences(text)] == [3, 4, 4, 4]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_sentences_are_short(path):
    counts = [len(words) for words in sentences(path.read_text(encoding="utf-8"))]

    assert sum(counts) <= STILL_DENSE.get(path.name, MOST_WORDS) * len(counts)
