"""Footnotes are found by the marks that lead to them."""

import numpy as np
from made_articles import page_of

from sitelode.articles.body.evidence import link_targets, noted_segments
from sitelode.articles.body.kernels.page_tree import first_with_values
from sitelode.paths.element_names import name_codes
from sitelode.text.segments import segments_of


def noted(html):
    page = page_of(f"<body>{html}")
    segments, columns = segments_of(page), page.columns
    found = noted_segments(page, segments, link_targets(page))
    texts = [
        "".join(page.text(row) for row in segments.rows[first:last].tolist())
        for first, last in zip(segments.first[:-1], segments.first[1:], strict=True)
    ]
    assert len(columns.tag)
    return [text for text, is_note in zip(texts, found.tolist(), strict=True) if is_note]


def test_a_mark_leads_to_its_note():
    html = '<p>Said so<sup><a href="#fn1">1</a></sup> and more.</p><ol><li id="fn1">As the book has it.</li><li id="fn2">Nobody asks.</li></ol>'
    assert noted(html) == ["As the book has it."]


def test_an_anchor_inside_a_line_marks_the_line():
    assert noted('<p>Said so <a href="#n1">[1]</a></p><p><a name="n1"></a>The source of it.</p><p>Another.</p>') == ["The source of it."]


def test_long_links_and_menus_are_no_marks():
    assert noted('<p><a href="#part">Read the first chapter</a></p><p id="part">It begins here.</p>') == []


def test_a_link_to_its_own_place_marks_nothing():
    assert noted('<div id="c1"><a href="#c1">#1</a><p>Well said.</p></div>') == []


def test_marks_that_lead_nowhere_and_pages_without_links():
    assert noted('<p>Odd <a href="#gone">2</a></p>') == []
    assert noted("<p>Nothing at all</p>") == []
    empty = page_of("<body>")
    assert noted_segments(empty, segments_of(empty), np.zeros(len(empty), dtype=np.uint8)).tolist() == []


def test_an_id_comes_before_a_name():
    assert noted('<p>So <a href="#n">1</a></p><p><a name="n"></a>By name.</p><p id="n">By id.</p>') == ["By id."]


def test_the_first_rows_with_values_are_those_found_one_by_one():
    page = page_of('<p id="a">1</p><p id="größe">2</p><p id>3</p><p id="a">4</p><p name="b">5</p>')
    values = sorted(("a", "b", "größe", ""), key=lambda value: name_codes([value])[0])
    for name in ("id", "name", "none"):
        column = page.attribute_column(name)
        expected = [next((row for row, own in column if own == value), -1) for value in values]
        assert first_with_values(page.rows_read, page.attribute_number(name), name_codes(values)).tolist() == expected
