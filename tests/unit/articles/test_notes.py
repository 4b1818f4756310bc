"""Footnotes are found by the marks that lead to them."""

import numpy as np
from made_articles import page_of

from sitelode.articles.body.evidence import link_targets, noted_segments
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
