import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.html.parse import parse
from sitelode.text.segments import segments_of


def seen(html):
    """(text, block, width, link width) of every segment."""
    page = parse(html.encode())
    segments = segments_of(page)
    return [
        (
            " ".join("".join(page.text(row) for row in segments.rows[first:last]).split()),
            page.tag_name(block),
            int(width),
            int(linked),
        )
        for first, last, block, width, linked in zip(
            segments.first, segments.first[1:], segments.block, segments.width, segments.link_width, strict=False
        )
    ]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<p>one<p>two", [("one", "p", 3, 0), ("two", "p", 3, 0)], id="blocks divide"),
        pytest.param("<p>on<b>e</b> <i>word</i>", [("one word", "p", 8, 0)], id="inline markup does not"),
        pytest.param("<p>one<br>two", [("one", "p", 3, 0), ("two", "p", 3, 0)], id="a line break does"),
        pytest.param("<div>a<p>b</p>c</div>", [("a", "div", 1, 0), ("b", "p", 1, 0), ("c", "div", 1, 0)], id="text around a block"),
        pytest.param("<p>see <a href=x>this one</a>", [("see this one", "p", 12, 8)], id="width inside links"),
        pytest.param("<p>日本語 ok", [("日本語 ok", "p", 9, 0)], id="wide characters count two"),
        pytest.param("<ul><li> <li>\n</ul><p>&nbsp;</p>x", [("x", "body", 1, 0)], id="white space is no segment"),
        pytest.param(
            "<title>t</title><p>a<button>b</button><select><option>c</select><svg><text>d</text></svg>e",
            [("ae", "p", 2, 0)],
            id="controls and drawings are not read",
        ),
        pytest.param("<form><p>kept</form>", [("kept", "p", 4, 0)], id="forms are: old systems wrap whole pages in one"),
    ],
)
def test_segments_of_small_pages(html, expected):
    assert seen(html) == expected


@pytest.mark.parametrize(
    ("one", "other", "exact", "loose"),
    [
        pytest.param("a b", " a\n&nbsp;<b>b</b> ", True, True, id="white space and markup do not matter"),
        pytest.param("12 comments", "7 comments", False, True, id="numbers matter to the exact code only"),
        pytest.param("Menu", "menu", False, True, id="so does case"),
        pytest.param("ab", "ba", False, False, id="order matters"),
        pytest.param("1 2", "12", False, False, id="two numbers are not one"),
    ],
)
def test_codes_say_whether_texts_are_equal(one, other, exact, loose):
    first, second = (segments_of(parse(f"<p>{text}</p>".encode())) for text in (one, other))

    assert bool(first.exact[0] == second.exact[0]) == exact
    assert bool(first.loose[0] == second.loose[0]) == loose


@given(st.lists(st.text(alphabet="ab <>&;/pbdiv\n", max_size=12), max_size=12))
def test_every_visible_word_is_in_exactly_one_segment(parts):
    page = parse(("<body>x" + "".join(parts)).encode())
    segments = segments_of(page)
    joined = "".join(page.text(int(row)) for row in segments.rows)

    assert "".join(joined.split()) == "".join(page.text(0).split())
    assert (segments.first[1:] > segments.first[:-1]).all()
    assert (segments.link_width <= segments.width).all()


def plain_code(text):
    """FNV-1a as in a book, and the spreading of its bits: codes are kept in wrappers, so they may never change."""
    code = 14695981039346656037
    for byte in text.encode():
        code = (code ^ byte) * 1099511628211 % (1 << 64)
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        code = (code ^ (code >> 33)) * factor % (1 << 64)
    return code ^ (code >> 33)


@given(st.lists(st.tuples(st.booleans(), st.text(alphabet="abzAZ019 .~\n\t\xa0\xa1é日", min_size=1, max_size=9)), min_size=1, max_size=6))
def test_codes_and_widths_are_those_of_the_text(parts):
    segments = segments_of(parse(("<p>" + "".join(f"<a>{text}</a>" if linked else text for linked, text in parts)).encode()))
    text = " ".join("".join(text for _, text in parts).split())
    if not text:
        assert len(segments) == 0
        return
    loose = "".join(letter.lower() if letter.isascii() else letter for letter in re.sub("[0-9]+", "0", text))

    assert segments.exact.tolist() == [plain_code(text)]
    assert segments.loose.tolist() == [plain_code(loose)]
    assert segments.width.tolist() == [sum(1 + (letter == "日") for letter in text)]
