"""The nearest block element around each row."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.html.kernels.blocks import inherit
from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import BLOCK_TAGS, tag_flags


@cache
def _is_block() -> NDArray[np.bool_]:
    return tag_flags(BLOCK_TAGS)


def nearest_blocks(page: Page) -> RowColumn:
    """For every row, the nearest block element that contains it (or is it)."""
    nearest: RowColumn = inherit(page.columns.parent, _is_block()[page.columns.tag])
    return nearest
