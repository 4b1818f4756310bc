import numpy as np
import pytest
from made_graphs import graph_of, site_of

from sitelode.output.structure.json import structure_object
from sitelode.page_kinds.informative_structure import informative_structure, of_graph_links
from sitelode.page_kinds.sections import MOST_DEPTH, NOWHERE, anchor_names, end_of_address, find_sections
from sitelode.site.link_graph import LinkGraph, link_graph

PATHS = ["/", "/news/", "/news/page/2/", "/news/storm", "/news/flood", "/tag/sea", "/about", "/2031/lost", "/essay"]
KINDS = ["index", "index", "index", "article", "article", "index", "other", "article", "article"]
MENU = [(page, target, name) for page in range(len(PATHS)) for target, name in ((0, "Home"), (1, "News"), (6, "About")) if page != target]
LISTINGS = [
    (0, 3, "Storm at sea"),
    (1, 3, "Storm at sea"),
    (2, 4, "The flood"),
    (5, 3, "Storm at sea"),
    (5, 8, "An essay"),
    (1, 2, "Next"),
    (2, 1, "Next"),
]
OTHERS = [(3, 5, "sea"), (4, 3, "Storm at sea")]


def with_paths(graph, paths):
    return LinkGraph([f"https://site.example{path}" for path in paths], *(getattr(graph, name) for name in
                     ("source", "target", "block", "place", "anchor", "anchors", "left_out")))  # fmt: skip


@pytest.fixture(scope="module")
def cut():
    graph = with_paths(graph_of(len(PATHS), MENU + LISTINGS + OTHERS), PATHS)
    in_menu = np.array([graph.anchors[number] in ("Home", "News", "About") for number in graph.anchor])
    return informative_structure(graph, KINDS, ~in_menu)


def test_only_links_from_index_pages_to_content_are_left(cut):
    kept = zip(cut.graph.source[cut.kept].tolist(), cut.graph.target[cut.kept].tolist(), strict=True)

    assert sorted(kept) == [(0, 3), (1, 2), (1, 3), (2, 1), (2, 4), (5, 3), (5, 8)]


def test_what_fell_away_is_counted(cut):
    menu = len(MENU) - 1  # it and the listing both lead from page 2 to page 1

    assert cut.shrunk == {"pages": (9, 7), "links": (len(MENU) + 9, 7), "edges": (menu + 9, 7)}
    assert structure_object(cut)["pages"] == {"before": 9, "after": 7, "fallen_away": 0.2222}
    assert cut.kind_counts == {"index": 4, "article": 4, "other": 1}


def test_articles_that_no_index_page_lists(cut):
    assert cut.unreached == [7]


def test_sections_by_address_and_links(cut):
    sections = cut.sections

    assert sections.home == 0
    assert sections.parent == {0: NOWHERE, 1: 0, 2: 1, 5: 0}
    assert sections.section_of[[3, 4, 7, 8]].tolist() == [1, 1, 0, 5], "by address, by address, nobody lists it, by a link"
    assert sections.totals == {0: (4, 4), 1: (2, 2), 2: (1, 0), 5: (1, 1)}
    assert list(sections.downwards()) == [(0, 0), (1, 1), (2, 2), (5, 1)]


def test_a_section_lists_what_belongs_elsewhere_too(cut):
    assert [cut.listed_articles(pages) for pages in ([0], [1], [1, 2], [5], [])] == [1, 1, 2, 2, 0]


def test_names_are_what_others_call_a_page(cut):
    names = anchor_names(cut.graph)

    assert names[:4] == ["Home", "News", "", "Storm at sea"], "Next leads to two pages, and names neither"
    assert cut.label(2) == "page/2"


def test_a_menu_section_wins_over_a_tag():
    paths = ["/", "/town", "/tag/x", "/a", "/b"]
    menu = [(page, 1, "Town") for page in (0, 2, 3, 4)]
    graph = with_paths(graph_of(5, [*menu, (1, 3, "a"), (2, 3, "a"), (0, 2, "x"), (0, 3, "a"), (0, 4, "b")]), paths)
    tree = find_sections(graph, ["index", "index", "index", "article", "article"], np.ones(len(graph), bool))

    assert tree.section_of.tolist() == [NOWHERE, NOWHERE, NOWHERE, 1, 0]


def test_an_article_belongs_to_the_section_it_names():
    paths = ["/", "/town", "/sea", "/archive", "/a", "/b"]
    menu = [(page, target, paths[target]) for page in range(6) for target in (1, 2, 3) if page != target]
    named = [(4, 2, "/sea"), (5, 1, "/town")]
    listings = [(section, article, f"story {article}") for section in (1, 2, 3) for article in (4, 5)]
    graph = with_paths(graph_of(6, [*menu, *named, *listings]), paths)
    tree = find_sections(graph, ["index"] * 4 + ["article"] * 2, np.ones(len(graph), bool))

    assert tree.section_of[4:].tolist() == [2, 1]


def test_an_archive_of_everything_is_no_section():
    paths = ["/", "/archive", "/town", "/a", "/b"]
    menu = [(page, target, paths[target]) for page in range(5) for target in (1, 2) if page != target]
    graph = with_paths(graph_of(5, [*menu, (1, 3, "a"), (1, 4, "b"), (2, 3, "a")]), paths)
    tree = find_sections(graph, ["index"] * 3 + ["article"] * 2, np.ones(len(graph), bool))

    assert tree.section_of[3:].tolist() == [2, 1]


@pytest.mark.parametrize(
    ("pages", "links", "kinds"),
    [
        pytest.param(0, [], [], id="no page"),
        pytest.param(1, [], ["article"], id="one page"),
        pytest.param(3, [], ["index", "article", "other"], id="no links"),
        pytest.param(2, [(0, 1, "a"), (1, 0, "b")], ["index", "index"], id="two index pages that list each other"),
        pytest.param(4, [(a, b, "x") for a in range(4) for b in range(4) if a != b], ["index"] * 4, id="everything to everything"),
        pytest.param(3, [(0, 1, "a")], ["other"] * 3, id="nothing of interest"),
    ],
)
def test_hardly_any_structure(pages, links, kinds):
    graph = graph_of(pages, links)
    cut = informative_structure(graph, kinds, np.ones(len(graph), bool))

    assert sum(1 for _ in cut.sections.downwards()) == len(cut.sections.parent)
    articles = [page for page, kind in enumerate(kinds) if kind == "article" and page != cut.sections.home]
    assert all(cut.sections.section_of[page] == cut.sections.home for page in articles)


def test_a_long_chain_of_listings_stays_shallow():
    names = ["", *("".join(chr(97 + int(digit)) for digit in str(number)) for number in range(400))]
    graph = with_paths(graph_of(401, [(page, page + 1, f"next {page}") for page in range(400)]), [f"/{name}" for name in names])
    tree = find_sections(graph, ["index"] * 401, np.ones(400, bool))

    assert len(list(tree.downwards())) == 401
    assert max(depth for _, depth in tree.downwards()) <= MOST_DEPTH + 1


def test_flags_by_page_become_flags_by_link():
    body = '<a href="/">me</a><a href="/a">one</a><a href="https://other.example/">out</a><a href="/b">two</a>'
    site = site_of({"/": body, "/a": '<a href="/b">three</a>', "/b": ""})
    graph = link_graph(site)
    flags = [np.array([True, False, True]), np.array([True]), np.empty(0, bool)]

    assert [len(site.links(entry.number)) for entry in site.entries] == [3, 1, 0]
    assert of_graph_links(graph, flags).tolist() == [False, True, True]


def test_further_pages_of_a_listing_are_no_sections():
    graph = with_paths(graph_of(len(PATHS), MENU + LISTINGS + OTHERS), PATHS)
    first = [1 if page == 2 else page for page in range(len(PATHS))]
    titles = [""] * len(PATHS)
    titles[1] = "The news"
    cut = informative_structure(graph, KINDS, np.ones(len(graph), bool), first, titles)

    assert 2 not in cut.sections.parent
    assert cut.sections.further == {1: [2]}
    assert cut.sections.section_of[4] == 1, "what page 2 lists, page 1 lists"
    assert cut.sections.totals[1][0] == 2
    assert cut.listed_articles([1]) == 2
    assert cut.label(1) == "The news"


def test_index_pages_that_list_nothing_are_told_apart():
    graph = with_paths(graph_of(4, [(0, 1, "Empty"), (0, 2, "News"), (2, 3, "Storm at sea")]), ["/", "/empty/", "/news/", "/news/storm"])
    found = structure_object(informative_structure(graph, ["index", "index", "index", "article"], np.ones(3, bool)))

    assert found["empty_index_pages"] == ["https://site.example/empty/"]
    assert [section["address"] for section in found["sections"]] == ["https://site.example/", "https://site.example/news/"]
    assert len(found["sections"]) + len(found["empty_index_pages"]) == found["kinds"]["index"]


def test_sections_hold_threads_and_records_as_they_hold_articles():
    graph = with_paths(graph_of(3, [(0, 1, "Sailing"), (1, 2, "Which rope to take")]), ["/", "/sailing/", "/t/7"])
    cut = informative_structure(graph, ["index", "index", "other"], np.ones(2, bool), data=[False, False, True])
    found = structure_object(cut)

    assert found["empty_index_pages"] == []
    assert found["sections"][1]["articles"] == ["https://site.example/t/7"]
    assert [section["articles_in_branch"] for section in found["sections"]] == [1, 1]
    assert found["kinds"] == {"index": 2, "article": 0, "other": 1}


def test_a_file_stands_above_the_folder_of_its_name():
    graph = with_paths(
        graph_of(4, [(0, 1, "News"), (0, 2, "Storm"), (0, 3, "About")]), ["/", "/news.html", "/news/storm.html", "/about.html"]
    )

    assert find_sections(graph, ["index"] * 4, np.ones(3, bool)).parent == {0: NOWHERE, 1: 0, 2: 1, 3: 0}


@pytest.mark.parametrize(("path", "end"), [("/news/12", "news/12"), ("/2031/storm", "storm"), ("/12", "12"), ("/", "a.example")])
def test_the_end_of_an_address_says_something(path, end):
    assert end_of_address(f"https://a.example{path}") == end
