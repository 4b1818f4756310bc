"""Reservations of rights: what a site says about text and data mining, and about training on its pages.

Read are the names of robots that collect for training in robots.txt, `tdm-reservation` (W3C community group, TDMRep) and `noai` as headers
and as meta elements. /.well-known/tdmrep.json is not asked for. A reservation is always counted; it is obeyed where the user says so.
"""

import re
from collections.abc import Iterable
from typing import Final

from protego import Protego

# Robots that collect pages for training or for mining, by the names that they document and that sites write into robots.txt.
COLLECTORS: Final = (
    "GPTBot", "CCBot", "Google-Extended", "ClaudeBot", "anthropic-ai", "Applebot-Extended", "Meta-ExternalAgent", "Bytespider",
    "cohere-ai", "PerplexityBot", "Amazonbot", "Diffbot",
)  # fmt: skip
_NO_AI: Final = frozenset({"noai", "notrain"})
_WISH = re.compile(r"[^,;\s:]+")


def reserved_in_headers(headers: Iterable[tuple[str, str]]) -> str:
    """The reservation that the headers of an answer state; empty if there is none."""
    return next((found for name, value in headers if (found := reserved_by(name.removeprefix("X-").removeprefix("x-"), value))), "")


def reserved_by(name: str, value: str) -> str:
    """The reservation in a header or a meta element; empty if it is none. Names and values are compared in lower case."""
    name = name.strip().lower()
    if name == "tdm-reservation" and value.strip() == "1":
        return "tdm-reservation"
    if name in ("robots", "robots-tag") and not _NO_AI.isdisjoint(_WISH.findall(value.lower())):
        return "noai"
    return ""


def collectors_named(robots_text: str) -> list[str]:
    """The collectors that a robots.txt addresses by name."""
    lowered = robots_text.lower()
    return [name for name in COLLECTORS if name.lower() in lowered]


def collectors_kept_out(rules: Protego, named: Iterable[str], url: str) -> list[str]:
    """Those that may not fetch an address."""
    return [name for name in named if not rules.can_fetch(url, name)]
