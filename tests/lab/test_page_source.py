"""The source of a page, made again."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.html.parse import parse
from sitelode_lab.strings.page_source import source_of, sources_within


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<p>a", "<p>a</p>", id="an end tag for every element"),
        pytest.param('<p class="x y" id=z>a<br>b', '<p class="x y">a<br>b</p>', id="classes, void elements"),
        pytest.param("<div><p>a</p></div><p>b", "<div><p>a</p></div><p>b</p>", id="nested and next to each other"),
        pytest.param("<p> a \n\t b ", "<p> a b </p>", id="white space"),
        pytest.param("<p>&lt;ä&amp;中", "<p><ä&中</p>", id="entities and scripts"),
        pytest.param("<my-tag class=ö>x", '<my-tag class="ö">x</my-tag>', id="unknown tags"),
    ],
)
def test_source(html, expected):
    assert source_of(parse(html.encode())).text == f"<html><head></head><body>{expected}</body></html>"


@given(st.text(st.sampled_from('<>/pdiv ="a&中ä\U0001f600 \n'), max_size=120).map("<p>".__add__))
def test_every_text_is_found_where_it_is_said_to_be(html):
    page = parse(html.encode())
    source = source_of(page)
    for row in page.text_rows.tolist():
        found = source.text[source.first[row] : source.last[row]]

        assert found.split() == page.text(row).split()


def test_marks_on_characters_become_shares_of_texts():
    page = parse("<p>äb</p><p>cdef</p>".encode())
    source = source_of(page)
    marked = np.array([character in "äcd" for character in source.text])

    assert source.shares(marked)[page.text_rows].tolist() == [0.5, 0.5]
    assert not source.shares(marked)[0]


def test_a_sample_is_bounded_and_never_empty():
    pages = [parse(f"<p>{'x' * number}".encode()) for number in range(50, 60)]

    assert len(sources_within(pages, 10_000)) == 10
    assert len(sources_within(pages, 350)) < 4
    assert len(sources_within(pages, 1)) == 1
    assert sources_within([], 100) == []
