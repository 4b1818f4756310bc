"""The few values that cross layers."""

import re
from collections import Counter
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b
from html import escape
from operator import add
from typing import Any
from urllib.parse import urlsplit

_WORD = re.compile(r"\w+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")  # scripts without spaces
_SHOWN_TEXT = 600  # characters in a notebook; set by hand


@dataclass(frozen=True, slots=True)
class Fetched:
    """One response, as a source found it: bytes and what was said about them."""

    url: str  # the page's own address; where a source has none, a file: address
    body: bytes
    content_type: str | None = None  # the HTTP header, whole: "text/html; charset=euc-kr"
    origin: str = ""  # where the bytes lie, for messages: a path, "archive.warc.gz @ 1234"
    fetched_at: str | None = None  # ISO 8601, where the source knows it


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something a stage left out. Reasons are few and short, so that they can be counted."""

    where: str
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Comment:
    """What a reader wrote below an article."""

    author: str
    date: str  # ISO 8601, as far as it can be read
    text: str


@dataclass(frozen=True, slots=True, repr=False)
class Article:
    """One article of a site. Empty where nothing is known."""

    url: str
    title: str
    text: str
    language: str  # ISO 639-1
    date: str  # ISO 8601, as far as the page says it
    cluster: int  # the layout it was written in; 0 is the site's most frequent
    confidence: float  # 0 to 1
    origin: str  # where the page lies, as its source named it
    markdown: str = ""  # the text with its structure, where it was asked for
    html: str = ""  # the same as clean HTML, where it was asked for
    subtitle: str = ""
    author: str = ""  # several are divided by "; "
    modified: str = ""  # ISO 8601
    description: str = ""
    site_name: str = ""
    image: str = ""  # address of the picture that the page announces for the article
    lead_image: str = ""  # address of the first picture shown with it
    captions: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    pages: tuple[str, ...] = ()  # addresses of all pages it was joined from, where there are several
    categories: tuple[str, ...] = ()  # the sections that the page says it belongs to
    licence: str = ""  # its address or its words, as the page states them
    fetched: str = ""  # when the page was fetched, as ISO 8601, where its source knows it
    digest: str = ""  # of the page's bytes: BLAKE2b of 16 bytes, in hexadecimal digits; only of pages of a mined site

    @property
    def hostname(self) -> str:
        """The host of the address."""
        return urlsplit(self.url).hostname or ""

    @property
    def published_at(self) -> datetime | None:
        """The date as a datetime, with the zone that the page says, else in UTC, so that all can be compared.

        Midnight where the page says only the day, None where it says less.
        """
        return _moment(self.date)

    @property
    def modified_at(self) -> datetime | None:
        """The same of `modified`."""
        return _moment(self.modified)

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that differ in few bits where texts differ in few words (SimHash); empty without a text."""
        return _simhash(self.text)

    def to_dict(self) -> dict[str, Any]:
        """Everything that is known, as plain data."""
        known = {name: getattr(self, name) for name in self.__dataclass_fields__}
        known["comments"] = tuple(asdict(each) for each in self.comments)
        return {**known, "hostname": self.hostname, "fingerprint": self.fingerprint}

    def __repr__(self) -> str:
        return f"Article({self.title!r}, date={self.date!r}, url={self.url!r}, {len(self.text):,} characters)"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        known = " · ".join(filter(None, (self.author, self.date, self.language, f"confidence {self.confidence:.2f}")))
        text = self.text[:_SHOWN_TEXT] + ("…" if len(self.text) > _SHOWN_TEXT else "")
        return (
            f"<h3>{escape(self.title)}</h3><p><small>{escape(known)}<br>{escape(self.url)}</small></p>"
            f'<p style="white-space: pre-line">{escape(text)}</p>'
        )


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    except ValueError:  # a month, a year, or nothing
        return None


def _simhash(text: str) -> str:
    """Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002, over words."""
    counts = _terms(text)
    if not counts:
        return ""
    import numpy as np  # noqa: PLC0415 (loaded when there is work)

    bits = np.unpackbits(np.frombuffer(b"".join(map(_digest, counts)), dtype=np.uint8).reshape(-1, 8), axis=1)
    times = np.fromiter(counts.values(), dtype=np.float64)  # whole numbers, and multiplied faster than those
    return bytes(np.packbits(2 * (times @ bits.astype(np.float64)) > times.sum())).hex()


@lru_cache(maxsize=1 << 15)  # most words of an article are in others of its site; some 10 MB, set by hand
def _digest(term: str) -> bytes:
    return blake2b(term.encode("utf-8", "replace"), digest_size=8).digest()


def _terms(text: str) -> Counter[str]:
    """The words, each with its number; of scripts without spaces pairs of characters."""
    counts = Counter(_WORD.findall(text.lower()))
    if not text.isascii():
        for word in [word for word in counts if len(word) > 1 and not word.isascii() and _UNSPACED.search(word)]:
            counts.update(list(map(add, word, word[1:])) * counts.pop(word))
    return counts
