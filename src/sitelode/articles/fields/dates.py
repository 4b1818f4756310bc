"""Read dates in text of any language: by the order of numbers on which a layout's pages agree, and by the names of months.

A date with the year first is unambiguous. `3/4/2021` is read like the layout's other dates: a number above 12 is a day. A word between
a day and a year is a month: the abbreviations of mail headers (RFC 5322) are built in, and `month_names` has those of the language that the
page states, of all CLDR languages, from data files written by `bench/make_calendar_names.py`. What was learnt is plain data.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from unicodedata import decimal

from sitelode.compiled.cached_attribute import cached_attribute
from sitelode.html.metadata import is_iso_moment, iso_date
from sitelode.json_data import JsonData, shipped_json


@cache
def month_names(language: str) -> dict[str, int]:
    """The names of the months in a language, in lower case, with their numbers; empty if CLDR does not know the code."""
    months = names_by_language().get(language, "").split("|")
    return {name: number for number, names in enumerate(months, start=1) for name in filter(None, names.split(","))}


def languages_of_month(word: str) -> tuple[str, ...]:
    """The languages in which a word, in lower case, is the name of a month."""
    return _languages_by_month().get(word, ())


@cache
def _languages_by_month() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for language in names_by_language():
        for name in month_names(language):
            found[name] = (*found.get(name, ()), language)
    return found


@cache
def names_by_language() -> dict[str, str]:
    """For each language, the names of its months: those of one are separated by commas, one from the next by a vertical bar."""
    found: dict[str, str] = shipped_json(__file__, "month_names.json")
    return found


MAIL_MONTHS = {name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1)}
LONGEST_DATE_LINE = 160  # characters of a text that may be a date line; set by hand
LEAST_DIGITS = 4  # of the shortest date: 1/2/03
_FIRST_YEAR = 1990  # the web is not older
_BUDDHIST_YEARS = 543  # offset of the Buddhist era; web dates in it are in the years from 2533 on
_LONGEST_ENDING = 4  # letters that a language adds to the name of a month; this and the next two were set by hand
_SHORTEST_STEM = 4  # letters of a name that may have an ending
_ABBREVIATION = 3  # letters
_LEAST_MONTHS = 2  # different names of months that show a language; one may be any word. Set by hand
_MONTHS, _SHORT_YEAR, _OLD_YEAR = 12, 100, 70
_YEAR = r"((?:19|20|25)\d\d)"
_YEAR_FIRST = re.compile(rf"(?<!\d){_YEAR}\s?(?:[-/.年년]|\s)\s?(\d{{1,2}})\s?(?:[-/.月월]|\s)\s?(\d{{1,2}})(?!\d)")
_YEAR_LAST = re.compile(r"(?<![\d.,:])(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?((?:19|20|25)\d\d|\d\d)(?![\d:])")
_MONTH_SIGN = re.compile(rf"(?<!\d)(\d{{1,2}})\s?[月월]\s?(\d{{1,2}})\s?[日일]?,?\s?{_YEAR}(?!\d)")
# Letters of any script with their marks: everything except signs, digits and spaces.
_LETTER = r"[^\s\d_!-/:-@\[-`{-¿\u2000-\u200b\u2010-\u206f\u3000-\u303f]"
_WORD_BEFORE = re.compile(rf"(?<!{_LETTER}){_LETTER}{{1,12}}[.,]?\s+$")  # a weekday, or a word that introduces a day
_TIME_AFTER = re.compile(rf"\W{{1,3}}(?:{_LETTER}{{1,6}}\W{{1,2}}){{0,2}}\d{{1,2}}[:.h]\d\d(?:[:.]\d\d)?")
_WORD = rf"({_LETTER}{{2,14}})\.?"
# One short word may be between the parts of a date: de, of.
_JOIN = rf"[\s,./\-–]{{1,3}}(?:{_LETTER}{{1,3}}[.\s'’]\s?)?"  # noqa: RUF001 (dashes and apostrophes of dates)
_DAY_WORD_YEAR = re.compile(rf"(?<![\d:])(\d{{1,2}})(?:\.|º|{_LETTER}{{2}})?{_JOIN}{_WORD}{_JOIN}{_YEAR}(?!\d)")
_WORD_DAY_YEAR = re.compile(rf"(?<!\w){_WORD}\s+(\d{{1,2}})(?:{_LETTER}{{2}})?{_JOIN}{_YEAR}(?!\d)")
_YEAR_WORD_DAY = re.compile(rf"(?<!\d){_YEAR}{_JOIN}{_WORD}[\s\-]{{1,2}}(\d{{1,2}})(?!\d)")
_YEAR_DAY_WORD = re.compile(rf"(?<!\d){_YEAR}[\s,.]{{1,2}}(?:{_LETTER}{{1,4}}[.\s]\s?)?(\d{{1,2}})\.?\s{_WORD}")
# For languages in which months have numbers, followed by the word for month.
_DAY_NUMBERED_YEAR = re.compile(rf"(?<![\d:])(\d{{1,2}})\s({_LETTER}{{3,8}}\s\d{{1,2}}),?\s(?:{_LETTER}{{1,4}}\s)?{_YEAR}(?!\d)")
_WITH_WORD = (  # with the positions of year, month and day
    (_DAY_WORD_YEAR, (2, 1, 0)), (_WORD_DAY_YEAR, (2, 0, 1)), (_YEAR_WORD_DAY, (0, 1, 2)), (_YEAR_DAY_WORD, (0, 2, 1)),
    (_DAY_NUMBERED_YEAR, (2, 1, 0)),
)  # fmt: skip
_NAMES_IN_FULL = frozenset((_YEAR_DAY_WORD, _DAY_NUMBERED_YEAR))
_TIME = re.compile(r"(?<!\d)([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?!\d)")
_DIGIT, _HAS_YEAR = re.compile(r"\d"), re.compile(_YEAR)
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")  # of another script
_NOWHERE = "", 0, 0
_REMEMBERED = 1_000  # texts
_SECONDS = re.compile(r"1\d{9}(?:\d{3})?")


@dataclass(frozen=True)
class DateForms(JsonData):
    """How a layout writes dates. Plain data."""

    months: Mapping[str, int] = field(default_factory=dict)  # words in lower case
    month_first: bool = False  # if numbers alone are ambiguous

    @classmethod
    def learn(cls, texts: Sequence[str], languages: Sequence[str] = ()) -> "DateForms":
        """Learn from the texts of date lines, and from the layout's languages, the most frequent first."""
        votes: Counter[bool] = Counter()
        texts = [_with_ascii_digits(text) for text in texts]
        for text in texts:
            for one, _, other, _ in _YEAR_LAST.findall(text):
                votes[True] += int(other) > _MONTHS
                votes[False] += int(one) > _MONTHS
        words = [word for text in dict.fromkeys(texts) for word in _month_words(text) if word[:3] not in MAIL_MONTHS]
        months: dict[str, int] = {}
        if words:
            for language in (*languages, *_other_language(words, languages)):
                months = {**month_names(language), **months}
        return cls(dict(sorted(months.items())), votes[True] > votes[False])

    def find(self, text: str) -> tuple[str, int]:
        """The first date in a text as ISO 8601, or nothing, and its length with the word before and the time after it."""
        found, start, end = self.locate(text)
        before = _WORD_BEFORE.search(text[:start]) if found else None
        return found, end - (before.start() if before else start)

    def locate(self, text: str) -> tuple[str, int, int]:
        """The first date in a text as ISO 8601, or nothing; its start, and its end including the time after it."""
        found = self._located.get(text)
        if found is None:
            found = self._locate(text)
            if len(text) <= LONGEST_DATE_LINE:
                if len(self._located) >= _REMEMBERED:
                    self._located.clear()
                self._located[text] = found
        return found

    @cached_attribute
    def _located(self) -> dict[str, tuple[str, int, int]]:
        """What was found in texts before: each is asked for several times."""
        return {}

    def _locate(self, text: str) -> tuple[str, int, int]:
        text = _with_ascii_digits(text)
        if len(_DIGIT.findall(text)) < LEAST_DIGITS:
            return _NOWHERE
        for read in (self._year_first, self._with_word, self._year_last) if _HAS_YEAR.search(text) else (self._year_last,):
            found, start, end = read(text)
            if found:
                after = _TIME_AFTER.match(text, end)
                return found, start, after.end() if after else end
        return _NOWHERE

    def share_at_end(self, text: str) -> float:
        """The share of a text that its first date takes, if the text begins or ends with it, ignoring signs; else 0."""
        day, start, end = self.locate(text)
        if not day:
            return 0.0
        if _WORD_BEFORE.fullmatch(text[:start]):  # a weekday belongs to the date
            start = 0
        is_inside = any(map(str.isalnum, text[:start])) and any(map(str.isalnum, text[end:]))
        return (end - start) / len(text) if not is_inside else 0.0

    def in_text(self, text: str) -> str:
        """The first date in a text, with the time of day if one follows it."""
        if is_iso_moment(text):
            return text
        found, _ = self.find(text)
        return self.with_time(text, found) if found else ""

    @staticmethod
    def with_time(text: str, found: str) -> str:
        """A date found in a text, with the time of day if one follows it."""
        if "T" in found:
            return found
        text = _with_ascii_digits(text)
        exact = iso_date(text)
        if exact.startswith(found):
            return exact
        times = _TIME.findall(text)
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
                month = self._month(word.lower(), in_full=pattern in _NAMES_IN_FULL)
                if month and (found := _iso(int(year), month, int(day))):
                    return found, *match.span()
        return "", 0, 0

    def _year_last(self, text: str) -> tuple[str, int, int]:
        match = _YEAR_LAST.search(text)
        if match is None:
            match = _MONTH_SIGN.search(text)
            return (_iso(int(match[3]), int(match[1]), int(match[2])), *match.span()) if match else ("", 0, 0)
        one, sign, other, year = match.groups()
        full = int(year) if int(year) >= _SHORT_YEAR else int(year) + (1900 if int(year) > _OLD_YEAR else 2000)
        # With dots between the numbers, the day is first everywhere.
        month_first = int(other) > _MONTHS or (self.month_first and sign != "." and int(one) <= _MONTHS)
        day, month = (other, one) if month_first else (one, other)
        return _iso(full, int(month), int(day)), *match.span()

    def _month(self, word: str, *, in_full: bool) -> int:
        """The month that a word names, 0 for none. `in_full` requires the whole name: in rare forms, three letters prove little."""
        stems = [word[:end] for end in range(len(word), max(_SHORTEST_STEM, len(word) - _LONGEST_ENDING) - 1, -1)]
        if found := self.months.get(word) or next(filter(None, map(self._month_of_stem, stems)), 0):
            return found
        short = word[:_ABBREVIATION]
        return 0 if in_full else MAIL_MONTHS.get(short) or self._month_of_stem(short)

    def _month_of_stem(self, stem: str) -> int:
        """The month with this name; if all twelve are named, also the only one whose name begins so: no list has all endings."""
        if found := self.months.get(stem, 0):
            return found
        if len(stem) < _ABBREVIATION or len(set(self.months.values())) < _MONTHS:
            return 0
        months = {number for name, number in self.months.items() if name.startswith(stem)}
        return months.pop() if len(months) == 1 else 0


def stated_date(value: str, forms: DateForms | None = None) -> str:
    """A date from metadata: ISO 8601, the form of mail headers, seconds since 1970, or as the layout writes it."""
    value = value.strip()
    if is_iso_moment(value):
        return value
    if value.isdecimal() and _SECONDS.fullmatch(value):
        return datetime.fromtimestamp(int(value[:10]), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    exact = iso_date(value)
    if exact and _is_day(int(exact[:4]), int(exact[5:7]), int(exact[8:10])):
        return exact
    return (forms or DateForms()).in_text(value)


def _with_ascii_digits(text: str) -> str:
    """The beginning of a text with the digits of all scripts replaced by ASCII digits, character by character."""
    text = text[:LONGEST_DATE_LINE]
    return text if text.isascii() or not _OTHER_DIGIT.search(text) else text.translate(_digits())


@cache
def _digits() -> dict[int, str]:
    """The digits of all scripts."""
    return {code: str(digit) for code in range(0x80, 0x20000) if (digit := decimal(chr(code), None)) is not None}


def _iso(year: int, month: int, day: int) -> str:
    if year >= _FIRST_YEAR + _BUDDHIST_YEARS:
        year -= _BUDDHIST_YEARS
    return f"{year:04}-{month:02}-{day:02}" if _is_day(year, month, day) else ""


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return year >= _FIRST_YEAR


def _other_language(words: Sequence[str], stated: Sequence[str]) -> list[str]:
    """The language of dates that no stated language has a month for; none where fewer than two different words are its months."""
    known = set().union(*map(month_names, stated))
    foreign = set(words) - known
    votes = Counter(language for word in foreign for language in languages_of_month(word))
    most = max(votes.values(), default=0)
    return [min(language for language, count in votes.items() if count == most)] if most >= _LEAST_MONTHS else []


def _month_words(text: str) -> list[str]:
    """The words at the positions where a month is expected."""
    return [groups[order[1]].lower() for pattern, order in _WITH_WORD for groups in pattern.findall(text)] if _HAS_YEAR.search(text) else []
