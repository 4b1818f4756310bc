"""Text nodes of a page and their paths in compiled code, against a walk from every row up to the root."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_articles import article_source, page_of

from sitelode.compiled.codes import mix
from sitelode.html.vocabulary import TEXT
from sitelode.paths.labels import LandmarkLabels
from sitelode.tables.details.text_nodes import MOST_TEXT_NODES, UNREAD_TAGS, read_page

STRANGE = (
    "<div id=a><p class=x>one <b>two</b><i> </i></p><script>no</script><a href=/><em>three</em></a><select><option>no</select>four</div>end"
)
TREES = st.recursive(
    st.sampled_from(["x", " ", "7 a"]),
    lambda inside: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag.split()[0]}>",
        st.sampled_from(["div", "p id=one", "p class=two", "b", "a href=/", "template", "ul class=three", "li"]),
        st.lists(inside, min_size=1, max_size=3),
    ),
    max_leaves=12,
)


def slowly(page, labels):
    """The rows of the texts, and the four paths of each row that is read."""
    tags, own, is_anchor = labels.codes(page)
    paths, texts, siblings = {}, [], {}
    for row in range(len(page)):
        above = page.parents[row]
        siblings[above, page.tags[row]] = number = siblings.get((above, page.tags[row]), 0) + 1
        if row and (above not in paths or page.tag_name(above) in UNREAD_TAGS):
            continue
        if page.tags[row] != TEXT and page.tag_name(row) in UNREAD_TAGS:
            continue
        tag, label = int(tags[row]), int(own[row])
        before = paths[above] if row else (0, 0, 0, 0)
        is_start = is_anchor[row] or row == 0
        paths[row] = (
            mix(before[0], tag), mix(before[1], mix(tag, number)), mix(before[2], label), label if is_start else mix(before[3], tag)
        )  # fmt: skip
        if page.tags[row] == TEXT and page.text(row).strip():
            texts.append(row)
    return texts, paths


def in_link(page, row):
    while row >= 0 and page.tag_name(row) != "a":
        row = page.parents[row]
    return row >= 0


def compare(pages):
    labels = LandmarkLabels.of_pages(pages)
    for page in pages:
        nodes, (texts, paths) = read_page(page, labels), slowly(page, labels)
        assert nodes.rows.tolist() == texts
        assert {row: tuple(int(way[row]) for way in nodes.row_paths) for row in paths} == paths
        of_texts = (nodes.ways.by_tags, nodes.ways.by_places, nodes.ways.by_labels, nodes.ways.by_anchor)
        assert [tuple(int(way[place]) for way in of_texts) for place in range(len(texts))] == [paths[row] for row in texts]
        assert nodes.ways.in_link.tolist() == [in_link(page, row) for row in texts]
        assert [nodes.value(place) for place in range(len(texts))] == [" ".join(page.text(row).split()) for row in texts]


def test_texts_and_their_paths_are_those_of_walking_up():
    compare([page_of(article_source(number)[0]) for number in range(3)])
    compare([page_of(STRANGE), page_of(STRANGE.replace("one", "1 kg"))])


@given(st.lists(TREES, min_size=1, max_size=3))
def test_any_texts_and_their_paths_are_those_of_walking_up(trees):
    compare([page_of(f"<body>{tree}</body>") for tree in trees])


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_only_so_many_text_nodes_are_read(more):
    page = page_of("<p>x</p>" * (MOST_TEXT_NODES + more))

    assert len(np.unique(read_page(page, LandmarkLabels.of_pages([page])).rows)) == min(MOST_TEXT_NODES, MOST_TEXT_NODES + more)
