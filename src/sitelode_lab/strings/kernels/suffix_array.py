"""Compiled code behind `suffix_array.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers

Symbol = cython.fused_type(cython.uchar, cython.ushort, cython.uint)

_NOWHERE = cython.declare(cython.int, -1)
_CONTINUATION_MASK = cython.declare(cython.int, 0xC0)  # of all bytes of a UTF-8 character except the first
_CONTINUATION = cython.declare(cython.int, 0x80)
_LARGEST = cython.declare(cython.int, 2**31 - 1)


def common_prefix_lengths(symbols: cython.const[Symbol][::1], order: Numbers, separator: cython.uint):
    """The number of symbols each suffix shares with the one sorted before it; ends at a separator.

    Goes through the text from left to right, because a suffix shares at most one symbol less than the suffix that is one symbol longer,
    so that no symbol is compared twice in vain (Kasai et al. 2001; in text order as in Karkkainen, Manzini, Puglisi 2009).
    """
    before: cython.int[::1] = np.full(len(symbols), _NOWHERE, np.int32)
    shared: cython.int = 0
    with cython.nogil:
        for place in range(1, len(order)):
            before[order[place]] = order[place - 1]
        for here in range(len(symbols)):
            there = before[here]
            if there == _NOWHERE:
                before[here] = shared = 0
                continue
            while symbols[here + shared] == symbols[there + shared] and symbols[here + shared] != separator:
                shared += 1
            before[here] = shared
            shared = max(shared - 1, 0)
    lengths = np.empty(len(order), np.int32)
    sorted_lengths: cython.int[::1] = lengths
    with cython.nogil:
        for place in range(len(order)):
            sorted_lengths[place] = before[order[place]]
    return lengths


def at_characters(encoded: Bytes, byte_order: Numbers, characters: cython.Py_ssize_t):
    """Of the sorted suffixes of UTF-8 bytes, those that start a character, as positions of characters."""
    character_of: cython.int[::1] = np.empty(len(encoded), np.int32)
    character: cython.int = -1
    place: cython.Py_ssize_t = 0
    with cython.nogil:
        for position in range(len(encoded)):
            if encoded[position] & _CONTINUATION_MASK == _CONTINUATION:
                character_of[position] = _NOWHERE
            else:
                character += 1
                character_of[position] = character
    order = np.empty(characters, np.int32)
    character_order: cython.int[::1] = order
    with cython.nogil:
        for byte_place in range(len(byte_order)):
            character = character_of[byte_order[byte_place]]
            if character != _NOWHERE:
                character_order[place] = character
                place += 1
    return order


def kept_suffixes(order: Numbers, lcp: Numbers, document_of: Numbers, keep):
    """The suffixes of some documents, still sorted, with the prefixes neighbours share: the minimum between one and the next."""
    orders, lengths = np.empty(len(order), np.int32), np.empty(len(order), np.int32)
    kept_order: cython.int[::1] = orders
    kept_lcp: cython.int[::1] = lengths
    is_kept: Bytes = keep.view(np.uint8)
    count: cython.Py_ssize_t = 0
    shared: cython.int = 0
    with cython.nogil:
        for place in range(len(order)):
            shared = min(shared, lcp[place])
            if is_kept[document_of[order[place]]]:
                kept_order[count], kept_lcp[count] = order[place], shared
                count += 1
                shared = _LARGEST
    return orders[:count].copy(), lengths[:count].copy()
