"""Codes symbol by symbol, as compiled code computes them, and looking them up: `codes.pxd` says the same in C."""

from bisect import bisect_left
from collections.abc import Sequence

from cython import ulonglong as Code  # noqa: N812 (a type)

from sitelode.compiled import codes

FNV_BASIS = codes.FNV_BASIS
_ALL_BITS = (1 << 64) - 1
__all__ = ["FNV_BASIS", "Code", "add_symbol", "finish", "mix", "place_by_slot", "place_of", "slot_of"]


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


def place_of(code: int, known: Sequence[int]) -> int:
    """The place of a code among the known ones, which ascend; -1 where it is none of them."""
    place = bisect_left(known, code)
    return place if place < len(known) and known[place] == code else -1


def slot_of(code: int, size: int) -> int:
    """The slot of a code in a table of this size, a power of two."""
    return (int(code) ^ (int(code) >> 32)) & (size - 1)


def place_by_slot(code: int, known: Sequence[int], slots: Sequence[int]) -> int:
    """The same as `place_of`, by the slots that `slots_of` makes of the known codes: no search among them."""
    slot = slot_of(code, len(slots))
    while slots[slot] >= 0 and known[slots[slot]] != code:
        slot = (slot + 1) & (len(slots) - 1)
    return slots[slot]
