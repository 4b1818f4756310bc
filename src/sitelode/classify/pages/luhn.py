"""S_Luhn (3.4.1): a sentence is worth its densest stretch of significant words.

H. P. Luhn: "The automatic creation of literature abstracts", IBM Journal 1958, as D. Shen et al., SIGIR 2004, use it: the pool of
significant words is that of a category. Decided: the 100 most frequent words of a category that are not among the most frequent of all
categories (words of every text stand in all of them; no list of stop words is needed, in any language); at most four other words between
two significant ones.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

POOL_SIZE = 100  # words
MOST_BETWEEN = 4  # other words inside a stretch, between two significant ones
_STOP_SHARE = 0.5  # of the pages; a word on so many of every category is no category's


def significant_words(pages_of_class: Mapping[str, Sequence[Collection[str]]], size: int = POOL_SIZE) -> dict[str, frozenset[str]]:
    """The pool of each category: its most frequent words, without those that are frequent in all of them."""
    shares = {name: _page_shares(pages) for name, pages in pages_of_class.items()}
    everywhere = {word for word in set().union(*shares.values()) if all(share.get(word, 0.0) >= _STOP_SHARE for share in shares.values())}
    pools = {}
    for name, pages in pages_of_class.items():
        counts = Counter(word for page in pages for word in page if word not in everywhere)
        pools[name] = frozenset(word for word, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:size])
    return pools


def _page_shares(pages: Sequence[Collection[str]]) -> dict[str, float]:
    counts = Counter(word for page in pages for word in set(page))
    return {word: count / len(pages) for word, count in counts.items()}


def luhn_score(words: Sequence[str], pool: Collection[str], most_between: int = MOST_BETWEEN) -> float:
    """The best stretch that begins and ends with significant words: their number squared, by the words in it."""
    places = [place for place, word in enumerate(words) if word in pool]
    best, start = 0.0, 0
    for at in range(1, len(places) + 1):
        if at == len(places) or places[at] - places[at - 1] - 1 > most_between:
            inside = at - start
            best = max(best, inside * inside / (places[at - 1] - places[start] + 1))
            start = at
    return best


def mean_luhn_score(words: Sequence[str], pools: Iterable[Collection[str]], most_between: int = MOST_BETWEEN) -> float:
    """For a page whose category nobody knows: the mean over the pools of all."""
    scores = [luhn_score(words, pool, most_between) for pool in pools]
    return sum(scores) / len(scores) if scores else 0.0
