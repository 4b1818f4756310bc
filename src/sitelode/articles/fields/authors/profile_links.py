"""Authors given by an address: OpenGraph's `article:author` is the address of a page about the author.

The name is the text of a link to that page. Without such a link it is the last part of the address, if the address belongs to the site:
account names on other sites are seldom the author's name.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import unquote, urlsplit

from sitelode.html.page import Page
from sitelode.urls import host_key, resolve

MOST_ADDRESSES: Final = 10
_NAME_IN_ADDRESS = re.compile(r"[^\W\d_]+(?:[-_+.][^\W\d_]+){0,4}")


def profile_names(page: Page, addresses: Sequence[str], own: Sequence[str]) -> Iterator[str]:
    """The names behind profile addresses; `own` holds other addresses of the page itself."""
    hosts = {host_key(address) for address in (page.url, *own)} - {None}
    for address in addresses[:MOST_ADDRESSES]:
        if _is_apart(address, (page.url, *own)):
            yield _linked_name(page, address) or (_last_part(address) if host_key(address) in hosts else "")


def _is_apart(address: str, own: Sequence[str]) -> bool:
    """Whether an address is not of a page above this one, such as the home page of the site."""
    return "://" in address and urlsplit(address).path.strip("/") != "" and not any(each.startswith(address) for each in own)


def _linked_name(page: Page, address: str) -> str:
    """The first text of a link to an address."""
    wanted = address.rstrip("/")
    last = wanted.rpartition("/")[2]
    for row, href in page.attribute_column("href"):
        leads_there = last in href and page.tag_name(row) == "a" and (resolve(page.url, href) or "").rstrip("/") == wanted
        if leads_there and (text := page.text(row).strip()):
            return text
    return ""


def _last_part(address: str) -> str:
    """The last part of an address as a name; empty if it is not one."""
    last = unquote(urlsplit(address).path.rstrip("/").rpartition("/")[2])
    if not _NAME_IN_ADDRESS.fullmatch(last):
        return ""
    parts = re.split(r"[-_+.]", last)
    return " ".join(part.capitalize() for part in parts) if len(parts) > 1 else last
