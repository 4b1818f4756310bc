"""Site style tree (Yi, Liu, Li; News Ripper thesis 4.4): the numbers of its figure, and a literal version as the oracle."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.html.parse import parse
from sitelode.text.tokens import terms
from sitelode_lab.separators.style_tree import StyleTree, composite_importance, merge_pages, page_elements, style_tree_view
from sitelode_lab.trees.layout_tree import layout_tree, no_names

STYLES = {"<p>a<img src=x><p>b<div>c</div>": 35, "<p>a<hr><p>b": 25, "<div>a</div>": 25, "<p>a<p>b<p>c": 15}


def figure():
    """Figure 4.4 rebuilt: BODY has the one style block-img-block-block, and one of the blocks has four on a hundred pages."""
    return [
        parse(f"<body><div><p>menu</div><img src=logo><section>{inner}</section><div><p>foot</div>".encode())
        for inner, count in STYLES.items()
        for _ in range(count)
    ]


def elements_of(pages):
    return merge_pages([page_elements(page, no_names) for page in pages])


def test_importance_of_nodes_in_the_figure():
    elements = elements_of(figure())
    with_four_styles = elements.node_importance[elements.styles == 4]

    assert with_four_styles.tolist() == [pytest.approx(0.292, abs=5e-4)]
    assert not elements.node_importance[(elements.styles == 1) & (elements.pages == 100)].any()


def test_the_same_text_on_all_pages_is_noise_and_other_text_is_not():
    pages = [parse(f"<div><p>Menu and more</div><div><h1>Title {n}</h1><p>Story{n} of day{n}.</div>".encode()) for n in range(20)]
    template = StyleTree().study(pages)
    scores = template.content_scores(pages[3])
    by_text = {pages[3].text(int(row)): scores[row] for row in pages[3].text_rows}

    assert by_text["Menu and more"] == 0
    assert by_text["Story3 of day3."] > 0.5
    assert by_text["Title 3"] > 0.5


def test_an_element_on_one_page_is_important():
    pages = [*figure(), parse(b"<body><div><p>menu</div><table><tr><td>once</table>")]
    template = StyleTree().study(pages)
    once = pages[-1]

    assert template.content_scores(once)[once.text_rows[-1]] == 1.0


def test_below_an_unknown_style_importance_is_that_of_the_element():
    pages = figure()
    template = StyleTree().study(pages)
    new = parse(b"<body><div><p>menu</div><img src=logo><section><ul><li>never seen</ul></section><div><p>foot</div>")
    layout, importance = template.node_importance(new)
    names = [layout.text(node) if layout.is_text(node) else new.tag_name(int(row)) for node, row in enumerate(layout.rows)]
    elements = elements_of(pages)
    of_section = composite_importance(elements, 0.9)[elements.styles == 4]

    assert importance[names.index("never seen")] == pytest.approx(of_section[0])


class LiteralNode:
    """An element node as the thesis writes it: pages, styles with their element nodes, features of each page."""

    def __init__(self):
        self.pages = 0
        self.styles = {}
        self.features = []

    def add(self, layout, node, children):
        self.pages += 1
        below = children.get(node, [])
        style = self.styles.setdefault(tuple(int(layout.tree.label[child]) for child in below), [0, [LiteralNode() for _ in below]])
        style[0] += 1
        for element, child in zip(style[1], below, strict=True):
            element.add(layout, child, children)
        self.features.append(Counter(terms(layout.text(node))) if layout.is_text(node) else Counter())

    def importance(self, attenuation):
        if self.pages == 1:
            return 1.0
        if list(self.styles) == [()]:
            return self._leaf_importance()
        shares = [count / self.pages for count, _ in self.styles.values()]
        node = -sum(share * math.log(share, self.pages) for share in shares)
        below = sum(
            share * (sum(element.importance(attenuation) for element in elements) / len(elements) if elements else 0)
            for share, (_, elements) in zip(shares, self.styles.values(), strict=True)
        )
        kept = attenuation ** len(self.styles)
        return (1 - kept) * node + kept * below

    def _leaf_importance(self):
        features = set().union(*self.features)
        if not features:
            return 0.0
        entropies = []
        for feature in features:
            counts = [page[feature] for page in self.features if page[feature]]
            entropies.append(-sum(count / sum(counts) * math.log(count / sum(counts), self.pages) for count in counts))
        return 1 - sum(entropies) / len(entropies)


def literal_root(pages):
    root = LiteralNode()
    for page in pages:
        layout = layout_tree(page)
        children = {}
        for node, parent in enumerate(layout.tree.parent.tolist()):
            children.setdefault(parent, []).append(node)
        root.add(layout, 0, children)
    return root


blocks = st.sampled_from(["<p>a b</p>", "<p>a</p>", "<p>c d e</p>", "<div><p>a</p></div>", "<div><p>b</p><p>a</p></div>", "<hr>", "x"])


@given(st.lists(st.lists(blocks, max_size=4).map("".join), min_size=1, max_size=5))
def test_agrees_with_the_literal_tree(bodies):
    pages = [parse(f"<body>{body}<hr>".encode()) for body in bodies]
    elements = elements_of(pages)
    importance = composite_importance(elements, 0.9)

    assert importance[elements.depth == 0].tolist() == [pytest.approx(literal_root(pages).importance(0.9))]


def test_the_tree_of_the_figure_with_counts_and_marks():
    """4.4.3 and 4.4.5: the block with four styles is shown with their pages; menu and foot are noisy, as all pages have them."""
    view = style_tree_view(figure())
    lines = list(view.lines(everything=True))
    marks = dict(zip(view.labels, view.marks, strict=True))

    assert [pages for pages, _ in view.styles(view.labels.index("section"))] == [35, 25, 25, 15]
    assert sum("[style" in line for line in lines) == 4
    assert marks["“menu”"] == marks["“foot”"] == "noisy"
    assert "    section  100 pages, importance 0.10, noisy" in lines
    assert view.to_plain()[0]["label"] == "html"


def test_a_page_is_cleaned_from_the_root():
    """4.4.6: what all pages share is dropped, what differs is kept, with the elements around it."""
    pages = [
        parse(f"<div><p>Menu and more</div><div><h1>Title {n}</h1><p>Story{n} of day{n}.</div><div>Imprint</div>".encode())
        for n in range(20)
    ]
    layout, kept = style_tree_view(pages).kept(pages[3])
    left = [layout.text(node) for node in range(len(layout)) if kept[node] and layout.is_text(node)]

    assert left == ["Title 3", "Story3 of day3."]
    assert all(kept[layout.tree.parent[node]] for node in range(1, len(layout)) if kept[node])


def test_a_page_of_another_layout_is_judged_by_the_element_around():
    pages = [parse(f"<div><p>Menu</div><div><h1>Title {n}</h1><p>Story{n}.</div>".encode()) for n in range(20)]
    layout, kept = style_tree_view(pages).kept(parse(b"<table><tr><td>quite different</table>"))

    assert len(kept) == len(layout)
