"""News Ripper, chapters 11 and 12: layout trees, their mapping, and clusters."""

import numpy as np
import pytest

from sitelode.html.parse import parse
from sitelode.layout.site_layouts import find_layouts
from sitelode_lab.trees.layout_tree import layout_html, layout_tree
from sitelode_lab.trees.mapping_clusters import clusters_from_rates, thesis_clusters
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, EVERY_TAG, Treatment
from sitelode_lab.trees.tree_mapping import MAPPINGS

# Figure 12.2, and 12.4 which is the same without its second heading.
PERDU = (
    "<html>\n<head>\n<title>\nVous Etes Perdu?\n</title>\n</head>\n<body>\n<h1>Perdu sur Internet?</h1>\n"
    "<h2>Pas de panique, on va vous aider</h2>\n<strong><pre> * <----- vous &ecirc;tes ici</pre></strong>\n</body>\n</html>"
)
CHANGED = PERDU.replace("<h2>Pas de panique, on va vous aider</h2>\n", "")


def tree(html, selection=EVERY_TAG, **options):
    return layout_tree(parse(html.encode()), selection, **options)


def nodes(layout):
    return [layout.text(node) if layout.is_text(node) else layout.page.tag_name(int(row)) for node, row in enumerate(layout.rows)]


def common(method, left=PERDU, right=CHANGED, selection=EVERY_TAG):
    one, other = tree(left, selection), tree(right, selection)
    mapping = MAPPINGS[method](one.tree, other.tree)
    return [name for name, marked in zip(nodes(one), mapping.left_common, strict=True) if marked]


def test_layout_tree_of_perdu():
    assert nodes(tree(PERDU, DEFAULT_SELECTION)) == [
        "html", "head", "title", "Vous Etes Perdu?", "body", "h1", "Perdu sur Internet?", "h2", "Pas de panique, on va vous aider",
        "* <----- vous êtes ici",
    ]  # fmt: skip


def test_fast_mapping_stops_at_the_heading_that_is_gone():
    """Figure 12.6: both elements on the right are missed although they are the same."""
    assert common("fast") == ["html", "head", "title", "Vous Etes Perdu?", "body", "h1", "Perdu sur Internet?"]


@pytest.mark.parametrize("method", ["fine", "top-down", "restricted"])
def test_the_other_mappings_find_what_the_fast_one_misses(method):
    """Section 12.3: the result is completed by the element and its text."""
    assert common(method)[-2:] == ["pre", "* <----- vous êtes ici"]
    assert len(common(method)) == len(tree(CHANGED))


def test_fewer_inline_tags_raise_the_similarity():
    """Section 12.5.2, its figure rebuilt from its words: a marked word on one side costs nodes only where inline tags count."""
    one = "<body><p>It <b>was</b> so.</p><pre>a <i>b</i> c</pre></body>"
    other = "<body><p>It was so.</p><pre>a b c</pre></body>"
    rates = []
    for selection in (EVERY_TAG, DEFAULT_SELECTION):
        left, right = tree(one, selection), tree(other, selection)
        rates.append(MAPPINGS["fine"](left.tree, right.tree).similarity)

    assert rates[0] < rates[1] == 1.0


def test_ignored_tags_do_not_divide_a_text():
    assert nodes(tree("<p>They <i>left</i> <a href=x>the <b>town</b></a>.", DEFAULT_SELECTION))[-1] == "They left the town."


def test_removed_tags_take_their_text_with_them():
    layout = tree("<p>One<script>x</script><noscript>not this</noscript>two<br>three", DEFAULT_SELECTION)

    assert [name for name in nodes(layout) if name[0].isupper() or name[0] == "t"] == ["One", "two three"]


def test_class_names_can_take_part_in_labels():
    pages = ("<div class='a b'>x</div>", "<div class='b a'>y</div>", "<div class=c>z</div>")
    by_name = [tree(page, names_of=lambda _tag, value: tuple(sorted(value.split()))).tree.root_fingerprint for page in pages]

    assert by_name[0] == by_name[1] != by_name[2]
    assert len({tree(page).tree.root_fingerprint for page in pages}) == 1


def test_ids_and_roles_can_take_part_too():
    pages = ("<div id=a role=x>1</div>", "<div id=b role=x>2</div>", "<div class=a role=x>3</div>")

    def fingerprints(attributes):
        return {
            tree(page, names_of=lambda _tag, value: tuple(value.split()), attributes=attributes).tree.root_fingerprint for page in pages
        }

    assert len(fingerprints(("class", "id", "role"))) == 3
    assert len(fingerprints(("role",))) == 1


def test_a_layout_tree_turns_back_into_html():
    page = "<html><head><title>T</title></head><body><div class=x onclick=bad()><p>A &lt;b&gt; <i>c</i></p><hr><img src=y></div></body>"
    html = layout_html(tree(page, DEFAULT_SELECTION))
    again = tree(html, DEFAULT_SELECTION)

    assert nodes(again) == nodes(tree(page, DEFAULT_SELECTION))
    assert "onclick" not in html
    assert 'class="x"' in html


def test_the_common_part_turns_into_html_too():
    one, other = tree(PERDU), tree(CHANGED)
    mapping = MAPPINGS["fast"](one.tree, other.tree)
    html = layout_html(one, mapping.left_common)

    assert "Perdu sur Internet?" in html
    assert "panique" not in html


def news(kind, story):
    menus = "<ul><li>x</ul>" * (3 if kind == "sport" else 0)
    return f"<body><div><table><tr><td>{kind}</td></tr></table>{menus}<p>{story}</p></div></body>"


def test_the_four_scenarios_of_12_5_4():
    """Two sports pages and two front pages of one paper, two pages of another, four strangers: none may disturb the others."""
    other_paper = [f"<body><section><h1>{n}</h1><div><p>a</p><p>b</p><p>c</p></div></section><form><input></form></body>" for n in (1, 2)]
    strangers = [
        PERDU,
        "<body><center><img><img><img><img><img><hr></center></body>",
        "<body><dl><dt>a<dd>b<dt>c<dd>d<dt>e<dd>f</dl></body>",
        "<body><ol><li>1<li>2<li>3<li>4<li>5<li>6</ol><blockquote>x</blockquote></body>",
    ]
    pages = [news("sport", "a"), news("sport", "b"), news("front", "c"), news("front", "d"), *other_paper, *strangers]
    clusters = thesis_clusters([tree(page, DEFAULT_SELECTION).tree for page in pages], threshold=0.6, method="fast")

    assert clusters[0] == clusters[1] != clusters[2] == clusters[3]
    assert clusters[4] == clusters[5]
    assert len(set(clusters)) == 3 + len(strangers)


def test_the_default_clusters_of_the_four_scenarios():
    """The same for the clusters that mining makes: small strangers share html and body, and nothing else."""

    def paper(kind, story):
        results = "<aside><table><tr><th>Club<th>Points<tr><td>A<td>3</table></aside><div><dl><dt>Next<dd>Monday</dl></div>"
        front = "<section><article><h2>Also</h2></article><article><h2>And</h2></article></section><figure><img></figure>"
        return f"<body><header><h1>Le Soir</h1></header><main><p>{story}</p>{results if kind == 'sport' else front}</main></body>"

    other_paper = [f"<body><section><h1>{n}</h1><div><p>a</p><p>b</p><p>c</p></div></section><form><input></form></body>" for n in (1, 2)]
    strangers = [
        PERDU,
        "<body><center><img><img><img><img><img><hr></center></body>",
        "<body><dl><dt>a<dd>b<dt>c<dd>d<dt>e<dd>f</dl></body>",
        "<body><ol><li>1<li>2<li>3<li>4<li>5<li>6</ol><blockquote>x</blockquote></body>",
    ]
    sources = [paper("sport", "a"), paper("sport", "b"), paper("front", "c"), paper("front", "d"), *other_paper, *strangers]
    pages = [parse(source.encode() if isinstance(source, str) else source, f"http://x.example/{n}") for n, source in enumerate(sources)]
    clusters = find_layouts(pages).clusters.of_page

    assert clusters[0] == clusters[1] != clusters[2] == clusters[3]
    assert clusters[4] == clusters[5]
    assert len(set(clusters)) == 3 + len(strangers)


def test_form_controls_are_nodes():
    """11.3.12: before, the texts of options, labels and buttons ran together."""
    form = "<form><label>Search</label><input><select><option>News<option>Sport</select><button>Go</button><textarea>Say</textarea></form>"
    found = tree(f"<body>{form}</body>", DEFAULT_SELECTION)
    texts = [found.text(node) for node in range(len(found)) if found.is_text(node)]

    assert texts == ["Search", "News", "Sport", "Go", "Say"]
    without = tree(f"<body>{form}<p>x</p></body>", DEFAULT_SELECTION.changed({"form": Treatment.REMOVE}))
    assert [without.text(node) for node in range(len(without)) if without.is_text(node)] == ["x"]


def test_a_page_joins_the_first_founder_it_matches():
    pairs = np.array([(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)])
    rates = np.array([0.9, 0.5, 0.8, 0.1, 0.2, 0.3])

    assert clusters_from_rates(pairs, rates, 4, 0.6) == [0, 0, 1, 2]
    assert clusters_from_rates(pairs, rates, 4, 0.95) == [0, 1, 2, 3]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_pages(count):
    assert thesis_clusters([tree(PERDU).tree] * count) == [0] * count
