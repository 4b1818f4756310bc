"""Features of the chain model: one attribute at a place beside the token, or several together."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.text_rules.chain.attributes import Attributes
from sitelode.text_rules.token_table import TokenTable


@dataclass(frozen=True, slots=True, order=True)
class Template:
    """Attributes, each at its offset from the token: (("word", -1), ("shape", 0))."""

    parts: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return ", ".join(f"{name}[{offset:+d}]" if offset else name for name, offset in self.parts)

    def is_known(self, attributes: Attributes) -> bool:
        return all(name in attributes for name, _ in self.parts)

    def keys(self, table: TokenTable, attributes: Attributes) -> NDArray[np.int64]:
        """A number for each row: rows that look alike to this template have the same; -1 where an attribute is missing."""
        found = np.zeros(len(table), np.int64)
        missing = np.zeros(len(table), np.bool_)
        for name, offset in self.parts:
            codes = shifted(attributes[name].codes, offset)
            found = found * len(attributes[name].names) + codes
            missing |= (codes == 0) & (offset == 0)
        found[missing] = -1
        return found

    def values(self, keys: NDArray[np.int64], attributes: Attributes) -> list[tuple[str, ...]]:
        """What some keys stand for."""
        spelled: list[NDArray[np.object_]] = []
        rest = keys
        for name, _ in reversed(self.parts):
            names = attributes[name].names
            rest, codes = np.divmod(rest, len(names))
            spelled.append(np.array(names, object)[codes])
        return list(zip(*reversed(spelled), strict=True))


def shifted(codes: NDArray[np.int32], offset: int) -> NDArray[np.int32]:
    """The code of the row `offset` further on; the table begins and ends with empty rows."""
    return np.roll(codes, -offset) if offset else codes


def single(name: str, *offsets: int) -> list[Template]:
    return [Template(((name, offset),)) for offset in offsets]


def together(name: str, *offsets: int) -> Template:
    return Template(tuple((name, offset) for offset in offsets))


TEMPLATES: tuple[Template, ...] = (
    *single("word", -4, -3, -2, -1, 0, 1, 2, 3, 4),
    together("word", -1, 0), together("word", 0, 1), together("word", -2, -1), together("word", 1, 2),
    *single("shape", -3, -2, -1, 0, 1, 2, 3),
    together("shape", -1, 0), together("shape", 0, 1),
    together("shape", -1, 0, 1), together("shape", 0, 1, 2), together("shape", -2, -1, 0),
    *single("ending", -1, 0, 1), *single("beginning", 0),
    *single("line", -1, 0, 1, 2), together("line", 0, 1), *single("in line", 0),
    Template((("line", 0), ("shape", 0))), Template((("line", 1), ("shape", 0))), Template((("line", 0), ("shape", 0), ("shape", 1))),
    *single("line number", 0), Template((("line number", 0), ("shape", 0))),
    *single("label", 0), Template((("label", 0), ("shape", 0))), Template((("label", 0), ("in line", 0))), *single("label above", 0),
    *single("line form", 0), Template((("line form", 0), ("in line", 0))), *single("line above", 0), *single("line below", 0),
    *single("habit", -2, -1, 0, 1, 2), together("habit", -1, 0), together("habit", 0, 1), together("habit", -1, 0, 1),
    Template((("habit", 0), ("shape", 0))), Template((("habit", 0), ("shape", 0), ("habit", 1), ("shape", 1))),
    Template((("habit", -1), ("shape", -1), ("habit", 0), ("shape", 0))),
    *single("often", 0), Template((("often", 0), ("shape", 0))),
    *single("listed", -2, -1, 0, 1, 2), together("listed", -1, 0), together("listed", 0, 1), together("listed", -1, 0, 1),
    *single("elsewhere", -1, 0, 1), Template((("elsewhere", 0), ("shape", 0))), together("elsewhere", -1, 0), together("elsewhere", 0, 1),
)  # fmt: skip
"""All that are used where their attributes are there; the last rows need what was learnt before."""
