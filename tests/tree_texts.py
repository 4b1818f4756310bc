"""Trees of tests, written as `html(head(title) body(p p))`."""

import re

from sitelode_lab.trees.labelled_tree import LabelledTree


class LabelNames:
    """Numbers for names, in the order in which they are first asked for."""

    def __init__(self):
        self.names = []

    def number(self, name):
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name)


def tree_from_text(text, number_of):
    labels, parents, open_nodes = [], [], [-1]
    for word in re.findall(r"[()]|[^\s(),]+", text):
        if word == "(":
            open_nodes.append(len(labels) - 1)
        elif word == ")":
            open_nodes.pop()
        else:
            labels.append(number_of(word))
            parents.append(open_nodes[-1])
    return LabelledTree.from_parents(labels, parents)


def tree_to_text(tree, name_of):
    """Write a tree as `tree_from_text` reads it."""

    def written(node):
        below, child = [], node + 1
        while child < tree.end[node]:
            below.append(written(child))
            child = int(tree.end[child])
        return name_of(int(tree.label[node])) + (f"({' '.join(below)})" if below else "")

    return written(0) if len(tree) else ""
