import json
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from made_graphs import graph_of

from sitelode.output.structure.graphs import dot, graphml
from sitelode.output.structure.json import structure_json
from sitelode.output.structure.section_tree import structure_svg, tree_lines
from sitelode.output.structure.sections import MOST_SIDE_BY_SIDE, section_entries, short
from sitelode.page_kinds.informative_structure import informative_structure
from sitelode.site.link_graph import LinkGraph

GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"
SVG = "{http://www.w3.org/2000/svg}"


def made_site(sections, articles, pages_of_listing=1):
    """A home page, sections with their listing pages, and articles under each section, with a menu on every page."""
    paths, kinds, links = ["/"], ["index"], []
    for section in range(sections):
        first = len(paths)
        for listing in range(pages_of_listing):
            paths.append(f"/section-{chr(97 + section % 26)}{section}/" + (f"page/{listing + 1}/" if listing else ""))
            kinds.append("index")
            links += [(first, first + listing, "next")] * bool(listing)
        for article in range(articles):
            place = len(paths)
            paths.append(f"/posts/{section}-{article}")
            kinds.append("article")
            links.append((first + article % pages_of_listing, place, f'Headline {section} of story <{article}> & "more"'))
        links += [(page, first, f"Section {section}") for page in range(0, len(paths), 7) if page != first]
    graph = graph_of(len(paths), links)
    graph = LinkGraph(
        [f"https://site.example{path}" for path in paths], graph.source, graph.target, graph.block, graph.place, graph.anchor, graph.anchors
    )
    return informative_structure(graph, kinds, np.array([graph.anchors[number].startswith("Headline") for number in graph.anchor], bool))


@pytest.fixture(scope="module")
def small():
    return made_site(sections=3, articles=4, pages_of_listing=2)


@pytest.fixture(scope="module")
def large():
    return made_site(sections=60, articles=30)


def test_the_tree_has_a_line_a_section(small):
    lines = list(tree_lines(small))

    assert lines[0] == "site.example: 12 articles on 7 index pages  https://site.example/"
    assert lines[1].startswith("├─ Section 0: 4 articles on 2 index pages  https://site.example/section-a0/")
    assert lines[2].startswith("├─ Section 1"), "the second page of a listing is part of it"
    assert list(tree_lines(small, None))[2].startswith("│  └─ page/2: 2 articles  https://site.example/section-a0/page/2/")
    assert lines[-1] == "19 pages: 7 index pages, 12 articles, 0 other pages"


def test_small_sections_are_one_line_unless_all_are_wanted(large):
    assert any("more: " in line for line in tree_lines(large))
    assert sum("https://" in line for line in tree_lines(large)) == MOST_SIDE_BY_SIDE + 1
    assert sum("https://" in line for line in tree_lines(large, None)) == 61


def test_pages_of_one_listing_are_one_line():
    series = made_site(sections=1, articles=12, pages_of_listing=6)

    assert [(entry.label, entry.own_articles) for entry in section_entries(series)] == [("site.example", 0), ("Section 0", 12)]
    assert [entry.own_articles for entry in section_entries(series, None)] == [0, 2, 2, 2, 2, 2, 2]


def test_json_holds_everything(small):
    found = json.loads(structure_json(small))

    assert found["pages"] == {"before": 19, "after": 18, "fallen_away": 0.0526}
    assert [section["depth"] for section in found["sections"]] == [0, 1, 2, 1, 2, 1, 2]
    assert found["sections"][0]["above"] is None
    assert sum(len(section["articles"]) for section in found["sections"]) == 12
    assert len(found["informative_links"]) == 12
    assert found["unreached"] == []
    assert len(found["page_kinds"]) == 19


@pytest.mark.parametrize("whole", [True, False])
def test_graphml_is_the_graph(small, whole):
    root = ET.fromstring("".join(graphml(small, whole=whole)))
    nodes, edges = list(root.iter(f"{GRAPHML}node")), list(root.iter(f"{GRAPHML}edge"))

    assert (len(nodes), len(edges)) == ((19, 20) if whole else (18, 12))
    known = {node.get("id") for node in nodes}
    assert {edge.get("source") for edge in edges} | {edge.get("target") for edge in edges} <= known
    labels = [data.text for node in nodes for data in node if data.get("key") == "label"]
    assert 'Headline 0 of story <0> & "more"' in labels


def test_dot_quotes_labels(small):
    drawn = "".join(dot(small))

    assert drawn.count("->") == 12
    assert r'label="Headline 0 of story <0> & \"more\""' in drawn


def test_the_picture_has_a_square_a_section_and_bars_as_long_as_articles_are_many(small):
    root = ET.fromstring("".join(structure_svg(small)))
    texts = [element.text for element in root.iter(f"{SVG}text")]
    shapes = [(each.get("class"), each.get("width")) for each in root.iter(f"{SVG}rect")]

    assert texts == [
        "without navigation: 18 of 19 pages, 12 of 20 links", "site.example (12)", "Section 0 (4)", "Section 1 (4)", "Section 2 (4)",
    ]  # fmt: skip
    assert shapes.count(("index", "12")) == 4
    assert shapes.count(("articles", "320.0")) == 3
    assert len(list(root.iter(f"{SVG}path"))) == 3, "from each section to the one above it"
    assert not any("script" in element.tag or "href" in key for element in root.iter() for key in element.attrib)


def test_bars_are_in_proportion():
    kinds = ["index"] * 3 + ["article"] * 10
    links = [(0, 1, "A"), (0, 2, "B"), *((1, 3 + n, f"a {n}") for n in range(8)), *((2, 11 + n, f"b {n}") for n in range(2))]
    drawn = "".join(structure_svg(informative_structure(graph_of(13, links), kinds, np.ones(12, bool))))

    assert re.findall(r'class="articles"[^>]* width="([\d.]+)"', drawn) == ["320.0", "80.0"]


@pytest.fixture(scope="module")
def with_a_list_of_everything():
    """Two sections with two articles each, and a third that lists all four."""
    links = [
        (0, 1, "A"),
        (0, 2, "B"),
        (0, 3, "All"),
        (1, 4, "a"),
        (1, 5, "b"),
        (2, 6, "c"),
        (2, 7, "d"),
        *((3, each, "m") for each in range(4, 8)),
    ]
    return informative_structure(graph_of(8, links), ["index"] * 4 + ["article"] * 4, np.ones(len(links), bool))


def test_a_section_that_lists_articles_of_others_says_so(with_a_list_of_everything):
    texts = [each.text for each in ET.fromstring("".join(structure_svg(with_a_list_of_everything))).iter(f"{SVG}text")]

    assert texts[1:] == ["0 (0)", "A (2)", "B (2)", "All (lists 4)"]
    assert "All: 1 index page, linking to 4 articles filed under other sections" in "\n".join(tree_lines(with_a_list_of_everything))


@pytest.mark.parametrize(("letters", "shown"), [(60, "x" * 60), (61, "x" * 58 + " …")])
def test_a_long_label_is_cut(letters, shown):
    assert short("x" * letters) == shown


@pytest.mark.parametrize(("articles", "shown", "more"), [(10, 10, []), (12, 10, ["    .. 2 more"])])
def test_articles_on_no_list_are_named_up_to_ten(articles, shown, more):
    lost = informative_structure(graph_of(articles + 1, []), ["index", *["article"] * articles], np.ones(0, bool))
    addresses = [f"    https://site.example/{number}" for number in range(1, articles + 1)]

    assert list(tree_lines(lost))[3:] == addresses[:shown] + more
    assert list(tree_lines(lost, None))[3:] == addresses


def test_a_picture_of_two_thousand_pages_stays_small(large):
    assert large.graph.pages > 1_800
    assert len("".join(structure_svg(large))) < 20_000


@pytest.mark.parametrize("pages", [0, 1])
def test_hardly_any_page(pages):
    graph = graph_of(pages, [])
    nothing = informative_structure(graph, ["other"] * pages, np.empty(0, bool))

    for text in (structure_json(nothing), "".join(dot(nothing)), "\n".join(tree_lines(nothing))):
        assert text
    ET.fromstring("".join(graphml(nothing)))
    ET.fromstring("".join(structure_svg(nothing)))


def test_control_characters_and_any_script_survive_in_xml():
    graph = graph_of(3, [(0, 1, "暴風雨\x07 <b>"), (0, 2, "عاصفة \ud800")])
    cut = informative_structure(graph, ["index", "article", "index"], np.ones(2, bool))

    for text in ("".join(graphml(cut)), "".join(structure_svg(cut))):
        ET.fromstring(text)
        text.encode("utf-8")
    assert "暴風雨" in "".join(graphml(cut))
