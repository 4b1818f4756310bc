"""The tree is the one a browser builds: the tricky cases of the HTML standard."""

import pytest

from sitelode.dom.parse import parse
from sitelode.dom.vocabulary import TEXT


def shape(html):
    """The body as `p(a 'text')`, without white space."""
    page = parse(html.encode())

    def written(row):
        if page.columns.tag[row] == TEXT:
            return f"'{' '.join(page.text(row).split())}'"
        inside = " ".join(written(child) for child in page.children(row))
        return f"{page.tag_name(row)}({inside})" if inside else page.tag_name(row)

    body = next(child for child in page.children(0) if page.tag_name(child) in ("body", "frameset"))
    return " ".join(written(child) for child in page.children(body))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<p>a<p>b", "p('a') p('b')", id="p closes p"),
        pytest.param("<p>a<div>b</div>c", "p('a') div('b') 'c'", id="a block closes p"),
        pytest.param("<ul><li>a<li>b<ul><li>c</ul></ul>", "ul(li('a') li('b' ul(li('c'))))", id="li closes li, not an outer one"),
        pytest.param("<dl><dt>a<dd>b<dt>c</dl>", "dl(dt('a') dd('b') dt('c'))", id="dt and dd"),
        pytest.param("<table><tr><td>a<td>b<tr><td>c</table>", "table(tbody(tr(td('a') td('b')) tr(td('c'))))", id="cells, rows, tbody"),
        pytest.param("<table>a<tr><td>b</table>", "'a' table(tbody(tr(td('b'))))", id="text in a table is put before it"),
        pytest.param("<table><div>a</div><tr><td>b</table>", "div('a') table(tbody(tr(td('b'))))", id="so is a block"),
        pytest.param("<table><table><tr><td>a</table>", "table table(tbody(tr(td('a'))))", id="a table closes a table"),
        pytest.param(
            "<table><tr><td><table><tr><td>a</table></table>", "table(tbody(tr(td(table(tbody(tr(td('a'))))))))", id="nested table"
        ),
        pytest.param("<b>a<i>b</b>c</i>", "b('a' i('b')) i('c')", id="misnested formatting"),
        pytest.param("<b>a<p>b</b>c</p>", "b('a') p(b('b') 'c')", id="formatting around a block"),
        pytest.param("<a href=1>a<a href=2>b", "a('a') a('b')", id="a closes a"),
        pytest.param("<form><form><p>a</form>b", "form(p('a')) 'b'", id="a form in a form is none"),
        pytest.param("<h1>a<h2>b</h1>", "h1('a') h2('b')", id="headings"),
        pytest.param("<svg><title>a</title><p>b", "svg(title('a')) p('b')", id="a block ends a drawing"),
        pytest.param("<svg><foreignObject><p>a</p></foreignObject></svg>b", "svg(foreignobject(p('a'))) 'b'", id="HTML in a drawing"),
        pytest.param("<template><p>a</template>b", "template 'b'", id="a template's contents are not in the tree"),
        pytest.param("<select><option>a<option>b<p>c</select>", "select(option('a') option('b' p('c')))", id="options"),
        pytest.param("<button><p>a</button>b", "button(p('a')) 'b'", id="p in a button"),
        pytest.param("<ruby>a<rt>b<rt>c</ruby>", "ruby('a' rt('b') rt('c'))", id="ruby"),
        pytest.param("a<br></br>b</p>c", "'a' br br 'b' p 'c'", id="end tags that make elements"),
        pytest.param("<image src=x>", "img", id="image is img"),
        pytest.param("<p>a</div></span>b", "p('ab')", id="end tags without start are nothing"),
        pytest.param("<p>&lt;b&gt; &amp;amp &eacute; &notit; &#x41;", "p('<b> &amp é ¬it; A')", id="entities"),
        pytest.param("a<!-- <p>b --!>c<!-->d", "'a' 'c' 'd'", id="odd comments"),
        pytest.param("<textarea><p>a</textarea>b", "textarea('<p>a') 'b'", id="a text area is text"),
        pytest.param("<plaintext><p>a</p>", "plaintext('<p>a</p>')", id="plaintext never ends"),
        pytest.param("<noscript><p>a</noscript>", "noscript(p('a'))", id="noscript as without scripts"),
        pytest.param("<xmp><b>a</xmp>", "xmp('<b>a')", id="xmp"),
        pytest.param("<math><mi>x</mi></math>", "math(mi('x'))", id="formulas"),
        pytest.param("<div/>a", "div('a')", id="a slash closes nothing in HTML"),
        pytest.param("<svg><g/>a</svg>", "svg(g 'a')", id="but in a drawing"),
    ],
)
def test_tricky_trees(html, expected):
    assert shape(f"<!doctype html><body>{html}") == expected


def test_frames():
    assert shape("<frameset><frame src=a><frame src=b></frameset>") == "frame frame"


def test_a_duplicate_attribute_is_the_first():
    page = parse(b"<p class=a class=b>x")

    assert page.attribute(int(page.rows("p")[0]), "class") == "a"


def test_an_empty_head_and_body_are_always_there():
    assert [parse(b"<p>x").tag_name(row) for row in range(3)] == ["html", "head", "body"]
