"""Compiled code behind `suffix_array.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit

_NOWHERE = -1
_CONTINUATION_MASK, _CONTINUATION = 0xC0, 0x80  # of all bytes of a UTF-8 character except the first


@jit
def common_prefix_lengths(symbols, order, separator):
    """The number of symbols each suffix shares with the one sorted before it; ends at a separator.

    Goes through the text from left to right, because a suffix shares at most one symbol less than the suffix that is one symbol longer,
    so that no symbol is compared twice in vain (Kasai et al. 2001; in text order as in Karkkainen, Manzini, Puglisi 2009).
    """
    before = np.full(len(symbols), np.int32(_NOWHERE), np.int32)
    for place in range(1, len(order)):
        before[order[place]] = order[place - 1]
    shared = 0
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
    for place in range(len(order)):
        lengths[place] = before[order[place]]
    return lengths


@jit
def at_characters(encoded, byte_order, characters):
    """Of the sorted suffixes of UTF-8 bytes, those that start a character, as positions of characters."""
    character_of = np.empty(len(encoded), np.int32)
    character = -1
    for position in range(len(encoded)):
        if encoded[position] & _CONTINUATION_MASK == _CONTINUATION:
            character_of[position] = _NOWHERE
        else:
            character += 1
            character_of[position] = character
    order = np.empty(characters, np.int32)
    place = 0
    for byte_place in range(len(byte_order)):
        character = character_of[byte_order[byte_place]]
        if character != _NOWHERE:
            order[place] = character
            place += 1
    return order


@jit
def kept_suffixes(order, lcp, document_of, keep):
    """The suffixes of some documents, still sorted, with the prefixes neighbours share: the minimum between one and the next."""
    kept_order, kept_lcp = np.empty_like(order), np.empty_like(lcp)
    count, shared = 0, np.int32(0)
    for place in range(len(order)):
        shared = min(shared, lcp[place])
        if keep[document_of[order[place]]]:
            kept_order[count], kept_lcp[count] = order[place], shared
            count += 1
            shared = np.int32(np.iinfo(np.int32).max)
    return kept_order[:count].copy(), kept_lcp[:count].copy()
