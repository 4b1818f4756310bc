"""Addresses of files: pictures, documents, sounds, archives. A link to one announces no page."""

import re
from functools import lru_cache
from typing import Final

_FILE: Final = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|bmp|tiff?|ico|avif|heic|pdf|ps|djvu|epub|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|csv|json|xml|rss|atom|ics|bib|"
    r"zip|t?gz|bz2|xz|7z|rar|tar|dmg|exe|apk|deb|rpm|jar|iso|mp[34]|m4[av]|og[gv]|wav|flac|webm|avi|mov|mkv|swf|css|js)$",
    re.IGNORECASE,
)


@lru_cache(maxsize=1 << 16)  # the pages of a site link to the same addresses again and again
def is_file(address: str) -> bool:
    """Whether an address names a file that is no page, by its ending."""
    return bool(_FILE.search(address.partition("?")[0].partition("#")[0]))
