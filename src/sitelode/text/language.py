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

from sitelode.text.kernels.language import likeliest

SAMPLE = 600  # characters; more hardly ever changes the answer
LEAST = 20  # letters; with fewer, a guess is useless. Set by hand


def language_of(text: str, announced: str = "") -> str:
    """The two-letter code of the language; if the text is too short, the announced language or an empty text."""
    sample = text[:SAMPLE]
    if _has_letters(sample[: 3 * LEAST]) or _has_letters(sample):
        return _model().language(sample)
    code = announced.strip().lower().replace("_", "-").split("-")[0]
    return code if code.isalpha() and len(code) in (2, 3) else ""


def _has_letters(text: str) -> bool:
    return sum(map(str.isalpha, text)) >= LEAST


@dataclass(frozen=True, slots=True)
class _Model:
    """The tables of py3langid: an automaton that finds features in bytes, and the weight of each feature for each language."""

    languages: list[str]
    prior: NDArray[np.float32]  # by language
    weight: NDArray[np.float32]  # features x languages
    following: NDArray[np.uint16]  # 256 states for each state
    first: NDArray[np.int32]  # for every state, where its features begin in `feature`; one more entry at the end
    feature: NDArray[np.int32]

    def language(self, text: str) -> str:
        """The result of `py3langid.classify`."""
        data = np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)
        best: int = likeliest(data, self.following, self.first, self.feature, self.weight, self.prior)
        return self.languages[best]


@cache
def _model() -> _Model:
    known = LanguageIdentifier.from_pickled_model(MODEL_FILE)
    following = np.array(known.tk_nextmove, dtype=np.uint16)
    features = [known.tk_output.get(state, ()) for state in range(len(following) >> 8)]
    first = np.cumsum([0, *map(len, features)], dtype=np.int32)
    feature = np.array([number for numbers in features for number in numbers], dtype=np.int32)
    weight = np.ascontiguousarray(known.nb_ptc, dtype=np.float32)
    return _Model(list(known.nb_classes), np.asarray(known.nb_pc, dtype=np.float32), weight, following, first, feature)
