"""Every substring of every document, counted one by one."""

from collections import Counter, defaultdict


def substring_counts(documents):
    return Counter(
        document[start:end] for document in documents for start in range(len(document)) for end in range(start + 1, len(document) + 1)
    )


def distinct_by_frequency(documents):
    """V(f) for f from 0 to the highest frequency (at least 1)."""
    by_frequency = Counter(substring_counts(documents).values())
    return [by_frequency.get(frequency, 0) for frequency in range(max(by_frequency, default=0) + 1)]


def strings_in_no_other_of_their_frequency(documents):
    """The repeats that lie in no other string of the same frequency, with that frequency."""
    by_frequency = defaultdict(list)
    for string, count in substring_counts(documents).items():
        if count > 1:
            by_frequency[count].append(string)
    return {
        (string, count)
        for count, strings in by_frequency.items()
        for string in strings
        if not any(string != other and string in other for other in strings)
    }


def branching_sum(documents):
    """F(f) / f as the paper's pseudo-code sums it: the lengths of the repeats that are followed by different characters, or by an end."""
    sums = Counter()
    for string, count in substring_counts(documents).items():
        following = Counter(
            document[start + len(string) : start + len(string) + 1]
            for document in documents
            for start in range(len(document))
            if document.startswith(string, start)
        )
        if count > 1 and (len(following) > 1 or "" in following):
            sums[count] += len(string)
    return sums
