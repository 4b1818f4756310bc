import time
from contextlib import suppress

import pytest
from machine_speed import slowness

from sitelode.errors import PageTooCostlyError
from sitelode.html.parse import is_xhtml, parse

PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml">'
TYPE = "application/xhtml+xml; charset=utf-8"


def rows(html, content_type=None):
    """Tags and texts below the body, nested ones indented."""
    page = parse(html.encode(), "https://example.org/", content_type)
    body = int(page.rows("body")[0])
    return [
        "  " * int(page.columns.depth[row] - page.columns.depth[body] - 1) + (page.text(row) if page.tags[row] == 0 else page.tag_name(row))
        for row in range(body + 1, len(page))
    ]


@pytest.mark.parametrize("empty", ["<script src='x.js'/>", "<title/>", "<style type='text/css' />", "<iframe src='x'/>\n", "<textarea/>"])
def test_xml_ends_an_empty_element_where_it_stands(empty):
    assert rows(f"{PROLOG}<head/><body>{empty}<p>text</p></body></html>")[-2:] == ["p", "  text"]
    assert rows(f"<html><body>{empty}<p>text</p></body></html>", TYPE)[-2:] == ["p", "  text"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param('<a name="x"/><p/>text', ["a", "p", "text"], id="elements without content"),
        pytest.param("<p>a<br/>b<hr/></p>", ["p", "  a", "  br", "  b", "hr", "p"], id="those that never have some"),
        pytest.param("<p><![CDATA[2 < 3 & <b>4</b>]]></p>", ["p", "  2 < 3 & <b>4</b>"], id="CDATA is text"),
        pytest.param("<!-- <p/> <script> --><p>a</p>", ["p", "  a"], id="comments stay"),
        pytest.param("<script>x = '<div/>'; // <![CDATA[</script><p>a</p>", ["script", "p", "  a"], id="scripts stay"),
        pytest.param("<script type='x'/>var a = 1;</script><p>a</p>", ["script", "p", "  a"], id="a script that is none of XML"),
        pytest.param("<script src='x'/></script><p>a</p>", ["script", "p", "  a"], id="both ends"),
        pytest.param("<!-- never closed <div/>", [], id="no end"),
    ],
)
def test_xhtml_is_read_as_xml(source, expected):
    found = rows(f"{PROLOG}<head><title>t</title></head><body>{source}</body></html>")
    assert found == expected


def test_html_is_read_as_before():
    assert rows("<html><body><div/>text<script/>all this</script>") == ["div", "  text", "  script"]


def test_a_hostile_page_takes_no_longer_than_another():
    begun = time.process_time()
    for piece in ("<!-- ", "<script>", "<![CDATA[", "<a / ", "<a/>", "<script/>x "):
        with suppress(PageTooCostlyError):
            parse((PROLOG + piece * 20_000).encode())
    assert time.process_time() - begun < 10 * slowness()


def test_a_shadow_root_is_shown_where_it_stands():
    source = '<my-card><template shadowrootmode="open"><style>p{}</style><slot></slot><p>inside</p></template><h1>title</h1></my-card>'
    assert [row.strip() for row in rows(f"<body>{source}<template><p>never</p></template><p>after")] == [
        "my-card", "div", "style", "slot", "p", "inside", "h1", "title", "template", "p", "after",
    ]  # fmt: skip


def test_shadow_roots_stand_in_each_other_and_templates_in_them_stay_apart():
    inner = "<template><p>never</p></template><b-c><template SHADOWROOTMODE=closed>deep</template></b-c>"
    found = [row.strip() for row in rows(f"<body><a-b><template shadowrootmode=open>{inner}<p>shown</p></template></a-b><p>after")]
    assert found == ["a-b", "div", "template", "b-c", "div", "deep", "p", "shown", "p", "after"]


def test_xhtml_is_sent_as_such_or_begins_as_xml_and_names_its_namespace():
    xml, root = PROLOG.split("\n")

    assert [is_xhtml(each.encode(), None) for each in (PROLOG, f" {PROLOG}", xml, root)] == [True, True, False, False]
    assert is_xhtml(b"<p>", TYPE)
    assert not is_xhtml(b"<p>", "text/html")
