"""A stranger's page, written anew."""

from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.html.parse import parse
from sitelode.studio.frame import _COPIED_TAGS, MOST_ROWS, Marks, frame_html

PICK = "/secret/pick/7/"
ALLOWED = {"html", "meta", "title", "style", "body", "a", "span", "p"} | _COPIED_TAGS
NASTY = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<a href='javascript:alert(1)' onclick=alert(1)>x</a>",
    "<form action='http://evil.example'><input type=submit value='&quot;><script>alert(1)</script>'></form>",
    "<meta http-equiv=refresh content='0;url=http://evil.example'>",
    "<base href='http://evil.example/'>",
    "<link rel=stylesheet href='http://evil.example/x.css'>",
    "<style>@import 'http://evil.example/x.css'; body{background:url(http://evil.example)}</style>",
    "<p style='background:url(http://evil.example)'>x</p>",
    "<object data='http://evil.example'></object><embed src='http://evil.example'>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<textarea></textarea><img src=x onerror=alert(1)>",
    "<plaintext><script>alert(1)</script>",
    "<div id='g0' class='s10 common'>clobbered</div>",
    "<div lang='\"><script>alert(1)</script>' dir='\"onload=x'>x</div>",
    "<template><script>alert(1)</script></template>",
    "<video src='http://evil.example' autoplay><source src='http://evil.example'></video>",
    "<x-y onfocus=alert(1) autofocus tabindex=1>x</x-y>",
    "<td colspan=9007199254740991>x</td>",
    "<html lang='\"><script>'>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<p>&amp;lt;img src=x&gt;</p>",
    "<button formaction='javascript:alert(1)'>press</button>",
    "<details ontoggle=alert(1) open>x</details>",
]


class Seen(HTMLParser):
    """Every tag and attribute of a document."""

    def __init__(self, document):
        super().__init__()
        self.tags, self.attributes = set(), set()
        self.feed(document)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {(tag, name, value) for name, value in attrs}


def checked(html: str) -> str:
    page = parse(html.encode("utf-8", "replace"), "https://site.example/")
    rows = page.text_rows.tolist()
    marks = Marks(
        np.linspace(0, 1, len(page)),
        dict.fromkeys(rows, 'why: "><script>alert(1)</script>'),
        {row: f"g{row}" for row in rows},
        {},
        {},
        PICK,
    )
    document = frame_html(page, marks)
    seen = Seen(document)
    assert seen.tags <= ALLOWED, seen.tags - ALLOWED
    for tag, name, value in seen.attributes:
        assert name in {"class", "id", "href", "data-why", "dir", "colspan", "rowspan", "lang", "style", "charset", "name", "content"}, (
            tag,
            name,
        )
        assert name != "href" or value.startswith(PICK)
        assert name != "style" or (tag, value) == ("html", "color-scheme:light dark")
        assert name != "dir" or value in ("ltr", "rtl", "auto")
        assert not name.endswith("span") or int(value) <= 1000
        assert (name, value) != ("http-equiv", "refresh")
    return document


@pytest.mark.parametrize("html", NASTY)
def test_nothing_that_acts_or_loads_is_written(html):
    document = checked(f"<!doctype html><body><p>before</p>{html}<p>after</p>")

    assert "evil.example" not in document.replace("&quot;", "")
    assert "before" in document


@given(
    st.lists(
        st.sampled_from([*NASTY, "<p>text", "</div>", "<table><tr><td>", "</p>", "<!--", "-->", "<a>", "<b><i>", "\x00", "]]>"]), max_size=8
    ).map("".join)
)
def test_nothing_that_acts_is_written_whatever_is_put_together(html):
    checked("<p>x" + html)


def test_scores_roles_and_reasons_are_on_the_texts():
    page = parse(b"<!doctype html><h1>Title</h1><p>Body text</p><nav>Menu</nav>")
    title, body, menu = page.text_rows.tolist()
    score = np.zeros(len(page))
    score[body] = 0.96
    document = frame_html(page, Marks(score, {body: "varies"}, {body: "g1"}, {}, {title: "title"}, PICK), "dark")

    assert f'<a class="s10" id="g1" href="{PICK}{body}" data-why="varies">Body text</a>' in document
    assert f'<a class="s0 title" href="{PICK}{title}">Title</a>' in document
    assert f'<a class="s0" href="{PICK}{menu}">Menu</a>' in document
    assert "color-scheme:dark" in document


def test_pictures_and_controls_are_boxes_with_their_words():
    document = checked(
        "<img alt='A seal' src=seal.jpg><input placeholder='Search here'><button>Send <b>it</b></button><select><option>One<option>Two</select>"
    )

    for words in ("A seal", "Search here", "Send it", "One"):
        assert words in document
    assert "seal.jpg" not in document


def test_a_very_large_page_is_cut_and_says_so():
    document = checked("<p>x" * (MOST_ROWS // 2 + 1_000))

    assert "not shown" in document
    assert document.count("<p") <= MOST_ROWS


def test_empty_pages_are_documents_too():
    assert "<body" in checked("<html></html>")
