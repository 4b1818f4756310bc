import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machine_speed import slowness
from rendered_pages import choices_of, on_any_page, page_of, pages, words

from sitelode.html.render.html import html_of
from sitelode.html.render.text import text_of

SAFE_TAGS = frozenset(
    "a abbr b bdi bdo blockquote br caption cite code dd del dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark "
    "ol p pre q rp rt ruby s samp small span strong sub sup table tbody td tfoot th thead time tr u ul var".split()
)
SAFE_ATTRIBUTES = frozenset("alt colspan datetime dir href lang rowspan src start title".split())


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<p>", "", id="nothing"),
        pytest.param("<p class=x style=y onclick=z>a</p>", "<p>a</p>", id="attributes go"),
        pytest.param("<p>a\n  b", "<p>a b</p>", id="white space collapses"),
        pytest.param("<div><div><p>a</p></div><p>b</p></div>", "<p>a</p>\n<p>b</p>", id="elements that only group are left out"),
        pytest.param("<div>a</div><section>b</section>", "<div>a</div>\n<div>b</div>", id="those with text of their own become div"),
        pytest.param("a<font>b</font><span>c</span>", "<div>abc</div>", id="inline elements without a meaning"),
        pytest.param("<p>a <span lang=de dir=LTR>b</span>", '<p>a <span lang="de" dir="LTR">b</span></p>', id="but language and direction"),
        pytest.param('<p lang="x y" dir=up>a', "<p>a</p>", id="not where they are wrong"),
        pytest.param("<p><tt>a</tt><strike>b</strike>", "<p><code>a</code><s>b</s></p>", id="old names"),
        pytest.param("<p>1 &lt; 2 &amp;amp; &quot;", '<p>1 &lt; 2 &amp;amp; "</p>', id="escaped"),
        pytest.param(
            "<p><a href='../x?b=1&a=2#c' rel=y title='t\"'>a</a>",
            '<p><a href="https://example.org/x?b=1&amp;a=2#c" title="t&quot;">a</a></p>',
            id="links are absolute, and otherwise as they were",
        ),
        pytest.param("<p><a href='mailto:a@example.org'>a</a>", '<p><a href="mailto:a@example.org">a</a></p>', id="mail"),
        pytest.param("<p><a name=x>a</a>", "<p>a</p>", id="an anchor is no link"),
        pytest.param("<p><a href='javascript:x'>a</a>", "<p>a</p>", id="javascript:"),
        pytest.param("<p><a href=' JAVA\nscript:x'>a</a>", "<p>a</p>", id="disguised"),
        pytest.param("<p><a href='&#1;javascript:x'>a</a>", "<p>a</p>", id="behind a control character"),
        pytest.param("<p><a href='data:text/html,x'>a</a><a href='vbscript:x'>b</a>", "<p>ab</p>", id="data: and vbscript:"),
        pytest.param("<p><a href='file:///etc/passwd'>a</a>", "<p>a</p>", id="file: from the web"),
        pytest.param("<p><a href='http://[x'>a</a>", "<p>a</p>", id="no address at all"),
        pytest.param("<base href=/y/><p><a href=z>a</a>", '<p><a href="https://example.org/y/z">a</a></p>', id="base element"),
        pytest.param(
            "<p><img src=/x.png alt='a\"b' onerror=x width=3>", '<p><img src="https://example.org/x.png" alt="a&quot;b"></p>', id="picture"
        ),
        pytest.param("<p>a<img src='data:image/png;base64,AAAA'>", "<p>a</p>", id="picture inside the page"),
        pytest.param("<p><img src='data:x' data-src=/y.png>", '<p><img src="https://example.org/y.png"></p>', id="picture loaded late"),
        pytest.param(
            "<p><img srcset='/s.png 1x, /l.png 2x'>", '<p><img src="https://example.org/l.png"></p>', id="picture in several sizes"
        ),
        pytest.param("<p>a<br>b", "<p>a<br>b</p>", id="br"),
        pytest.param("<p>a<hr><p>b", "<p>a</p>\n<hr>\n<p>b</p>", id="hr"),
        pytest.param("<ul><li>a<li>b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>", id="list"),
        pytest.param("<menu><li>a", "<ul>\n<li>a</li>\n</ul>", id="menu"),
        pytest.param("<ol start=3 reversed><li>a", '<ol start="3">\n<li>a</li>\n</ol>', id="number of the first item"),
        pytest.param("<pre>\n\n a\n  b</pre>", "<pre>\n\n a\n  b</pre>", id="pre keeps its first empty line"),
        pytest.param("<textarea>a\n&lt;b</textarea>", "<pre>a\n&lt;b</pre>", id="textarea"),
        pytest.param("<xmp><script>a</script></xmp>", "<pre>&lt;script&gt;a&lt;/script&gt;</pre>", id="raw text"),
        pytest.param("a<script>b</script>c<style>d</style>", "<div>a c</div>", id="script and style"),
        pytest.param("<form><select><option>a<option>b</select></form>", "<div><div>a</div>\n<div>b</div>\n</div>", id="options"),
        pytest.param("<svg><a href=/x><text>a</text></a></svg>", '<div><a href="https://example.org/x">a</a></div>', id="drawing"),
        pytest.param("<time datetime=2024-05-01>May</time>", '<div><time datetime="2024-05-01">May</time></div>', id="time"),
        pytest.param(
            "<table><tr><td colspan=9007199254740991 rowspan=-2>a<td>b</table>",
            '<table>\n<tbody>\n<tr>\n<td colspan="100" rowspan="1">a</td>\n<td>b</td>\n</tr>\n</tbody>\n</table>',
            id="table with absurd spans",
        ),
        pytest.param("<table><tr><td><td><p>a<p>b<tr><td>c</table>", "<p>a</p>\n<p>b</p>\n<div>c</div>", id="table for layout"),
        pytest.param(
            "<table><tr><td><table><tr><td>a<td>b</table></table>",
            "<table>\n<tbody>\n<tr>\n<td>a</td>\n<td>b</td>\n</tr>\n</tbody>\n</table>",
            id="table in a table for layout",
        ),
        pytest.param("<details><summary>a</summary>b</details>", "<div><div>a</div>\nb</div>", id="details are open"),
        pytest.param("<b><div>a</div></b>", "<div><b><div>a</div>\n</b></div>", id="block in inline"),
    ],
)
def test_of_a_whole_page(html, expected):
    assert html_of(page_of("<!doctype html><body>" + html), [0]) == expected


@pytest.mark.parametrize(
    ("html", "chosen", "expected"),
    [
        pytest.param("<div><p>a <b>b</b></p></div>", ["b"], "<p><b>b</b></p>", id="paragraph and bold"),
        pytest.param("<h2><a href=/x>a</a></h2>", ["a"], '<h2><a href="https://example.org/x">a</a></h2>', id="link in a heading"),
        pytest.param("<p>a<br>b<br>c", ["a", "b"], "<p>a<br>b</p>", id="line breaks between chosen texts"),
        pytest.param("<p>a<p>b<hr><p>c", ["a", "c"], "<p>a</p>\n<hr>\n<p>c</p>", id="rule between chosen texts"),
        pytest.param("a<div>b</div>c", ["a", "c"], "<div>a<br>c</div>", id="a block left out still parts"),
        pytest.param("<p>a<b>b</b>c", ["a", "c"], "<p>a c</p>", id="words around one left out"),
        pytest.param(
            "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
            ["b", "c", "d"],
            "<table>\n<tbody>\n<tr>\n<td></td>\n<td>b</td>\n</tr>\n<tr>\n<td>c</td>\n<td>d</td>\n</tr>\n</tbody>\n</table>",
            id="cells stay in their column",
        ),
    ],
)
def test_of_single_text_nodes(html, chosen, expected):
    page = page_of("<!doctype html><body>" + html)

    assert html_of(page, [row for row in page.text_rows.tolist() if page.text(row) in chosen]) == expected


@pytest.mark.parametrize(
    ("url", "base_url", "href", "expected"),
    [
        pytest.param("https://a.example/x/", "", "y", "https://a.example/x/y", id="the page's own address"),
        pytest.param("https://a.example/x/", "https://b.example/", "y", "https://b.example/y", id="another base"),
        pytest.param("", "", "../y?a#b", "../y?a#b", id="no base: stays relative"),
        pytest.param("", "", "\n/y\tz ", "/yz", id="no base: white space"),
        pytest.param("", "", "https://a.example/y z", "https://a.example/y%20z", id="no base needed"),
        pytest.param("", "", "javascript:x", None, id="no base: still not safe"),
        pytest.param("file:///site/a.html", "", "b.html", "file:///site/b.html", id="files beside a file"),
        pytest.param("https://a.example/", "", "x" * 10_000, None, id="an address too long for any server"),
        pytest.param("not an address", "", "y", "y", id="wrong base"),
        pytest.param("data:text/html,x", "", "#y", "#y", id="base that leads nowhere"),
        pytest.param("https://a.example/", "", "//b.example/\ud800", "https://b.example/%EF%BF%BD", id="lone surrogate"),
    ],
)
def test_addresses(url, base_url, href, expected):
    page = page_of(f'<p><a href="{href}">a</a>'.replace("\ud800", "&#xd800;"), url)

    assert html_of(page, [0], base_url) == ("<p>a</p>" if expected is None else f'<p><a href="{expected}">a</a></p>')


@on_any_page
@given(pages())
def test_reading_it_again_gives_the_same_text(page):
    again = page_of("<!doctype html><body>" + html_of(page, [0]))

    assert words(text_of(again, [0])) == words(text_of(page, [0]))


@on_any_page
@given(pages(), st.data())
def test_single_text_nodes_give_the_words_that_plain_text_has(page, data):
    chosen = data.draw(choices_of(page))
    again = page_of("<!doctype html><body>" + html_of(page, chosen))

    assert words(text_of(again, [0])) == words(text_of(page, chosen))


@on_any_page
@given(pages())
def test_only_safe_tags_attributes_and_addresses_are_written(page):
    again = page_of("<!doctype html><body>" + html_of(page, [0]))
    body = int(again.rows("body")[0])

    assert {again.tag_name(row) for row in range(body + 1, len(again))} <= SAFE_TAGS | {"#text"}
    for row in range(body + 1, len(again)):
        attributes = again.attributes(row)
        assert attributes.keys() <= SAFE_ATTRIBUTES
        assert all(attributes[name].startswith("https://example.org/") for name in ("href", "src") if name in attributes)


@on_any_page
@given(pages())
def test_tags_are_balanced(page):
    open_tags = []
    for end, name in re.findall(r"<(/?)([a-z0-9]+)[^>]*>", html_of(page, [0])):
        if not end and name not in ("br", "hr", "img"):
            open_tags.append(name)
        elif end:
            assert open_tags.pop() == name

    assert open_tags == []


def test_language_of_the_page_is_not_repeated():
    assert html_of(page_of("<html lang=en><p>a"), [0]) == "<p>a</p>"


def test_time_stays_bounded():
    page = page_of("<div><b><ul><li>" * 40 + "<p>x<td>" * 500)
    start = time.process_time()

    assert html_of(page, [0]).count("x") == 500
    assert time.process_time() - start < 4 * slowness()
