"""FindOptimal as the paper writes it: a hash table of n-grams for every n, a range string for every cut point."""

from collections import Counter
from itertools import pairwise


def countsort(documents, length):
    """All n-grams, most frequent first; equally frequent ones by code point."""
    counts = Counter(document[start : start + length] for document in documents for start in range(len(document) - length + 1))
    return sorted(counts, key=lambda ngram: (-counts[ngram], ngram))


def top(ordered, percent):
    return ordered[: -(-len(ordered) * percent // 100)]


def range_string(document, ngrams, length):
    """A one for each character outside all occurrences of the n-grams, else a zero."""
    outside, covered = bytearray(b"\1") * len(document), bytes(length)
    for start in range(len(document) - length + 1):
        if document[start : start + length] in ngrams:
            outside[start : start + length] = covered
    return outside


def boundaries(outside):
    return sum(before != here for before, here in pairwise(outside))


def alternation(documents, ordered, length, percent):
    ngrams = set(top(ordered, percent))
    return sum(boundaries(range_string(document, ngrams, length)) for document in documents)


def find_optimal(documents):
    """The cut point and the path to it, as (n, a, alternation count)."""
    longest = max(map(len, documents), default=0)
    length, percent = 2, 1
    current = countsort(documents, length)
    count = alternation(documents, current, length, percent)
    path = [(length, percent, count)]
    while length <= longest and percent < 100:
        if length < longest:
            following = countsort(documents, length + 1)
        with_percent, with_length = alternation(documents, current, length, percent + 1), count
        if length < longest:
            with_length = alternation(documents, following, length + 1, percent)
        if count <= with_percent and count <= with_length:
            break
        if with_percent < with_length:
            percent, count = percent + 1, with_percent
        else:
            length, count, current = length + 1, with_length, following
        path.append((length, percent, count))
    return path
