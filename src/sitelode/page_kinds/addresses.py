"""Addresses that continue another one: further pages of the same thing, as "?page=2" and "/print" are."""

import re

MOST_BEGINNINGS = 100  # a bound: an address of thousands of signs would have as many beginnings. Set by hand
_ENDING = re.compile(r"(?:/|(?<=[^/.])\.[a-z]{2,5})$")
_HOST = re.compile(r"\A[a-z]+://[^/]*")


def stem_of(url: str) -> str:
    """An address without what may end it: a slash, or the kind of file."""
    return url if "?" in url else _ENDING.sub("", url)


def has_path(url: str) -> bool:
    """Whether an address names more than a host."""
    return bool(_HOST.sub("", url, count=1).strip("/"))


def folder_of(url: str) -> str:
    """An address up to the last slash before its name; a slash at the end belongs to the name."""
    return url.partition("?")[0].rstrip("/").rpartition("/")[0]


def goes_on_from(url: str, first: str) -> bool:
    """Whether an address is another one's with something added at its end."""
    stem = stem_of(first)
    return has_path(first) and url != first and url.startswith(stem) and not url[len(stem) :][:1].isalnum()


def beginnings(url: str) -> list[str]:
    """The stems of addresses that this one may go on from, the shortest first; of a very long address the last ones."""
    stem = stem_of(url)
    host = len(stem) - len(_HOST.sub("", stem, count=1))
    cuts = [place for place in range(host + 2, len(stem)) if not stem[place].isalnum()]
    return [stem[:place] for place in cuts[-MOST_BEGINNINGS:]]
