"""A layout tree as indented lines, for people."""

from collections.abc import Iterable

from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.layout_tree import TEXT_LABEL, LayoutTree, NamesOf, names_inside, no_names

LONGEST_TEXT = 60  # characters of a text leaf; set by hand


def node_line(layout: LayoutTree, node: int) -> str:
    """One node: its tag with id and classes, or the start of its text."""
    indent = "  " * _depth(layout, node)
    if layout.is_text(node):
        text = layout.text(node)
        return f"{indent}“{text[:LONGEST_TEXT]}{'…' if len(text) > LONGEST_TEXT else ''}”"
    row = int(layout.rows[node])
    columns, page = layout.page.columns, layout.page
    marks = [f"#{name}" for name in page.string(int(columns.id_[row])).split()]
    marks += [f".{name}" for name in page.string(int(columns.class_[row])).split()]
    return f"{indent}{page.tag_name(row)}{''.join(marks)}"


def label_names(layouts: Iterable[LayoutTree], names_of: NamesOf = no_names) -> dict[int, str]:
    """A name for every label: the tag with the class names that count."""
    names_of = names_inside(names_of)
    names = {TEXT_LABEL: "text"}
    for layout in layouts:
        columns = layout.page.columns
        for label, row in zip(layout.tree.label.tolist(), layout.rows.tolist(), strict=True):
            if label not in names:
                classes = names_of(int(columns.tag[row]), layout.page.string(int(columns.class_[row])))
                names[label] = ".".join((layout.page.tag_name(row), *classes))
    return names


def text_names(layouts: Iterable[LayoutTree], by_words: Iterable[LabelledTree]) -> dict[int, str]:
    """A name for every label of a text: its beginning, in quotes."""
    names: dict[int, str] = {}
    for layout, tree in zip(layouts, by_words, strict=True):
        for node, label in enumerate(tree.label.tolist()):
            if label not in names and layout.is_text(node):
                names[label] = node_line(layout, node).strip()
    return names


def _depth(layout: LayoutTree, node: int) -> int:
    depth, above = 0, int(layout.tree.parent[node])
    while above >= 0:
        depth, above = depth + 1, int(layout.tree.parent[above])
    return depth
