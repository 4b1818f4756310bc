"""Codes symbol by symbol, as compiled code computes them: `codes.pxd` says the same in C."""

from cython import ulonglong as Code  # noqa: N812 (a type)

from sitelode.compiled import codes

FNV_BASIS = codes.FNV_BASIS
_ALL_BITS = (1 << 64) - 1
__all__ = ["FNV_BASIS", "Code", "add_symbol", "finish", "mix"]


def mix(above: int, label: int) -> int:
    """The code of a label behind everything that a code stands for; the order matters."""
    return codes.mix(int(above), int(label))


def add_symbol(code: int, symbol: int) -> int:
    """The code of a text with one more byte or character; that of no text is FNV_BASIS."""
    return (int(code) ^ int(symbol)) * codes.FNV_PRIME & _ALL_BITS


def finish(code: int) -> int:
    """Spread the code of a text over all 64 bits, so that its parts can serve as independent codes."""
    code = int(code)
    code ^= code >> 33
    code = code * 0xFF51AFD7ED558CCD & _ALL_BITS
    code ^= code >> 33
    code = code * 0xC4CEB9FE1A85EC53 & _ALL_BITS
    return code ^ (code >> 33)
