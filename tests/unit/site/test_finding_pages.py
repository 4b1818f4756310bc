"""A page of a site by what a person writes of it, and the windows in which items go to other processes."""

import pytest

from sitelode.errors import SettingError
from sitelode.model import Dropped, Fetched
from sitelode.site import opening
from sitelode.site.page_addresses import page_in_site
from sitelode.site.site import open_site


def fetched(path, text):
    return Fetched(f"https://site.example/{path}", f"<title>{path}</title><p>{text}".encode(), "text/html", origin=f"files/{path}")


@pytest.fixture(scope="module")
def site():
    return open_site(
        [fetched("a/one", "The harbour is open."), fetched("b/one", "It is closed."), fetched("b/two", "Nobody knows.")], "test"
    )


@pytest.mark.parametrize(
    ("wanted", "place"),
    [
        ("https://site.example/b/one", 1),
        ("HTTPS://SITE.example/b/one", 1),
        ("files/b/two", 2),
        ("a/one", 0),
        ("two", 2),
        ("three", None),
    ],
)
def test_a_page_is_found_by_its_address_its_file_or_their_end(site, wanted, place):
    assert page_in_site(site, wanted) == place


def test_two_pages_that_end_alike_are_too_many(site):
    with pytest.raises(SettingError, match="2 pages end in one, such as"):
        page_in_site(site, "one")


def test_a_page_is_found_by_the_content_of_a_file(site, tmp_path):
    copy, other = tmp_path / "copy.html", tmp_path / "other.html"
    copy.write_bytes(fetched("b/one", "It is closed.").body)
    other.write_bytes(fetched("b/one", "It is open...").body)

    assert page_in_site(site, str(copy)) == 1
    assert page_in_site(site, str(other)) is None


@pytest.mark.parametrize(
    ("sizes", "windows"),
    [([5, 5, 1], [2, 1]), ([5, 4, 1, 1], [3, 1]), ([10, 1], [1, 1]), ([1, 1, 1, 1, 1], [4, 1]), ([-1, 9, 1], [3]), ([], [])],
)
def test_a_window_ends_with_four_items_or_ten_bytes(monkeypatch, sizes, windows):
    monkeypatch.setattr(opening, "BYTES_AT_ONCE", 10)
    monkeypatch.setattr(opening, "PAGES_AT_ONCE", 4)
    items = [
        Dropped("x", "no page") if size < 0 else Fetched(f"https://site.example/{number}", b"x" * size) for number, size in enumerate(sizes)
    ]

    assert [len(window) for window in opening._windows(items)] == windows
