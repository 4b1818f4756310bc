"""64-bit codes in compiled code: mixed so that equal codes mean equal things, for all practical purposes."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit


@jit
def mixed(above, label):
    """The code of a label behind everything that a code stands for; the order matters."""
    code = (above ^ label) * np.uint64(0x9E3779B97F4A7C15) + above
    code ^= code >> np.uint64(29)
    code *= np.uint64(0xBF58476D1CE4E5B9)
    return code ^ (code >> np.uint64(32))


@jit
def finished(code):
    """Spread a running code over all 64 bits, so that its parts can serve as independent codes."""
    code ^= code >> np.uint64(33)
    code *= np.uint64(0xFF51AFD7ED558CCD)
    code ^= code >> np.uint64(33)
    code *= np.uint64(0xC4CEB9FE1A85EC53)
    return code ^ (code >> np.uint64(33))
