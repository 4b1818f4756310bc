"""Compiled code behind `alternation_counts.py` and `ngram_coverage.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit

_PERCENTS = 100


@jit
def _percent_of_classes(counts, classes):
    """For each class, the smallest a such that it is in the top a percent: by frequency, ties in the given order.

    There may be more classes than the given ones, all of them less frequent.
    """
    next_rank = np.zeros(counts.max() + 1, np.int64)
    for count in counts:
        next_rank[count] += 1
    rank = 0
    for count in range(len(next_rank) - 1, -1, -1):
        size = next_rank[count]
        next_rank[count] = rank
        rank += size
    percents = np.empty(len(counts), np.uint8)
    for index in range(len(counts)):
        percents[index] = _PERCENTS * next_rank[counts[index]] // classes + 1
        next_rank[counts[index]] += 1
    return percents


@jit
def percent_of_positions(order, places, counts, frequencies, classes, percents_out):
    """Write the percent of each n-gram to the positions where it starts; other positions do not change."""
    percents = _percent_of_classes(frequencies, classes)
    for index in range(len(places)):
        percent = percents[index]
        for place in range(places[index], places[index] + counts[index]):
            # An unsigned index avoids the check for a negative one.
            percents_out[np.uint32(order[place])] = percent


@jit
def shared_lengths(lcp, document_of):
    """For each suffix, in sorted order, the number of characters that it shares with some suffix of another document."""
    shared = np.zeros(len(lcp), np.int32)
    # The nearest suffix of another document on either side shares the most; only suffixes of this document are in between.
    common = np.int32(0)
    for place in range(1, len(lcp)):
        common = lcp[place] if document_of[place] != document_of[place - 1] else min(common, lcp[place])
        shared[place] = common
    common = np.int32(0)
    for place in range(len(lcp) - 2, -1, -1):
        common = lcp[place + 1] if document_of[place] != document_of[place + 1] else min(common, lcp[place + 1])
        shared[place] = max(shared[place], common)
    return shared


@jit
def lengths_said_before(lcp, document_of, documents):
    """For each suffix, in sorted order, the number of characters it shares with the last one before it from the same document."""
    said = np.zeros(len(lcp), np.int32)
    last_place = np.full(documents, -1, np.int32)
    # Places with ascending common prefixes: the first one after a place has the minimum since then.
    rising, size = np.empty(len(lcp), np.int32), 0
    for place in range(len(lcp)):
        while size and lcp[rising[size - 1]] >= lcp[place]:
            size -= 1
        rising[size] = place
        size += 1
        before = last_place[document_of[place]]
        if before >= 0:
            low, high = 0, size - 1
            while low < high:
                middle = (low + high) // 2
                if rising[middle] > before:
                    high = middle
                else:
                    low = middle + 1
            said[place] = lcp[rising[low]]
        last_place[document_of[place]] = place
    return said


@jit
def shared_classes(lcp, shared, said_before, length, most):
    """The n-grams of more than one document: their first places, how often they occur, and in how many documents."""
    places, counts, documents = np.empty(most, np.int32), np.empty(most, np.int32), np.empty(most, np.int32)
    index = -1
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
    return places[: index + 1], counts[: index + 1], documents[: index + 1]


@jit
def values_at(column, positions):
    values = np.empty(len(positions), column.dtype)
    for index in range(len(positions)):
        values[index] = column[np.uint32(positions[index])]
    return values


@jit
def alternations_per_percent(useless_from, starts):
    """A(n, a) for a = 0..100: boundaries between characters inside and outside frequent n-grams, never across documents.

    A boundary exists for all a from the smaller of its two values to just below the larger one, so that one pass is enough for every a.
    """
    steps = np.zeros(257, np.int64)
    for document in range(len(starts) - 1):
        for position in range(starts[document] + 1, starts[document + 1] - 1):
            before, here = useless_from[position - 1], useless_from[position]
            if before < here:
                steps[before] += 1
                steps[here] -= 1
            elif here < before:
                steps[here] += 1
                steps[before] -= 1
    return np.cumsum(steps[: _PERCENTS + 1])


@jit
def piece_classes(lcp, reach, whole, ends_before_delimiter, length):
    """Classes of the n-grams that do not leave their piece: full ones, and whole pieces that are shorter. All columns in sorted order.

    Returns a class number per place (-1: no n-gram starts there) and the size of each class.
    """
    class_of, sizes = np.full(len(lcp), np.int32(-1), np.int32), np.zeros(len(lcp), np.int32)
    classes, shared, last_key = 0, 0, -1
    for place in range(len(lcp)):
        shared = min(shared, lcp[place])
        if reach[place] >= length:
            characters, compared = length, length
        elif whole[place]:
            # A text ends before the next '<', which must therefore be equal too; a tag ends with its own '>'.
            characters, compared = reach[place], reach[place] + ends_before_delimiter[place]
        else:
            continue
        key = 2 * characters + (compared - characters)
        if key != last_key or shared < compared:
            classes, last_key = classes + 1, key
        class_of[place] = classes - 1
        sizes[classes - 1] += 1
        shared = np.iinfo(np.int32).max
    return class_of, sizes[:classes].copy()


@jit
def percent_of_pieces(order, reach, class_of, sizes, length, percents_out, whole_out):
    """Write percents to the starts of full n-grams, and to every character of whole short pieces."""
    percents = _percent_of_classes(sizes, len(sizes))
    for place in range(len(order)):
        if class_of[place] < 0:
            continue
        position, percent = order[place], percents[class_of[place]]
        if reach[place] >= length:
            percents_out[position] = percent
        else:
            whole_out[position : position + reach[place]] = percent


@jit
def prefix_hashes(codes, base, longest):
    """Polynomial hashes of all prefixes, modulo 2**64, and the powers of the base up to the longest."""
    prefix, power = np.zeros(len(codes) + 1, np.uint64), np.ones(longest + 1, np.uint64)
    for index in range(len(codes)):
        prefix[index + 1] = prefix[index] * base + np.uint64(codes[index]) + np.uint64(1)
    for index in range(longest):
        power[index + 1] = power[index] * base
    return prefix, power


@jit
def outside_members(hashes, starts, lengths, members, buckets, characters):
    """True for characters in no n-gram whose hash is a member. `buckets` gives the start of the members with given first bits."""
    outside = np.ones(characters, np.bool_)
    done = 0
    for index in range(len(hashes)):
        bucket = hashes[index] >> np.uint64(48)
        for candidate in range(buckets[bucket], buckets[bucket + 1]):
            if members[candidate] == hashes[index]:
                # N-grams are in ascending order: what an earlier one covered need not be written again.
                end = starts[index] + lengths[index]
                outside[max(starts[index], done) : end] = False
                done = max(done, end)
    return outside
