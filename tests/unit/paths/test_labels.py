import numpy as np
import pytest
from made_articles import page_of

from sitelode.articles.body.evidence import segment_codes
from sitelode.compiled.codes import code_of, mix
from sitelode.paths.element_names import element_kinds
from sitelode.paths.labels import (
    LandmarkLabels,
    PathLabels,
    codes_from_root,
    label_code,
    label_of,
    sibling_labels,
    tag_codes,
)
from sitelode.paths.markers import element_bits
from sitelode.text.segments import segments_of


def codes(html, *others):
    pages = [page_of(source) for source in (html, *others)]
    return segment_codes(pages[0], segments_of(pages[0]), PathLabels.of_pages(pages)).tolist()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param('<p class="post-12">a</p>', '<p class="post-345">b</p>', True, id="digits in names count as one"),
        pytest.param('<p class="lead">a</p>', '<p class="note">b</p>', False, id="other class"),
        pytest.param('<p id="x1">a</p>', '<p id="x2">b</p>', True, id="ids like classes"),
        pytest.param("<div><p>a</p></div>", "<div><p>b</p></div>", True, id="siblings of one path"),
        pytest.param("<p>a</p>", "<p><b>b</b></p>", False, id="an inline element around all of it is a step"),
        pytest.param("<p>a</p>", "<p>b <b>c</b></p>", True, id="an inline element around a part of it is none"),
    ],
)
def test_two_texts_of_one_page(one, other, same):
    found = codes(one + other)

    assert (found[0] == found[1]) is same


def test_a_name_that_one_of_many_pages_has_is_no_step():
    rare, common = codes('<p class="odd">a</p><p class="all">b</p>', *['<p class="all">c</p><p>d</p>'] * 3)
    plain = codes('<p>a</p><p class="all">b</p>', *['<p class="all">c</p><p>d</p>'] * 3)

    assert [rare, common] == plain


def test_cells_of_narrow_rows_are_told_apart_and_those_of_wide_rows_are_not():
    narrow = codes("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>")
    wide = codes("<table><tr>" + "<td>x</td>" * 5 + "</tr></table>")

    assert narrow[:2] == narrow[2:]
    assert narrow[0] != narrow[1]
    assert len(set(wide)) == 1


def test_codes_are_the_same_in_every_process():
    assert codes("<p>a</p>") == [int(np.uint64(codes("<p>b</p>")[0]))]


def test_landmarks_are_labels_that_pages_have_once():
    pages = [
        page_of(f'<div id="top" class="b a"><p class="row">x</p><p class="row">y</p><i class="only{"x" * number}">z</i></div>')
        for number in range(9)
    ]
    labels = LandmarkLabels.of_pages(pages)

    assert labels.anchors == {"div.a.b#top"}
    assert labels.names == {"a", "b", "row", "#top"}
    tags, codes, is_anchor = labels.codes(pages[0])
    for row in range(len(pages[0])):
        text = labels.text(pages[0], row)
        assert int(codes[row]) == code_of(text)
        assert int(tags[row]) == code_of(pages[0].tag_name(row))
        assert bool(is_anchor[row]) == (text == "div.a.b#top")


def test_siblings_are_compared_by_all_their_names():
    page = page_of('<ul><li class="b a">1</li><li class="a b a">2</li><li class="a">3</li><li>4</li><my-li class="a">5</my-li></ul>')
    labels, rows = sibling_labels(page), [*page.rows("li").tolist(), *page.rows("my-li").tolist()]

    named = labels.named[rows].tolist()
    assert named[0] == named[1]
    assert len(set(named)) == 4
    assert named[3] == code_of("li")
    assert [(labels.name_row == row).sum() for row in rows] == [2, 2, 1, 0, 1]


def test_codes_from_the_root_are_those_of_the_parent_with_one_label_more():
    page = page_of("<div><p>a <b>b</b></p><my-x>c</my-x></div>")
    codes = codes_from_root(page, tag_codes(page)).tolist()

    for row, parent in enumerate(page.columns.parent.tolist()):
        assert codes[row] == mix(codes[parent] if parent >= 0 else 0, code_of(page.tag_name(row)))


def test_the_kin_of_an_element_is_its_tag_and_first_class_name_that_counts():
    page = page_of('<body class="home"><li class="wide lead">a</li><div class="wide lead" id="größe">b</div><p class="x 字">c</p>')

    label, kin, _ = PathLabels(frozenset(("wide", "lead", "#größe", "字", "home"))).of_page(page)

    assert [int(kin[page.rows(tag)[0]]) for tag in ("li", "div", "p", "body")] == [
        label_code("li", ()), label_code("div", ("wide",)), label_code("p", ("字",)), label_code("body", ()),
    ]  # fmt: skip
    assert int(label[page.rows("div")[0]]) == label_code("div", ("#größe", "lead", "wide"))


def test_labels_of_rows_are_those_of_their_kinds_where_one_of_the_kind_has_text():
    page = page_of(
        '<div class="lead wide" role="Complementary"><p class="lead">a</p><p class="lead"></p><hr class="wide"><b role=contentinfo>b</b></div>'
    )
    counting, kinds = frozenset(("lead", "wide")), element_kinds(page)
    texts, of_row = page.columns.text_end > page.columns.text_start, kinds.of_row
    with_text = set(of_row[texts].tolist())
    labels = PathLabels(counting)

    for _ in range(2):  # kinds are new, and then they are known
        label, _, marks = labels.of_page(page)
        assert label.tolist() == [label_of(page, row, counting) if of_row[row] in with_text else 0 for row in range(len(page))]
        assert [int(marks[page.rows(tag)[0]]) & element_bits(role) for tag, role in (("div", "complementary"), ("b", "contentinfo"))] == [
            element_bits("complementary"), element_bits("contentinfo"),
        ]  # fmt: skip


def test_a_name_of_no_element_has_no_marker():
    assert element_bits("lamp") == 0
    assert element_bits("aside") != 0


def test_elements_without_text_have_no_label_kin_or_markers():
    page = page_of("<aside></aside><footer>x</footer>")
    [empty], [full] = page.rows("aside"), page.rows("footer")
    columns = PathLabels(frozenset()).of_page(page)

    assert [int(column[empty]) for column in columns] == [0, 0, 0]
    assert all(column[full] for column in columns)
