"""Compiled code: fast access to bytes in memory, several at a time."""
# mypy: ignore-errors

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sitelode.compiled.jit import inner_kept as compiled
from sitelode.compiled.jit import jit

ARRAY = types.Array(types.uint8, 1, "C", readonly=True)
# Compiled functions pass bytes and numbers as pointers: an array is seven to nine values, which costs more than a short function.
BYTES, NUMBERS, OFFSETS = types.CPointer(types.uint8), types.CPointer(types.int64), types.CPointer(types.int32)


_address = types.uintp
_memchr = types.ExternalFunction("memchr", _address(_address, types.int32, types.uintp))
_HIGH_BITS = np.uint64(0x8080808080808080)


@intrinsic
def eight_bytes(_typing_context, _signature_address):
    """The eight bytes at an address as one number, aligned or not."""

    def load(_context, builder, _signature, arguments):
        word = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(word, align=1)

    return types.uint64(types.uintp), load


@intrinsic
def folded_product(_typing_context, _left, _right):
    """Both halves of the product of two numbers, combined into one: every bit depends on every bit of both."""

    def multiply(_context, builder, _signature, arguments):
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(arguments[0], wide), builder.zext(arguments[1], wide))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))
        return builder.xor(high, builder.trunc(product, ir.IntType(64)))

    return types.uint64(types.uint64, types.uint64), multiply


def _pointer(to):
    @intrinsic
    def convert(_typing_context, _signature_address):
        def cast(context, builder, _signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(to))

        return to(types.uintp), cast

    return convert


bytes_at, numbers_at, offsets_at = _pointer(BYTES), _pointer(NUMBERS), _pointer(OFFSETS)


@intrinsic
def address_of(_typing_context, _signature_pointer):
    def cast(_context, builder, _signature, arguments):
        return builder.ptrtoint(arguments[0], ir.IntType(64))

    return types.uintp(BYTES), cast


@compiled(types.int64(BYTES, types.int64, types.uint8, types.int64))
def find(source, size, byte, start):
    """Position of the first such byte at or after start, or the size if there is none."""
    if start >= size:
        return size
    base = address_of(source)
    found = _memchr(base + types.uintp(start), types.int32(byte), types.uintp(size - start))
    return np.int64(found - base) if found != 0 else size


@jit(types.int64(ARRAY))
def characters_if_utf8(source):
    """The number of non-ASCII characters if this is valid UTF-8 (a character cut off at the end is allowed); otherwise -1."""
    size, position, characters = len(source), 0, 0
    base = types.uintp(source.ctypes.data)
    while position < size:
        lead = source[position]
        if lead < 0x80:
            position += 1
            while position + 8 <= size and eight_bytes(base + types.uintp(position)) & _HIGH_BITS == 0:
                position += 8
            continue
        lowest, highest = 0x80, 0xBF
        if 0xC2 <= lead <= 0xDF:
            more = 1
        elif 0xE0 <= lead <= 0xEF:
            more = 2
            lowest = 0xA0 if lead == 0xE0 else 0x80
            highest = 0x9F if lead == 0xED else 0xBF
        elif 0xF0 <= lead <= 0xF4:
            more = 3
            lowest = 0x90 if lead == 0xF0 else 0x80
            highest = 0x8F if lead == 0xF4 else 0xBF
        else:
            return -1
        for place in range(position + 1, min(position + 1 + more, size)):
            if not lowest <= source[place] <= highest:
                return -1
            lowest, highest = 0x80, 0xBF
        position += 1 + more
        characters += 1
    return characters
