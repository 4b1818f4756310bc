"""The columns: their invariants, and compiled code against the portable one."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sitelode.html import lexbor, portable
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.html.vocabulary import TEXT

PIECES = st.sampled_from(
    "<div> </div> <p> </p> <b> </b> <i> <a\thref='x'> </a> <table> <tr> <td> </table> <ul> <li> </ul> <br> <pre> </pre> <svg\tviewBox=1> </svg> "
    "<select> <option> <title> </title> <script> </script> <script\ttype=application/ld+json> <style> <template> </template> <form> </form> "
    "<custom-tag\tx=1> </custom-tag> <h1> </h1> <!-- --> <textarea> </textarea> text &amp; é \t \n <img\tsrc=y> <p\tclass='k\tl'\tid=m\trole=n> "
    "<math> <frameset> <plaintext> <noscript> </noscript> <button> </button> <rt> < > \" ' = 日本 <foreignObject> <![CDATA[ ]]> <a\tx\ty='&lt;'>".split(
        " "
    )
)
SOUP = st.lists(PIECES, max_size=40).map(lambda pieces: "".join(pieces).replace("\t", " "))


def described(columns):
    """Everything a page says, with the numbers of strings resolved: their order may differ."""
    page = Page(columns)
    rows = [
        (page.tag_name(row), int(columns.parent[row]), int(columns.depth[row]), int(columns.end[row]), page.text(row), page.attributes(row))
        for row in range(len(page))
    ]
    named = [[page.string(int(number)) for number in column] for column in (columns.class_, columns.id_, columns.role)]
    return rows, named, columns.text, columns.unknown_tags


@given(SOUP)
@example("<p>a<b>b</p>c<table>d<tr>e</table>")
@example("<svg><title>x</title><foreignObject><p>y</foreignObject></svg>")
@example("<pre>\n\n a </pre> <b> </b> <i>x</i>")
@example("<script type='application/JSON'>{}</script><script>x</script>")
def test_compiled_and_portable_code_agree(html):
    assert lexbor.available()
    assert described(lexbor.columns_of(html.encode())) == described(portable.columns_of(html.encode()))


PARTED = "<!doctype html><p class='x\ty' id=q z>a &lt; b &notit; \r\nc<!-- - -- d --><script>if(a<b)c='</scr'</script><pre>\n$<b>e</b></pre>é日本"


@pytest.mark.parametrize("before", range(0, len(PARTED.encode()), 3))
def test_a_page_is_the_same_wherever_its_source_is_parted(before):
    """The parser is given its source in parts of so many bytes, which may end anywhere."""
    html = b"<!--" + b"x" * (16_384 - 7 - before) + b"-->" + PARTED.encode() + b"<p>f"

    assert described(lexbor.columns_of(html)) == described(portable.columns_of(html))


WHOLE_PAGES = {
    "dense": "<p>" * 3_000,
    "dense, with attributes": "<p a b=1 c=2>" * 1_000,
    "names of its own": "".join(f"<x{number} y{number}>" for number in range(200)),
    "every text twice": "<b title=x>" * 30 + "<p>x</p>" * 30,
    "links of a drawing": "<svg><use xlink:href=#a href=#b /><a xlink:title=c>d</a></svg>",
    "attributes of a formula": "<math definitionurl=x><mi xml:lang=y>z</mi></math>",
    "scripts of a drawing": "<svg><script type=application/json><!--a-->b</script><script type=application/json>c<g>d</g></script><style>e</style></svg>",
    "data with names": "".join(
        f"<script>{code}</script>"
        for code in (
            "window.a = {}",
            " window['b']=[",
            "window.c=JSON.parse('",
            "window.d=JSON.pars",
            "window.e=f()",
            "window.={",
            "windows.f={",
            "window.g;h={",
            "window",
            "",
            f"window.{'i' * 199}={{",
            f"window.{'j' * 200}={{",
        )
    ),
    "only frames": "<frameset><frame src=a><noframes><p>b</noframes></frameset>",
    "nothing": "",
    "only a comment": "<!-- x -->",
    "white space everywhere": " <p> a <b> b </b> <i> </i> <br> c </p> \n <ul> <li> d </li> </ul> <pre> <b> e </b> </pre> ",
    "a long attribute": f"<p title='{'x' * 100_000}'>{'y' * 100_000}<p title='{'x' * 100_000}'>",
}


@pytest.mark.parametrize("html", WHOLE_PAGES.values(), ids=WHOLE_PAGES.keys())
def test_they_agree_on_whole_pages(html):
    assert described(lexbor.columns_of(html.encode())) == described(portable.columns_of(html.encode()))


@given(SOUP)
def test_invariants(html):
    columns = parse(f"<p>{html}".encode()).columns
    rows = np.arange(len(columns.tag))
    below = columns.parent[1:]

    assert columns.parent[0] == -1
    assert (below < rows[1:]).all()
    assert (columns.depth[1:] == columns.depth[below] + 1).all()
    assert (columns.end > rows).all()
    assert (columns.end[1:] <= columns.end[below]).all()
    assert (columns.text_start <= columns.text_end).all()
    assert (columns.text_start[1:] >= columns.text_start[below]).all()
    assert (columns.text_end[1:] <= columns.text_end[below]).all()
    assert columns.text_end[0] == len(columns.text)
    assert (columns.text_start[columns.tag == TEXT][1:] == columns.text_end[columns.tag == TEXT][:-1]).all(), "texts follow each other"
    assert (columns.end[columns.tag == TEXT] == rows[columns.tag == TEXT] + 1).all()
    assert (np.diff(columns.attribute_node) >= 0).all()
    assert (columns.tag[columns.attribute_node] != TEXT).all()
    strings = [Page(columns).string(number) for number in range(len(columns.string_start) - 1)]
    assert len(set(strings)) == len(strings), "every string once"
    assert (np.diff(columns.string_start) >= 0).all()
    columns.text.decode("utf-8")
    columns.strings.decode("utf-8")


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        pytest.param("<b>a</b> <i>b</i>", ["a", " ", "b"], id="between words it is a space"),
        pytest.param("<div> <p>a</p>\n<p>b</p> </div>", ["a", "b"], id="between blocks it is nothing"),
        pytest.param("<p>a<br> <b>b</b>", ["a", "b"], id="after a line break it is nothing"),
        pytest.param("<b>a</b><i> </i><b>b</b>", ["a", " ", "b"], id="alone in an inline element it is a space"),
        pytest.param("<pre> <b>a</b>\n</pre>", [" ", "a", "\n"], id="in preformatted text it stays"),
    ],
)
def test_white_space_has_a_row_where_a_browser_shows_it(html, texts):
    page = parse(html.encode())

    assert [page.text(int(row)) for row in page.text_rows] == texts


def test_code_has_no_text_but_json_is_kept():
    page = parse(b"<script>var x</script><style>p{}</style><script type='application/ld+json'>{\"a\": 1}</script><p>seen")

    assert page.text(0) == "seen"
    assert [value for _, value in page.attribute_column("#text")] == ['{"a": 1}']


def test_looking_things_up():
    page = parse(b"<p class='a b' id=c>x<p>y<my-tag z=1>w</my-tag>")

    assert page.attributes(int(page.rows("p")[0])) == {"class": "a b", "id": "c"}
    assert page.attribute(int(page.rows("p")[1]), "class") is None
    assert [page.text(int(row)) for row in page.rows("my-tag")] == ["w"]
    assert len(page.rows("table")) == len(page.rows("no-tag")) == 0
    assert [page.tag_name(row) for row in page.children(0)] == ["head", "body"]
    assert page.columns.nbytes > 0
