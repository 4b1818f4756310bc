import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machine_speed import slowness
from markdown_it import MarkdownIt
from rendered_pages import choices_of, on_any_page, page_of, pages, styled_paragraphs, words

from sitelode.html.render.markdown import markdown_of
from sitelode.html.render.text import text_of

READER = MarkdownIt("commonmark", {"maxNesting": 100}).enable(["table", "strikethrough"])
"""Another hand's implementation, which takes raw HTML."""


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<p>", "", id="nothing"),
        pytest.param("<p>a\n b<p>c", "a b\n\nc", id="paragraphs"),
        pytest.param("<div>a</div><div>b</div>", "a\n\nb", id="blocks are paragraphs"),
        pytest.param("<h1>a</h1><h6>b</h6>", "# a\n\n###### b", id="headings"),
        pytest.param("<h2><div>a</div> <div>b<br>c</div></h2>", "## a b c", id="heading of blocks"),
        pytest.param("<h2>a<p>b</h2>", "a\n\nb", id="heading around paragraphs is none"),
        pytest.param("<h2> </h2>a", "a", id="empty heading"),
        pytest.param("<h2>C #</h2><h2>C#</h2>", "## C \\#\n\n## C#", id="closing signs of a heading"),
        pytest.param("<p>a <em>b</em> <i>c</i> <strong>d</strong> <b>e</b> <s>f</s>", "a *b* *c* **d** **e** ~~f~~", id="emphasis"),
        pytest.param("<p><b>a </b>b<i> c</i>", "**a** b *c*", id="white space moves out"),
        pytest.param("<p>un<b>believ</b>able", "un**believ**able", id="inside a word"),
        pytest.param("<p>a<b>(b)</b>c", "a(b)c", id="delimiters that would not be seen are left out"),
        pytest.param("<p>中文<b>“强调”</b>中文", "中文“强调”中文", id="the same in Chinese"),
        pytest.param("<p><b>a <i>b</i></b>", "**a *b***", id="emphasis in strong"),
        pytest.param("<p><i>a <b>b</b> c</i>", "*a **b** c*", id="strong in emphasis"),
        pytest.param("<p><b><b>a</b></b>", "**a**", id="strong in strong"),
        pytest.param("<p><b>a</b><i>b</i>", "**a**b", id="stars beside stars"),
        pytest.param("<p><b> </b>a", "a", id="empty strong"),
        pytest.param("<p><b>a<br>b</b>", "**a  \nb**", id="strong over two lines"),
        pytest.param("<p><code>a*b</code> <kbd>c`d</kbd> <tt>`</tt>", "`a*b` ``c`d`` `` ` ``", id="code"),
        pytest.param("<p><code>a <b>b</b></code>", "`a b`", id="strong in code"),
        pytest.param("<p><code><a href=/x>a</a></code>", "[`a`](https://example.org/x)", id="link in code"),
        pytest.param("<p><code>a</code><code>b</code>", "`ab`", id="code beside code"),
        pytest.param("<p><a href=/x>a <b>b</b></a>", "[a **b**](https://example.org/x)", id="link"),
        pytest.param("<p><a href='/x y(z)?a|b`\\'>a</a>", "[a](https://example.org/x%20y%28z%29?a%7Cb%60%5C)", id="signs in an address"),
        pytest.param("<p><a href='/x?a=1&copy;=2'>a</a>", "[a](https://example.org/x?a=1%C2%A9=2)", id="entity in an address"),
        pytest.param("<p><a href='/x?a=1&amp;copy;=2'>a</a>", "[a](https://example.org/x?a=1&amp;copy;=2)", id="looks like an entity"),
        pytest.param("<p><a href='javascript:x'>a</a>", "a", id="javascript:"),
        pytest.param("<p><a href=/x></a>a", "a", id="link without text"),
        pytest.param(
            "<a href=/x><h2>a</h2><p>b</p></a>", "## [a](https://example.org/x)\n\n[b](https://example.org/x)", id="link of blocks"
        ),
        pytest.param("<p>a!<a href=/x>b</a>", "a\\![b](https://example.org/x)", id="a link behind ! is no picture"),
        pytest.param("<p><img src=/x.png alt='a]b'>", "![a\\]b](https://example.org/x.png)", id="picture"),
        pytest.param(
            "<p><a href=/x><img src=/x.png alt=a></a>", "[![a](https://example.org/x.png)](https://example.org/x)", id="picture in a link"
        ),
        pytest.param("<p>a<img src='data:image/png;base64,AAAA' alt=b>", "a", id="picture inside the page"),
        pytest.param("<p>a<br>b", "a  \nb", id="br"),
        pytest.param("<p>a<br><br>b", "a\n\nb", id="two br"),
        pytest.param("<p><br>a<br>", "a", id="br at the edges"),
        pytest.param("a<hr>b", "a\n\n***\n\nb", id="hr"),
        pytest.param("<p><q>a</q>", "“a”", id="quotation"),
        pytest.param("<p>m<sup>2</sup>", "m2", id="sup"),
        pytest.param("<pre>a\n  b\n</pre>", "```\na\n  b\n```", id="pre"),
        pytest.param("<pre><code class='x language-c++'>a</code></pre>", "```c++\na\n```", id="language of code"),
        pytest.param("<pre class=lang-py>a</pre>", "```py\na\n```", id="language of pre"),
        pytest.param("<pre class='language-`x'>a</pre>", "```\na\n```", id="wrong language"),
        pytest.param("<pre>```\na</pre>", "````\n```\na\n````", id="fence in code"),
        pytest.param("<pre><div>a</div><div>b</div>c<br>d</pre>", "```\na\nb\nc\nd\n```", id="lines of code as blocks"),
        pytest.param("<pre> </pre>", "", id="empty pre"),
        pytest.param("<ul><li>a<li>b</ul>", "- a\n- b", id="list"),
        pytest.param("<ol start=9><li>a<li>b<li value=3>c</ol>", "9. a\n10. b\n3. c", id="numbered list"),
        pytest.param("<p>x<ul><li>a</ul>y", "x\n\n- a\n\ny", id="list between paragraphs"),
        pytest.param("<ul><li>a<ol><li>b<li>c</ol>d<li>e</ul>", "- a\n  1. b\n  2. c\n\n  d\n- e", id="nested lists"),
        pytest.param("<ul><li>a<ol start=2><li>b</ol></ul>", "- a\n\n  2. b", id="only 1 may follow a paragraph at once"),
        pytest.param("<ul><li><p>a<p>b<pre>c\n\nd</pre></ul>", "- a\n\n  b\n\n  ```\n  c\n\n  d\n  ```", id="blocks in an item"),
        pytest.param("<ul><li><ul><li>a</ul></ul>", "- - a", id="item that starts with a list"),
        pytest.param("<ul><li><h2>a</h2></ul>", "- ## a", id="heading in an item"),
        pytest.param("<ul><li> <li>a</ul>", "- a", id="empty item"),
        pytest.param("<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>d", "> a\n>\n> b\n>\n> > c\n\nd", id="quotations"),
        pytest.param("<blockquote><ul><li>a</ul></blockquote>", "> - a", id="list in a quotation"),
        pytest.param("<dl><dt>a<dd>b<dd>c<dt>d<dt>e<dd>f<p>g</dl>", "a\n: b\n: c\n\nd\ne\n: f\n\n  g", id="definitions"),
        pytest.param("<dl><dt>a<dd><ul><li>b</ul><dd><h2>c</h2></dl>", "a\n\n  - b\n\n  ## c", id="definitions that are no paragraphs"),
        pytest.param("<table><tr><th>a<th>b<tr><td>c<td>d</table>", "| a | b |\n| --- | --- |\n| c | d |", id="table"),
        pytest.param("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "|  |  |\n| --- | --- |\n| a | b |\n| c | d |", id="no header"),
        pytest.param(
            "<table><caption>x</caption><thead><tr><td>a<td>b<tbody><tr><td>c<td></table>",
            "x\n\n| a | b |\n| --- | --- |\n| c |  |",
            id="caption, head and empty cell",
        ),
        pytest.param(
            "<table><tr><th>a<th>b<tr><td><p>c|d<p>e<td><code>f|g</code><ul><li>h<li>i</ul></table>",
            "| a | b |\n| --- | --- |\n| c\\|d e | `f\\|g` h i |",
            id="blocks and bars in cells",
        ),
        pytest.param(
            "<table><tr><th colspan=2>a<th>b<tr><td>c<td>d<td>e<tr><td rowspan=2>f<td colspan=99999999999999999>g<tr><td>h<td>i</table>",
            "| a |  | b |\n| --- | --- | --- |\n| c | d | e |\n| f | g |  |\n|  | h | i |",
            id="spans",
        ),
        pytest.param("<table><tr><td>a<td>b</table>", "a\n\nb", id="one row is layout"),
        pytest.param("<table><tr><td>a<tr><td>b</table>", "a\n\nb", id="one column is layout"),
        pytest.param("<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d</table>", "## a\n\nb\n\nc\n\nd", id="headings in cells are layout"),
        pytest.param("<p>1. a<br>2) b<br>10. c", "1\\. a  \n2\\) b  \n10\\. c", id="no list by chance"),
        pytest.param("<p>- a<br>+ b<br>* c<br>-d", "\\- a  \n\\+ b  \n\\* c  \n-d", id="no items by chance"),
        pytest.param("<p># a<br>#b<br>&gt; c", "\\# a  \n#b  \n\\> c", id="no heading or quotation by chance"),
        pytest.param("<p>a<br>===<br>---", "a  \n\\===  \n\\---", id="no underlined heading by chance"),
        pytest.param("<p>a | b<br>--|--<br>c | d", "a | b  \n\\--|--  \nc | d", id="no table by chance"),
        pytest.param("<p>*a* _b_ a_b [c](d) `e` ~f~ \\", "\\*a\\* \\_b\\_ a_b \\[c\\](d) \\`e\\` \\~f\\~ \\\\", id="no markup by chance"),
        pytest.param("<p>&lt;b>a&lt;/b> &amp;amp; a & b", "\\<b>a\\</b> \\&amp; a & b", id="no HTML by chance"),
        pytest.param("<p>a<script>b</script>c", "a c", id="script"),
    ],
)  # fmt: skip
def test_of_a_whole_page(html, expected):
    assert markdown_of(page_of("<!doctype html><body>" + html), [0]) == expected


@pytest.mark.parametrize(
    ("html", "chosen", "expected"),
    [
        pytest.param("<div><h2><a href=/x>a</a></h2></div>", ["a"], "## [a](https://example.org/x)", id="link in a heading"),
        pytest.param("<p>a<b>b</b>c", ["b", "c"], "**b**c", id="strong in a paragraph"),
        pytest.param("<p>a<b>b</b>c", ["a", "c"], "a c", id="words around one left out"),
        pytest.param("a<div>b</div>c", ["a", "c"], "a\n\nc", id="a block left out still parts"),
        pytest.param("<ol><li>a<ul><li>b</ul></ol>", ["b"], "1. - b", id="item of an item"),
        pytest.param("<p>a<br>b", ["a", "b"], "a  \nb", id="br between chosen texts"),
        pytest.param("<pre>a<i>b</i>c</pre>", ["a", "c"], "```\na c\n```", id="code"),
        pytest.param("<table><tr><th>a<th>b<tr><td>c<td>d</table>", ["a", "d"], "| a |  |\n| --- | --- |\n|  | d |", id="cells"),
    ],
)
def test_of_single_text_nodes(html, chosen, expected):
    page = page_of("<!doctype html><body>" + html)

    assert markdown_of(page, [row for row in page.text_rows.tolist() if page.text(row) in chosen]) == expected


def test_base_of_links():
    page = page_of("<p><a href=x>a</a>", url="")

    assert markdown_of(page, [0]) == "[a](x)"
    assert markdown_of(page, [0], "https://b.example/y/") == "[a](https://b.example/y/x)"


@on_any_page
@given(pages() | styled_paragraphs())
def test_a_reader_of_markdown_sees_the_same_words(page):
    read = page_of("<!doctype html><body>" + READER.render(markdown_of(page, [0])))

    assert words(text_of(read, [0])) == words(text_of(page, [0]))


@on_any_page
@given(pages(), st.data())
def test_single_text_nodes_give_the_words_that_plain_text_has(page, data):
    chosen = data.draw(choices_of(page))
    read = page_of("<!doctype html><body>" + READER.render(markdown_of(page, chosen)))

    assert words(text_of(read, [0])) == words(text_of(page, chosen))


@on_any_page
@given(pages())
def test_nothing_of_a_page_becomes_html_or_an_unsafe_link(page):
    for block in READER.parse(markdown_of(page, [0])):
        for token in (block, *(block.children or ())):
            assert token.type not in ("html_block", "html_inline")
            assert all(str(token.attrs[name]).startswith("https://example.org/") for name in ("href", "src") if name in token.attrs)


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<div>" * 500 + "x", id="deep"),
        pytest.param("<ul><li>" * 250 + "<p>x" * 5_000, id="deep lists"),
        pytest.param("<blockquote>" * 500 + "<pre>" + "x\n" * 5_000, id="deep quotations"),
        pytest.param("<p>" + "<b>x</b><i>x</i>" * 5_000, id="a long paragraph"),
        pytest.param("<pre>" + "\n" * 1_000_000 + "x", id="a pre of line feeds"),
        pytest.param("<table>" + "<tr><td colspan=9999 rowspan=9999>x<td>x" * 5_000, id="spans"),
        pytest.param("<table><tr>" + "<td>x" * 5_000 + "<tr><td rowspan=999>x<td colspan=999>x" * 2_000, id="a wide table"),
    ],
)
def test_time_and_size_stay_bounded(html):
    page = page_of(html)
    start = time.process_time()
    markdown = markdown_of(page, [0])

    assert time.process_time() - start < 3 * slowness()
    assert markdown.count("x") == html.count("x")
    assert len(markdown) < 30 * len(html)
