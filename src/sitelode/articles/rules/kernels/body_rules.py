"""Compiled code for reading pages with `body_rules.py`."""
# mypy: ignore-errors

import cython
import numpy as np

from sitelode.articles.body.kernels.page_tree import holders, path_codes

if cython.compiled:
    from cython.cimports.sitelode.articles.body.kernels.page_tree import fill_holders, fill_path_codes
    from cython.cimports.sitelode.compiled.kernels.code_table import place_of
    from cython.cimports.sitelode.compiled.kernels.codes import Code
else:
    from sitelode.articles.body.kernels.page_tree import fill_holders, fill_path_codes
    from sitelode.compiled.kernels.code_table import place_of
    from sitelode.compiled.kernels.codes import Code

Numbers = cython.typedef(cython.const[cython.int][::1])
Tags = cython.typedef(cython.const[cython.ushort][::1])
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


def segment_kinds(
    loose: Codes, width: Numbers, link_width: Numbers, recurring: Codes, linked_from: cython.double, numbers, of_others: Flags
):
    """The kind of each segment: from another article, recurring text (its codes are ascending), mostly links, or plain.

    `of_others` is empty if no page of the layout has other articles.
    """
    plain: cython.schar = numbers[0]
    repeated: cython.schar = numbers[1]
    linked: cython.schar = numbers[2]
    other: cython.schar = numbers[3]
    found = np.empty(len(loose), dtype=np.int8)
    kinds: cython.schar[::1] = found
    for segment in range(len(loose)):
        if len(of_others) > 0 and of_others[segment]:
            kinds[segment] = other
        elif place_of(loose[segment], recurring) >= 0:
            kinds[segment] = repeated
        else:
            kinds[segment] = linked if link_width[segment] >= linked_from * width[segment] else plain
    return found


def known_probabilities(
    tag: Tags, parent: Numbers, end: Numbers, first: Numbers, rows: Numbers, block: Numbers, kind_of_row: Numbers, keys: Codes,
    known: Codes, values: Codes, anchor: Code, groups: Flags, met, kinds_of,
):  # fmt: skip
    """The body probability of each segment, if all kinds of elements and all paths were seen before; otherwise empty.

    `known` and `values` are the keys of kinds and their labels, `met` the same for paths, first for pages without the anchor's label;
    `kinds_of` holds the arguments of `segment_kinds`.
    """
    # Few arrays, cut into parts: on most pages making an array takes longer than filling it.
    codes: Code[::1] = np.empty(len(keys) + 2 * len(tag), dtype=np.uint64)
    numbers: cython.int[::1] = np.zeros(2 * len(tag) + len(block), dtype=np.int32)
    label_of_kind: Code[::1] = codes[: len(keys)]
    labels: Code[::1] = codes[len(keys) : len(keys) + len(tag)]
    code_of_row: Code[::1] = codes[len(keys) + len(tag) :]
    holder_of: cython.int[::1] = numbers[2 * len(tag) :]
    found = np.empty(len(block), dtype=np.float64)
    likely: cython.double[::1] = found
    anchored: cython.bint = False
    for kind in range(len(keys)):
        place = place_of(keys[kind], known)
        if place < 0:
            return found[:0]
        label_of_kind[kind] = values[place]
        if values[place] == anchor:
            anchored = True
    for row in range(len(tag)):
        labels[row] = label_of_kind[kind_of_row[row]]
    fill_path_codes(tag, parent, labels, groups, code_of_row, numbers[: len(tag)], numbers[len(tag) : 2 * len(tag)])
    fill_holders(parent, end, first, rows, block, holder_of)
    kind_of: cython.const[cython.schar][::1] = segment_kinds(*kinds_of)
    paths: Codes = met[anchored][0]
    of_path: cython.const[cython.double][:, ::1] = met[anchored][1]
    for segment in range(len(block)):
        place = place_of(code_of_row[holder_of[segment]], paths)
        if place < 0:
            return found[:0]
        likely[segment] = of_path[place, kind_of[segment]]
    return found
