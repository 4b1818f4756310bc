"""Pages that are empty until a script has run, told by their layout: by where their text stands, and by what the pages of a site share.

A menu, a footer and a line about cookies are on the page of an application, too, before any script has run. So text counts as a page's own
where it stands outside of what surrounds pages, and where not nearly all pages of the site have it.
"""

from collections import Counter
from typing import Final

from sitelode.sources.crawl.page_reading import stream_tags

LEAST_LETTERS: Final = 200  # of a page's own text; with less, and with scripts, it may be empty until they have run
_AROUND: Final = frozenset({"nav", "header", "footer", "aside", "button", "select"})  # what surrounds the content of a page
_UNSEEN: Final = frozenset({"script", "style", "template", "title", "noscript"})  # no text that a browser shows
STUDIED: Final = 20  # pages from which is learnt what the pages of a site share
FEWEST: Final = 4  # so many, before anything is taken for shared
SHARED: Final = 0.8  # of these pages. All of these are set by hand


class EmptyPages:
    """Judges the pages of one site as they come."""

    def __init__(self) -> None:
        self._pages = 0
        self._seen: Counter[str] = Counter()  # pages that have a text

    def shown_letters(self, body: bytes, content_type: str | None) -> int | None:
        """How many letters an empty page shows, for a browser to add to; None for a page that has text of its own, or no scripts."""
        found = _read(body, content_type)
        own = sum(len(piece) for piece in found.inside if not self._is_shared(piece))
        if self._pages < STUDIED:
            self._pages += 1
            self._seen.update(set(found.inside))
        return found.letters if found.has_scripts and own < LEAST_LETTERS else None

    def _is_shared(self, piece: str) -> bool:
        return self._pages >= FEWEST and self._seen[piece] >= SHARED * self._pages


class _Texts:
    """The parser's target: texts between tags, without white space."""

    def __init__(self) -> None:
        self.inside: list[str] = []  # outside of what surrounds the content
        self.letters = 0
        self.has_scripts = False
        self._around = self._unseen = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:  # noqa: ARG002 (the parser's signature)
        self.has_scripts = self.has_scripts or tag == "script"
        self._around += tag in _AROUND
        self._unseen += tag in _UNSEEN

    def end(self, tag: str) -> None:
        self._around -= tag in _AROUND and self._around > 0
        self._unseen -= tag in _UNSEEN and self._unseen > 0

    def data(self, text: str) -> None:
        piece = "" if self._unseen else "".join(text.split())
        self.letters += len(piece)
        if piece and not self._around:
            self.inside.append(piece)

    def close(self) -> None:
        """Nothing is open."""


def letters_of(body: bytes, content_type: str | None) -> int:
    """How many letters a page shows."""
    return _read(body, content_type).letters


def _read(body: bytes, content_type: str | None) -> _Texts:
    texts = _Texts()
    stream_tags(texts, body, content_type)
    return texts
