"""Similarity of an extracted text and the true one: precision, recall and F1 over multisets of tokens.

Tokens are words after NFKC and lower case; a word with a character of a script written without spaces counts
character by character. Word order and white space do not matter, so line breaks neither help nor harm an extractor.
"""

import re
import statistics
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WORD = re.compile(r"\w+")
# Japanese kana, Chinese characters, Korean syllables, Thai.
_WITHOUT_SPACES = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_INVISIBLE = str.maketrans("", "", "\u00ad\u200b")  # soft hyphen and zero-width space stand inside words

FAILED_BELOW = 0.5  # F1 under which a page counts as lost
PERFECT_FROM = 0.99


@dataclass(frozen=True, slots=True)
class Agreement:
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class Summary:
    """A corpus in one row. All but the counts are means over pages unless the name says otherwise."""

    pages: int
    sites: int
    precision: float
    recall: float
    f1: float
    median_f1: float
    site_mean_f1: float  # every site counts the same, however many of its pages are scored
    spread_within_site: float  # standard deviation of F1 in a site, mean over sites
    failed: int
    perfect: int


def tokens(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text).lower().translate(_INVISIBLE)
    found: list[str] = []
    for word in _WORD.findall(plain):
        if _WITHOUT_SPACES.search(word):
            found.extend(word)
        else:
            found.append(word)
    return found


def agreement(extracted: str, true: str) -> Agreement:
    """Two empty texts agree fully; an empty one and any other not at all."""
    found, wanted = Counter(tokens(extracted)), Counter(tokens(true))
    if not found and not wanted:
        return Agreement(1.0, 1.0, 1.0)
    common = (found & wanted).total()
    if not common:
        return Agreement(0.0, 0.0, 0.0)
    precision, recall = common / found.total(), common / wanted.total()
    return Agreement(precision, recall, 2 * precision * recall / (precision + recall))


def summarise(scored: Iterable[tuple[str, Agreement]]) -> Summary:
    """Sum up pages given as (site, agreement); at least one is needed."""
    by_site: dict[str, list[Agreement]] = {}
    for site, page in scored:
        by_site.setdefault(site, []).append(page)
    pages = [page for of_site in by_site.values() for page in of_site]
    f1_by_site = [[page.f1 for page in of_site] for of_site in by_site.values()]
    f1 = [page.f1 for page in pages]
    return Summary(
        pages=len(pages),
        sites=len(by_site),
        precision=statistics.fmean(page.precision for page in pages),
        recall=statistics.fmean(page.recall for page in pages),
        f1=statistics.fmean(f1),
        median_f1=statistics.median(f1),
        site_mean_f1=statistics.fmean(map(statistics.fmean, f1_by_site)),
        spread_within_site=statistics.fmean(map(_spread, f1_by_site)),
        failed=sum(value < FAILED_BELOW for value in f1),
        perfect=sum(value >= PERFECT_FROM for value in f1),
    )


def _spread(values: Sequence[float]) -> float:
    return statistics.pstdev(values)
