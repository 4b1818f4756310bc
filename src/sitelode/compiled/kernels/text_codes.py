"""The codes of whole texts, as compiled code computes them: `text_codes.pxd` says the same in C."""

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray


def text_code(text: NDArray[np.uint8], length: int) -> int:
    """The code of the first bytes of a buffer; it is `code_of` the text that they are."""
    return int.from_bytes(blake2b(bytes(text[:length]), digest_size=8).digest(), "little")
