"""Hypothesis strategies that several tests share."""

from hypothesis import strategies as st

LABELS = 3  # few, so that chance makes nodes equal


@st.composite
def nested_trees(draw, max_nodes=16, labels=LABELS):
    """Trees as nested tuples `(label, children)`; each node climbs some steps up from the one before it and hangs on there."""
    steps = draw(st.lists(st.tuples(st.integers(0, labels - 1), st.integers(0, 3)), min_size=1, max_size=max_nodes))
    root = [steps[0][0], []]
    path = [root]
    for label, climb in steps[1:]:
        del path[max(1, len(path) - climb) :]
        node = [label, []]
        path[-1][1].append(node)
        path.append(node)
    return _frozen(root)


@st.composite
def related_trees(draw, max_nodes=16, labels=LABELS):
    """Two trees of which one was made from the other by relabelling, removing and repeating subtrees."""
    left = draw(nested_trees(max_nodes, labels))
    edits = draw(st.lists(st.tuples(st.sampled_from(["relabel", "remove", "repeat"]), st.integers(0, 50)), max_size=4))
    right = _thawed(left)
    for kind, place in edits:
        _edit(right, kind, place, labels)
    return (left, _frozen(right)) if draw(st.booleans()) else (_frozen(right), left)


@st.composite
def nested_patterns(draw, max_nodes=16, labels=LABELS):
    """Trees in which some leaves, and some subtrees, are wildcards, as negative labels."""
    root = _thawed(draw(nested_trees(max_nodes, labels)))
    for node in _walk(root):
        wildcard = draw(st.integers(-4, 6))
        if wildcard < 0:
            node[:] = [wildcard, []]
    return _frozen(root)


def _edit(root, kind, place, labels):
    parents = [node for node in _walk(root) if node[1]]
    if kind == "relabel" or not parents:
        nodes = list(_walk(root))
        nodes[place % len(nodes)][0] = place % labels
        return
    children = parents[place % len(parents)][1]
    child = place % len(children)
    if kind == "remove":
        del children[child]
    else:
        children.insert(child, _thawed(children[child]))


def _walk(node):
    yield node
    for child in node[1]:
        yield from _walk(child)


def _frozen(node):
    return node[0], tuple(_frozen(child) for child in node[1])


def _thawed(node):
    return [node[0], [_thawed(child) for child in node[1]]]
