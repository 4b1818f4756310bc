"""Values in attributes: stars that are read aloud, sets of pictures, microdata without text."""

import pytest
from list_pages import page_of, phrase

from sitelode.tables.details.detail_fields import find_fields
from sitelode.tables.lists.record_lists import find_lists
from sitelode.tables.naming import is_rating

STARS = '<span class="stars" role="img" {}="{}"><i></i><i></i><i></i></span>'


@pytest.mark.parametrize("attribute", ["aria-label", "title"])
def test_ratings_of_records_are_read_from_what_is_said_of_the_stars(attribute):
    items = [
        f"<li><h3><a href=/p/{n}>{phrase(n, 4)}</a></h3>{STARS.format(attribute, f'{n % 4 + 1}.5 out of 5 stars')}<p>{phrase(n + 2, 9)}</p></li>"
        for n in range(8)
    ]
    table = find_lists(page_of(f"<h1>x</h1><ul>{''.join(items)}</ul>"))[0].table()

    assert {column.name: column.values[1] for column in table.columns}["rating"] == "2.5 out of 5 stars"


def test_pictures_of_records_are_the_largest_of_their_set():
    items = [
        f'<li><img src="data:image/gif;base64,x" srcset="/s{n}.png 320w, /l{n}.png 1280w"><h3><a href=/p/{n}>{phrase(n, 4)}</a></h3>'
        f'<meta itemprop="sku" content="A{n}"><p>{phrase(n + 2, 9)}</p><time datetime="2031-01-{n + 10}"></time></li>'
        for n in range(8)
    ]
    table = find_lists(page_of(f"<h1>x</h1><ul>{''.join(items)}</ul>"))[0].table()
    values = {column.name: column.values[1] for column in table.columns}

    assert values["picture"] == "https://shop.example/l1.png"
    assert (values["sku"], values["date"]) == ("A1", "2031-01-11")


def test_detail_pages_have_them_too():
    pages = [
        page_of(
            f"<h1>{phrase(n, 4)}</h1><img srcset='/s{n}.png 1x, /l{n}.png 2x'>{STARS.format('aria-label', f'Rated {n % 4 + 1}.5 out of 5')}",
            f"https://shop.example/{n}",
        )
        for n in range(6)
    ]
    table = find_fields(pages)

    assert table.rows[1]["picture"] == ["https://shop.example/l1.png"]
    assert table.rows[1]["rating"] == ["Rated 2.5 out of 5"]


@pytest.mark.parametrize("text", ["4.5 out of 5 stars", "Rated 4 out of 5", "4,5 von 5 Sternen", "4/5", "Rating: 9.1 / 10"])
def test_ratings_are_told_by_their_form(text):
    assert is_rating(text)


@pytest.mark.parametrize("text", ["7 out of 5", "page 2 of 9", "4.5", "Chapter 4 and more than 5 others in a row", "", "4 out of 5" * 50])
def test_other_texts_are_no_ratings(text):
    assert not is_rating(text)
