"""Body rules give the same text as the study they were compiled from, and sensible text where a page is a little different."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_articles import article_source, made_pages, page_of

from sitelode.articles.body.body_rules import BodyRules
from sitelode.articles.body.compile_rules import compile_rules
from sitelode.articles.body.evidence import segment_codes
from sitelode.articles.body.study import study
from sitelode.html.metadata import metadata_of
from sitelode.html.render.text import text_of
from sitelode.paths.element_names import element_kinds
from sitelode.paths.labels import PathLabels
from sitelode.paths.path_likeness import KnownPaths
from sitelode.paths.path_text import Step, parse_path, path_code, path_of, path_text
from sitelode.text.segments import segments_of

NAMES = st.text(st.characters(exclude_categories=("Zs", "Zl", "Zp", "Cc", "Cs")), min_size=1, max_size=6)
HTML = """<html><body class="single page-7"><div id="main" class="story story-12 x"><table><tr><td>One</td><td class="b">Two</td></tr></table>
<p class="story">Text <b>bold</b></p><custom-tag>Own</custom-tag></div></body></html>"""


def studied(pages):
    return study(pages, [metadata_of(page) for page in pages])


def text_by(body, page):
    segments = segments_of(page)
    return text_of(page, segments.text_rows(body.segment_probabilities(page, segments) >= body.taken_from))


@pytest.mark.parametrize("options", [{}, {"comments": 0}, {"following": 2}], ids=["plain", "no comments", "endless pages"])
@pytest.mark.parametrize("count", [1, 2, 8])
def test_compiled_rules_give_what_the_study_gives(count, options):
    pages, _ = made_pages(count, **options)
    body = studied(pages)
    rules = BodyRules.from_data(json.loads(json.dumps(compile_rules(body, pages).to_data())))

    assert [text_by(rules, page) for page in pages] == [text_by(body, page) for page in pages]


def test_pages_that_were_studied_and_new_ones_are_read_alike_where_further_articles_follow():
    pages, _ = made_pages(8, following=2)
    rules = compile_rules(studied(pages), pages)
    anew, _ = made_pages(8, following=2)  # nothing is known of these

    assert rules.others is not None
    assert [text_by(rules, page) for page in anew] == [text_by(rules, page) for page in pages]


def test_rules_are_small_and_name_the_container():
    pages, _ = made_pages(8)
    data = compile_rules(studied(pages), pages).to_data()

    assert data["container"].endswith("div.story-text")
    assert {"> p", "> ul > li"} <= set(data["paths"])
    assert any(path.endswith("section.comments") for path in data["outside"])
    assert len(json.dumps(data)) < 4_000


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("<main>", '<main><div class="new">', id="one more element outside"),
        pytest.param('class="story ', 'class="tale ', id="an outer class renamed"),
        pytest.param("<ul>", "<ol>", id="a list of another kind inside"),
        pytest.param("<main>", "<section>", id="an outer element of another kind"),
    ],
)
def test_a_small_change_does_not_matter(old, new):
    pages, _ = made_pages(8)
    rules = compile_rules(studied(pages), pages)
    html, body = article_source(50)
    text = text_by(rules, page_of(html.replace(old, new)))

    assert all(line in text for line in body), text
    assert "All rights reserved" not in text
    assert "Reply" not in text


def test_text_beside_the_container_is_no_text_where_the_container_is_there():
    pages, _ = made_pages(8)
    rules = compile_rules(studied(pages), pages)
    html, body = article_source(50)
    page = page_of(html.replace("</article>", "</article><div><div><p>A new box which says the same on every page.</p></div></div>"))

    assert "A new box" not in text_by(rules, page)
    assert body[0] in text_by(rules, page)


def test_a_page_with_nothing_in_common_gives_nothing():
    pages, _ = made_pages(8)
    rules = compile_rules(studied(pages), pages)

    assert text_by(rules, page_of("<table><tr><td><font>Text that stands in another world altogether.</font></table>")) == ""
    assert len(rules.segment_probabilities(page_of("<html>"), segments_of(page_of("<html>")))) == 0


def test_path_codes_can_be_worked_out_from_their_text():
    page = page_of(HTML)
    names = PathLabels.of_pages([page]).names
    segments = segments_of(page)
    codes = segment_codes(page, segments, PathLabels(names))
    for segment in range(len(segments)):
        row = int(page.columns.parent[segments.rows[segments.first[segment]]])
        path = path_of(page, row, names)
        if len(segments.rows[segments.first[segment] : segments.first[segment + 1]]) == 1:
            assert path_code(parse_path(path_text(path))) == int(codes[segment]), path_text(path)


def test_labels_of_rows_are_those_of_path_labels():
    page = page_of(HTML)
    for names in (frozenset(), frozenset({"story"}), PathLabels.of_pages([page]).names):
        quick = PathLabels(names)

        has_text = page.columns.text_end > page.columns.text_start
        for time in ("at first", "and again from memory"):
            assert np.array_equal(
                quick.of_kinds(page)[element_kinds(page).of_row][has_text], PathLabels(names).of_page(page)[0][has_text]
            ), time


@given(
    st.lists(
        st.builds(Step, NAMES, st.lists(NAMES, max_size=3).map(lambda names: tuple(sorted(set(names)))), st.integers(0, 4)), max_size=4
    )
)
def test_any_path_is_read_back_from_its_text(steps):
    assert parse_path(path_text(steps)) == tuple(steps)


@pytest.mark.parametrize("text", [" > ", "div[x]", "a >  > b", ".a"])
def test_what_is_no_path_is_refused(text):
    with pytest.raises(ValueError, match="not a step"):
        parse_path(text)


def test_the_likest_path_decides_and_what_is_below_a_known_element_is_known():
    body, menu = parse_path("html > body > div.page > div.text > p"), parse_path("html > body > div.page > ul.menu")
    known = KnownPaths({body: (0.9, 0.0, 0.9, 0.0)}, {menu: (0.0, 0.0, 0.0, 0.0)})

    assert known.look_up(parse_path("html > body > div.page > ul.menu > li > a")) == (0.0, 0.0, 0.0, 0.0)
    assert known.look_up(parse_path("html > body > div > div > div.text > p"))[0] > 0.5
    assert known.look_up(parse_path("html > table > tr > td > font")) is None


def test_an_element_of_an_unknown_kind_around_the_text_is_not_outside_of_it():
    sources = [article_source(number)[0].replace("<main>", "<x-shell><main>") for number in range(4)]
    # On further pages another unknown element comes before it, and something else stands in it.
    later = {"<body>": "<body><x-top>Menu</x-top>", "<main>": '<div class="later">Later</div><main>'}
    for old, new in later.items():
        sources[1:] = [source.replace(old, new) for source in sources[1:]]
    pages = [page_of(source) for source in sources]
    rules = compile_rules(studied(pages), pages)

    assert any(step.tag == "x-shell" for path in rules.paths for step in path)
    assert not [path for path in rules.outside if path and path[-1].tag == "x-shell"]
