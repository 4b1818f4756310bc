"""What the pages around a page say about it: lists it stands on, what it lists, the rest of its layout."""

import numpy as np
from small_site import opened, page, paragraphs, small_site, words

from sitelode.layout.site_layouts import find_layouts
from sitelode.page_kinds.announcements import announced_alike
from sitelode.page_kinds.decide import COARSE
from sitelode.page_kinds.kinds import collect, neighbours_of
from sitelode.page_kinds.model import shipped_model
from sitelode.page_kinds.page_evidence import read_evidence

FILMS, ESSAYS = [f"/{n}" for n in range(4)], [f"/{n}" for n in range(4, 8)]


def listing_of(tag, paths):
    return page(f"All in {tag}", "".join(f'<{tag}><a href="{path}">{words(path, 6)}</a></{tag}>' for path in paths))


def two_lists():
    pages = {path: page(words(path, 6), paragraphs(path)) for path in (*FILMS, *ESSAYS)}
    return opened(
        pages | {"/films": listing_of("h2", FILMS), "/essays": listing_of("h3", ESSAYS), "/about": page("About us", "<p>We.</p>")}
    )


def collected(site):
    reading = read_evidence(site)
    return *collect(reading, [0] * len(reading)), {entry.url.partition("example")[2]: n for n, entry in enumerate(site.entries)}


def test_pages_that_the_same_lists_lead_to_are_a_group():
    case, table, place = collected(two_lists())
    group = announced_alike(case.links, table.layouts.of_page)
    of = [{int(group[place[path]]) for path in paths} for paths in (FILMS, ESSAYS, ("/films", "/essays", "/about"))]

    assert [len(each) for each in of] == [1, 1, 1]
    assert len(set.union(*of)) == 3, "and what nothing announces is a third"


def test_what_a_page_announces_and_what_announces_it():
    case, table, place = collected(two_lists())
    article = np.zeros(11)
    article[[place[path] for path in FILMS]] = 0.8
    index = np.zeros(11)
    index[place["/films"]] = 0.5
    around = neighbours_of(case, table).columns({"article": article, "index": index})

    announced = around["article among what it announces"]
    assert [round(float(announced[place[path]]), 6) for path in ("/films", "/essays", "/about")] == [0.8, 0, 0]
    assert np.isclose(around["article among what it announces, in all"][place["/films"]], np.log1p(4 * 0.8))
    assert [float(around["index among what announces it"][place[path]]) for path in ("/1", "/5")] == [0.5, 0]
    assert around["article by what is listed beside it"][place["/1"]] > 0 > around["article by what is listed beside it"][place["/5"]]
    assert np.isclose(around["article on the site"], 0.8 * 4 / 11).all()


def test_every_column_around_a_page_is_there():
    site = opened(small_site())
    case, table = collect(read_evidence(site), find_layouts(site.pages()).clusters.of_page)

    assert set(shipped_model().around) <= set(neighbours_of(case, table).columns(dict.fromkeys(COARSE, np.zeros(len(site.entries)))))


def addressed_by_numbers(name):
    """A site whose addresses say nothing; the last page is the front page, called as the site is."""
    links = "".join(f'<a href="/p/{n}">{words(n, 5)}</a> ' for n in range(11))
    pages = {
        f"/p/{n}": f"<title>{words(n, 5)} | {name}</title><a href=/p/99>Start</a> <a href=/p/3>Third</a>{paragraphs(n)}" for n in range(11)
    }
    return opened(pages | {"/p/99": f"<title>{name}</title><a href=/p/99>Start</a> <a href=/p/3>Third</a><p>{links}</p>"})


def test_the_front_page_is_known_by_its_name_where_addresses_say_nothing():
    site = addressed_by_numbers("The News")
    case, _, place = collected(site)

    assert case.first_guess.front == place["/p/99"]


def test_a_post_that_all_pages_link_to_is_no_front_page_where_every_title_begins_with_the_site():
    latest = "<a href=/p/3>Third</a>"
    site = opened({f"/p/{n}": f"<title>The News | {words(n, 5)}</title>{latest}{paragraphs(n)}" for n in range(12)})
    case, _, _ = collected(site)

    assert case.first_guess.front is None


def test_entries_that_are_all_called_diary_are_listed_by_that_name():
    days = [f"/{n}" for n in range(12)]
    pages = {path: f"<title></title><h1>Diary</h1>{paragraphs(path)}" for path in days}
    site = opened(pages | {"/all": "<title></title>" + "".join(f'<p><a href="{path}">Diary</a></p>' for path in days)})
    case, _, place = collected(site)
    announced = set(case.links.target[(case.links.weight > 0) & (case.links.source == place["/all"])].tolist())

    assert announced == {place[path] for path in days}
