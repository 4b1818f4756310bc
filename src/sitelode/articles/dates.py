"""Dates in text, without knowing its language: numbers in an order that the pages of a layout agree on, and words learnt to be months.

Written year first, a date reads itself. `3/4/2021` is read as the layout's other dates demand: a number above 12 is a day. A word between
a day and a year names a month: the abbreviations of mail headers (RFC 5322) are known, the words of a site are learnt where the same page
says its date in numbers too, and dateparser, where it is installed, lends the months of the page's language. What was learnt is plain data:
reading with it needs neither.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import Any

from sitelode.dom.metadata import iso_date

MAIL_MONTHS = {name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1)}
LONGEST = 160  # characters of a text that may be a date line
LEAST_DIGITS = 4  # of any date: 1/2/03
_FIRST_YEAR = 1990  # the web is no older
_MONTHS, _SHORT_YEAR, _OLD_YEAR = 12, 100, 70
_YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d\d)\s?(?:[-/.年년]|\s)\s?(\d{1,2})\s?(?:[-/.月월]|\s)\s?(\d{1,2})(?!\d)")
_YEAR_LAST = re.compile(r"(?<![\d.,:])(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?((?:19|20)\d\d|\d\d)(?![\d:])")
_WORD = r"([^\W\d_]{3,14})\.?"
_JOIN = r"[\s,./\-–]{1,3}(?:[^\W\d_]{1,3}[.\s]\s?)?"  # noqa: RUF001 (a dash of dates); one short word may stand between: de, of
_DAY_WORD_YEAR = re.compile(rf"(?<![\d:])(\d{{1,2}})(?:\.|º|[^\W\d_]{{2}})?{_JOIN}{_WORD}{_JOIN}((?:19|20)\d\d)(?!\d)", re.UNICODE)
_WORD_DAY_YEAR = re.compile(rf"(?<!\w){_WORD}\s+(\d{{1,2}})(?:[^\W\d_]{{2}})?{_JOIN}((?:19|20)\d\d)(?!\d)", re.UNICODE)
_YEAR_WORD_DAY = re.compile(rf"(?<!\d)((?:19|20)\d\d)[\s,.\-]{{1,2}}{_WORD}[\s\-]{{1,2}}(\d{{1,2}})(?!\d)", re.UNICODE)
_WITH_WORD = ((_DAY_WORD_YEAR, (2, 1, 0)), (_WORD_DAY_YEAR, (2, 0, 1)), (_YEAR_WORD_DAY, (0, 1, 2)))  # places of year, month and day
_TIME = re.compile(r"(?<!\d)([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?!\d)")
_DIGIT = re.compile(r"\d")
_SECONDS = re.compile(r"1\d{9}(?:\d{3})?")


@dataclass(frozen=True, slots=True)
class DateForms:
    """How a layout writes dates. Plain data."""

    months: Mapping[str, int] = field(default_factory=dict)  # words in lower case
    month_first: bool = False  # where numbers alone leave it open

    @classmethod
    def learnt(cls, texts: Sequence[str], known: Iterable[tuple[str, str]] = (), language: str = "") -> "DateForms":
        """From the texts of date lines, and from pairs of a line and the date that its page states otherwise."""
        votes: Counter[bool] = Counter()
        months: dict[str, Counter[int]] = defaultdict(Counter)
        for text in texts:
            for one, _, other, _ in _YEAR_LAST.findall(text[:LONGEST]):
                votes[True] += int(other) > _MONTHS
                votes[False] += int(one) > _MONTHS
        for text, stated in known:
            _learn(text[:LONGEST], stated, votes, months)
        agreed = {word: next(iter(counts)) for word, counts in months.items() if len(counts) == 1}
        if any(word[:3] not in MAIL_MONTHS and word not in agreed for text in texts for word in _month_words(text[:LONGEST])):
            agreed = {**_months_of(language), **agreed}
        return cls(agreed, votes[True] > votes[False])

    def find(self, text: str) -> tuple[str, int]:
        """The first date in a text as ISO 8601, empty where there is none, and how many characters of the text it takes."""
        text = text[:LONGEST]
        if len(_DIGIT.findall(text)) < LEAST_DIGITS:
            return "", 0
        for read in (self._year_first, self._with_word, self._year_last):
            found, start, end = read(text)
            if found:
                return found, end - start
        return "", 0

    def in_text(self, text: str) -> str:
        """The first date in a text, with the time of day where one follows it."""
        found, _ = self.find(text)
        if not found or "T" in found:
            return found
        exact = iso_date(text)
        if exact.startswith(found):
            return exact
        times = _TIME.findall(text[:LONGEST])
        return f"{found}T{int(times[0][0]):02}:{times[0][1]}" if len(times) == 1 else found

    def _year_first(self, text: str) -> tuple[str, int, int]:
        match = _YEAR_FIRST.search(text)
        if match is None:
            return "", 0, 0
        return _iso(*map(int, match.groups())), *match.span()

    def _with_word(self, text: str) -> tuple[str, int, int]:
        for pattern, order in _WITH_WORD:
            for match in pattern.finditer(text):
                year, word, day = (match.groups()[place] for place in order)
                month = self._month(word.lower())
                if month and (found := _iso(int(year), month, int(day))):
                    return found, *match.span()
        return "", 0, 0

    def _year_last(self, text: str) -> tuple[str, int, int]:
        match = _YEAR_LAST.search(text)
        if match is None:
            return "", 0, 0
        one, sign, other, year = match.groups()
        full = int(year) if int(year) >= _SHORT_YEAR else int(year) + (1900 if int(year) > _OLD_YEAR else 2000)
        # Where dots divide the numbers, the day is first everywhere.
        month_first = int(other) > _MONTHS or (self.month_first and sign != "." and int(one) <= _MONTHS)
        day, month = (other, one) if month_first else (one, other)
        return _iso(full, int(month), int(day)), *match.span()

    def _month(self, word: str) -> int:
        return self.months.get(word) or MAIL_MONTHS.get(word[:3], 0)

    def to_data(self) -> dict[str, Any]:
        return {"months": dict(sorted(self.months.items())), "month_first": self.month_first}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "DateForms":
        return cls({str(word): int(month) for word, month in data["months"].items()}, bool(data["month_first"]))


def stated_date(value: str, forms: DateForms | None = None) -> str:
    """A date as metadata gives it: ISO 8601, the form of mail headers, seconds since 1970, or as the layout writes it."""
    value = value.strip()
    if _SECONDS.fullmatch(value):
        return datetime.fromtimestamp(int(value[:10]), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    exact = iso_date(value)
    if exact and _is_day(*map(int, exact[:10].split("-"))):
        return exact
    return (forms or DateForms()).in_text(value)


def _learn(text: str, stated: str, votes: Counter[bool], months: Mapping[str, Counter[int]]) -> None:
    """Compare a date line with the date of its page."""
    if len(stated) < len("2000-01-01"):
        return
    year, month, day = (int(part) for part in stated[:10].split("-"))
    for pattern, order in _WITH_WORD:
        for groups in pattern.findall(text):
            found_year, word, found_day = (groups[place] for place in order)
            if int(found_year) == year and int(found_day) == day:
                months[word.lower()][month] += 1
    for one, sign, other, _ in _YEAR_LAST.findall(text):
        if sign != "." and day != month:
            votes[True] += (int(one), int(other)) == (month, day)
            votes[False] += (int(one), int(other)) == (day, month)


def _iso(year: int, month: int, day: int) -> str:
    return f"{year:04}-{month:02}-{day:02}" if _is_day(year, month, day) else ""


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return year >= _FIRST_YEAR


def _month_words(text: str) -> list[str]:
    """The words that stand where a month would."""
    return [groups[order[1]].lower() for pattern, order in _WITH_WORD for groups in pattern.findall(text)]


@cache
def _months_of(language: str) -> dict[str, int]:
    """The months of a language as dateparser knows them; none without it."""
    if not re.fullmatch("[a-z]{2,3}", language):
        return {}
    found = find_spec("dateparser")
    folders = (found and found.submodule_search_locations) or ()
    data = next((file for folder in folders if (file := Path(folder, "data", "date_translation_data", f"{language}.py")).is_file()), None)
    if data is None:
        return {}
    names = run_path(str(data))["info"]  # that file alone: the package brings much with it that is not needed here
    months = "january february march april may june july august september october november december".split()
    return {str(name).lower(): number for number, month in enumerate(months, start=1) for name in names.get(month, ())}
