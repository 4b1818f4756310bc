"""Compiled code behind `alternation_counts.py` and `ngram_coverage.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Codes, Numbers, Places
from cython.cimports.sitelode.compiled.kernels.codes import Code

Steps = cython.typedef(cython.const[cython.schar][::1])

_PERCENTS = cython.declare(cython.longlong, 100)
_LARGEST = cython.declare(cython.int, 2**31 - 1)


def _percent_of_classes(counts, classes: cython.longlong):
    """For each class, the smallest a such that it is in the top a percent: by frequency, ties in the given order.

    There may be more classes than the given ones, all of them less frequent.
    """
    count_of: Numbers = counts
    next_rank: cython.longlong[::1] = np.zeros(counts.max() + 1, np.int64)
    found = np.empty(len(count_of), np.uint8)
    percents: cython.uchar[::1] = found
    rank: cython.longlong = 0
    count: cython.Py_ssize_t
    with cython.nogil:
        for index in range(len(count_of)):
            next_rank[count_of[index]] += 1
        for count in range(len(next_rank) - 1, -1, -1):
            size = next_rank[count]
            next_rank[count] = rank
            rank += size
        for index in range(len(count_of)):
            percents[index] = _PERCENTS * next_rank[count_of[index]] // classes + 1
            next_rank[count_of[index]] += 1
    return found


def percent_of_positions(
    order: Numbers, places: Numbers, counts: Numbers, frequencies, classes: cython.longlong, percents_out: cython.uchar[::1]
):
    """Write the percent of each n-gram to the positions where it starts; other positions do not change."""
    percents: Bytes = _percent_of_classes(frequencies, classes)
    with cython.nogil:
        for index in range(len(places)):
            percent = percents[index]
            for place in range(places[index], places[index] + counts[index]):
                percents_out[order[place]] = percent


def shared_lengths(lcp: Numbers, document_of: Numbers):
    """For each suffix, in sorted order, the number of characters that it shares with some suffix of another document."""
    found = np.zeros(len(lcp), np.int32)
    shared: cython.int[::1] = found
    # The nearest suffix of another document on either side shares the most; only suffixes of this document are in between.
    common: cython.int = 0
    place: cython.Py_ssize_t
    with cython.nogil:
        for place in range(1, len(lcp)):
            common = lcp[place] if document_of[place] != document_of[place - 1] else min(common, lcp[place])
            shared[place] = common
        common = 0
        for place in range(len(lcp) - 2, -1, -1):
            common = lcp[place + 1] if document_of[place] != document_of[place + 1] else min(common, lcp[place + 1])
            shared[place] = max(shared[place], common)
    return found


def lengths_said_before(lcp: Numbers, document_of: Numbers, documents: cython.Py_ssize_t):
    """For each suffix, in sorted order, the number of characters it shares with the last one before it from the same document."""
    found = np.zeros(len(lcp), np.int32)
    said: cython.int[::1] = found
    last_place: cython.int[::1] = np.full(documents, -1, np.int32)
    # Places with ascending common prefixes: the first one after a place has the minimum since then.
    rising: cython.int[::1] = np.empty(len(lcp), np.int32)
    size: cython.Py_ssize_t = 0
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    with cython.nogil:
        for place in range(len(lcp)):
            while size and lcp[rising[size - 1]] >= lcp[place]:
                size -= 1
            rising[size] = place
            size += 1
            before = last_place[document_of[place]]
            if before >= 0:
                low, high = 0, size - 1
                while low < high:
                    middle = (low + high) >> 1
                    if rising[middle] > before:
                        high = middle
                    else:
                        low = middle + 1
                said[place] = lcp[rising[low]]
            last_place[document_of[place]] = place
    return found


def shared_classes(lcp: Numbers, shared: Numbers, said_before: Numbers, length: cython.int, most: cython.Py_ssize_t):
    """The n-grams of more than one document: their first places, how often they occur, and in how many documents."""
    columns = np.empty(most, np.int32), np.empty(most, np.int32), np.empty(most, np.int32)
    places: cython.int[::1] = columns[0]
    counts: cython.int[::1] = columns[1]
    documents: cython.int[::1] = columns[2]
    index: cython.Py_ssize_t = -1
    with cython.nogil:
        for place in range(len(lcp)):
            # All suffixes that start with one n-gram share it, or none does.
            if shared[place] < length:
                continue
            if lcp[place] < length or index < 0:
                index += 1
                places[index], counts[index], documents[index] = place, 1, 1
            else:
                counts[index] += 1
                documents[index] += said_before[place] < length
    return tuple([column[: index + 1] for column in columns])


def values_at(column: Bytes, positions: Numbers):
    """The values at some positions."""
    found = np.empty(len(positions), np.uint8)
    values: cython.uchar[::1] = found
    with cython.nogil:
        for index in range(len(positions)):
            values[index] = column[positions[index]]
    return found


def alternations_per_percent(useless_from: Bytes, starts: Places):
    """A(n, a) for a = 0..100: boundaries between characters inside and outside frequent n-grams, never across documents.

    A boundary exists for all a from the smaller of its two values to just below the larger one, so that one pass is enough for every a.
    """
    rises = np.zeros(257, np.int64)
    steps: cython.longlong[::1] = rises
    with cython.nogil:
        for document in range(len(starts) - 1):
            for position in range(starts[document] + 1, starts[document + 1] - 1):
                before, here = useless_from[position - 1], useless_from[position]
                if before < here:
                    steps[before] += 1
                    steps[here] -= 1
                elif here < before:
                    steps[here] += 1
                    steps[before] -= 1
    return np.cumsum(rises[: _PERCENTS + 1])


def piece_classes(lcp: Numbers, reach: Numbers, whole, ends_before_delimiter: Steps, length: cython.int):
    """Classes of the n-grams that do not leave their piece: full ones, and whole pieces that are shorter. All columns in sorted order.

    Returns a class number per place (-1: no n-gram starts there) and the size of each class.
    """
    numbers, class_sizes = np.full(len(lcp), -1, np.int32), np.zeros(len(lcp), np.int32)
    class_of: cython.int[::1] = numbers
    sizes: cython.int[::1] = class_sizes
    is_whole: Bytes = whole.view(np.uint8)
    classes: cython.Py_ssize_t = 0
    shared: cython.int = 0
    key: cython.longlong
    last_key: cython.longlong = -1
    characters: cython.int
    compared: cython.int
    with cython.nogil:
        for place in range(len(lcp)):
            shared = min(shared, lcp[place])
            if reach[place] >= length:
                characters, compared = length, length
            elif is_whole[place]:
                # A text ends before the next '<', which must therefore be equal too; a tag ends with its own '>'.
                characters, compared = reach[place], reach[place] + ends_before_delimiter[place]
            else:
                continue
            key = characters
            key = 2 * key + (compared - characters)
            if key != last_key or shared < compared:
                classes, last_key = classes + 1, key
            class_of[place] = classes - 1
            sizes[classes - 1] += 1
            shared = _LARGEST
    return numbers, class_sizes[:classes].copy()


def percent_of_pieces(
    order: Numbers, reach: Numbers, class_of: Numbers, sizes, length: cython.int, percents_out: cython.uchar[::1],
    whole_out: cython.uchar[::1],
):  # fmt: skip
    """Write percents to the starts of full n-grams, and to every character of whole short pieces."""
    percents: Bytes = _percent_of_classes(sizes, len(sizes))
    with cython.nogil:
        for place in range(len(order)):
            if class_of[place] < 0:
                continue
            position, percent = order[place], percents[class_of[place]]
            if reach[place] >= length:
                percents_out[position] = percent
            else:
                for covered in range(position, position + reach[place]):
                    whole_out[covered] = percent


def prefix_hashes(codes: cython.const[cython.uint][::1], base: Code, longest: cython.Py_ssize_t):
    """Polynomial hashes of all prefixes, modulo 2**64, and the powers of the base up to the longest."""
    hashes, powers = np.zeros(len(codes) + 1, np.uint64), np.ones(longest + 1, np.uint64)
    prefix: Code[::1] = hashes
    power: Code[::1] = powers
    all_bits: Code = 0xFFFFFFFFFFFFFFFF
    code: Code = 0
    if not cython.compiled:
        base, codes = int(base), codes.tolist()  # numbers without an end, which the mask below cuts
    with cython.nogil:
        for index in range(len(codes)):
            code = (code * base + codes[index] + 1) & all_bits
            prefix[index + 1] = code
        code = 1
        for index in range(longest):
            code = (code * base) & all_bits
            power[index + 1] = code
    return hashes, powers


def outside_members(hashes: Codes, starts: Places, lengths: Places, members: Codes, buckets: Places, characters: cython.Py_ssize_t):
    """True for characters in no n-gram whose hash is a member. `buckets` gives the start of the members with given first bits."""
    found = np.ones(characters, np.bool_)
    outside: cython.uchar[::1] = found.view(np.uint8)
    done: cython.longlong = 0
    with cython.nogil:
        for index in range(len(hashes)):
            bucket = hashes[index] >> 48
            for candidate in range(buckets[bucket], buckets[bucket + 1]):
                if members[candidate] == hashes[index]:
                    # N-grams are in ascending order: what an earlier one covered need not be written again.
                    end = starts[index] + lengths[index]
                    for position in range(max(starts[index], done), end):
                        outside[position] = False
                    done = max(done, end)
    return found
