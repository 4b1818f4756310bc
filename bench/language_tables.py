"""Make the tables of languages that Sitelode ships from py3langid's model: `python -m bench.language_tables`.

Loading the model itself took 60 ms of every process, most of it to unpack it. The tables are the same in the order that the walk needs,
with what can be worked out ahead. The model of py3langid 0.4 knows 40 more languages and takes eight times as long to load. On 1,301 texts
of the corpora they differ on 15: the larger one calls Chinese Cantonese or Wu, the smaller does not know Uzbek.
"""

import sys
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from sitelode.text.language import TABLES
from sitelode.zstd import compress

TOGETHER = 16  # languages, as in the kernel
STEPS = 255  # of rough weights, which are bytes
LEVEL = 19  # of packing, which is done once
LETTERS_FIRST = [32, *range(97, 123), *range(32), *range(33, 97), *range(123, 256)]


def main() -> int:
    packed = BytesIO()
    np.savez(packed, **made_tables())
    TABLES.write_bytes(compress(packed.getvalue(), LEVEL))
    print(f"{TABLES}: {TABLES.stat().st_size:,} bytes")
    return 0


def made_tables() -> dict[str, Any]:
    known = LanguageIdentifier.from_pickled_model(MODEL_FILE)
    every = np.array(known.tk_nextmove, dtype=np.uint16).reshape(-1, 256)
    features = [known.tk_output.get(state, ()) for state in range(len(every))]
    exact = np.ascontiguousarray(known.nb_ptc, dtype=np.float32)
    prior = np.asarray(known.nb_pc, dtype=np.float32)
    missing = -exact.shape[1] % TOGETHER  # languages are filled up to sixteens by what no text is likely to be
    above = exact - exact.min(axis=1, keepdims=True)
    step = float(above.max()) / STEPS
    row, following = _small_table(every)
    return {
        "languages": np.array(list(known.nb_classes)),
        "column": np.argsort(LETTERS_FIRST).astype(np.uint8),
        "row": row,
        "following": following,
        "first": np.cumsum([0, *map(len, features)], dtype=np.uint16),  # for every state, where its features begin
        "feature": np.array([number for numbers in features for number in numbers], dtype=np.uint16),
        "rough": np.pad(np.rint(above / step).astype(np.uint8), ((0, 0), (0, missing))),
        "step": np.array(step),
        "weight": np.pad(exact, ((0, 0), (0, missing))),
        "prior": np.pad(prior, (0, missing), constant_values=-np.inf),
        "longest": np.array(_longest(every)),
        "rounding": np.array(float(np.finfo(np.float32).eps) * float(np.abs(exact).max())),
    }


def _longest(following: NDArray[np.uint16]) -> int:
    """The number of bytes that lead from the first state to the one farthest away: a state says nothing of bytes before them."""
    met, new, steps = np.zeros(len(following), dtype=np.bool_), np.zeros(1, dtype=np.intp), -1
    while len(new):
        met[new], steps = True, steps + 1
        reached = np.zeros_like(met)
        reached[following[new]] = True
        new = np.flatnonzero(reached & ~met)
    return steps


def _small_table(following: NDArray[np.uint16]) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """The automaton with equal rows once, a quarter of them, and small letters side by side.

    A text's walk through it waits for memory at nearly every step: so it needs half as many pieces of it, and two thirds of the time.
    """
    numbers: dict[bytes, int] = {}
    row = np.array([numbers.setdefault(each.tobytes(), len(numbers)) for each in following], dtype=np.uint16)
    kept = np.frombuffer(b"".join(numbers), dtype=np.uint16).reshape(-1, 256)
    return row, np.ascontiguousarray(kept[:, LETTERS_FIRST])


if __name__ == "__main__":
    sys.exit(main())
