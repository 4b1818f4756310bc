"""The role of a column, told by its values: price, date, rating, phone, e-mail, picture, link. In any language; limits set by hand."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from sitelode.text.value_types import DATE, IMAGE, LINK, PRICE

AGREEING: Final = 0.8  # share of the values that must have the role
MOST_LOOKED_AT: Final = 30  # values of a column
LONGEST_NAME: Final = 40  # characters of a name made of class names
LEAST_TOKENS: Final = 3  # class names with a word in common: the word is a prefix of their author
TITLE, RATING, PHONE, EMAIL, PICTURE = "title", "rating", "phone", "email", "picture"
TELL_LITTLE: Final = frozenset(("name", "value", "text", "label", "content", "id", "url", "amount"))  # words of code: of anything
ROLES_OF_TYPES: Final = {PRICE: "price", DATE: "date", IMAGE: PICTURE, LINK: "link"}
RATING_FORM: Final = re.compile(
    r"(?:[^\W\d_]{1,12}:? ){0,2}(?P<value>\d{1,3}(?:[.,]\d{1,2})?)\s?(?:/|[^\W\d_]{1,12}(?: [^\W\d_]{1,12})?)\s?"
    r"(?P<scale>5|6|10|20|100)(?:[.,]0)?(?!\d)(?: [^\W\d_]{1,12}){0,2}"
)
"""4.5/5, 4.5 out of 5 stars, Rated 4.5 out of 5, 4,5 von 5 Sternen."""

LONGEST_PHONE: Final = 24  # characters
_PHONE = re.compile(r"\+?[\d(][\d\s().\-/]{5,22}\d")
_EMAIL = re.compile(r"[^\s@]{1,64}@[^\s@]{1,200}\.[^\W\d_]{2,20}")
_PHONE_DIGITS = range(7, 16)
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[^\W\d_A-Z]+|[A-Z]+")
_LEAST_LETTERS = 2


def role_of_values(values: Sequence[str], value_type: str) -> str:
    """The role, or nothing if the values do not tell it."""
    values = values[:MOST_LOOKED_AT]
    forms: tuple[tuple[str, Callable[[str], bool]], ...] = ((RATING, is_rating), (EMAIL, _is_email), (PHONE, _is_phone))
    for role, fits in forms:
        if role == PHONE and value_type == DATE:  # 2031-01-10 has the form of both
            continue
        if values and _agree(values, fits):
            return role
    return ROLES_OF_TYPES.get(value_type, "")


def _agree(values: Sequence[str], fits: Callable[[str], bool]) -> bool:
    """Whether enough values pass a test; the first that fail decide, as most columns have another role."""
    missing, allowed = 0, len(values) - AGREEING * len(values)
    for value in values:
        missing += not fits(value)
        if missing > allowed:
            return False
    return True


def is_rating(value: str) -> bool:
    """Whether a text says how many of how many: 4.5 out of 5 stars."""
    match = RATING_FORM.fullmatch(value.strip())
    return match is not None and float(match["value"].replace(",", ".")) <= float(match["scale"])


def _is_email(value: str) -> bool:
    return _EMAIL.fullmatch(value.strip().removeprefix("mailto:")) is not None


def _is_phone(value: str) -> bool:
    value = value.strip().removeprefix("tel:")
    if len(value) > LONGEST_PHONE:
        return False
    digits = sum(map(str.isdigit, value))
    apart = sum(character in " ()-./" for character in value)
    return digits in _PHONE_DIGITS and (value.startswith("+") or apart > 1) and _PHONE.fullmatch(value) is not None


def words_of(name: str) -> list[str]:
    """The words of a class name or id, in lower case: `jobView_company` is job, view, company."""
    return [word.lower() for word in _WORD.findall(name)]


def prefix_words(names: Iterable[str]) -> frozenset[str]:
    """Words that several class names begin with: a prefix of their author, not what an element is."""
    counts = Counter(words[0] for name in set(names) if len(words := words_of(name)) > 1)
    return frozenset(word for word, count in counts.items() if count >= LEAST_TOKENS)


def class_words(name: str, prefixes: frozenset[str]) -> str:
    """A class name as a name for a column, without prefixes if words are left."""
    every = words_of(name)
    words = [word for word in every if len(word) >= _LEAST_LETTERS] or every
    telling = words[1:] if len(words) > 1 and words[0] in prefixes and " ".join(words[1:]) not in TELL_LITTLE else words
    return " ".join(telling)[:LONGEST_NAME].strip()
