"""Whatever is repeated, the parser is stopped before it costs too much; ordinary pages pass untouched."""

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.errors import PageTooCostlyError, TooManyTagsError
from sitelode.html.parse import MAX_DEPTH, MAX_PAGE_TAGS, parse, without_growing_references

SECONDS_OF_NOISE = 0.5  # other processes, and what is done once a page


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

    assert without_growing_references(body) is body, "not even copied"
    assert len(parse(body)) > 1


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
    "<form><table></form></table></form>",
    "<span><div></span></div>",
    "<tr><span></tr>",
    "<svg><html></svg>",
    "<svg><td><td></svg>",
    "<tr></table></b>",
    "<table><td><tbody><span></td></table>",
    "<button><p></button><span></p>",
]


def depth_of(html: str) -> int:
    """Of a page that is not refused."""
    try:
        return int(parse(html.encode()).columns.depth.max())
    except PageTooCostlyError:
        return 0


@pytest.mark.parametrize("fragment", HIDING_PLACES)
@pytest.mark.parametrize("before", ["", "<!doctype html>", "<template>", "<svg>", "<table>"])
def test_no_markup_hides_depth(fragment, before):
    assert depth_of(before + 3_000 * fragment) <= MAX_DEPTH


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
    assert depth_of(prefix + "<div>" * 5_000 + "x") <= MAX_DEPTH


NAMES = """
    a b i font nobr p div span center section h1 h2 pre ul ol li dl dt dd table caption colgroup col tbody tr td th form button select option
    optgroup object marquee template svg g desc title foreignObject math mi annotation-xml ruby rt rb noscript frameset frame body html head
    br img input hr style script textarea xmp iframe noframes plaintext address details label x-y isindex
    """.split()
TAGS = st.one_of(
    st.sampled_from(NAMES).map("<{}>".format),
    st.sampled_from(NAMES).map("</{}>".format),
    st.sampled_from(
        [
            "x",
            " ",
            "<b id={}>",
            "<i id={}>",
            "<svg/>",
            "<g/>",
            "<!-->",
            "--!>",
            "<![CDATA[",
            "]]>",
            "<font size=1>",
            "</br>",
            "<?x>",
            "</>",
            "<a b = '>'>",
        ]
    ),
)


@given(st.lists(TAGS, max_size=6).map("".join), st.lists(TAGS, min_size=1, max_size=7).map("".join))
def test_nothing_repeated_is_deep_or_takes_long(start, repeated):
    before = time.process_time()

    assert depth_of("<p>" + start + "".join(repeated.replace("{}", str(number)) for number in range(1_500))) <= MAX_DEPTH
    assert time.process_time() - before < 1 + 2 * SECONDS_OF_NOISE


@given(st.lists(TAGS, max_size=40).map("".join))
def test_short_pages_are_bearable(html):
    assert len(parse(("<!doctype html>" + html).encode())) > 1


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

    with pytest.raises(PageTooCostlyError):
        parse(html.encode())


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(b"<div>" * 600 + b"x", id="deep"),
        pytest.param(b"<p id=y " + b" ".join(b"a%d" % number for number in range(200_000)) + b">x", id="attributes of one tag"),
        pytest.param(b"".join(b"<body a%d>" % number for number in range(200_000)) + b"<p>x", id="attributes gathered from many tags"),
        *(
            pytest.param("".join(fragment.format(number) for number in range(240_000)).encode(), id=f"names: {fragment}")
            for fragment in ("<x{0}></x{0}>", "<p a{0}>", "</x{0}>", "</p a{0}>")
        ),
    ],
)
def test_what_grows_with_its_square_is_refused(html):
    with pytest.raises(PageTooCostlyError):
        parse(html)


JOINED_TEXTS = {
    "moved before a table": ("<table>", "{}<tr class=x>"),
    "moved before a table, with cells": ("<table>", "{}<tr><td>y</td>"),
    "after the body": ("<p>", "{}</body><!--x-->"),
    "around tags of the root": ("<p>", "{}<body x=y>"),
    "long text before a table": ("z" * 100_000 + "<table>", "{}<tr class=x>"),
}


@pytest.mark.parametrize(("start", "fragment"), JOINED_TEXTS.values(), ids=JOINED_TEXTS.keys())
def test_text_is_not_joined_without_end(start, fragment):
    with pytest.raises(PageTooCostlyError):
        parse((start + fragment.format("word ") * 200_000).encode())


@pytest.mark.parametrize("reference", ["&nGt;", "&nLt;"])
@pytest.mark.parametrize("place", ["<p>{}", "<p title='{}'>", "<p><b title='{}'>x</p><p>x", "<textarea>{}", "<title>{}"])
def test_references_longer_than_their_source(reference, place):
    """They make the parser write behind its buffer, so they are written out before."""
    page = parse(place.format(reference * 50_000).encode())
    signs = {"&nGt;": "\u226b\u20d2", "&nLt;": "\u226a\u20d2"}[reference] * 50_000

    assert page.text() == signs or any(signs in page.attributes(row).values() for row in range(len(page)))


ATTACKS = {
    "divs": b"<div>",
    "spans that blocks hide": b"<span><div></span></div>",
    "paragraphs": b"<p>x",
    "formatting": b"<p><b id=%d>",
    "formatting over blocks": b"<b><i><u><s><div><div><div><div><div><div><div><div></b></i></u></s></div></div></div></div></div></div></div></div>",
    "links in links": b"<a href=%d><i id=%d>",
    "tables": b"<table><tr><td>",
    "text in tables": b"<table>word<tr>word</table>",
    "drawings": b"<svg><g><title><p>",
    "formulas": b"<math><mi><p>",
    "choices": b"<select><option><select>x",
    "templates": b"<template><tr>",
    "forms": b"<form><table></form></table></form>",
    "comments": b"<!--",
    "end tags": b"<x-y></b>",
    "names": b"<x%d y%d>",
    "body": b"<body a%d>",
    "text behind the body": b"x</body>",
    "references": b"&nGt;",
    "references in pieces": b"&n<x>Gt;",
    "quotes": b"<p a='",
    "items": b"<ul><li></ul>",
}


@pytest.mark.parametrize("fragment", ATTACKS.values(), ids=ATTACKS.keys())
def test_time_grows_no_faster_than_the_page(fragment):
    """Where the parser would need four times as long for twice as much, the page is refused."""

    def seconds(times: int) -> float:
        body = b"<p>" + b"".join(fragment.replace(b"%d", b"%d" % number) for number in range(times))
        start = time.process_time()
        with suppress(PageTooCostlyError):
            parse(body)
        return time.process_time() - start

    small = 150_000 // len(fragment)
    seconds(small)

    assert seconds(8 * small) < 8 * 2 * seconds(small) + 2 * SECONDS_OF_NOISE


def test_start_tags_are_counted():
    with pytest.raises(TooManyTagsError):
        parse(b"<div>x" + b"<p>" * MAX_PAGE_TAGS)


@pytest.mark.parametrize("end_tag", [b"</p>", b"</br>", b"</P >"])
def test_elements_that_end_tags_make_take_memory_too(end_tag):
    with pytest.raises(PageTooCostlyError):
        parse(b"<div>x" + end_tag * 3_000_000)
