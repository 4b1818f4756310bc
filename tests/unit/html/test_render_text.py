import re
import time
from itertools import zip_longest

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from machine_speed import slowness
from rendered_pages import ancestors, choices_of, on_any_page, page_of, pages, seen_texts

from sitelode.html.render.breaks import MARK_OF_TAG, SPACE, breaks_between
from sitelode.html.render.text import text_of
from sitelode.html.vocabulary import BLOCK_TAGS, TAG_NUMBER


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<p>", "", id="nothing"),
        pytest.param("<p>a</p>", "a", id="paragraph"),
        pytest.param("<p>a</p><p>b</p>", "a\n\nb", id="paragraphs"),
        pytest.param("<p>a<p></p><p> <p>b", "a\n\nb", id="empty paragraphs add nothing"),
        pytest.param("<p>a</p><p>&nbsp;</p><p>b</p>", "a\n\nb", id="nor do those with a no-break space"),
        pytest.param("<div>a</div><div>b</div>", "a\nb", id="blocks"),
        pytest.param("<div>a</div>b<div>c</div>", "a\nb\nc", id="loose text between blocks"),
        pytest.param("<div><div>a</div></div><section><div>b</div></section>", "a\nb", id="nested blocks"),
        pytest.param("<h1>a</h1>b", "a\n\nb", id="heading"),
        pytest.param("a<hr>b", "a\n\nb", id="rule"),
        pytest.param("a<b>b</b><i>c</i> d", "abc d", id="inline joined"),
        pytest.param("<b>a</b> <b>b</b>", "a b", id="white text node"),
        pytest.param("<a>a</a>\n<a>b</a>", "a b", id="line feed between links"),
        pytest.param("a <b> b </b> c", "a b c", id="white space at edges"),
        pytest.param(" a \n\t b ", "a b", id="white space collapses"),
        pytest.param("a&nbsp;&nbsp;b", "a b", id="no-break spaces"),
        pytest.param("a\N{IDEOGRAPHIC SPACE}b", "a\N{IDEOGRAPHIC SPACE}b", id="other spaces stay"),
        pytest.param("in\N{SOFT HYPHEN}put", "in\N{SOFT HYPHEN}put", id="soft hyphens stay"),
        pytest.param("a\N{ZERO WIDTH JOINER}b", "a\N{ZERO WIDTH JOINER}b", id="joiners stay"),
        pytest.param("E=mc<sup>2</sup>, H<sub>2</sub>O", "E=mc2, H2O", id="sup and sub joined"),
        pytest.param("&lt;p&gt; &amp;amp; &eacute; &#x6f22;", "<p> &amp; é 漢", id="entities decoded once"),
        pytest.param("a<br>b", "a\nb", id="br"),
        pytest.param("a<br><br>b", "a\n\nb", id="two br part paragraphs"),
        pytest.param("a<br> <br>\n<br>b", "a\n\nb", id="more of them no further"),
        pytest.param("<div>a<br></div><div>b</div>", "a\nb", id="br at the end of a block"),
        pytest.param("so<wbr>me", "some", id="wbr"),
        pytest.param("a<img src=x alt=picture>b", "a b", id="a picture parts words, its text is not shown"),
        pytest.param("<ul><li>a</li><li>b</li></ul>", "- a\n- b", id="list"),
        pytest.param("<ol><li>a<li>b</ol>", "- a\n- b", id="no numbers are added"),
        pytest.param("<p>x</p><ul><li>a</ul><p>y", "x\n\n- a\n\ny", id="list between paragraphs"),
        pytest.param("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "- a\n  - b\n  - c\n- d", id="nested list"),
        pytest.param("<ul><li><p>a</p></li><li><p>b</p></li></ul>", "- a\n- b", id="item of one paragraph"),
        pytest.param("<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>", "- a\n\nb\n\n- c", id="item of two paragraphs"),
        pytest.param("<ul><li><b>a</b> b<li><a>c</a></ul>", "- a b\n- c", id="inline elements in items"),
        pytest.param("<ul><li> </li><li>a</li></ul>", "- a", id="empty item"),
        pytest.param("<ul><li><ul><li>a</ul></ul>", "  - a", id="one dash for an item that starts with a list"),
        pytest.param("<ul><li>a<ul>b</ul></ul>", "- a\nb", id="text in a nested list"),
        pytest.param("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\nb\nc\nd", id="definitions"),
        pytest.param("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a\tb\nc\td", id="table"),
        pytest.param("x<table><tr><td>a<td>b</table>y", "x\n\na\tb\n\ny", id="table between text"),
        pytest.param("<table><caption>t<tr><th>a<tbody><tr><td>b</table>", "t\na\nb", id="caption and head"),
        pytest.param("<table><tr><td><p>a</p><td><p>b</p><tr><td><p>c</table>", "a\tb\nc", id="cells of one paragraph"),
        pytest.param("<table><tr><td><p>a<p>b<td><p>c</table>", "a\n\nb\n\nc", id="layout table"),
        pytest.param("<table><tr><td>a<td><td>b</table>", "a\tb", id="empty cell"),
        pytest.param("<table><tr><td colspan=9007199254740991>a<td>b</table>", "a\tb", id="absurd span"),
        pytest.param("<pre>a  b\n\tc\n\n\nd</pre>", "a  b\n\tc\n\n\nd", id="pre"),
        pytest.param("x<pre>\n\n  a\n</pre>y", "x\n\n  a\n\ny", id="empty lines around pre"),
        pytest.param("<pre><b>a</b>  <i>b</i>\n<i>c</i></pre>", "a  b\nc", id="elements in pre"),
        pytest.param("<pre><div>a</div><div>b</div></pre>", "a\nb", id="lines of pre as blocks"),
        pytest.param("<p>a</p><pre> \n </pre><p>b</p>", "a\n\nb", id="white pre"),
        pytest.param("<textarea>a\n  b</textarea>", "a\n  b", id="textarea"),
        pytest.param("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "漢(かん)", id="ruby"),
        pytest.param("a<script>x</script>b<style>y</style>c", "a b c", id="code is not shown, and parts words"),
        pytest.param("<b>a</b> <script></script> <b>b</b>", "a b", id="nor does it glue them"),
        pytest.param("a<noscript>x</noscript><template>y</template>b", "a b", id="noscript and template"),
        pytest.param("<svg><title>x</title><text>y</text></svg>", "y", id="title of a drawing"),
        pytest.param("<head><title>x</title></head><body>y", "y", id="head"),
        pytest.param("<select><option>a<option>b</select>", "a\nb", id="options"),
        pytest.param("<button>a</button><button>b</button>", "a b", id="buttons"),
        pytest.param("a<my-part>b</my-part>c", "abc", id="unknown elements are inline"),
        pytest.param("<figure><img><figcaption>a</figcaption></figure>b", "a\n\nb", id="figure"),
        pytest.param("<p>a\x01b\N{REPLACEMENT CHARACTER}</p>", "a\x01b\N{REPLACEMENT CHARACTER}", id="control characters"),
    ],
)  # fmt: skip
def test_of_a_whole_page(html, expected):
    assert text_of(page_of("<!doctype html><body>" + html), [0]) == expected


@pytest.mark.parametrize(
    ("html", "chosen", "expected"),
    [
        pytest.param("<p>a</p><p>b</p><p>c</p>", ["a", "c"], "a\n\nc", id="paragraphs around one left out"),
        pytest.param("<p>a<b>b</b>c</p>", ["a", "c"], "a c", id="words around one left out"),
        pytest.param("<p>a <b>b</b>c</p>", ["a ", "b", "c"], "a bc", id="text nodes of one paragraph"),
        pytest.param("a<div>b</div>c", ["a", "c"], "a\nc", id="a block left out still parts"),
        pytest.param("<ul><li>a<li>b<li>c</ul>", ["b", "c"], "- b\n- c", id="items"),
        pytest.param("<ul><li>a<b>b</b></ul>", ["b"], "- b", id="second text of an item"),
        pytest.param("<ul><li>a<li>b</ul>c", ["c"], "c", id="a list that was left out"),
        pytest.param("<table><tr><td>a<td>b<td>c</table>", ["a", "c"], "a\tc", id="cells"),
        pytest.param("<noscript>a</noscript><p>b", ["a", "b"], "a\n\nb", id="chosen although hidden"),
        pytest.param("<pre><i>a</i>\n  <i>b</i> <i>c</i></pre>", ["a", "b"], "a\n  b", id="lines of code chosen by words"),
    ],
)
def test_of_single_text_nodes(html, chosen, expected):
    page = page_of("<!doctype html><body>" + html)
    rows = [row for row in page.text_rows.tolist() if page.text(row) in chosen]

    assert text_of(page, rows) == expected
    assert text_of(page, np.isin(np.arange(len(page)), rows)) == expected


def test_rows_below_a_chosen_one_add_nothing():
    page = page_of("<div>a<p>b</p><noscript>c</noscript></div>")

    assert text_of(page, np.ones(len(page), dtype=bool)) == text_of(page, [0]) == "a\n\nb"
    assert text_of(page, page.rows("noscript")) == "c"


def test_nothing_chosen():
    page = page_of("<p>a")

    assert text_of(page, []) == text_of(page, np.zeros(len(page), dtype=bool)) == ""


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        pytest.param([99], "row numbers go from 0 to 4 in this page, given: 99 to 99", id="beyond the page"),
        pytest.param([-1], "given: -1 to -1", id="negative"),
        pytest.param(np.zeros(3, dtype=bool), "one flag for each of the page's 5 rows", id="short mask"),
    ],
)
def test_a_wrong_choice_is_named(rows, message):
    with pytest.raises(ValueError, match=message):
        text_of(page_of("<p>a"), rows)


def test_row_numbers_are_whole():
    with pytest.raises(TypeError, match="float64"):
        text_of(page_of("<p>a"), [0.5])


def test_every_block_parts_words():
    assert [name for name in BLOCK_TAGS if not MARK_OF_TAG[TAG_NUMBER[name]]] == []


@on_any_page
@given(pages())
def test_no_character_is_lost_or_added(page):
    shown = "".join(page.text(row) for row in seen_texts(page).tolist())
    blanks = re.compile(r"[ \t\n\r\f\v\xa0-]")

    assert blanks.sub("", text_of(page, [0])) == blanks.sub("", shown)


@on_any_page
@given(pages())
def test_words_are_parted_exactly_where_something_stands_between_them(page):
    texts = seen_texts(page)
    gaps = [" " if marks else "" for marks in breaks_between(page, texts).tolist()]
    joined = "".join(page.text(row) + gap for row, gap in zip_longest(texts.tolist(), gaps, fillvalue=""))

    assert text_of(page, [0]).replace("- ", " ").split() == joined.split()


@on_any_page
@given(pages(), st.data())
def test_marks_agree_with_climbing_the_tree(page, data):
    texts = np.flatnonzero(data.draw(choices_of(page))).astype(np.int32)
    expected = []
    for left, right in zip(texts[:-1].tolist(), texts[1:].tolist(), strict=True):
        common = set(ancestors(page, left)) & set(ancestors(page, right))
        between = {above for row in range(left, right + 1) for above in ancestors(page, row)} - common
        marks = int(np.bitwise_or.reduce(MARK_OF_TAG[page.columns.tag[list(between)]]))
        expected.append(marks | (SPACE if any(left < row < right for row in page.text_rows.tolist()) else 0))

    assert breaks_between(page, texts).tolist() == expected


@on_any_page
@given(pages())
def test_white_space_is_tidy(page):
    text = text_of(page, page.text_rows[[not _is_preformatted(page, row) for row in page.text_rows.tolist()]])

    assert text == text.strip("\n\t")
    assert "\n\n\n" not in text
    assert not re.search(r"[ \t]\n|\S  |\t\t", text)


def _is_preformatted(page, row):
    return any(page.tag_name(above) in ("pre", "textarea", "xmp", "plaintext") for above in ancestors(page, row))


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<div>" * 500 + "x", id="deep"),
        pytest.param("<ul><li>" * 200 + "x<li>y" * 20_000, id="items in deep lists"),
        pytest.param("<p>x" * 50_000, id="many paragraphs"),
        pytest.param("<p>x" + " " * 5_000_000 + "y", id="a long blank"),
        pytest.param("<pre>" + "\n" * 2_000_000 + "x", id="a pre of line feeds"),
        pytest.param("<pre>" * 400 + "<i>x</i> " * 20_000, id="pre in pre"),
        pytest.param("<table><tr>" + "<td colspan=9999 rowspan=9999>x" * 20_000, id="spans"),
    ],
)
def test_time_stays_bounded(html):
    page = page_of(html)
    start = time.process_time()
    text = text_of(page, [0])

    assert time.process_time() - start < 2 * slowness()
    assert text.count("x") == html.count("x")
    assert len(text) < 25 * len(html)
