"""Identify the language of a text, offline.

The tables are py3langid's; the walk over a text is ours. Calling the library itself was tried: reading a page with all fields by a wrapper
then costs 4.2 times building its columns instead of 2.0 (`bench.apply`, busy machine), since the library walks byte by byte in Python.
The tables of version 0.4 know 40 more languages and take eight times as long to load, 0.6 s, which was half of reading one page in a new
process. On 1,301 texts of the corpora they differ on 15: the larger ones call Chinese Cantonese or Wu, the smaller do not know Uzbek.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from sitelode.text.kernels.language import LanguageTables, has_letters

SAMPLE = 600  # characters; more hardly ever changes the answer
LEAST = 20  # letters; with fewer, a guess is useless. Set by hand
_TOGETHER = 16  # languages, as in the kernel
_STEPS = 255  # of rough weights, which are bytes
_Floats = NDArray[np.float32]


def language_of(text: str, announced: str = "") -> str:
    """The two-letter code of the language; if the text is too short, the announced language or an empty text."""
    sample = text[:SAMPLE]
    if has_letters(sample, LEAST):
        return _model().language(sample)
    code = announced.strip().lower().replace("_", "-").split("-")[0]
    return code if code.isalpha() and len(code) in (2, 3) else ""


@dataclass(frozen=True, slots=True)
class _Model:
    """The tables of py3langid: an automaton that finds features in bytes, and the weight of each feature for each language."""

    languages: list[str]
    tables: LanguageTables

    def language(self, text: str) -> str:
        """The result of `py3langid.classify`."""
        best: int = self.tables.likeliest(text.encode("utf-8", "surrogatepass"))
        return self.languages[best]


@cache
def _model() -> _Model:
    return made_model()


def made_model(rounding: float | None = None) -> _Model:
    """Read the tables; `rounding` is by how much a feature's weight may be off in a sum of exact weights, worked out unless it is told."""
    known = LanguageIdentifier.from_pickled_model(MODEL_FILE)
    every = np.array(known.tk_nextmove, dtype=np.uint16).reshape(-1, 256)
    features = [known.tk_output.get(state, ()) for state in range(len(every))]
    first = np.cumsum([0, *map(len, features)], dtype=np.uint16)  # for every state, where its features begin
    feature = np.array([number for numbers in features for number in numbers], dtype=np.uint16)
    exact = np.ascontiguousarray(known.nb_ptc, dtype=np.float32)
    rounding = float(np.finfo(np.float32).eps) * float(np.abs(exact).max()) if rounding is None else rounding
    weights = _weights(exact, np.asarray(known.nb_pc, dtype=np.float32))
    return _Model(list(known.nb_classes), LanguageTables((*_small_table(every), first, feature), weights, _longest(every), rounding))


def _weights(exact: _Floats, prior: _Floats) -> tuple[NDArray[np.uint8], float, _Floats, _Floats]:
    """Weights above the least of their feature in steps, which are bytes; the size of a step; weights as they are; weights of no text.

    Languages are filled up to sixteens by what no text is likely to be.
    """
    above = exact - exact.min(axis=1, keepdims=True)
    step = float(above.max()) / _STEPS
    missing = -exact.shape[1] % _TOGETHER
    weight, rough = (np.pad(each, ((0, 0), (0, missing))) for each in (exact, np.rint(above / step).astype(np.uint8)))
    return rough, step, weight, np.pad(prior, (0, missing), constant_values=-np.inf)


def _longest(following: NDArray[np.uint16]) -> int:
    """The number of bytes that lead from the first state to the one farthest away: a state says nothing of bytes before them."""
    met, new, steps = np.zeros(len(following), dtype=np.bool_), np.zeros(1, dtype=np.intp), -1
    while len(new):
        met[new], steps = True, steps + 1
        reached = np.zeros_like(met)
        reached[following[new]] = True
        new = np.flatnonzero(reached & ~met)
    return steps


def _small_table(following: NDArray[np.uint16]) -> tuple[NDArray[np.uint8], NDArray[np.uint16], NDArray[np.uint16]]:
    """The automaton with equal rows once, a quarter of them, and small letters side by side.

    A text's walk through it waits for memory at nearly every step: so it needs half as many pieces of it, and two thirds of the time.
    """
    numbers: dict[bytes, int] = {}
    row = np.array([numbers.setdefault(each.tobytes(), len(numbers)) for each in following], dtype=np.uint16)
    kept = np.frombuffer(b"".join(numbers), dtype=np.uint16).reshape(-1, 256)
    order = np.array([32, *range(97, 123), *range(32), *range(33, 97), *range(123, 256)])
    return np.argsort(order).astype(np.uint8), row, np.ascontiguousarray(kept[:, order])
