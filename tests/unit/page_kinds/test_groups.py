import numpy as np
import pytest

from sitelode.page_kinds.navigation import template_links
from sitelode.page_kinds.page_evidence import SiteLinks
from sitelode.page_kinds.page_groups import address_shapes
from sitelode.page_kinds.repetitions import _without_page_number


def test_addresses_of_one_layout_fall_into_shapes():
    urls = [f"https://a.example/tag/{name}/" for name in "abcdef"] + [f"https://a.example/{name}/" for name in "ghijklm"]
    shapes = address_shapes(urls, [0] * len(urls)).tolist()

    assert shapes == [shapes[0]] * 6 + [shapes[6]] * 7
    assert shapes[0] != shapes[6]


def test_digits_queries_and_layouts():
    urls = [f"https://a.example/i?page=article&id={n}" for n in range(6)] + [f"https://a.example/i?page=list&id={n}" for n in range(6)]

    assert len(set(address_shapes(urls, [0] * 12))) == 2
    assert len(set(address_shapes(urls, [0] * 6 + [1] * 6))) == 2
    assert len(set(address_shapes([url.replace("list", "article") for url in urls], [0] * 12))) == 1


def test_a_link_in_one_place_to_one_page_is_navigation_where_most_have_it():
    source = np.repeat(np.arange(10, dtype=np.int32), 2)
    target = np.where(np.arange(20) % 2, 10 + np.arange(20), 0).astype(np.int32)
    path = np.where(np.arange(20) % 2, 7, 3).astype(np.uint64)
    links = SiteLinks(source, target, source, path, source, [""] * 10, 10)

    found = template_links(links, np.zeros(10, dtype=np.int32))

    assert found.tolist() == [True, False] * 10


@pytest.mark.parametrize(
    ("path", "base", "number"),
    [
        ("/tag/x/page/2/", "/tag/x", 2),
        ("/tag/x/", "/tag/x", 0),
        ("/news?start=20", "/news", 20),
        ("/news-3.html", "", 3),
        ("/list?a=b&page=4", "/list?a=b", 4),
        ("/archive/2014/", "/archive/2014", 0),
        ("/2014/05/", "/2014/05", 0),
        ("/2014/05/page/3/", "/2014/05", 3),
        ("/", "", 0),
    ],
)
def test_numbers_that_count_pages(path, base, number):
    assert _without_page_number("https://a.example" + path) == ("a.example" + base, number)
