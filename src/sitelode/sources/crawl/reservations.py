"""Reservations of rights: what a site says about text and data mining, and about training on its pages.

Of a page: `tdm-reservation` (W3C community group, TDMRep), `noai` and `Content-Usage` (IETF, AI preferences), as headers or meta elements.
Of a site: robots that collect for training which robots.txt keeps out by name, its lines `Content-Usage` and `Content-Signal`, and
/.well-known/tdmrep.json. The latter is a request more, and only made where reservations are obeyed. Pages are counted by what reserves
them.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from protego import Protego

TDM_FILE: Final = "/.well-known/tdmrep.json"
TDM_BYTES_READ: Final = 512_000  # as of robots.txt; set by hand

# Robots that collect pages for training or for mining, by the names that they document and that sites write into robots.txt.
COLLECTORS: Final = (
    "GPTBot", "CCBot", "Google-Extended", "ClaudeBot", "anthropic-ai", "Applebot-Extended", "Meta-ExternalAgent", "Bytespider",
    "cohere-ai", "PerplexityBot", "Amazonbot", "Diffbot",
)  # fmt: skip
TDM_NAME: Final = "tdmrep.json"
ROBOTS_FOR: Final = "robots.txt for "
_BY_USAGE: Final = "robots.txt, content-usage"
_NO_AI: Final = frozenset({"noai", "notrain"})
_WISH = re.compile(r"[^,;\s:]+")
_USAGE_LINE = re.compile(r"^[ \t]*content-(?:usage|signal)[ \t]*:[ \t]*(/\S*)?(.*)$", re.IGNORECASE | re.MULTILINE)
_NO_TRAINING = re.compile(r"\b(?:train-ai|ai-train)[ \t]*=[ \t]*no?\b", re.IGNORECASE)
_SPACES = re.compile(r"\s")


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
    return "content-usage" if name in ("content-usage", "content-signal") and _NO_TRAINING.search(value) else ""


@dataclass(slots=True)
class SiteReservations:
    """What a site says for its pages in one place, as far as it is read."""

    collectors: "dict[str, Protego]" = field(default_factory=dict)  # that robots.txt names, with its rules
    usage: "Protego | None" = None  # where its lines on usage allow no training
    tdm: "Protego | None" = None  # where tdmrep.json reserves the rights

    def read_robots(self, text: str) -> None:
        """Take what a robots.txt says."""
        lowered = text.lower()
        self.collectors = dict.fromkeys((name for name in COLLECTORS if name.lower() in lowered), _rules(text))
        self.usage = _closed([(path or "/", bool(_NO_TRAINING.search(wish))) for path, wish in _USAGE_LINE.findall(text)])

    def read_tdm(self, text: bytes) -> None:
        """Take what a tdmrep.json says."""
        self.tdm = _closed(_tdm_locations(text))

    def of(self, url: str) -> list[str]:
        """What reserves the rights in a page, in words that are counted."""
        found = [f"{ROBOTS_FOR}{name}" for name, rules in self.collectors.items() if not rules.can_fetch(url, name)]
        found += [_BY_USAGE] if self.usage is not None and not self.usage.can_fetch(url, "*") else []
        return found + ([TDM_NAME] if self.tdm is not None and not self.tdm.can_fetch(url, "*") else [])


def _rules(robots_text: str) -> "Protego":
    from protego import Protego  # noqa: PLC0415 (reading the folder of a crawl does not need it)

    return Protego.parse(robots_text)


def _closed(paths: Iterable[tuple[str, bool]]) -> "Protego | None":
    """Paths that are reserved or not as rules of robots.txt: both compare alike, and the longest path decides."""
    lines = [f"{'Disallow' if reserved else 'Allow'}: {path}" for path, reserved in paths]
    return _rules("User-agent: *\n" + "\n".join(lines)) if lines else None


def _tdm_locations(text: bytes) -> list[tuple[str, bool]]:
    """The paths of a tdmrep.json; what is none, or no such file at all, says nothing."""
    try:
        stated = json.loads(text[:TDM_BYTES_READ])
    except (ValueError, RecursionError):
        return []
    known = [each for each in stated if isinstance(each, dict)] if isinstance(stated, list) else []
    pairs = ((each.get("location"), each.get("tdm-reservation")) for each in known)
    return [
        (path if path.startswith("/") else f"/{path}", value == 1)
        for path, value in pairs
        if isinstance(path, str) and value in (0, 1) and not _SPACES.search(path)
    ]
