"""Compiled code: every string of a page once, in one buffer, with a hash table that finds it again.

It works on addresses in the parser's memory, so it runs compiled only.
"""
# mypy: ignore-errors

from secrets import randbits

import cython
from cython.cimports.libc.stdint import uintptr_t
from cython.cimports.libc.string import memcmp, memcpy
from cython.cimports.sitelode.html.kernels.memory import eight_bytes, folded_product

# The hash of a string starts from a secret, so that nobody can write a page whose names all collide.
_secret, _factor = randbits(64), randbits(64) | 1


def _hash(text, length):
    """A 64-bit hash of some bytes, eight at a time. Eight readable bytes must follow them."""
    one: cython.ulonglong = 1
    code = folded_product(_secret ^ length, _factor)
    while length >= 8:
        code = folded_product(code ^ eight_bytes(text), _factor)
        text += 8
        length -= 8
    if length:
        code = folded_product(code ^ (eight_bytes(text) & ((one << (8 * length)) - 1)), _factor)
    return code


def number_of(strings, text, length):
    """The number of a string, added if it is new; -1 if there is no room for it."""
    begin: cython.size_t = strings.starts[strings.count]
    if begin + length > strings.room:
        return -1
    place = strings.bytes + begin
    if length > 0:
        memcpy(place, text, length)
    slot = _hash(place, length) & strings.mask
    while strings.slots[slot] >= 0:
        known = strings.slots[slot]
        start: cython.size_t = strings.starts[known]
        if strings.starts[known + 1] - start == length and memcmp(strings.bytes + start, place, length) == 0:
            return known
        slot = (slot + 1) & strings.mask
    number = strings.count
    strings.slots[slot] = number
    strings.count += 1
    strings.starts[strings.count] = begin + length
    return number


def number_of_name(strings, text, length):
    """The number of an attribute's name. The parser has most names once: a place in its memory that was met before is the same name."""
    slot = (cython.cast(uintptr_t, text) >> 3) & 63
    met = cython.address(strings.met[slot])
    if met.text != text or met.length != length:
        met.number = number_of(strings, text, length)
        met.text, met.length = (text if met.number >= 0 else cython.NULL), length
    return met.number
