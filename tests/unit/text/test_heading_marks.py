import pytest

from sitelode.html.parse import parse
from sitelode.text.segments import segments_of


def lines(html):
    page = parse(html.encode(), "https://example.org/docs/page.html")
    found = segments_of(page)
    spans = zip(found.first.tolist(), found.first[1:].tolist(), strict=False)
    return [" ".join("".join(page.text(row) for row in found.rows[first:last].tolist()).split()) for first, last in spans]


@pytest.mark.parametrize(
    "heading",
    [
        '<h2 id="s1">Words of it<a class="x" href="#s1">¶</a></h2>',
        '<h2 id="s1"><a href="#s1" aria-hidden="true">#</a> Words of it</h2>',
        '<h2 id="s1">Words of it <a href="/docs/page.html#s1">Permalink to this heading</a></h2>',
        '<section id="s1"><h2>Words of it<a href="#s1">#</a></h2></section>',
        '<h3><a name="s1" href="#s1">§</a>Words of it</h3>',
        '<h2><span id="übung">Words of it</span><a href="#%C3%BCbung">#</a></h2>',
    ],
)
def test_a_link_to_its_own_heading_is_none_of_its_words(heading):
    assert lines(f"{heading}<p>text") == ["Words of it", "text"]


def test_what_recurs_in_headings_with_a_link_is_none_of_their_words():
    edit = '<span class="x"><span>[</span><a href="/edit?{0}">edit</a><span>]</span></span>'
    html = "".join(f"<h2><span>Heading {word}</span>{edit.format(word)}</h2><p>text" for word in ("one", "two", "three"))
    assert lines(html) == ["Heading one", "text", "Heading two", "text", "Heading three", "text"]


@pytest.mark.parametrize(
    "html",
    [
        pytest.param('<h2 id="a"><a href="#a">All words</a></h2>', id="all of a heading"),
        pytest.param('<h2 id="a">About <a href="#b">something else</a></h2>', id="another place"),
        pytest.param('<h2>About <a href="/x">one</a></h2><h2>About <a href="/y">two</a></h2>', id="words that differ"),
        pytest.param('<h2>Once <a href="/x">more</a></h2>', id="words of one heading"),
        pytest.param("<h2>More <b>words</b></h2><h2>Less <b>words</b></h2>", id="no link"),
        pytest.param('<p id="a">Text <a href="#a">here</a>', id="no heading"),
    ],
)
def test_words_stay(html):
    page = parse(html.encode())
    assert "".join(lines(html)).replace(" ", "") == "".join(page.text().split())
