"""Letters of any script, with the marks that belong to them: vowel signs, combining accents, joiners inside words."""

import re
from functools import cache
from typing import Final
from unicodedata import category

JOINERS: Final = "\u200c\u200d"  # inside Persian and Indic words
_MARKED: Final = range(0x300, 0x12000)  # code points of the marks of scripts in use
_ASCII_WORDS = re.compile(r"\w+")


def words_in(text: str) -> list[str]:
    """The words of a text: letters, digits and their marks."""
    return (_ASCII_WORDS if text.isascii() else _words()).findall(text)


def letters_in(text: str) -> int:
    """The number of letters in a text, marks included."""
    letters = sum(map(str.isalpha, text))
    return letters if text.isascii() else letters + len(_marks().findall(text))


@cache
def _marks() -> re.Pattern[str]:
    return re.compile(f"[{_class_of_marks()}]")


@cache
def _words() -> re.Pattern[str]:
    return re.compile(rf"[\w{_class_of_marks()}]+")


@cache
def _class_of_marks() -> str:
    """All marks as the inside of a regex character class, made on first use: most pages need none."""
    codes = [code for code in _MARKED if category(chr(code))[0] == "M"]
    found: list[list[int]] = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return JOINERS + "".join(f"{chr(first)}-{chr(last)}" for first, last in found)
