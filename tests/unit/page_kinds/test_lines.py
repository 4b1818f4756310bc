import random
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.html.parse import parse
from sitelode.page_kinds.kernels.lines import line_marks
from sitelode.page_kinds.lines import BEGINNING, codes_of_texts, page_lines
from sitelode.text.segments import segments_of


def lines_of(source):
    page = parse(source.encode())
    return page_lines(page, segments_of(page), page.rows("a"))


@pytest.mark.parametrize(
    "line",
    ["Plain words", "with <b>bold</b> and <i>slanted</i> parts", "12 of 345 &amp; more", "混ぜた text です", "no&nbsp;break"],
)
def test_a_line_has_the_code_of_its_text(line):
    text = parse(f"<p>{line}".encode()).text()

    assert lines_of(f"<p>{line}")[0].tolist() == codes_of_texts([text]).tolist()


@given(st.text(alphabet="abÄ文 1\n", max_size=12), st.text(alphabet="abÄ文 1\n", max_size=12))
def test_codes_agree_where_texts_do(one, other):
    def key(text):
        digits_as_one = []
        for character in text:
            if not (character == "1" and digits_as_one[-1:] == ["1"]):
                digits_as_one.append(character)
        return "".join(digits_as_one).replace(" ", "").replace("\n", "")

    first, second = codes_of_texts([one, other]).tolist()

    assert (first == second) == (key(one) == key(other))


@given(st.text(alphabet="abzÄ文1", max_size=12), st.randoms())
def test_capitals_spaces_and_the_length_of_a_number_make_no_difference(text, random):
    other = "".join(
        random.choice((each, each * 2 if each == "1" else each + " ", each.upper() if each.isascii() else each)) for each in text
    )

    assert len(set(codes_of_texts([text, other]).tolist())) == 1
    assert len(set(codes_of_texts([text, "B" + other, "C" + other]).tolist())) == 3


def test_a_text_and_its_excerpt_begin_alike():
    words = "The swing bridge over the river opened for the dredger early on Monday"
    _, whole, *_ = lines_of(f"<p>{words} morning, and then would not close again.")
    _, cut, *_ = lines_of(f"<p>{words} …")
    _, other, *_ = lines_of(f"<p>{words[: BEGINNING - 8]} another end altogether")

    assert whole[0] == cut[0] != other[0]


def test_lines_of_links_divide_stretches():
    source = "<p>before<h2><a href=a>A title that is long</a></h2><p>one<p>two<h2><a href=b>Another title of some length</a></h2><p>three"
    codes, _, _, _, stretch, *_ = lines_of(source)
    wanted = codes_of_texts(["before", "one", "two", "three"])

    assert stretch[np.searchsorted(codes, wanted)].tolist() == [0, 1, 1, 2]


def test_the_last_line_that_is_all_link_leads_a_line():
    source = "<p>before<h2><a href=a>One</a></h2><p>under <a href=x>inline</a><p><a href=b>Two</a> by me<p><a href=c>Three</a><p>end"
    lines = lines_of(source)
    codes, lead = lines.code, lines.lead
    wanted = codes_of_texts(["before", "One", "under inline", "Two by me", "Three", "end"])

    assert lead[np.searchsorted(codes, wanted)].tolist() == [-1, 0, 0, 0, 3, 3]


def test_blocks_of_one_kind_are_items_and_what_follows_them_is_none():
    lines = lines_of("<div class=a>first one</div><div class=a>second one</div><div class=a>third one</div><section>the rest</section>")
    wanted = codes_of_texts(["first one", "second one", "third one", "the rest"])

    assert lines.item[np.searchsorted(lines.code, wanted)].tolist() == [0, 1, 2, -1]


YEAR = re.compile(rb"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
DAY_BEFORE = re.compile(rb"(?<![0-9])[0-9]{1,2}[^0-9\n]{1,14}\Z")
MONTH_AFTER = re.compile(rb"[^0-9\n]{1,4}[0-9]{1,2}(?![0-9])")
LABEL = re.compile(r"((?:[^:：]|:(?=/))*)(?::(?!/)|：)")


def test_dates_and_labels_are_those_that_expressions_find():
    dice = random.Random(4)
    parts = ["2031", "1999", "3", "12", "7", " ", ". ", "-", "\n", "May", "年", ":", "：", "/", "Price", "a"]
    texts = ["".join(dice.choices(parts, k=7)) for _ in range(3_000)]
    known = {}
    for each in texts:
        text = each.encode()
        array = np.frombuffer(text, dtype=np.uint8)
        dated, labels = line_marks(array, *(np.array([end], dtype=np.int32) for end in (0, len(text))), np.array([0, 1], dtype=np.int32))
        years = [match.span() for match in YEAR.finditer(text)]
        label = LABEL.match(each)
        name = " ".join(label[1].lower().split()) if label else ""

        assert bool(dated[0]) == any(
            DAY_BEFORE.search(text, max(0, start - 17), start) or MONTH_AFTER.match(text, end) for start, end in years
        )
        assert bool(labels[0]) == any(map(str.isalpha, name)), each
        assert not name or known.setdefault(labels[0], name) == name or not labels[0]
