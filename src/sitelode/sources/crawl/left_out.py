"""The addresses that a crawl did not request or did not keep: counted by reason, with a few examples of each."""

from collections import Counter
from dataclasses import dataclass, field
from http import HTTPStatus

EXAMPLES_PER_REASON = 3
_HTTP = "HTTP "

# Error messages if there is no page at all, for the reasons that can affect the start page. {url} and {detail} are filled in.
_SENTENCES = {
    "host not found": "the host name in {url} cannot be resolved; check the spelling and your network",
    "private address": "{detail}, and allow_private is off",
    "forbidden by robots.txt": "{detail} forbids {url}",
    "rights reserved (robots.txt)": "{detail} keeps robots that collect for training out of {url}, and respect_tdm is set",
    "rights reserved (tdmrep.json)": "{detail} reserves the rights in {url}, and respect_tdm is set",
    "robots.txt unreadable": "{detail}, and without it nothing may be fetched; try again later",
    "timeout": "{url} did not answer in time; try again later",
    "connection refused": "the server of {url} refused the connection",
    "connection failed": "the connection to {url} broke ({detail})",
    "certificate not valid": "the certificate for {url} is not valid ({detail})",
    "off site": "it leads to {url}, which is another site; crawl that address instead",
    "not HTML": "{url} is not an HTML page",
    "too large": "{url} is larger than max_page_bytes",
}


def _phrase(reason: str) -> str:
    """What the status in a reason such as "HTTP 404" means."""
    try:
        return f" ({HTTPStatus(int(reason.removeprefix(_HTTP))).phrase.lower()})"
    except ValueError:  # a number that no standard names
        return ""


@dataclass(frozen=True, slots=True)
class Omission:
    """One address without a page."""

    reason: str
    url: str
    detail: str = ""

    def __str__(self) -> str:
        usual = f"{{url}} answers with {self.reason}{_phrase(self.reason)}" if self.reason.startswith(_HTTP) else "{url}: {reason}"
        return _SENTENCES.get(self.reason, usual).format(url=self.url, detail=self.detail, reason=self.reason)


@dataclass(slots=True)
class LeftOut:
    """There are few, short reasons, so that they can be counted."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)
    first: Omission | None = None
    most_examples: int = EXAMPLES_PER_REASON

    def add(self, reason: str, url: str, detail: str = "") -> None:
        self.counts[reason] += 1
        examples = self.examples.setdefault(reason, [])
        if len(examples) < self.most_examples:
            examples.append(url)
        if self.first is None:
            self.first = Omission(reason, url, detail)
