"""Where the links of a page lead: to itself, to another site, to a page of its site, or to one with an address like its own.

A line inside an article that is mostly a link to a page with an address like the article's own leads to another article. Addresses are
compared as text; none is fetched.
"""

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.kernels.link_targets import targets
from sitelode.html.page import Page


def link_targets(page: Page) -> NDArray[np.uint8]:
    """The kind of target of every row that is a link, see `link_kinds.py`."""
    columns = page.columns
    is_address = columns.attribute_name == page.attribute_number("href")
    found = np.zeros(len(page), dtype=np.uint8)
    found[columns.attribute_node[is_address]] = targets(
        columns.attribute_value[is_address],
        columns.string_start,
        np.frombuffer(columns.strings, dtype=np.uint8),
        np.frombuffer(page.url.encode("utf-8", "replace"), dtype=np.uint8),
    )
    return found
