"""Compiled code for reading pages with `body_rules.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.articles.body.kernels.page_tree import holders, path_codes
from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.code_table import place_of


@jit
def segment_paths(tree, kind_of_row, label_of_kind, tag_kinds, cut):
    """The code of each row's path, made from the labels of element kinds; and the element that holds each segment."""
    tag, parent, end = tree
    first, rows, block = cut
    return path_codes(tag, parent, label_of_kind[kind_of_row], tag_kinds), holders(parent, end, first, rows, block)


@jit
def segment_kinds(looks, recurring, linked_from, numbers, of_others):
    """The kind of each segment: from another article, recurring text (its codes are ascending), mostly links, or plain.

    `of_others` is empty if no page of the layout has other articles.
    """
    loose, width, link_width = looks
    plain, repeated, linked, other = numbers
    kinds = np.empty(len(loose), dtype=np.int8)
    for segment in range(len(loose)):
        if len(of_others) and of_others[segment]:
            kinds[segment] = other
        elif place_of(loose[segment], recurring) >= 0:
            kinds[segment] = repeated
        else:
            kinds[segment] = linked if link_width[segment] >= linked_from * width[segment] else plain
    return kinds


@jit
def known_probabilities(tree, kind_of_row, keys, labels, anchor, tag_kinds, cut, met, kinds_of):
    """The body probability of each segment, if all kinds of elements and all paths were seen before; otherwise empty.

    `labels` holds codes and values for the keys of kinds, `met` the same for paths, first for pages without the anchor's label;
    `kinds_of` holds the arguments of `segment_kinds`.
    """
    known, values = labels
    label_of_kind = np.empty(len(keys), dtype=np.uint64)
    anchored = False
    for kind in range(len(keys)):
        place = place_of(keys[kind], known)
        if place < 0:
            return np.empty(0, dtype=np.float64)
        label_of_kind[kind] = values[place]
        anchored |= values[place] == anchor
    row_codes, holder = segment_paths(tree, kind_of_row, label_of_kind, tag_kinds, cut)
    codes = row_codes[holder]
    kinds = segment_kinds(*kinds_of)
    paths, rows = met[1] if anchored else met[0]
    found = np.empty(len(codes), dtype=np.float64)
    for segment in range(len(codes)):
        place = place_of(codes[segment], paths)
        if place < 0:
            return found[:0]
        found[segment] = rows[place, kinds[segment]]
    return found
