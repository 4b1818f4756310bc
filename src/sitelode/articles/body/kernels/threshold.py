"""Compiled code for `threshold.py`: a page has some dozens of segments, and calling numpy would take longer than the work itself."""
# mypy: ignore-errors

import cython
import numpy as np


def segments_from(probability: cython.const[cython.double][::1], width: cython.const[cython.int][::1], least: cython.double):
    """The segments that reach the threshold, and their total width."""
    taken = np.empty(len(probability), dtype=np.bool_)
    chosen: cython.uchar[::1] = taken.view(np.uint8)
    total: cython.longlong = 0
    for segment in range(len(probability)):
        chosen[segment] = probability[segment] >= least
        if chosen[segment]:
            total += width[segment]
    return taken, total


def add_headings_between(
    taken,
    tag: cython.const[cython.ushort][::1],
    parent: cython.const[cython.int][::1],
    block: cython.const[cython.int][::1],
    link_width: cython.const[cython.int][::1],
    heading,
):
    """Take headings without links, too, whose neighbours on both sides are taken and have the same parent."""
    fill_headings_between(taken.view(np.uint8), tag, parent, block, link_width, heading.view(np.uint8))


def fill_headings_between(chosen, tag, parent, block, link_width, is_heading):
    """The same with flags as bytes."""
    for segment in range(1, len(block) - 1):
        if chosen[segment] or not is_heading[tag[block[segment]]] or link_width[segment] != 0:
            continue
        inside = parent[block[segment]]
        if chosen[segment - 1] and chosen[segment + 1] and parent[block[segment - 1]] == inside and parent[block[segment + 1]] == inside:
            chosen[segment] = True
