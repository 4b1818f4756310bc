"""Typed values beside the text of a column: amount and currency of a price, number, day of a date, value of a rating, yes or no.

How a column writes numbers and dates is learnt from a sample of its values: `1.234` is a thousand where other values have decimals after
a comma, and `3/4/2021` is read like the column's other dates. A value that cannot be read stays empty; the text is always there.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, TypeAlias

from sitelode.articles.fields.dates import DateForms
from sitelode.tables.naming import RATING_FORM, role_of_values
from sitelode.text.value_types import AGREEING, DATE, NUMBER, PRICE
from sitelode.text.value_types import TEXT as PLAIN

Typed: TypeAlias = float | bool | str | date | None
REAL, DAY, TEXT, TRUTH = "real", "day", "text", "truth"  # kinds of columns in a file
LONGEST_DATED: Final = 60  # characters of a text that is a date with something beside it. Set by hand, as are the next
COUNTED, SAME_STEM = 0.3, 4  # of the texts that count; letters that two forms of a word share
_COUNT: Final = re.compile(r"(?<!\d)(?P<number>\d{1,7}) (?P<word>[^\W\d_]{3,20})")
THOUSANDS: Final = 3  # digits after a sign between thousands
_FIGURE: Final = re.compile(r"\d{1,3}(?:[.,'\u2019\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+ \d\d(?!\d)|\d+(?:[.,]\d+)?")
_ENDING_ZEROS: Final = re.compile(r"(?<=\d)(?:\.0+|(?<=\.\d)0+)$")
_OLD_YEAR: Final = re.compile(r"(?<!\d)1\d{3}(?!\d)")
WEB_YEARS: Final = 1990  # from this year on `DateForms` finds dates
CALENDAR_YEARS: Final = 28  # after which leap years are the same again
_CODE: Final = re.compile(r"\b[A-Z]{3}\b")
_SIGNS: Final = {"\u20ac": "EUR", "\u00a3": "GBP", "\u20b9": "INR", "\u20bd": "RUB", "\u20ba": "TRY"}  # others have several currencies
_YES, _NO = frozenset(("true", "\u2713", "\u2714", "\u2611")), frozenset(("false", "\u2717", "\u2718", "\u2610"))


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """A column of typed values that stands after the column of texts it is read from, or in its place: it has the same name."""

    name: str
    kind: str
    source: str
    read: Callable[[str], Typed]

    def value(self, row: Mapping[str, object]) -> Typed:
        """The typed value of a row; none if it has no single text."""
        found = row.get(self.source)
        if isinstance(found, list | tuple) and len(found) == 1:
            found = found[0]
        value = self.read(found) if isinstance(found, str) else None
        return int(value) if isinstance(value, float) and value.is_integer() else value

    @property
    def in_place(self) -> bool:
        return self.name == self.source


def typed_columns(name: str, value_type: str, sample: Sequence[str]) -> list[TypedColumn]:
    """The typed columns that go with a column of texts; none for plain text, nor where no value can be read.

    Where texts are written as the typed values are (`31`, `31.50`, `2031-03-15`), these are the column, and no twin of it.
    """
    found = [each for each in _typed_columns(name, value_type, sample) if any(each.value({name: text}) is not None for text in sample)]
    if len(found) == 1 and all(str(found[0].value({name: text})) == _ENDING_ZEROS.sub("", text) for text in sample):
        return [replace(found[0], name=name)]
    return found


def _typed_columns(name: str, value_type: str, sample: Sequence[str]) -> list[TypedColumn]:
    decimal = decimal_sign(sample)
    if value_type == PRICE:
        amount = TypedColumn(f"{name}_amount", REAL, name, lambda text: read_number(text, decimal))
        return [amount, TypedColumn(f"{name}_currency", TEXT, name, currency_of)]
    if value_type == DATE:
        forms = DateForms.learn(sample)
        return _day_and_count(name, sample) or [TypedColumn(f"{name}_day", DAY, name, lambda text: _day(forms, text))]
    if role_of_values(sample, value_type) == "rating":
        return [TypedColumn(f"{name}_value", REAL, name, _rating)]
    if value_type == NUMBER:
        return [TypedColumn(f"{name}_number", REAL, name, lambda text: _lone_number(text, decimal))]
    if sample and all(text.strip().casefold() in _YES | _NO for text in sample):
        return [TypedColumn(f"{name}_is_true", TRUTH, name, lambda text: text.strip().casefold() in _YES)]
    return _day_and_count(name, sample) if value_type == PLAIN else []


def _day_and_count(name: str, sample: Sequence[str]) -> list[TypedColumn]:
    """The day, and the number of what is counted behind it, of short texts that have both: "21 March, 2007 3 comments"."""
    short = [text for text in sample if len(text) <= LONGEST_DATED]
    forms = DateForms.learn(short)
    beside = [_without_day(forms, text) for text in short if _day(forms, text)]
    if not sample or len(beside) < AGREEING * len(sample):
        return []
    words = Counter(match["word"].lower() for text in beside if (match := _COUNT.search(text)))
    counted = max(words, key=lambda word: (words[word], word), default="")
    day = TypedColumn(f"{name}_day", DAY, name, lambda text: _day(forms, text))
    if words[counted] < max(2, COUNTED * len(beside)):
        return [day]
    return [day, TypedColumn(f"{name}_{counted}", REAL, name, lambda text: _count(_without_day(forms, text), counted))]


def _without_day(forms: DateForms, text: str) -> str:
    _, start, end = forms.locate(text)
    return f"{text[:start]} {text[end:]}"


def _count(text: str, counted: str) -> float | None:
    """The number before a word, or before another form of it: 1 comment, 3 comments."""
    match = _COUNT.search(text)
    return float(match["number"]) if match and match["word"].lower()[:SAME_STEM] == counted[:SAME_STEM] else None


def decimal_sign(values: Sequence[str]) -> str:
    """The sign before decimals on which the unambiguous values of a column agree.

    Three digits after the only sign are decimals after a 0 and thousands otherwise, as long as no other value says so.
    """
    votes: Counter[str] = Counter()
    supposed = "."
    for value in values:
        match = _FIGURE.search(value)
        figure = match.group() if match else ""
        signs = re.findall(r"[.,]", figure)
        if not signs:
            continue
        if len(set(signs)) > 1 or figure.startswith("0") or len(figure.rpartition(signs[-1])[2]) != THOUSANDS:
            votes[signs[-1]] += 1
        elif signs[-1] == ".":
            supposed = ","
    return votes.most_common(1)[0][0] if votes else supposed


def read_number(text: str, decimal: str = ".") -> float | None:
    """The first number of a text."""
    match = _FIGURE.search(text)
    if match is None:
        return None
    figure = match.group()
    if re.fullmatch(r"\d+ \d\d", figure):  # an amount whose cents stand in an element of their own
        figure = figure.replace(" ", decimal)
    other = "," if decimal == "." else "."
    digits = re.sub(r"['\u2019\s]", "", figure).replace(other, "").replace(decimal, ".")
    is_negative = text[: match.start()].rstrip()[-1:] in ("-", "\N{MINUS SIGN}")
    return (-1 if is_negative else 1) * float(digits) if digits.count(".") <= 1 else None


def currency_of(text: str) -> str | None:
    """The ISO code or the sign of a price's currency; a sign that several currencies share is given as it is."""
    code = _CODE.search(text)
    if code:
        return code.group()
    sign = next((character for character in text if unicodedata.category(character) == "Sc"), None)
    before = text[: text.index(sign)].strip() if sign else ""
    return None if sign is None else (before[-3:] + sign if before.isalpha() else _SIGNS.get(sign, sign))


def _rating(text: str) -> float | None:
    match = RATING_FORM.fullmatch(text.strip())
    return float(match["value"].replace(",", ".")) if match else None


def _day(forms: DateForms, text: str) -> date | None:
    """The day of a date; years before the web, which are never found in text, are read as years since whose calendar is the same."""
    found = forms.find(text)[0]
    later = 0
    if not found and (year := _OLD_YEAR.search(text)) and int(year.group()) < WEB_YEARS:
        later = -(-(WEB_YEARS - int(year.group())) // CALENDAR_YEARS) * CALENDAR_YEARS
        found = forms.find(text[: year.start()] + str(int(year.group()) + later) + text[year.end() :])[0]
    try:
        day = date.fromisoformat(found[:10]) if found else None
    except ValueError:
        return None
    return day.replace(year=day.year - later) if day else None


def _lone_number(text: str, decimal: str) -> float | None:
    """The number of a text that has no other figures: `6-5` is not 6."""
    match = _FIGURE.search(text)
    return None if match and any(map(str.isdigit, text[match.end() :])) else read_number(text, decimal)
