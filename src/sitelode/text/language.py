"""Identify the language of a text, offline.

The tables are py3langid's; the walk over a text is ours. Calling the library itself was tried: reading a page with all fields by a wrapper
then costs 4.2 times building its columns instead of 2.0 (`bench.apply`, busy machine), since the library walks byte by byte in Python.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache

import numpy as np
import py3langid
from numpy.typing import NDArray
from py3langid import langid

from sitelode.text.kernels import language as kernel

SAMPLE = 600  # characters; more hardly ever changes the answer
PIECES, PIECE = 5, 50  # pieces of a sample read first, and their bytes; chosen with CLEAR on 1,966 texts: docs/algorithms/wrappers.md
CLEAR = 60.0  # log odds of the likeliest language; if pieces reach it they decide, nearly always as the whole sample would
_AT_ONCE, _MOST = 16, 1024  # languages, in `kernels/language.py`
LEAST = 20  # letters; with fewer, a guess is useless. Set by hand


def language_of(text: str, announced: str = "") -> str:
    """The two-letter code of the language; if the text is too short, the announced language or an empty text."""
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
    """The tables of py3langid: an automaton that finds features in bytes, and the weight of each feature for each language.

    A state is identified by its row in the table of following states and by its number among the states with that row, so that each step
    is one table look-up.
    """

    languages: list[str]
    weight: NDArray[np.float32]  # features x languages, and further columns that no text chooses: sixteen are read at once
    prior: NDArray[np.float32]
    following: NDArray[np.uint32]  # 256 states per row
    initial: np.uint32
    first: NDArray[np.int32]  # for every row, the index of its first state in `feature`
    feature: NDArray[np.int32]  # of every state, -1 for none

    def language(self, text: str) -> str:
        """The result of `py3langid.classify`; for a long text, some pieces decide if they are clear."""
        tables = self.following, self.initial, self.first, self.feature, self.weight, self.prior
        size = len(text.encode("utf-8", "surrogatepass"))
        if size >= 2 * PIECES * PIECE:
            if size > 2 * len(text):  # languages with shared ideographs need more text to be clear, others less
                best, lead = kernel.clear_one(_data(text), *tables, CLEAR)
            else:
                width = PIECE * len(text) // size
                step = (len(text) - width) // (PIECES - 1)
                pieces = [text[start : start + width] for start in range(0, PIECES * step, step)]
                best, lead = kernel.likeliest(_data(" ".join(pieces)), *tables)
            if lead >= CLEAR:
                return self.languages[int(best)]
        return self.languages[int(kernel.likeliest(_data(text), *tables)[0])]


def _data(text: str) -> NDArray[np.uint8]:
    plain = unicodedata.normalize("NFC", text.lower() if text.isupper() else text)
    return np.frombuffer(plain.encode("utf-8", "surrogatepass"), dtype=np.uint8)


@cache
def _model() -> _Model | None:
    """The tables, if this version of py3langid stores them in the expected form."""
    if not hasattr(langid.LanguageIdentifier, "from_model_file"):  # older versions
        return None
    known = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE)
    weight = np.asarray(getattr(known, "nb_ptc", ()))
    row = np.array(getattr(known, "tk_row", ()), dtype=np.int64)
    if not len(row) or weight.dtype != np.float16 or row.max() >= 1 << 16 or weight.shape[1] > _MOST:
        return None
    order = np.argsort(row, kind="stable")
    first = np.searchsorted(row[order], np.arange(row.max() + 1))
    member = np.empty(len(row), dtype=np.int64)
    member[order] = np.arange(len(row)) - first[row[order]]
    if member.max() >= 1 << 16:
        return None
    state = (row << 16 | member).astype(np.uint32)
    following, feature = state[np.array(known.tk_nextmove, dtype=np.uint32)], np.array(known.tk_output, dtype=np.int32)[order]
    languages = list(known.nb_classes)
    spare = -len(languages) % _AT_ONCE
    weight = np.pad(weight.astype(np.float32), ((0, 0), (0, spare)))
    prior = np.pad(np.asarray(known.nb_pc, dtype=np.float32), (0, spare), constant_values=-np.inf)
    return _Model(languages, weight, prior, following, state[0], first.astype(np.int32), feature)
