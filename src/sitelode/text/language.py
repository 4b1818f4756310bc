"""Which language a text is written in, identified offline.

The tables are py3langid's; the walk over a text is ours. Calling the library itself was tried: reading a page with all fields by a wrapper
then costs 4.2 times building its columns instead of 2.0 (`bench.apply`, busy machine): the library walks byte by byte in Python.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache

import numpy as np
import py3langid
from numpy.typing import NDArray
from py3langid import langid

from sitelode.compiled.lazy import Compiled

_kernel = Compiled("sitelode.text.kernels.language")
SAMPLE = 600  # characters; more hardly ever changes the answer
PIECES, PIECE = 5, 50  # of a long sample are looked at first, and their bytes
CLEAR = 60.0  # logarithm of how much likelier one language is; pieces that speak as clearly decide, nearly always as the sample
LEAST = 20  # letters; below that a guess is worth nothing


def language_of(text: str, announced: str = "") -> str:
    """Two-letter code of the language; what the page announced where the text is too short to tell, else empty."""
    sample = text[:SAMPLE]
    if _has_letters(sample[: 3 * LEAST]) or _has_letters(sample):
        model = _model()
        return model.language(sample) if model else str(py3langid.classify(sample)[0])
    code = announced.strip().lower().replace("_", "-").split("-")[0]
    return code if code.isalpha() and len(code) in (2, 3) else ""


def _has_letters(text: str) -> bool:
    return sum(map(str.isalpha, text)) >= LEAST


@dataclass(frozen=True, slots=True)
class _Model:
    """The tables of py3langid: an automaton that finds features in bytes, and what each says for each language.

    A state is known by the row of the table that says what follows it, and by its number among the states with that row, so that one look
    at one table is a step.
    """

    languages: list[str]
    weight: NDArray[np.uint16]  # features x languages, the bits of half-precision numbers
    prior: NDArray[np.float32]
    following: NDArray[np.uint32]  # 256 states a row
    initial: np.uint32
    first: NDArray[np.int32]  # for every row the place of its first state in `feature`
    feature: NDArray[np.int32]  # of every state, -1 for none

    def language(self, text: str) -> str:
        """What `py3langid.classify` answers; of a long text some pieces decide where they are clear."""
        tables = self.following, self.initial, self.first, self.feature, self.weight, self.prior
        size = len(text.encode("utf-8", "surrogatepass"))
        if size >= 2 * PIECES * PIECE:
            if size > 2 * len(text):  # languages that share ideographs need more to be clear, and others less
                best, lead = _kernel.clear_one(_data(text), *tables, CLEAR)
            else:
                width = PIECE * len(text) // size
                step = (len(text) - width) // (PIECES - 1)
                pieces = [text[start : start + width] for start in range(0, PIECES * step, step)]
                best, lead = _kernel.likeliest(_data(" ".join(pieces)), *tables)
            if lead >= CLEAR:
                return self.languages[int(best)]
        return self.languages[int(_kernel.likeliest(_data(text), *tables)[0])]


def _data(text: str) -> NDArray[np.uint8]:
    plain = unicodedata.normalize("NFC", text.lower() if text.isupper() else text)
    return np.frombuffer(plain.encode("utf-8", "surrogatepass"), dtype=np.uint8)


@cache
def _model() -> _Model | None:
    """The tables, where this version of py3langid keeps them as they are read here."""
    known = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE)
    weight = np.asarray(getattr(known, "nb_ptc", ()))
    row = np.array(getattr(known, "tk_row", ()), dtype=np.int64)
    if not len(row) or weight.dtype != np.float16 or row.max() >= 1 << 16:
        return None
    order = np.argsort(row, kind="stable")
    first = np.searchsorted(row[order], np.arange(row.max() + 1))
    member = np.empty(len(row), dtype=np.int64)
    member[order] = np.arange(len(row)) - first[row[order]]
    if member.max() >= 1 << 16:
        return None
    state = (row << 16 | member).astype(np.uint32)
    following, feature = state[np.array(known.tk_nextmove, dtype=np.uint32)], np.array(known.tk_output, dtype=np.int32)[order]
    prior = np.asarray(known.nb_pc, dtype=np.float32)
    # Copies, because numpy asks for large pages of memory: reads are all over the tables.
    return _Model(list(known.nb_classes), weight.copy().view(np.uint16), prior, following, state[0], first.astype(np.int32), feature)
