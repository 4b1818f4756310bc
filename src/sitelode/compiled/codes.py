"""64-bit codes: of a text, and of labels one behind the other. Equal codes mean equal things, for all practical purposes.

Codes are the same in every process, so that they can be kept in files. `kernels/codes.pxd` has the same for compiled code.
"""

from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint64]
LONG_TEXT = 500  # characters; longer ones are seldom met again, and would fill the memory
_ALL_BITS = (1 << 64) - 1
_SPREAD, _FACTOR = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9  # odd, their bits in no pattern


def code_of(text: str) -> int:
    """The code of a text."""
    return _code(text) if len(text) <= LONG_TEXT else _code.__wrapped__(text)


@lru_cache(maxsize=20_000)  # the pages of a site have the same names
def _code(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "little")


def mix(above: int, label: int) -> int:
    """The code of a label behind everything that a code stands for; the order matters."""
    code = ((above ^ label) * _SPREAD + above) & _ALL_BITS
    code ^= code >> 29
    code = code * _FACTOR & _ALL_BITS
    return code ^ (code >> 32)


def mix_columns(above: Codes, labels: Codes) -> Codes:
    """The same for every pair of two columns."""
    codes = (above ^ labels) * np.uint64(_SPREAD) + above
    codes ^= codes >> np.uint64(29)
    codes *= np.uint64(_FACTOR)
    return codes ^ (codes >> np.uint64(32))


def labels_behind(above: Codes, codes: Codes) -> Codes:
    """The labels that `mix_columns` put behind these codes: every step of it can be taken back."""
    mixed = (codes ^ (codes >> np.uint64(32))) * np.uint64(pow(_FACTOR, -1, _ALL_BITS + 1))
    mixed ^= (mixed ^ (mixed >> np.uint64(29))) >> np.uint64(29)
    return ((mixed - above) * np.uint64(pow(_SPREAD, -1, _ALL_BITS + 1))) ^ above
