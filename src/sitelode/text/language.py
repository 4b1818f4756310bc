"""Identify the language of a text, offline.

The tables are py3langid's (`bench.language_tables` makes the file; its licence lies beside it), the walk over a text is ours. Calling the
library itself was tried: reading a page with all fields by a wrapper then costs 4.2 times building its columns instead of 2.0
(`bench.apply`, busy machine), since the library walks byte by byte in Python.
"""

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from sitelode.text.kernels.language import LanguageTables
from sitelode.zstd import decompress

SAMPLE: Final = 600  # characters; more hardly ever changes the answer
LEAST: Final = 20  # letters; with fewer, a guess is useless. Set by hand
TABLES: Final = Path(__file__).with_name("languages.npz.zst")


def language_of(text: str, announced: str = "") -> str:
    """The two-letter code of the language; if the text is too short, the announced language or an empty text."""
    sample = text[:SAMPLE]
    if any(sum(map(str.isalpha, part)) >= LEAST for part in (sample[: 3 * LEAST], sample)):  # most begin with enough
        return shipped_model().language(sample)
    code = announced.strip().lower().replace("_", "-").split("-")[0]
    return code if code.isalpha() and len(code) in (2, 3) else ""


class Model(NamedTuple):
    """The tables of py3langid: an automaton that finds features in bytes, and the weight of each feature for each language."""

    languages: list[str]
    tables: LanguageTables

    def language(self, text: str) -> str:
        """The result of `py3langid.classify`."""
        best: int = self.tables.likeliest(text.encode("utf-8", "surrogatepass"))
        return self.languages[best]


@cache
def shipped_model(rounding: float | None = None) -> Model:
    """Read the tables; `rounding` is by how much a feature's weight may be off in a sum of exact weights, if it is not as in the file."""
    with np.load(BytesIO(decompress(TABLES.read_bytes()))) as known:
        walk = tuple(known[name] for name in ("column", "row", "following", "first", "feature"))
        weights = known["rough"], float(known["step"]), known["weight"], known["prior"]
        rounding = float(known["rounding"]) if rounding is None else rounding
        return Model(known["languages"].tolist(), LanguageTables(walk, weights, int(known["longest"]), rounding))
