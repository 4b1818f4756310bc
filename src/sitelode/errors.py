"""Every error a caller may catch.

SitelodeError
├── SourceError                the input as a whole
│   ├── SourceNotFoundError    no such file, folder or address
│   ├── NoPagesError           it was read, and nothing in it is HTML
│   ├── NoAnswerError          an address that gave no page
│   └── ArchiveError           an archive that cannot be opened at all
├── PageError                  one page; costs at most that page
│   ├── EmptyPageError
│   ├── NotHtmlError
│   ├── PageTooLargeError
│   ├── TooManyTagsError
│   └── PageTooCostlyError
├── MissingExtraError          an optional part is not installed
├── WrapperError               a wrapper cannot be read, written or used
│   └── DamagedDataError       a file holds other data than it should
├── ResultError                the folder of results cannot be written or read
├── ClassifyError              labels, examples or a model that nothing can be learnt from or decided with
├── RuleError                  rules for fields inside text cannot be learnt, read or used
└── SettingError               a value a user gave makes no sense
"""

import re
from pathlib import Path

LONGEST_PLACE = 140  # characters of a message that name a place in a file
LONGEST_PROBLEM = 300  # characters of a message about damaged data


_ENDINGS_OF_FILES = "html?|jsonl?|csv|txt|xml|warc|wacz|gz|parquet"
_LIKE_A_HOST = re.compile(rf"(localhost|[\w-]+(\.[\w-]+)*\.(?!({_ENDINGS_OF_FILES})\b)[a-z]{{2,24}}|\d+(\.\d+){{3}})(:\d+)?(/|$)")


class SitelodeError(Exception):
    """Anything Sitelode refuses to do; its text is one line fit for a user, whatever a library or a file said that it quotes."""

    def __str__(self) -> str:
        return " ".join(super().__str__().splitlines())


class SourceError(SitelodeError):
    """The source as a whole cannot be read."""


class SourceNotFoundError(SourceError):
    def __init__(self, source: str) -> None:
        self.source = source
        found = _LIKE_A_HOST.match(source)
        meant = f" ({'http' if found[1][-1].isdigit() or found[1] == 'localhost' else 'https'}://{source} for a site)" if found else ""
        if source.lstrip("\ufeff \t\r\n").startswith("<"):
            super().__init__(f"{' '.join(source.split())[:40]!r} .. is HTML, not a source; use extract(html), or mine([(url, html), ..])")
            return
        super().__init__(f"no such source: {source}; give a folder, an HTML, JSONL or WARC file, '-' for standard input, or a URL{meant}")


class NoPagesError(SourceError):
    """The source was read, and nothing in it is a page."""

    def __init__(self, source: str, dropped: int, why: str = "") -> None:
        """`why` says what is wrong with the only item, or with the first of several."""
        self.source, self.dropped = source, dropped
        if not dropped:
            super().__init__("the list of pages is empty" if source == "pages in memory" else f"no HTML page in {source}: it is empty")
            return
        if why and dropped == 1 and not Path(source).is_dir():
            super().__init__(f"{source} cannot be read as a page: {why}")
            return
        first = f"; the first: {why}" if why else ""
        super().__init__(
            f"no HTML page in {source} (items looked at: {dropped}{first}); check that this is the folder, file or address you meant"
        )


class NoAnswerError(SourceError):
    """An address gave no page. `reason` is the short name under which that is counted."""

    def __init__(self, problem: str, reason: str) -> None:
        self.reason = reason
        super().__init__(problem)


class ArchiveError(SourceError):
    def __init__(self, archive: Path, problem: str) -> None:
        self.archive = archive
        super().__init__(f"cannot read {archive}: {problem}; check the file, or download it again")


class PageError(SitelodeError):
    """One page cannot be used. `reason` is the short name under which it is counted."""

    reason = "unusable"


class EmptyPageError(PageError):
    reason = "empty"

    def __init__(self) -> None:
        super().__init__("the page has no bytes")


class NotHtmlError(PageError):
    reason = "not HTML"

    def __init__(self, evidence: str) -> None:
        super().__init__(f"this is not HTML ({evidence})")


class PageTooLargeError(PageError):
    reason = "too large"

    def __init__(self, size: int, limit: int, *, is_cut: bool = False) -> None:
        """`is_cut`: only so much was read of it."""
        self.size, self.limit = size, limit
        super().__init__(f"the page has {'more than ' * is_cut}{size:,} bytes, the limit is {limit:,}; raise it with max_page_bytes=..")


class TooManyTagsError(PageError):
    reason = "too many tags"

    def __init__(self, tags: int, limit: int) -> None:
        self.tags, self.limit = tags, limit
        super().__init__(f"the page has {tags:,} tags, the limit is {limit:,}")


class PageTooCostlyError(PageError):
    reason = "too costly"


class MissingExtraError(SitelodeError):
    def __init__(self, purpose: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f"{purpose} needs an optional part; install it with: pip install 'sitelode[{extra}]'")


class WrapperError(SitelodeError):
    """A wrapper cannot be read, written or used."""


class DamagedDataError(WrapperError, ValueError):
    """Data that was read from a file is not what it should be; the text names the place."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.place = ""  # as in JavaScript, from the outermost value inwards: .layouts[0].name

    def __str__(self) -> str:
        place = " ".join(self.place.removeprefix(".").split())[:LONGEST_PLACE]
        if self.problem.startswith(("is ", "has ")):
            return f"{place or 'it'} {self.problem}"
        return " ".join((f"{place}: {self.problem}" if place else self.problem).split())[:LONGEST_PROBLEM]


class ResultError(SitelodeError):
    """The folder of results cannot be written or read."""


class SettingError(SitelodeError):
    """A value a user gave makes no sense."""


class ClassifyError(SitelodeError):
    """Labels, examples or a model that nothing can be learnt from or decided with."""


class RuleError(SitelodeError):
    """Rules for fields inside text cannot be learnt, read, written or used."""
