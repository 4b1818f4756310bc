"""Codes in compiled code: `mix` as in `codes.py`, and codes of texts, symbol by symbol, by FNV-1a with 64 bits."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit

FNV_BASIS, _FNV_PRIME = np.uint64(14695981039346656037), np.uint64(1099511628211)


@jit
def mix(above, label):
    """The code of a label behind everything that a code stands for; the order matters."""
    code = (above ^ label) * np.uint64(0x9E3779B97F4A7C15) + above
    code ^= code >> np.uint64(29)
    code *= np.uint64(0xBF58476D1CE4E5B9)
    return code ^ (code >> np.uint64(32))


@jit
def add_symbol(code, symbol):
    """The code of a text with one more byte or character; that of no text is FNV_BASIS."""
    return (code ^ np.uint64(symbol)) * _FNV_PRIME


@jit
def finish(code):
    """Spread the code of a text over all 64 bits, so that its parts can serve as independent codes."""
    code ^= code >> np.uint64(33)
    code *= np.uint64(0xFF51AFD7ED558CCD)
    code ^= code >> np.uint64(33)
    code *= np.uint64(0xC4CEB9FE1A85EC53)
    return code ^ (code >> np.uint64(33))
