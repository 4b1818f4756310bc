"""A list that goes on is followed over its pages, and nothing else is asked for."""

import pytest
from crawl_in_memory import crawl_in_memory
from crawl_server import Reply, Site, page, path_of

from sitelode.errors import SettingError
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.tables.lists.pagination import chosen_links

CHOOSER = "sitelode.tables.lists.pagination:chosen_links"
ITEMS, PER_PAGE = 50, 10


def numbered_site(head_of=lambda _: "", rel: str = "") -> Site:
    """Pages of a list that link to each other by number, beside items, a menu and a sitemap."""
    last = ITEMS // PER_PAGE
    replies = {"/sitemap.xml": Reply(b"<urlset><url><loc>http://news.example/item/1</loc></url></urlset>")}
    for number in range(1, last + 1):
        items = "".join(
            f'<li><a href="/item/{place}">Thing {place}</a></li>' for place in range(number * PER_PAGE, (number + 1) * PER_PAGE)
        )
        pages = "".join(f'<a {rel} href="/list?page={each}">{each}</a> ' for each in range(1, last + 1) if each != number)
        body = f"<html><head>{head_of(number)}</head><a href=/about>About</a><ul>{items}</ul><div>{pages}<b>{number}</b></div></html>"
        replies["/" if number == 1 else f"/list?page={number}"] = Reply(body.encode())
    return Site({**replies, "/about": page("About", "us"), "/item/1": page("One", "item")})


def asked(site: Site, max_pages: int) -> list[str]:
    _, answers = crawl_in_memory(site, CrawlSettings(link_chooser=CHOOSER, max_pages=max_pages))
    return [path_of(each.url) for each in answers]


def test_the_pages_of_the_list_and_no_others():
    assert asked(numbered_site(), 3) == ["/robots.txt", "/", "/list?page=2", "/list?page=3"]
    assert asked(numbered_site(), 100) == ["/robots.txt", "/", *(f"/list?page={number}" for number in range(2, 6))]


def test_what_a_page_calls_next_is_followed():
    site = numbered_site(head_of=lambda number: f'<link rel="next" href="/list?page={number + 2}">' if number < 4 else "")

    assert asked(site, 100) == ["/robots.txt", "/", "/list?page=3", "/list?page=5"]


def test_links_that_a_page_asks_not_to_follow_are_left_alone():
    assert asked(numbered_site(rel='rel="nofollow"'), 100) == ["/robots.txt", "/"]


def test_pages_that_lead_back_end_the_list():
    site = numbered_site(head_of=lambda number: f'<link rel="next" href="/list?page={2 if number == 3 else 3}">')

    assert asked(site, 100) == ["/robots.txt", "/", "/list?page=3", "/list?page=2"]


@pytest.mark.parametrize("body", [b"", b"\x89PNG\r\n\x1a\n", b"<p>nothing"])
def test_a_page_without_more_ends_the_list(body):
    assert chosen_links("http://news.example/", body, None) == []


@pytest.mark.parametrize("name", ["os:system", "sitelode.tables.lists.pagination", "sitelode.x:y.z", ""])
def test_only_functions_of_this_program_choose(name):
    with pytest.raises(SettingError, match="chosen by a function of this program"):
        CrawlSettings(link_chooser=name)
