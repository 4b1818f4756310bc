"""The type of the values in a column: text, link, image, number, price or date, by their form and in any language.

Any word between a day and a year may be the name of a month; the column shows whether such words are months: there are only a few
different ones. A price is a number next to a Unicode currency sign or an ISO 4217 code.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Final

TEXT, LINK, IMAGE, NUMBER, PRICE, DATE = "text", "link", "image", "number", "price", "date"

AGREEING = 0.8  # share of a column's values that must have the type; the rest are "n/a", "on request" and the like. All set by hand
MOST_LOOKED_AT = 500  # values of a column; more add nothing
LONGEST_VALUE = 80  # characters of a number, price or date
LONGEST_LINK = 2_000  # characters; longer values are not addresses, unless they contain a picture themselves
MOST_DATE_WORDS = 4  # besides the digits: weekday, month, and joining words
MOST_DIFFERENT_DATE_WORDS = 45  # in a column: 12 months and 7 weekdays, full and short, and a few joining words

ISO_CURRENCIES: Final = """
    AED ARS AUD BAM BDT BGN BHD BRL CAD CHF CLP CNY COP CZK DKK DZD EGP EUR GBP GEL HKD HRK HUF IDR ILS INR IRR ISK JOD JPY KES KRW KWD KZT
    LBP LKR MAD MDL MKD MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD UYU VND XAF XOF ZAR
""".split()
# Groups separated by dots, commas, apostrophes or narrow spaces, and a dot or comma before decimals.
_FIGURE = r"\d{1,3}(?:[.,'\u2019\u00a0\u202f ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
_NUMBER = re.compile(rf"[+\-\u2212±~≈#]?\s?(?:{_FIGURE})(?:\s?[%‰°])?(?:\s?[-\u2013\u2014/]\s?(?:{_FIGURE})(?:\s?[%‰°])?)?")
_CURRENCY = re.compile(rf"\b(?:{'|'.join(ISO_CURRENCIES)})\b")
_AROUND_MONEY = re.compile(
    r"[\s().,:;*+\-\u2013\u2014\u2212/]*+(?:[A-Za-z]{1,2}[\s().,:;*+\-\u2013\u2014\u2212/]*+)?"
)  # US$ 12, C$12, 12,- €
_SCHEME = re.compile(r"(?:https?:)?//[^\s/]\S*|(?:mailto|tel|ftp|data|javascript):\S+", re.IGNORECASE)
_PATH = re.compile(r"\.{0,2}/[^\s/][^\s]*|[\w%~-]+(?:/[\w%~.-]+)*\.(?:html?|php|aspx?|jsp)(?:[?#]\S*)?", re.IGNORECASE)
_IMAGE = re.compile(r"(?:data:image/\S+|(?=\S++\Z)\S+\.(?:jpe?g|png|gif|webp|svg|avif|bmp|ico|tiff?)(?:[?#]\S*)?)", re.IGNORECASE)
_TIME = re.compile(r"(?:T|\b)\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:[.,]\d+)?\s?(?:[AaPp]\.?[Mm]\b\.?)?\s?(?:Z\b|[+-]\d\d:?\d\d\b)?")
_NUMERIC_DATE = re.compile(r"(?:\d{4}([-/.])\s?\d{1,2}\1\s?\d{1,2}|\d{1,2}([-/.])\s?\d{1,2}\2\s?(?:\d{4}|\d\d))\.?")
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")
_ROUNDING = 1e-9
_LAST_DAY, _FIRST_YEAR, _LAST_YEAR = 31, 1000, 2199


def type_of_values(values: Iterable[str]) -> str:
    """The type that nearly all values of a column have, else TEXT."""
    kinds: Counter[str] = Counter()
    date_words: set[str] = set()
    looked_at = list(islice(filter(None, map(str.strip, values)), MOST_LOOKED_AT))
    most_texts = (1 - AGREEING) * len(looked_at) + _ROUNDING
    for value in looked_at:
        kind = type_of_value(value)
        kinds[kind] += 1
        if kinds[TEXT] > most_texts:  # whatever the others are
            return TEXT
        if kind == DATE:
            date_words.update(_WORD.findall(value.lower()))
    if len(date_words) > MOST_DIFFERENT_DATE_WORDS:
        kinds[TEXT] += kinds.pop(DATE)
    return _agreed(kinds)


def _agreed(kinds: Counter[str]) -> str:
    needed = AGREEING * kinds.total()
    for kind in (IMAGE, DATE, NUMBER, PRICE):
        if kinds[kind] and kinds[kind] >= needed:
            return kind
    # A shop may omit the sign here and there, and a picture is also a link.
    if kinds[PRICE] > kinds[NUMBER] and kinds[PRICE] + kinds[NUMBER] >= needed:
        return PRICE
    return LINK if kinds[LINK] and kinds[LINK] + kinds[IMAGE] >= needed else TEXT


def type_of_value(value: str) -> str:
    """The type of one value, without knowing the others."""
    value = value.strip()
    if len(value) > LONGEST_LINK:
        return IMAGE if value.startswith("data:image/") else TEXT
    if " " not in value and (_SCHEME.fullmatch(value) or _PATH.fullmatch(value)):  # an address has no space: most texts are told at once
        return IMAGE if _IMAGE.fullmatch(value) else LINK
    if len(value) > LONGEST_VALUE or not any(map(str.isdigit, value)):
        return TEXT
    if _is_date(value):
        return DATE
    if _NUMBER.fullmatch(value):
        return NUMBER
    return PRICE if _is_price(value) else TEXT


def _is_price(value: str) -> bool:
    without_signs = "".join(" " if unicodedata.category(character) == "Sc" else character for character in _CURRENCY.sub("¤", value))
    if "¤" not in value and without_signs == value:
        return False
    rest = _DIGITS.sub("", re.sub(_FIGURE, "", without_signs, count=2))
    return _AROUND_MONEY.fullmatch(rest) is not None


def _is_date(value: str) -> bool:
    """Day, month and year in figures, or a day, a year and a few words."""
    day = _TIME.sub(" ", value).strip(" ,;()") if ":" in value else value
    if _NUMERIC_DATE.fullmatch(day):
        return _has_a_calendar_day(day)
    words = _WORD.findall(day)
    if not words or len(words) > MOST_DATE_WORDS or any(unicodedata.category(character) == "Sc" for character in day):
        return False
    figures = [int(digits) for digits in _DIGITS.findall(day)]
    years = [figure for figure in figures if _FIRST_YEAR <= figure <= _LAST_YEAR]
    days = [figure for figure in figures if 1 <= figure <= _LAST_DAY]
    # Chinese, Japanese and Korean write three figures, each followed by a word; elsewhere the month is a word.
    return len(years) == 1 and len(figures) == len(years) + len(days) and 1 <= len(days) <= 2  # noqa: PLR2004 (day and month)


def _has_a_calendar_day(day: str) -> bool:
    figures = [int(digits) for digits in _DIGITS.findall(day)]
    small = [figure for figure in figures if figure <= _LAST_DAY]
    return len(small) >= 2 and min(figures[:2]) >= 1 and any(figure <= 12 for figure in small)  # noqa: PLR2004 (day and month; months)
