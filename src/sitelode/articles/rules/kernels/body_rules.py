"""Compiled code for reading pages with `body_rules.py`."""
# mypy: ignore-errors

import cython
import numpy as np

from sitelode.articles.body.kernels.page_tree import holders, path_codes

if cython.compiled:
    from cython.cimports.sitelode.compiled.kernels.code_table import place_of
    from cython.cimports.sitelode.compiled.kernels.codes import Code
else:
    from sitelode.compiled.kernels.code_table import place_of
    from sitelode.compiled.kernels.codes import Code

Numbers = cython.typedef(cython.const[cython.int][::1])
Flags = cython.typedef(cython.const[cython.uchar][::1])
Codes = cython.typedef(cython.const[Code][::1])


def segment_paths(tree, kind_of_row: Numbers, label_of_kind: Codes, tag_kinds, cut):
    """The code of each row's path, made from the labels of element kinds; and the element that holds each segment."""
    tag, parent, end = tree
    first, rows, block = cut
    found = np.empty(len(kind_of_row), dtype=np.uint64)
    labels: Code[::1] = found
    for row in range(len(kind_of_row)):
        labels[row] = label_of_kind[kind_of_row[row]]
    return path_codes(tag, parent, found, tag_kinds), holders(parent, end, first, rows, block)


def segment_kinds(looks, recurring: Codes, linked_from: cython.double, numbers, of_others):
    """The kind of each segment: from another article, recurring text (its codes are ascending), mostly links, or plain.

    `of_others` is empty if no page of the layout has other articles.
    """
    loose: Codes = looks[0]
    width: Numbers = looks[1]
    link_width: Numbers = looks[2]
    plain: cython.schar = numbers[0]
    repeated: cython.schar = numbers[1]
    linked: cython.schar = numbers[2]
    other: cython.schar = numbers[3]
    is_other: Flags = of_others.view(np.uint8)
    found = np.empty(len(loose), dtype=np.int8)
    kinds: cython.schar[::1] = found
    for segment in range(len(loose)):
        if len(is_other) > 0 and is_other[segment]:
            kinds[segment] = other
        elif place_of(loose[segment], recurring) >= 0:
            kinds[segment] = repeated
        else:
            kinds[segment] = linked if link_width[segment] >= linked_from * width[segment] else plain
    return found


def known_probabilities(tree, kind_of_row, keys: Codes, labels, anchor: Code, tag_kinds, cut, met, kinds_of):
    """The body probability of each segment, if all kinds of elements and all paths were seen before; otherwise empty.

    `labels` holds codes and values for the keys of kinds, `met` the same for paths, first for pages without the anchor's label;
    `kinds_of` holds the arguments of `segment_kinds`.
    """
    known: Codes = labels[0]
    values: Codes = labels[1]
    found_labels = np.empty(len(keys), dtype=np.uint64)
    label_of_kind: Code[::1] = found_labels
    anchored: cython.bint = False
    is_known: cython.bint = True
    for kind in range(len(keys)):
        place = place_of(keys[kind], known)
        if place < 0:
            is_known = False
            break
        label_of_kind[kind] = values[place]
        if values[place] == anchor:
            anchored = True
    if not is_known:
        return np.empty(0, dtype=np.float64)
    row_codes, holder = segment_paths(tree, kind_of_row, found_labels, tag_kinds, cut)
    code_of_row: Codes = row_codes
    holder_of: Numbers = holder
    kind_of: cython.const[cython.schar][::1] = segment_kinds(*kinds_of)
    paths: Codes = met[anchored][0]
    rows: cython.const[cython.double][:, ::1] = met[anchored][1]
    found = np.empty(len(holder_of), dtype=np.float64)
    likely: cython.double[::1] = found
    for segment in range(len(holder_of)):
        place = place_of(code_of_row[holder_of[segment]], paths)
        if place < 0:
            is_known = False
            break
        likely[segment] = rows[place, kind_of[segment]]
    return found if is_known else found[:0]
