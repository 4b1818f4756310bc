"""The guard: nothing hides depth, formatting elements, names or joined text from it, and ordinary pages pass untouched."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitelode.html.limits.depth_guard import MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAMES, guard
from sitelode.html.limits.doctype import asks_for_quirks
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.html.parser import lexbor

DEEPEST = 2 * MAX_DEPTH + 8  # a form, or a link closed by another, leaves the stack but stays an ancestor


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<!doctype html><p>a<p>b<ul><li>c<li>d</ul>", id="end tags left out"),
        pytest.param("<ul>" + "<li>x<p>y" * 2_000, id="a long list without end tags"),
        pytest.param("<dl>" + "<dt>x<dd>y" * 2_000, id="terms without end tags"),
        pytest.param("<table>" + "<tr><td>x<td>y" * 2_000, id="cells without end tags"),
        pytest.param("<select>" + "<optgroup><option>x<option>y" * 1_000, id="options without end tags"),
        pytest.param("<ruby>" + "a<rt>b" * 1_000, id="ruby without end tags"),
        pytest.param("<h2>x" * 1_000, id="headings without end tags"),
        pytest.param("<p><table><tr><td>x</table>" * 1_000, id="tables in paragraphs, quirks"),
        pytest.param("<!doctype html>" + "<p><table><tr><td>x</table>" * 1_000, id="tables in paragraphs, standards"),
        pytest.param("<svg>" + "<path d=M0 />" * 2_000 + "</svg>", id="a drawing of many strokes"),
        pytest.param("<br>" * 2_000 + "<img src=x>" * 2_000, id="void elements"),
        pytest.param("<a name=x>t<br>" * 2_000, id="anchors left open"),
        pytest.param("<b>x</b> <i>y</i> " * 2_000, id="formatting elements closed"),
        pytest.param("<script>" + "if (a<b) c='<div>';" * 2_000 + "</script>", id="a script that writes tags"),
        pytest.param("<!-- " + "<div>" * 2_000 + "-->", id="tags in a comment"),
        pytest.param("<p title='" + "<div>" * 2_000 + "'>", id="tags in an attribute"),
        pytest.param("<title>" + "<div>" * 2_000 + "</title>", id="tags in a title"),
        pytest.param("<table>\n" + "<tr>\n  <td>x</td>\n</tr>\n" * 5_000, id="white space in a table"),
        pytest.param("<head>" + "<meta name=a content=b>\n    " * 3_000, id="white space in the head"),
        pytest.param("<p " + " ".join(f"data-{n}=x" for n in range(100)) + ">", id="a hundred attributes"),
    ],
)
def test_ordinary_pages_pass_untouched(html):
    body = html.encode()
    guarded = guard(body)

    assert guarded.cuts == ()
    assert guarded.html is body, "not even copied"


HIDING_PLACES = [
    "<p><center>",
    "<span><div></span>",
    "<div><table><td></div>",
    "<body><div></body>",
    "<div/>",
    "<isindex>",
    "<svg><title><div>",
    "<svg><desc><div>",
    "<svg><style><g>",
    "<math><mi><div>",
    "<math><annotation-xml encoding='text/html'><div>",
    "<math><annotation-xml encoding='text/&#104;tml'><xmp><div>",
    "<select><select></select><x-y>",
    "<select><input><x-y></select>",
    "<select><option><p><option><x-y></p>",
    "<table><colgroup><x-y></colgroup>",
    "<table><div><col><x-y></div>",
    "<table><desc></table><desc>",
    "<p><noscript><div></p>",
    "<form><object><big></form></object>",
    "<ruby><rt><p><rt><x-y></p></ruby>",
    "<nobr><nobr></nobr><x-y></nobr>",
    "<b><div><span></b><x-y></span>",
    "<frameset><svg></svg><frameset>",
    "<noscript></noscript><math><math></noscript><x-y>",
    "<svg><s></button><s>",
    "<table><marquee><s><s><dt></table><path/>",
    "<template><td><div></td>",
]


@pytest.mark.parametrize("fragment", HIDING_PLACES)
@pytest.mark.parametrize("before", ["", "<!doctype html>", "<template>"])
def test_no_markup_hides_depth(fragment, before):
    columns = lexbor.columns_of(guard((before + 3_000 * fragment).encode()).html)

    assert columns.depth.max() <= DEEPEST


@pytest.mark.parametrize(
    "prefix",
    [
        pytest.param("</x a='><!--'>", id="quotes in an end tag"),
        pytest.param("<a x = '><!--'>", id="spaces around ="),
        pytest.param("<a x=='><!--'>'>", id="two ="),
        pytest.param("<!--><!-- -->", id="a comment that ends at once"),
        pytest.param("<!--x--!>", id="a comment ended by --!>"),
        pytest.param("<script><!--<script></script>--></script>", id="a script in a comment in a script"),
        pytest.param("<script\x01>", id="not quite a script"),
        pytest.param("<svg><![CDATA[><!--]]></svg>", id="a CDATA section"),
        pytest.param("<frameset><title>", id="a title among frames"),
        pytest.param("<template><col><plaintext>", id="raw text among columns"),
        pytest.param("<svg><plaintext></svg>", id="raw text in a drawing"),
        pytest.param("<!doctype x>", id="an unclear doctype"),
    ],
)
def test_no_token_hides_what_follows(prefix):
    columns = lexbor.columns_of(guard((prefix + "<div>" * 5_000).encode()).html)

    assert columns.depth.max() <= DEEPEST


NAMES = """
    a b i font nobr p div span center section h1 h2 pre ul ol li dl dt dd table caption colgroup col tbody tr td th form button select option
    optgroup object marquee template svg g desc title foreignObject math mi annotation-xml ruby rt rb noscript frameset frame body html head
    br img input hr style script textarea xmp iframe noframes plaintext address details label x-y isindex
    """.split()
TAGS = st.one_of(
    st.sampled_from(NAMES).map("<{}>".format),
    st.sampled_from(NAMES).map("</{}>".format),
    st.sampled_from(
        ["x", " ", "<svg/>", "<g/>", "<!-->", "--!>", "<![CDATA[", "]]>", "<font size=1>", "</br>", "<?x>", "</>", "<a b = '>'>"]
    ),
)


@given(st.lists(TAGS, max_size=6).map("".join), st.lists(TAGS, min_size=1, max_size=7).map("".join))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_nothing_repeated_often_is_deep(start, repeated):
    columns = lexbor.columns_of(guard((start + repeated * 1_200).encode()).html)

    assert columns.depth.max() <= DEEPEST


@given(st.lists(TAGS, max_size=40).map("".join))
@settings(max_examples=150, deadline=None)
def test_short_pages_pass_untouched(html):
    guarded = guard(("<!doctype html>" + html).encode())

    assert guarded.cuts == () or "<annotation-xml>" in html or ("frame" in html and "<" in html) or "template" in html


FORMATTING_BOMBS = {
    "never closed": "<p><b id={}>",
    "closed by another's end tag": "<p><i id={}></b></p>",
    "closed inside of a cell": "<p><b id={}><table><td></b></table></p>",
    "closed inside of an object": "<p><b id={}><object></b></object></p>",
    "closed inside of a drawing": "<p><b id={}><svg><desc></b></desc></svg></p>",
    "closed under eight blocks": "<b id={}>" + "<div>" * 9 + "</b>" + "</div>" * 9,
    "markers left behind": "<table><marquee><b id={}></table>x",
}


@pytest.mark.parametrize("fragment", FORMATTING_BOMBS.values(), ids=FORMATTING_BOMBS.keys())
def test_formatting_elements_are_not_reopened_without_end(fragment):
    html = "".join(fragment.format(number) for number in range(4_000)) + "<p>x</p>" * 4_000

    assert len(lexbor.columns_of(guard(html.encode()).html).tag) < 200_000


def test_links_survive_formatting_that_is_cut():
    html = (
        "<p>"
        + "".join(f"<font size={number}>" for number in range(3_000))
        + "".join(f"<p>x <a href={number}>y</a>" for number in range(3_000))
    )

    assert len(parse(html.encode()).attribute_column("href")) == 3_000


def test_links_survive_depth():
    page = parse(b"<div>" * 3_000 + b"".join(b"<a href=%d>x</a> " % number for number in range(100)) + b"</div>" * 3_000 + b"<p>after")

    assert len(page.attribute_column("href")) == 100
    assert page.text().startswith("x x x")


def test_end_tags_of_cut_elements_are_cut():
    page = parse(b"<main>" + b"<div><span>" * 1_000 + b"x" + b"</span></div>" * 1_000 + b"<p id=after>y")
    after = int(page.rows("p")[0])

    assert page.tag_name(int(page.columns.parent[after])) == "main"


def test_attributes_beyond_the_limit_are_cut():
    page = parse(b"<p " + b" ".join(b"a%d" % number for number in range(10_000)) + b">x")

    assert len(page.attributes(int(page.rows("p")[0]))) == MAX_ATTRIBUTES


def test_attributes_gathered_from_many_tags_are_bounded():
    page = parse(b"".join(b"<body a%d>" % number for number in range(20_000)) + b"<p>x")

    assert len(page.attributes(int(page.rows("body")[0]))) <= MAX_ATTRIBUTES


@pytest.mark.parametrize("fragment", ["<x{0}></x{0}>", "<p a{0}>", "</x{0}>", "</p a{0}>"])
def test_names_are_bounded(fragment):
    html = "".join(fragment.format(number) for number in range(60_000)) + "<p id=after>x"
    page = parse(html.encode())

    assert page.attribute_column("id")[-1][1] == "after"
    assert len(set(page.columns.attribute_name.tolist())) <= MAX_NAMES
    assert len(page.columns.unknown_tags) <= MAX_NAMES


JOINED_TEXTS = {
    "moved before a table": ("<table>", "{}<tr class=x>"),
    "moved before a table, with cells": ("<table>", "{}<tr><td>y</td>"),
    "after the body": ("<p>", "{}</body><!--x-->"),
    "around tags of the root": ("<p>", "{}<body x=y>"),
    "long text before a table": ("z" * 100_000 + "<table>", "{}<tr class=x>"),
}


@pytest.mark.parametrize(("start", "fragment"), JOINED_TEXTS.values(), ids=JOINED_TEXTS.keys())
def test_text_is_not_joined_without_end(start, fragment):
    page = parse((start + fragment.format("word ") * 20_000).encode())
    longest = int((page.columns.text_end - page.columns.text_start)[page.text_rows].max())

    assert page.text().count("word ") == 20_000
    assert longest < 200_000
    assert "apart" in page.repairs[0] or longest < 100_000


@pytest.mark.parametrize("reference", ["&nGt;", "&nLt;"])
@pytest.mark.parametrize("place", ["<p>{}", "<p title='{}'>", "<p><b title='{}'>x</p><p>x", "<textarea>{}", "<title>{}"])
def test_references_longer_than_their_source(reference, place):
    """They make the parser write behind its buffer, so the guard writes them out."""
    page = parse(place.format(reference * 50_000).encode())
    signs = {"&nGt;": "\u226b\u20d2", "&nLt;": "\u226a\u20d2"}[reference] * 50_000

    assert page.text() == signs or any(signs in page.attributes(row).values() for row in range(len(page)))


DOCTYPES = [
    "<!doctype html>",
    "<!DOCTYPE HTML>",
    "",
    "<!-- x --> <?y?><!doctype html>",
    "x<!doctype html>",
    '<!doctype html system "about:legacy-compat">',
    '<!doctype html system "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd">',
    '<!doctype html public "-//W3C//DTD HTML 4.01//EN">',
    '<!doctype html public "-//W3C//DTD HTML 4.01 Transitional//EN">',
    "<!doctype html public '-//W3C//DTD HTML 4.01 Transitional//EN' 'http://www.w3.org/TR/html4/loose.dtd'>",
    '<!doctype html public "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    '<!doctype html public "-//W3C//DTD HTML 3.2 Final//EN">',
    '<!doctype html public "-//IETF//DTD HTML//EN">',
    '<!doctype html public "-//Microsoft//DTD Internet Explorer 3.0 HTML//EN">',
    '<!doctype html public "html">',
    '<!doctype html public "">',
]


@pytest.mark.parametrize("doctype", DOCTYPES)
def test_quirks_are_those_of_the_parser(doctype):
    """In quirks mode a table stays in the paragraph."""
    page = Page(lexbor.columns_of(f"{doctype}<p><table>".encode()))
    stays = page.tag_name(int(page.columns.parent[page.rows("table")[0]])) == "p"
    first = doctype[doctype.find("<!doc" if "<!doc" in doctype else "<!DOC") :]

    assert (asks_for_quirks(first.encode()) if first and not doctype.startswith("x") else True) == stays


@pytest.mark.parametrize("doctype", ["<!doctype x>", "<!doctype html y>", "<!doctypehtml>", '<!doctype html public "a>'])
def test_an_unclear_doctype_is_made_quirks(doctype):
    assert asks_for_quirks(doctype.encode()) is None
    page = parse(f"{doctype}<p><table>".encode())

    assert page.tag_name(int(page.columns.parent[page.rows("table")[0]])) == "p"
