"""A layout tree as indented lines, for people."""

from sitelode.published.trees.layout_tree import LayoutTree

LONGEST_TEXT = 60  # characters of a text leaf


def node_line(layout: LayoutTree, node: int) -> str:
    """One node: its tag with id and classes, or the beginning of its text."""
    indent = "  " * _depth(layout, node)
    if layout.is_text(node):
        text = layout.text(node)
        return f"{indent}“{text[:LONGEST_TEXT]}{'…' if len(text) > LONGEST_TEXT else ''}”"
    row = int(layout.rows[node])
    columns, page = layout.page.columns, layout.page
    marks = [f"#{name}" for name in page.string(int(columns.id_[row])).split()]
    marks += [f".{name}" for name in page.string(int(columns.class_[row])).split()]
    return f"{indent}{page.tag_name(row)}{''.join(marks)}"


def _depth(layout: LayoutTree, node: int) -> int:
    depth, above = 0, int(layout.tree.parent[node])
    while above >= 0:
        depth, above = depth + 1, int(layout.tree.parent[above])
    return depth
