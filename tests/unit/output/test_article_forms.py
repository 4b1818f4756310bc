"""The forms of articles: every word stays, XML is well formed, and TEI is what its schema allows."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from sitelode.model import Article, Comment
from sitelode.output.article_forms import FORMATS, article_form
from sitelode.output.tei import body_markup, tei_document

SEA = (
    '<p>The <b>sea</b> &amp; the <a href="https://x.example/?a=1&amp;b=2">shore</a>.</p><h2>Tides</h2><ul><li>low</li><li>high<ul><li>spring</li>'
    "</ul></li></ul><h3>Neap</h3><blockquote>Mind the <i>bell</i></blockquote><pre>a\n b</pre>"
    "<table><caption>Days</caption><tbody><tr><th>day</th><th>metres</th></tr><tr><td>1</td><td>2.4</td></tr></tbody></table>"
    '<h2>Boats</h2><figure><img src="https://x.example/b.jpg" alt="A boat"><figcaption>Ours</figcaption></figure>'
    "<dl><dt>ebb</dt><dt>flow</dt><dd>water that goes</dd><dd>or comes</dd></dl>loose words<br>and more<hr>"
)


def article(html=SEA, **fields):
    known = {"text": "Text.", "language": "en", "date": "2031-03-15", "cluster": 0, "confidence": 0.9, "origin": "here"}
    return Article(**{"url": "https://x.example/a", "title": 'Sea "and" <shore>', "html": html, "markdown": "**Text.**", **known, **fields})


def written(name, *articles, **options):
    out = io.StringIO()
    form = article_form(name, out.write, **options)
    for each in articles:
        form.add(each)
    form.end()
    return out.getvalue()


def words(text):
    return re.findall(r"\w+", text)


@pytest.fixture(scope="module")
def schema():
    trafilatura = pytest.importorskip("trafilatura", reason="the group bench has a TEI schema")
    return etree.DTD(str(Path(trafilatura.__file__).parent / "data" / "tei_corpus.dtd"))


def problems(schema, text):
    """What the schema says; it knows neither code, which stands where `hi` may, nor figures and tables, which stand where a gap may."""
    root = etree.fromstring(text.replace(' xmlns="http://www.tei-c.org/ns/1.0"', "").encode())
    for element in root.iter("code"):
        assert len(element) == 0, "code holds text alone"
        element.tag = "hi"
    for element in list(root.iter("figure", "table")):
        if element.getparent() is not None:
            gap = etree.Element("gap")
            gap.tail = element.tail
            element.getparent().replace(element, gap)
    return [] if schema.validate(root) else [error.message for error in schema.error_log]


def test_tei_is_valid(schema):
    full = article(
        html=SEA + "<p>So <code>x &lt; 1</code>, <code>y<b>!</b></code>, <span lang=de>ja</span></p><pre><code>z = 2\n</code></pre>",
        author="Ann Lee; Bo Rae",
        subtitle="A walk",
        tags=("a", "b"),
        categories=("Sea",),
        site_name="The Lantern",
        description="Short.",
        modified="2031-03-16",
        licence="https://cc.example/by",
        fetched="2031-04-01T10:00:00Z",
        comments=(Comment("Cy", "2031-03-17", "Fine.\nVery."), Comment("", "some day", "Hm.")),
    )

    root = etree.fromstring(tei_document(full).replace(' xmlns="http://www.tei-c.org/ns/1.0"', "").encode())
    assert [each.text for each in root.iter("code")] == ["x < 1", "z = 2\n"]
    assert root.find(".//licence").get("target") == "https://cc.example/by"
    assert [each.findtext("p") for each in root.iter("note") if each.get("type") == "comment"] == ["Fine.", "Hm."]
    assert problems(schema, tei_document(full)) == []
    assert problems(schema, tei_document(article(html="", language="", date=""))) == []
    assert problems(schema, written("tei", full, article(), several=True)) == []


def test_headings_open_sections_that_nest():
    root = etree.fromstring(f"<body>{body_markup(SEA, sections=True)}</body>")

    assert [head.text for head in root.findall("div/head")] == ["Tides", "Boats"]
    assert [head.text for head in root.findall("div/div/head")] == ["Neap"]
    assert root.find("p").text == "The "


def test_the_short_form_has_flat_headings_and_attributes():
    root = etree.fromstring(written("xml", article(tags=("a", "b"))).encode())

    assert root.tag == "doc"
    assert (root.get("title"), root.get("tags"), root.get("date")) == ('Sea "and" <shore>', "a; b", "2031-03-15")
    assert [(head.get("rend"), head.text) for head in root.iter("head") if head.get("rend")] == [
        ("h2", "Tides"),
        ("h3", "Neap"),
        ("h2", "Boats"),
    ]
    assert root.find(".//ref").get("target") == "https://x.example/?a=1&b=2"
    assert root.find(".//graphic").get("url") == "https://x.example/b.jpg"


def test_the_short_form_has_all_that_is_known_and_comments():
    root = etree.fromstring(written("xml", article(licence="CC0", categories=("Sea",), comments=(Comment("Cy", "", "Fine."),))).encode())

    assert {"hostname", "fingerprint", "licence", "categories"} <= set(root.attrib)
    assert root.findtext("comments/comment/p") == "Fine."


def test_words_of_another_language_are_foreign_unless_an_element_marks_them():
    root = etree.fromstring(body_markup('<p><span lang="fr">un</span> <em lang="fr">deux</em> <span>trois</span></p>', sections=True))

    assert [each.tag for each in root] == ["foreign", "hi", "hi"]


def test_a_table_for_layout_is_no_table():
    root = etree.fromstring(
        f"<body>{body_markup('<table><tr><td><h2>Tides</h2><div>One.</div><div>Two.</div></td></tr></table>', sections=True)}</body>"
    )

    assert root.find(".//table") is None
    assert [each.text for each in root.findall("div/p")] == ["One.", "Two."]


TAGS = (
    "p",
    "b",
    "a",
    "ul",
    "li",
    "ol",
    "dl",
    "dt",
    "dd",
    "div",
    "table",
    "tr",
    "td",
    "h2",
    "h3",
    "blockquote",
    "pre",
    "figure",
    "code",
    "caption",
)
NODES = st.recursive(
    st.sampled_from(["one two", "&lt;three", "x\x0by", "<br>", "<hr>", '<img src="i.png" alt="four">', "  "]),
    lambda inner: st.builds(lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", st.sampled_from(TAGS), st.lists(inner, max_size=3)),
    max_leaves=12,
)


@given(html=st.lists(NODES, max_size=4).map("".join), sections=st.booleans())
def test_any_fragment_is_well_formed_and_keeps_its_words(html, sections):
    root = etree.fromstring(f"<body>{body_markup(html, sections=sections)}</body>")

    plain = re.sub(r"<img[^>]*>", " four ", html.replace("\x0b", "").replace("&lt;", " "))
    while (without := re.sub(r"<(b|i|em|strong|a|code|span|sub|sup)></\1>", "", plain)) != plain:
        plain = without  # nothing within a line parts no words
    assert words(" ".join(root.itertext())) == words(re.sub(r"<[^>]*>", " ", plain))


@pytest.mark.parametrize("depth", [5_000])
def test_deep_nesting_is_no_problem(depth):
    assert body_markup("<b>" * depth + "x" + "</b>" * depth, sections=True).count("<hi") == depth


@pytest.mark.parametrize("name", FORMATS)
def test_every_form_writes_none_one_and_several(name):
    assert "Text" not in written(name)
    assert written(name, article())
    assert len(written(name, article(), article(title="Second"), several=True)) > len(written(name, article(), several=True))


def test_json_is_a_line_each_and_csv_has_a_head():
    assert [json.loads(line)["title"] for line in written("json", article(), article(title="B")).splitlines()] == ['Sea "and" <shore>', "B"]
    rows = list(csv.DictReader(io.StringIO(written("csv", article(title="=1+1"), article()))))
    assert [row["title"] for row in rows] == ["'=1+1", 'Sea "and" <shore>'], "a spreadsheet runs no title"


def test_text_and_markdown_get_a_head_on_request():
    assert written("txt", article()) == "Text.\n"
    assert written("md", article(), with_metadata=True).startswith('---\ntitle: "Sea \\"and\\" <shore>"\nurl: ')
    assert written("txt", article(), article()) == "Text.\n\nText.\n"


def test_html_is_a_page_that_escapes_what_it_says():
    page = written("html", article(author='"><script>'), with_metadata=True)

    assert "<title>Sea &quot;and&quot; &lt;shore&gt;</title>" in page
    assert "<script>" not in page
