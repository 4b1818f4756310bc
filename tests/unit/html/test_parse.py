"""The tree is the one a browser builds: the tricky cases of the HTML standard."""

import pytest

from sitelode.html.parse import parse
from sitelode.html.vocabulary import TEXT


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
        pytest.param(
            "<table><tr><td>a</td></tr><p>b<tr><td>c</table>d", "p('b') table(tbody(tr(td('a')) tr(td('c')))) 'd'", id="p between rows"
        ),
        pytest.param("<table><b>a<tr><td>b</table>c", "b('a') table(tbody(tr(td('b')))) b('c')", id="bold moved out of a table stays bold"),
        pytest.param("<table><caption>a<td>b</table>", "table(caption('a') tbody(tr(td('b'))))", id="a cell closes a caption"),
        pytest.param("<table><colgroup><col><td>a</table>", "table(colgroup(col) tbody(tr(td('a'))))", id="columns"),
        pytest.param("<table><td>a<tbody><td>b</table>", "table(tbody(tr(td('a'))) tbody(tr(td('b'))))", id="two bodies"),
        pytest.param(
            "<table><form><tr><td><input></form><td>a</table>", "table(form tbody(tr(td(input) td('a'))))", id="a form in a table"
        ),
        pytest.param(
            "<table><input type=hidden><input><tr><td>a</table>", "input table(input tbody(tr(td('a'))))", id="hidden input stays"
        ),
        pytest.param("<span><table><tr><td>a</span>b</table>c", "span(table(tbody(tr(td('ab')))) 'c')", id="no end tag leaves a cell"),
        pytest.param("<p>a<table><tr><td>b</table>c", "p('a') table(tbody(tr(td('b')))) 'c'", id="a table closes p"),
        pytest.param("<td>a</td><tr>b", "'ab'", id="cells without a table are nothing"),
        pytest.param("<p>a<ul><li>b</ul>c</p>d", "p('a') ul(li('b')) 'c' p 'd'", id="a list closes p, whose end tag makes another"),
        pytest.param("<ul><li>a<div><li>b</div></ul>", "ul(li('a' div) li('b'))", id="li closes li through div"),
        pytest.param("<dl><dd>a<p>b<dt>c</dl>", "dl(dd('a' p('b')) dt('c'))", id="dt closes dd and its p"),
        pytest.param("<b>1<i>2<p>3</b>4</i>5", "b('1' i('2')) i p(i(b('3') '4') '5')", id="two formatting elements over a block"),
        pytest.param("<a>1<div>2<a>3</div>4</a>", "a('1') div(a('2') a('3')) a('4')", id="links over blocks"),
        pytest.param("<a>1<table><tr><td><a>2</table>3", "a('1' table(tbody(tr(td(a('2'))))) '3')", id="a link in a cell in a link"),
        pytest.param("<p><b><b><b><b>a<p>b", "p(b(b(b(b('a'))))) p(b(b(b('b'))))", id="three of a kind are opened again"),
        pytest.param("<b><em><strong><p>x</b>y", "b(em(strong)) em(strong(p(b('x') 'y')))", id="adoption"),
        pytest.param("<p><b>a<p>b<p>c</b>d", "p(b('a')) p(b('b')) p(b('c') 'd')", id="bold until it is closed"),
        pytest.param("<nobr>a<nobr>b", "nobr('a') nobr('b')", id="nobr closes nobr"),
        pytest.param("<marquee><b>a</marquee>b", "marquee(b('a')) 'b'", id="formatting does not leave a marquee"),
        pytest.param("<form>a<div>b</form>c</div><form>d", "form('a' div('bc')) form('d')", id="a form's end leaves its blocks open"),
        pytest.param("<h1>a<p>b<h2>c</h2>d", "h1('a' p('b')) h2('c') 'd'", id="a heading closes a heading's paragraph"),
        pytest.param("<h1>a</h3>b", "h1('a') 'b'", id="any heading's end tag"),
        pytest.param("<p><button><p>a</p></button>b", "p(button(p('a')) 'b')", id="p in a button in p"),
        pytest.param("<select><option>a<optgroup><option>b</select>", "select(option('a') optgroup(option('b')))", id="groups of options"),
        pytest.param("<ruby>a<rb>b<rtc>c<rt>d</ruby>", "ruby('a' rb('b') rtc('c' rt('d')))", id="all of ruby"),
        pytest.param(
            "<svg><desc><p>a</desc><title>b</title></svg>", "svg(desc(p('a' title('b'))))", id="a drawing's end tags inside of HTML"
        ),
        pytest.param("<svg><a>x<a>y</a></a></svg>", "svg(a('x' a('y')))", id="links nest in a drawing"),
        pytest.param("<svg><font color=x>a", "svg font('a')", id="a coloured font is HTML"),
        pytest.param("<svg><font>a", "svg(font('a'))", id="a plain one is a drawing's"),
        pytest.param(
            "<math><annotation-xml encoding=text/html><p>a</annotation-xml></math>", "math(annotation-xml(p('a')))", id="annotation"
        ),
        pytest.param("<svg><![CDATA[a<b]]>c</svg>", "svg('a<bc')", id="CDATA in a drawing"),
        pytest.param("<![CDATA[a<b]]>c", "'c'", id="CDATA elsewhere is a comment"),
        pytest.param("<template><tr><td>a</template><p>b", "template p('b')", id="cells in a template"),
        pytest.param("<isindex>a", "isindex('a')", id="isindex is an element by now"),
        pytest.param("<script><!--<script></script>--></script>a", "script 'a'", id="a script in a comment in a script"),
        pytest.param("<!a>b<?c?>d</ e>f", "'b' 'd' 'f'", id="comments that are none"),
        pytest.param('<a href="a>b">c</a>', "a('c')", id="> in an attribute"),
        pytest.param("&lt&gt;&notin;&ampamp;&#38;&#x26&#0;&#x80;&unknown;", "'<>∉&amp;&&\ufffd€&unknown;'", id="more entities"),
        pytest.param("&eacute&copy=1", "'é©=1'", id="entities without their semicolon"),
        pytest.param("<x-y>a<p>b</x-y>c", "x-y('a' p('bc'))", id="an unknown element's end does not leave p"),
        pytest.param("<body>a<body class=x>b", "'ab'", id="a second body only adds attributes"),
    ],
)
def test_tricky_trees(html, expected):
    assert shape(f"<!doctype html><body>{html}") == expected


def test_frames():
    assert shape("<frameset><frame src=a><frame src=b></frameset>") == "frame frame"


def test_attributes_of_a_second_body_are_added():
    page = parse(b"<body class=a>x<body class=b id=c>")

    assert page.attributes(int(page.rows("body")[0])) == {"class": "a", "id": "c"}


@pytest.mark.parametrize(
    ("tag", "attributes"),
    [
        pytest.param("<p a = b c= 'd' e ='f'>", {"a": "b", "c": "d", "e": "f"}, id="spaces around ="),
        pytest.param("<p a=b/c>", {"a": "b/c"}, id="a slash in a value"),
        pytest.param("<p/a=b/>", {"a": "b/"}, id="slashes between"),
        pytest.param("<p A=B>", {"a": "B"}, id="names in lower case"),
        pytest.param("<p a='x&amp;y&lt'>", {"a": "x&y<"}, id="entities"),
        pytest.param("<p a='?x=1&copy=2'>", {"a": "?x=1&copy=2"}, id="what only looks like an entity"),
        pytest.param("<p a>", {"a": ""}, id="no value"),
        pytest.param("<p a='b\nc'>", {"a": "b\nc"}, id="a line break"),
        pytest.param("<p 'a'=b>", {"'a'": "b"}, id="quotes in a name"),
    ],
)
def test_attributes(tag, attributes):
    page = parse(tag.encode())

    assert page.attributes(int(page.rows("p")[0])) == attributes


def test_foreign_attributes_keep_their_prefix():
    page = parse(b"<svg><use xlink:href=#a href=#b></svg>")

    assert page.attributes(int(page.rows("use")[0])) == {"xlink:href": "#a", "href": "#b"}


def test_a_duplicate_attribute_is_the_first():
    page = parse(b"<p class=a class=b>x")

    assert page.attribute(int(page.rows("p")[0]), "class") == "a"


def test_an_empty_head_and_body_are_always_there():
    assert [parse(b"<p>x").tag_name(row) for row in range(3)] == ["html", "head", "body"]
