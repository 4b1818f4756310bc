import numpy as np
import pytest
from small_site import kinds_of, opened, page, paragraphs, words

from sitelode.layout.site_layouts import find_layouts
from sitelode.page_kinds.navigation import SMALL_LAYOUT, links_up, section_menus, template_links
from sitelode.page_kinds.page_evidence import SiteLinks, read_evidence
from sitelode.page_kinds.page_look import is_file

MENU, BODY = 3, 7  # places on a page


def links_of(pairs, pages):
    """Links as (source, target, place)."""
    source, target, place = (np.array(column, dtype=np.int32) for column in zip(*pairs, strict=True))
    return SiteLinks(source, target, source, place.astype(np.uint64), source, [""] * len(pairs), pages)


def test_a_menu_of_some_pages_is_told_by_the_pages_it_leads_to():
    section = [(one, other, MENU) for one in range(4) for other in range(4) if one != other]
    listing = [(4, article, BODY) for article in range(5, 10)]
    links = links_of(section + listing, 10)

    found = section_menus(links, np.ones(len(links), dtype=bool))

    assert found.tolist() == [True] * len(section) + [False] * len(listing)


def test_two_links_beside_each_other_are_no_menu():
    links = links_of([(0, 1, BODY), (0, 2, BODY), (1, 0, BODY), (1, 2, BODY)], 3)

    assert not section_menus(links, np.ones(4, dtype=bool)).any()


def test_no_links_no_menus():
    links = links_of([(0, 1, BODY)], 2)

    assert not section_menus(links, np.zeros(1, dtype=bool)).any()
    assert not links_up(links, np.zeros(1, dtype=bool), ["https://a.example/", "https://a.example/b"]).any()


def test_an_article_that_every_listing_of_a_small_layout_lists_is_no_navigation():
    listings = range(5)
    menu = [(page, target, MENU) for page in listings for target in (10, 11)]
    shared = [(page, 12, BODY) for page in listings]
    lists = [(page, 20 + 3 * page + item, BODY) for page in listings for item in range(3)]
    links = links_of(menu + shared + lists, 40)

    found = template_links(links, np.array([0] * 5 + [1] * 35))

    assert found.tolist() == [True] * len(menu) + [False] * (len(shared) + len(lists))


def test_in_a_large_layout_the_same_link_on_all_pages_is_navigation():
    pages = range(SMALL_LAYOUT)
    links = links_of([(page, target, BODY) for page in pages for target in (30, 40 + 2 * page, 41 + 2 * page)], 80)

    found = template_links(links, np.array([0] * SMALL_LAYOUT + [1] * (80 - SMALL_LAYOUT)))

    assert found.tolist() == [True, False, False] * SMALL_LAYOUT


def test_an_article_that_the_sidebar_shows_as_well_is_still_listed():
    sidebar = [(page, 9, BODY) for page in range(9)]
    links = links_of([*sidebar, (0, 9, BODY)], 10)

    assert template_links(links, np.zeros(10, dtype=np.int64)).tolist() == [True] * 9 + [False]


def test_links_to_what_an_address_goes_on_from_lead_up():
    urls = ["https://a.example/news/", "https://a.example/news/storm.html", "https://a.example/newsroom/"]
    links = links_of([(1, 0, BODY), (0, 1, BODY), (2, 0, BODY)], 3)

    assert links_up(links, np.ones(3, dtype=bool), urls).tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("address", "answer"),
    [
        ("https://a.example/plan.pdf", True),
        ("https://a.example/big.JPG?size=2", True),
        ("https://a.example/plan.html", False),
        ("https://a.example/pdf/", False),
        ("https://a.example/a.jpg/view", False),
    ],
)
def test_files_by_their_endings(address, answer):
    assert is_file(address) is answer


def test_links_to_files_are_not_read_as_links_to_pages():
    files = "".join(f'<a href="/files/{n}.pdf">{words(f"file {n}", 6)}</a><br>' for n in range(9))
    reading = read_evidence(opened({"/a": page("Downloads", files), "/b": page("Text", paragraphs("b"))}))

    assert not [text for text in reading.links.texts if text.startswith(words("file 3", 6))]


def test_a_file_address_that_is_a_page_is_linked():
    pages = {"/a": page("All", '<a href="/File:map.jpg">A map of the town</a>'), "/File:map.jpg": page("File:map.jpg", paragraphs("b"))}
    reading = read_evidence(opened(pages))

    assert "A map of the town" in reading.links.texts


def test_pages_of_downloads_are_no_index_pages():
    def downloads(number):
        files = "".join(f'<li><a href="/files/{number}-{n}.pdf">{words(f"file {number} {n}", 6)}</a></li>' for n in range(9))
        return page(words(f"name {number}", 3), f"<h1>{words(f'name {number}', 3)}</h1>{paragraphs(number)}<ul>{files}</ul>")

    site = opened({f"/project/{n}": downloads(n) for n in range(12)})

    assert "index" not in kinds_of(site).kind
    assert len(find_layouts(site.pages()).clusters.members()) == 1
