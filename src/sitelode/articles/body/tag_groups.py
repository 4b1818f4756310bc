"""Groups of tags that the evidence counts, as bits, so that compiled code can test several at once."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.html.vocabulary import TAG_NUMBER

STRONG, EMPHASIS, CODE, MEDIA, CONTROL, CELL, ROW, LINK = (1 << bit for bit in range(8))
_TAGS = {
    STRONG: ("b", "strong"),
    EMPHASIS: ("em", "i", "cite"),
    CODE: ("code", "kbd", "samp", "tt"),
    MEDIA: ("img", "picture", "video", "iframe", "svg", "audio", "object", "embed"),
    CONTROL: ("input", "button", "select", "textarea", "form", "label"),
    CELL: ("td", "th"),
    ROW: ("tr",),
    LINK: ("a",),
}


@cache
def tag_groups() -> NDArray[np.uint8]:
    """The groups of every tag number."""
    groups = np.zeros(1 << 16, dtype=np.uint8)
    for group, names in _TAGS.items():
        groups[[TAG_NUMBER[name] for name in names]] |= group
    return groups
