"""An upper bound for the cost of parsing a page.

HTML parsers, also those of browsers, need time or memory that grows with the square of some quantities: nesting (each tag may check all
open elements), formatting elements left open (they are opened again in every later block, each time as new nodes), attributes
of one element (each is compared with all before it), different names (the parser's tables do not grow), and text that is appended to the
same node piece by piece. One scan bounds them all. The bound is never too low, and far too high only for pages that no one would write.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.html.kernels.cost import class_table, scan
from sitelode.html.kernels.tokens import has_growing_reference

# Limits, set by hand. In brackets: the maximum over 32,475 real pages of the corpora.
MAX_WORK = 100_000_000  # open elements checked, over all tags; about a quarter of a second (9 million)
MAX_ATTRIBUTES = 512  # of one element (70)
MAX_NAMES = 2_000  # different names of attributes, and of elements unknown to HTML (405)
NAMES_COUNTED_FROM = 20_000  # attributes and unknown elements in total; fewer cost little, whatever their names
MAX_REOPENED = 100_000  # formatting elements that are opened again (13,312)
MAX_JOINED = 1_000_000_000  # bytes copied to join text nodes (3 million)
MAX_UNREAD = 20_000  # bytes at the end, after a tag where the scan can no longer follow the parser (0)
MAX_HEIGHT = 20_000  # of the stack of open elements; a higher one would mean more work than any limit allows
_FEW_NAME_SLOTS = 1_024  # for sources in which names are not counted
_NAME_SLOTS = 8_192  # room for twice as many different names as are counted; a power of two


class Cost(NamedTuple):
    tags: int  # start tags, and end tags that may make an element
    depth: int  # maximum number of open elements
    names: int  # of attributes, and of elements unknown to HTML
    different_names: int
    most_attributes: int  # of one element
    reopened: int  # formatting elements that are opened again
    joined: int  # bytes copied
    work: int  # open elements checked
    unread: int  # bytes

    @property
    def elements(self) -> int:
        """Two attributes count as one element: they need as much memory."""
        return self.tags + self.names // 2

    @property
    def is_bearable(self) -> bool:
        return (
            self.work <= MAX_WORK
            and self.most_attributes <= MAX_ATTRIBUTES
            and (self.names <= NAMES_COUNTED_FROM or self.different_names <= MAX_NAMES)
            and self.reopened <= MAX_REOPENED
            and self.joined <= MAX_JOINED
            and self.unread <= MAX_UNREAD
        )


def parse_cost(html: bytes) -> Cost:
    classes, stack, names, few_names = _tables()
    # A name takes two bytes, with what is before it: in short sources they cannot be so many that they count.
    cost = Cost(*scan(html, classes, stack, few_names if len(html) < 2 * NAMES_COUNTED_FROM else names, MAX_WORK))
    return cost._replace(tags=cost.tags + html.count(b"<", len(html) - cost.unread)) if cost.unread else cost


def without_growing_references(html: bytes) -> bytes:
    """Write out the two character references that are longer decoded than written: Lexbor decodes in place, over what follows."""
    if not has_growing_reference(html):
        return html
    return html.replace(b"&nGt;", "\u226b\u20d2".encode()).replace(b"&nLt;", "\u226a\u20d2".encode())


@cache
def _tables() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Classes of tags, and room for scans, of which one runs at a time: it keeps the interpreter's lock."""
    stack, names = np.empty(2 * MAX_HEIGHT, dtype=np.int64), np.empty(_NAME_SLOTS, dtype=np.int64)
    return class_table(), stack, names, names[:_FEW_NAME_SLOTS]
