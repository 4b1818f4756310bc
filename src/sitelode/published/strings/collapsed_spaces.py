"""Text with every run of white space as one space, and the way back to the text it came from.

Source code is laid out by people and programs that mean nothing by it. String methods compare the collapsed text; their answers, one per
character, are wanted for the characters of the source.
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Value = TypeVar("Value", bound=np.generic)

_SPACE = ord(" ")
_WHITE = tuple(ord(character) for character in " \t\n\r")


@dataclass(frozen=True, slots=True)
class CollapsedText:
    text: str
    place_of: NDArray[np.int32]  # for each character of the source, its character in `text`

    def on_source(self, column: NDArray[Value]) -> NDArray[Value]:
        """One value per character of `text`, made one value per character of the source."""
        return column[self.place_of]


def collapse_spaces(source: str) -> CollapsedText:
    """Tabs and line ends become spaces, several spaces in a row become one. Nothing is cut at the ends."""
    codes = np.frombuffer(source.encode("utf-32-le", "surrogatepass"), "<u4")
    white = np.isin(codes, _WHITE)
    kept = np.ones(len(codes), np.bool_)
    kept[1:] = ~(white[1:] & white[:-1])
    collapsed = np.where(white, _SPACE, codes)[kept].astype("<u4")
    text = collapsed.tobytes().decode("utf-32-le", "surrogatepass")
    return CollapsedText(text, (np.cumsum(kept) - 1).astype(np.int32))
