"""Which pictures a page shows and which files it links to, as codes: those that no other page has are its own, the rest is template."""

from collections.abc import Iterable
from itertools import islice
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.page_kinds.looks.file_addresses import is_file
from sitelode.site.page_links import PageLinks

MOST_FILES: Final = 200  # of each sort on a page. Set by hand
_PICTURE: Final = TAG_NUMBER["img"]


class ShownFiles(NamedTuple):
    """The files of one page, each once."""

    pictures: NDArray[np.uint32]
    linked: NDArray[np.uint32]


def shown_files(page: Page, links: PageLinks) -> ShownFiles:
    """Read them off a page."""
    columns = page.columns
    sources = np.flatnonzero(columns.attribute_name == page.attribute_number("src"))
    values = columns.attribute_value[sources[columns.tag[columns.attribute_node[sources]] == _PICTURE]]
    pictures = map(page.string, islice(dict.fromkeys(values.tolist()), MOST_FILES))
    return ShownFiles(_codes(pictures), _codes(islice(dict.fromkeys(filter(is_file, links.targets)), MOST_FILES)))


def _codes(addresses: Iterable[str]) -> NDArray[np.uint32]:
    return np.fromiter((crc32(address.encode("utf-8", "replace")) for address in addresses), dtype=np.uint32)
