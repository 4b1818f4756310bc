import time
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.html.parse import parse
from sitelode.paths.element_names import names_in, names_of, page_names
from sitelode.paths.labels import PathLabels


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("", ()),
        ("  lead  wide\n", ("lead", "wide")),
        ("post-18273 p0 p00 2024", ("post-0", "p0", "p0", "0")),
        ("spalte-٣٤ größe\u2003x", ("spalte-0", "größe", "x")),
        ("a\x1cb", ("a", "b")),
    ],
)
def test_names_without_their_numbers(value, names):
    assert names_in(value) == names


def test_a_class_name_is_no_id_however_it_is_written():
    page = parse(b'<p class="#menu # wide" id="menu">x</p>')

    assert names_of(page, int(page.rows("p")[0])) == (("menu", "wide"), ("menu", "wide", "#menu"))


def test_names_are_the_same_whether_one_element_is_asked_for_or_all():
    html = b'<div class="post-12 lead" id="p7"><p class="#x lead">a</p><p id="a b">b</p></div>'
    alone, together = parse(html), parse(html)
    every = page_names(together).every

    assert [names_of(alone, row) for row in range(len(alone))] == [names_of(together, row) for row in range(len(together))]
    assert every == {"post-0", "lead", "#p0", "x", "#a", "#b"}


@given(st.lists(st.tuples(*[st.text(st.sampled_from("aZ019-#. \téЖ٣字\u00a0\u3000🌊"), max_size=8)] * 2), min_size=1, max_size=6))
def test_names_of_a_page_are_those_of_each_element(attributes):
    html = "".join(f'<p class="{classes}" id="{ids}">x</p>' for classes, ids in attributes)
    page, alone = (parse(html.encode(), content_type="text/html; charset=utf-8") for _ in range(2))
    found = page_names(page)

    assert [names_of(page, row) for row in range(len(page))] == [names_of(alone, row) for row in range(len(page))]
    assert found.every == {name for row in range(len(page)) for name in names_of(alone, row).every}
    assert found.pairs() == {(alone.tags[row], name) for row in range(len(alone)) for name in names_of(alone, row).classes}


def test_a_class_beside_the_first_one_is_told_with_it():
    found = page_names(parse(b'<p class="post lead wide">x</p><p class="wide">x</p><p id="lead">x</p>'))

    assert [each[1:] for each in found.with_first_classes(frozenset(("lead", "wide", "#lead")))] == [
        ("post", "lead"), ("post", "wide"), ("wide", "wide"),
    ]  # fmt: skip


def test_the_work_grows_no_faster_than_the_names_of_an_element():
    def seconds(count):
        names = " ".join("".join(letters) for letters in islice(product("zyxwvutsrq", repeat=6), count))  # descending
        page = parse(f'<div class="{names} {names}"><p>Text</p></div>'.encode(), "http://a.example/")
        began = time.process_time()
        assert len(page_names(page).every) == count
        PathLabels(page_names(page).every).of_page(page)
        return time.process_time() - began

    seconds(100)
    shorter = min(seconds(20_000) for _ in range(2))
    assert min(seconds(80_000) for _ in range(2)) < 10 * shorter  # 4 times as many; quadratic work is 16 times as much
