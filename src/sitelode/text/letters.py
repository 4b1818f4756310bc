"""Letters of any script, with the marks that belong to them: vowel signs, accents of their own, joiners inside of words."""

import re
from functools import cache
from typing import Final
from unicodedata import category

JOINERS: Final = "\u200c\u200d"  # inside of Persian and Indic words
_MARKED: Final = range(0x300, 0x12000)  # where marks of the scripts in use are
_ASCII_WORDS = re.compile(r"\w+")


def words_in(text: str) -> list[str]:
    """The words of a text: letters, digits and what belongs to them."""
    return (_ASCII_WORDS if text.isascii() else _words()).findall(text)


def letters_in(text: str) -> int:
    """How many characters of a text are letters or belong to one."""
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
    """All marks as the inside of a class of characters, made where it is first needed: most pages need none."""
    codes = [code for code in _MARKED if category(chr(code))[0] == "M"]
    found: list[list[int]] = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return JOINERS + "".join(f"{chr(first)}-{chr(last)}" for first, last in found)
