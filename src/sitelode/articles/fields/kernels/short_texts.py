"""Compiled code for `PageView.short_texts`."""
# mypy: ignore-errors

import cython
from cython.cimports.sitelode.compiled.kernels.arrays import Flags
from cython.cimports.sitelode.html.kernels.page_rows import PageRows


@cython.cfunc
@cython.exceptval(check=False)
def _is_white(page: PageRows, row: cython.Py_ssize_t) -> cython.bint:
    """Whether a text node has white space and nothing else."""
    for position in range(page.text_start[row], page.text_end[row]):
        byte = page.text[position]
        if byte != 32 and not 9 <= byte <= 13:
            return False
    return page.text_end[row] > page.text_start[row]


def short_texts(page: PageRows, node: cython.int, span, after, longest: cython.int, unread: Flags):
    """The text nodes of at most so many bytes that begin within one of two spans of the text, both ends included; in order.

    `node` is the tag of text nodes, `unread` the tags whose text does not count.
    """
    begin: cython.longlong = span[0]
    end: cython.longlong = span[1]
    after_begin: cython.longlong = after[0]
    after_end: cython.longlong = after[1]
    found = []
    for row in range(1, len(page.tag)):
        start = page.text_start[row]
        if page.tag[row] != node or not (begin <= start <= end or after_begin <= start <= after_end):
            continue
        if page.text_end[row] - start <= longest and not unread[page.tag[page.parent[row]]] and not _is_white(page, row):
            found.append(row)
    return found
