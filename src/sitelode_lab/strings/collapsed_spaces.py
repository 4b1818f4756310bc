"""Text with every run of white space collapsed to one space, and the mapping back to the original text.

White space in source code has no meaning. String methods compare the collapsed text; their answers, one per
character, are needed for the characters of the source.
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
        """Turn one value per character of `text` into one value per character of the source."""
        return column[self.place_of]


def collapse_spaces(source: str) -> CollapsedText:
    """Tabs and line ends become spaces, runs of spaces become one. Nothing is stripped at the ends."""
    codes = np.frombuffer(source.encode("utf-32-le", "surrogatepass"), "<u4")
    white = np.isin(codes, _WHITE)
    kept = np.ones(len(codes), np.bool_)
    kept[1:] = ~(white[1:] & white[:-1])
    collapsed = np.where(white, _SPACE, codes)[kept].astype("<u4")
    text = collapsed.tobytes().decode("utf-32-le", "surrogatepass")
    return CollapsedText(text, (np.cumsum(kept) - 1).astype(np.int32))
