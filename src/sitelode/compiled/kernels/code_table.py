"""Looking up codes: `code_table.pxd` says the same in C."""

from bisect import bisect_left
from collections.abc import Sequence


def place_of(code: int, known: Sequence[int]) -> int:
    """The place of a code among the known ones, which ascend; -1 where it is none of them."""
    place = bisect_left(known, code)
    return place if place < len(known) and known[place] == code else -1


def slot_of(code: int, size: int) -> int:
    """The slot of a code in a table of this size, a power of two."""
    return (int(code) ^ (int(code) >> 32)) & (size - 1)


def place_by_slot(code: int, known: Sequence[int], slots: Sequence[int]) -> int:
    """The same as `place_of`, by the slots that `code_slots.py` makes of the known codes: no search among them."""
    slot = slot_of(code, len(slots))
    while slots[slot] >= 0 and known[slots[slot]] != code:
        slot = (slot + 1) & (len(slots) - 1)
    return slots[slot]
