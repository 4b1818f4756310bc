"""Words as a search compares them: of any script, in lower case, Latin and Greek letters without accents."""

import unicodedata
from functools import cache
from typing import Final

from sitelode.text.tokens import terms

_LAST_FOLDED: Final = 0x1FFF  # the last block with accented Latin or Greek letters
_LATIN, _GREEK = range(0x0250), range(0x0370, 0x0400)


def search_words(text: str) -> list[str]:
    """The words of a text, in order."""
    return terms(without_accents(text))


def without_accents(text: str) -> str:
    """The same text, character for character: positions stay."""
    return text if text.isascii() else text.translate(_bare_letters())


@cache
def _bare_letters() -> dict[int, int]:
    """Accented letters and what they are without their accents. In other scripts such marks make another letter, and stay."""
    found = {}
    for code in range(0x80, _LAST_FOLDED + 1):
        bare, *marks = list(unicodedata.normalize("NFD", chr(code)))
        if marks and (ord(bare) in _LATIN or ord(bare) in _GREEK) and all(map(unicodedata.combining, marks)):
            found[code] = ord(bare)
    return found
