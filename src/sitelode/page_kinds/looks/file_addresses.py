"""Addresses of files: pictures, documents, sounds, archives. A link to one announces no page."""

import re
from functools import lru_cache
from typing import Final

_PICTURES: Final = r"jpe?g|png|gif|webp|svg|bmp|tiff?|ico|avif|heic"
_PAPERS: Final = r"pdf|ps|djvu|epub|docx?|xlsx?|pptx?|od[tsp]"
_SOUNDS: Final = r"mp[34]|m4[av]|og[gv]|wav|flac|webm|avi|mov|mkv"
_LOOKED_AT: Final = rf"{_PICTURES}|{_PAPERS}|{_SOUNDS}"
_OTHERS: Final = r"rtf|txt|csv|json|xml|rss|atom|ics|bib|zip|t?gz|bz2|xz|7z|rar|tar|dmg|exe|apk|deb|rpm|jar|iso|swf|css|js"
_FILE: Final = re.compile(rf"\.(?:{_LOOKED_AT}|{_OTHERS})$", re.IGNORECASE)
_MEDIUM: Final = re.compile(rf"\w\.(?:{_LOOKED_AT})$", re.IGNORECASE)


@lru_cache(maxsize=1 << 16)  # the pages of a site link to the same addresses again and again
def is_file(address: str) -> bool:
    """Whether an address names a file that is no page, by its ending."""
    return bool(_FILE.search(address.partition("?")[0].partition("#")[0]))


def is_medium(name: str) -> bool:
    """Whether a name is that of a picture, a sound, a film or a paper; names of programs ("node.js") are titles of texts as well."""
    return bool(_MEDIUM.search(name.rstrip()))
