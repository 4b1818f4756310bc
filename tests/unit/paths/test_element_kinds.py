import numpy as np
from hypothesis import given
from tests.unit.html.rendered_pages import on_any_page, page_of, pages

from sitelode.paths.element_names import element_kinds


def test_digits_in_names_are_one():
    page = page_of(
        "<p class='post-18 x'>a</p><p class='post-7 x'>b</p><p class='post-x'>c</p><p id='post-18 x'>d</p><my-p class='post-1 x'>"
    )
    kinds = element_kinds(page).of_row[[*page.rows("p"), *page.rows("my-p")]].tolist()

    assert kinds[0] == kinds[1]
    assert len(set(kinds)) == 4


def test_keys_are_the_same_on_every_page():
    one, other = (page_of(html) for html in ("<div id=a><p class=b>x</p></div>", "<i>y</i><p class=b>z</p><my-q>"))
    key = [element_kinds(page).key[element_kinds(page).of_row[page.rows("p")[0]]] for page in (one, other)]

    assert key[0] == key[1]


@on_any_page
@given(pages())
def test_kinds_are_tag_class_and_id(page):
    kinds = element_kinds(page)
    named = [(page.tag_name(row), page.columns.class_[row], page.columns.id_[row]) for row in range(len(page))]

    assert kinds.of_row[kinds.first].tolist() == list(range(len(kinds.first)))
    assert (np.diff(kinds.first) > 0).all()
    assert (kinds.class_code == 0).tolist() == [page.columns.class_[row] < 0 for row in kinds.first.tolist()]
    assert len({*zip(named, kinds.of_row.tolist(), strict=True)}) == len(set(named))
