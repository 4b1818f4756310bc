"""The words that texts begin and end with."""

import re

import pytest

from sitelode.articles.body.evidence import Statements, evidence_of
from sitelode.html.metadata import metadata_of
from sitelode.html.parse import parse
from sitelode.paths.labels import PathLabels


def shown(*lines):
    page = parse("".join(f"<p>{line}</p>" for line in lines).encode(), "https://example.test/", "text/html; charset=utf-8")
    evidence = evidence_of(page, PathLabels.of_pages([page]), Statements.of(metadata_of(page)))
    assert len(evidence.opening) == len(evidence.ending) == len(lines)
    return evidence


def literal(line, *, ending):
    """Up to two words of the first or last text, or four characters of a script without spaces; numbers as one."""
    texts = [text for text in re.split("<[^>]*>", line) if re.search(r"\w", text)]
    if not texts:
        return ()
    words = re.findall("[\u3040-\u9fff]|[^\\W\u3040-\u9fff]+", texts[-1 if ending else 0].lower())
    taken, left = [], 4
    for word in reversed(words) if ending else words:
        if left <= 0:
            break
        taken.append("1" if word.isascii() and word.isdigit() else word)
        left -= 1 if "\u3040" <= word <= "\u9fff" else 2
    return tuple(taken)


LINES = [
    "Read also: <a href='/a'>Gulls learn to open the bins</a>",
    "Read also: <a href='/b'>Town clock to stay four minutes fast</a>",
    "READ Also \N{EN DASH} something else",
    "Read more of the same",
    "By <a href='/x'>Ann Author</a>",
    "By <em>Max Writer</em>",
    "12 comments",
    "7 comments",
    "Of 12 comments none was kind, and 7 comments",
    "\u95a2\u9023\u8a18\u4e8b\uff1a\u6e2f\u306e\u6642\u8a08",
    "\u95a2\u9023\u8a18\u4e8b\uff1a\u5e02\u5834\u306e\u6642\u8a08",
    "\u0427\u0438\u0442\u0430\u0439\u0442\u0435 \u0442\u0430\u043a\u0436\u0435: \u043c\u043e\u0441\u0442",
    "* * *",
]


@pytest.mark.parametrize("ending", [False, True], ids=["opening", "ending"])
def test_codes_are_equal_where_the_words_are(ending):
    evidence = shown(*LINES)
    codes = (evidence.ending if ending else evidence.opening).tolist()
    words = [literal(line, ending=ending) for line in LINES]

    for left in range(len(LINES)):
        for right in range(len(LINES)):
            assert (codes[left] == codes[right]) == (words[left] == words[right]), (LINES[left], LINES[right])
