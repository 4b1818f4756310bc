from sitelode_lab.strings.ngram_coverage import PLAIN


def frequent_ngrams(suffixes, length, percent, kind=PLAIN):
    """W(n, a) as texts, most frequent first."""
    frequent = kind.coverage(suffixes).frequent(length, percent)
    return [suffixes.text_at(start, length) for start, length in zip(frequent.start.tolist(), frequent.length.tolist(), strict=True)]
