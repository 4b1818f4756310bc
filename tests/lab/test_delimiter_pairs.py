import random

import numpy as np
import pytest
from template_pages import one_vocabulary, zipf_words

from sitelode_lab.strings.alternation_counts import divide
from sitelode_lab.strings.delimiter_pairs import DelimiterPair, DelimiterSettings, find_delimiters
from sitelode_lab.strings.suffix_array import sort_suffixes


def marked(text):
    """A text with its useful parts in brackets, as text and range string."""
    pieces = text.replace("]", "[").split("[")
    useful = np.concatenate([np.full(len(piece), number % 2 == 1) for number, piece in enumerate(pieces)])
    return "".join(pieces), useful


def found_in(*texts, near=8):
    plain, ranges = zip(*map(marked, texts), strict=True)
    return find_delimiters(plain, ranges, DelimiterSettings(near))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("<p><i>[ab]</i></p> <p><i>[cd]</i></p>", ("<p><i>", "</i></p>"), id="the longest of equally frequent pairs"),
        pytest.param("<li>a[b]</li><li>[cd]e</li>", ("<li>", "</li>"), id="a useless part may end inside the text"),
        pytest.param("<b><li>[b]</li></b><li>[cd]</li>", ("<li>", "</li>"), id="the most frequent pair"),
        pytest.param("<td>[a]<td>[b]</td>", None, id="no end before the next begins"),
        pytest.param("<a>x</a><a>x</a><a>x</a><a>[b]</a><a>x</a><a>[b]</a>", None, id="most of its records are useless"),
        pytest.param("<p>[only one]</p>", None, id="once is not often"),
        pytest.param("[no tag] at all [anywhere]", None, id="no tags"),
        pytest.param("nothing <b>useful</b>", None, id="everything useless"),
    ],
)
def test_pairs(text, expected):
    found = found_in(text)

    assert (found and (found.left, found.right)) == expected


def test_pairs_are_counted_over_all_documents():
    assert found_in("<h1>[a]</h1><p>[b]</p>", "<p>[c]</p>") == DelimiterPair("<p>", "</p>", 2)


def test_records_are_what_lies_between():
    text = "<p>one</p>-<p>two</p><p>open"

    assert [text[start:end] for start, end in DelimiterPair("<p>", "</p>", 2).records(text)] == ["one", "two"]
    assert list(DelimiterPair("<p>", "</p>", 2).records("")) == []


def test_result_lists_become_records():
    randomness = random.Random(3)
    wanted = [[zipf_words(randomness, one_vocabulary(), 12) for _ in range(9)] for _ in range(12)]
    row = '<tr class="result"><td><img src="/pics/new.gif" width="16" height="16" alt="new"></td><td class="abstract">{}</td></tr>'
    pages = [
        "<html><body><h1>Found</h1><table>" + "".join(map(row.format, page)) + "</table><p>Next page</p></body></html>" for page in wanted
    ]
    division = divide(sort_suffixes(pages))
    pair = find_delimiters(pages, division.range_strings, DelimiterSettings(division.length))

    assert pair is not None
    assert pair.left.endswith('<td class="abstract">')
    assert [[page[start:end] for start, end in pair.records(page)] for page in pages] == wanted
