"""What the pages around a page say about it: lists it stands on, what it lists, the rest of its layout."""

import numpy as np
from small_site import opened, page, paragraphs, words

from sitelode.page_kinds.announcements import announced_alike
from sitelode.page_kinds.kinds import collect
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
    _, table, place = collected(two_lists())
    announces = np.expm1(table.evidence["links that announce"]).round()

    by_it, it = (np.expm1(table.column(f"{view}: announced")) for view in ("announced by it", "announcing it"))
    assert announces[[place[path] for path in ("/films", "/essays", "/1")]].tolist() == [4, 4, 0]
    assert [round(float(by_it[place[path]]), 6) for path in ("/films", "/essays", "/about")] == [1, 1, 0]
    assert not it.any(), "nothing announces the lists"


def test_several_orders_of_one_list_make_no_menu():
    paths = [f"/{n}" for n in range(5)]
    orders = [("/all", paths), *((f"/all?by={n}", paths[n:] + paths[:n]) for n in range(1, 5))]
    pages = {path: page(words(path, 6), paragraphs(path)) for path in paths}
    _, table, place = collected(opened(pages | {order: listing_of("li", some) for order, some in orders}))

    assert round(float(np.expm1(table.evidence["links that announce"])[place["/all"]])) == 5


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
