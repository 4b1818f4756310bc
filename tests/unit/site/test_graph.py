import numpy as np
import pytest
from made_graphs import edges_of, graph_of, site_of

from sitelode.model import Fetched
from sitelode.site.link_graph import MOST_ANCHOR, link_graph
from sitelode.site.page_addresses import loose_spelling
from sitelode.site.site import Site, open_site
from sitelode_lab.links.anchor_entropy import AnchorTerms
from sitelode_lab.links.rankings import TABLE_4, rank


def test_links_become_columns_in_document_order():
    graph = link_graph(
        site_of({"/": '<ul><li><a href="/a">First</a><li><a href="b">Second</a></ul>', "/a": '<a href="/">Home</a>', "/b": ""})
    )

    assert edges_of(graph) == [(0, 1), (0, 2), (1, 0)]
    assert [graph.anchors[number] for number in graph.anchor] == ["First", "Second", "Home"]
    assert graph.place.tolist() == [0, 1, 0]
    assert (graph.pages, len(graph), len(graph.edges()[0])) == (3, 3, 3)
    assert graph.of_page(1) == slice(2, 3)
    assert graph.of_page(2) == slice(3, 3)


@pytest.mark.parametrize(
    ("href", "leads_to_page_1"),
    [
        pytest.param("/a/", True, id="as it is"),
        pytest.param("/a/#part", True, id="fragment"),
        pytest.param("/a/?utm_source=feed", True, id="tracking"),
        pytest.param("/a/;jsessionid=0123ABCD", True, id="session id"),
        pytest.param("http://site.example/a/", True, id="other scheme"),
        pytest.param("https://www.site.example/a/", True, id="with www"),
        pytest.param("/a", True, id="no final slash"),
        pytest.param("/a/index.html", True, id="index file"),
        pytest.param("/a/b", False, id="another page"),
        pytest.param("https://other.example/a/", False, id="another site"),
        pytest.param("mailto:a@site.example", False, id="no page"),
        pytest.param("http://[broken", False, id="broken"),
    ],
)
def test_one_page_in_many_spellings(href, leads_to_page_1):
    graph = link_graph(site_of({"/": f'<a href="{href}">there</a>', "/a/": ""}))

    assert edges_of(graph) == ([(0, 1)] if leads_to_page_1 else [])


def test_an_address_that_may_mean_two_pages_means_none():
    graph = link_graph(site_of({"/": '<a href="http://site.example/a">which?</a>', "/a": "", "https://www.site.example/a": ""}))

    assert edges_of(graph) == []
    assert graph.left_out == {"no such page": 1}


def test_what_is_no_edge_is_counted():
    site = site_of(
        {"/": '<a href="/">me</a><a href="/gone">gone</a><a href="https://other.example/">out</a><a href="#top">top</a>', "/a": ""}
    )

    assert link_graph(site).left_out == {"to itself": 1, "no such page": 1, "other sites": 1}


def test_redirects_and_repetitions_lead_to_the_page_itself():
    links = '<a href="/old">moved</a><a href="/copy">copy</a><a href="/main">canonical</a>'
    same = f'<link rel="canonical" href="/main"><p>{"the very same text " * 20}</p>'
    opened = site_of({"/": links, "/a": same})
    opened.add_aliases({"https://site.example/old": "https://site.example/a", "https://site.example/copy": "https://site.example/a"})

    assert edges_of(link_graph(Site(opened.store))) == [(0, 1)] * 3


def test_a_link_to_a_page_that_repeats_another_is_one_to_that_other():
    story = b"<title>Story</title><p>One and the same story.</p>"
    pages = [
        Fetched("https://site.example/", b'<p>Front <a href="/copy">copy</a>'),
        Fetched("https://site.example/story", story),
        Fetched("https://site.example/copy", story),
    ]
    site = open_site(pages, "test")

    assert [entry.url for entry in site.entries] == ["https://site.example/", "https://site.example/story"]
    assert edges_of(link_graph(site)) == [(0, 1)]


def test_a_question_mark_in_a_mirrored_file_name():
    assert loose_spelling("https://site.example/index%3Fpage=article&id=7") == loose_spelling(
        "https://site.example/index?id=7&page=article"
    )


def test_a_huge_anchor_counts_in_part():
    graph = link_graph(site_of({"/": f'<a href="/a">{"long " * 5000}</a>', "/a": ""}))

    assert len(graph.anchors[0]) == MOST_ANCHOR


def test_blocks_hold_whole_lists():
    lists = '<div><ul><li><a href="/a">a</a><li><a href="/b">b</a></ul></div><footer><div><a href="/c">c</a></div></footer>'
    graph = link_graph(site_of({"/": f"<div>{lists}</div>", "/a": lists, "/b": "", "/c": ""}))
    first, second, third = graph.block[:3].tolist()

    assert first == second != third
    assert not set(graph.block[:3].tolist()) & set(graph.block[3:].tolist()), "blocks of different pages differ"


@pytest.mark.parametrize(
    ("menu", "headlines"),
    [
        pytest.param("首页", ["暴雨袭击港口", "市长宣布辞职", "球队赢得冠军"], id="Chinese"),
        pytest.param("الرئيسية", ["عاصفة تضرب الميناء", "العمدة يستقيل", "الفريق يفوز بالكأس"], id="Arabic"),
        pytest.param("หน้าแรก", ["พายุถล่มท่าเรือ", "นายกเทศมนตรีลาออก", "ทีมคว้าแชมป์"], id="Thai"),
    ],
)
def test_headlines_say_more_than_menus_in_any_script(menu, headlines):
    links = [(page, 0, menu) for page in range(1, 5)] + [(4, page, headline) for page, headline in enumerate(headlines, start=1)]
    graph = graph_of(5, links)
    entropies = dict(
        zip((graph.anchors[number] for number in graph.anchor), AnchorTerms.of(graph).anchor_entropies()[graph.anchor], strict=True)
    )

    assert all(entropies[headline] < entropies[menu] for headline in headlines)
    assert rank(graph, "lamis-tw").order()[0] == 4


@pytest.mark.parametrize("method", TABLE_4)
def test_links_without_words_are_ranked_too(method):
    site = site_of({"/": '<a href="/a"><img src="x"></a>', "/a": '<a href="/"></a>'})

    assert np.isfinite(rank(link_graph(site), method).score).all()
