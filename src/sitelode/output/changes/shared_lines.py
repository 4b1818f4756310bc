"""Two moments know more than one: a line that came or went on several pages at once is the template's, not any article's.

A notice put under all articles, a date of the day, a box of recommendations that was taken for text: each would make every article of a
site "changed".
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

LEAST_PAGES: Final = 3  # whose text gained or lost the same line; set by hand
TEXT: Final = "text"


def template_lines(old: Mapping[str, Mapping[str, Any]], new: Mapping[str, Mapping[str, Any]]) -> frozenset[str]:
    """Lines that differ between two moments on several articles at once."""
    counts: Counter[str] = Counter()
    for key in old.keys() & new.keys():
        counts.update(_lines(old[key]) ^ _lines(new[key]))
    return frozenset(line for line, count in counts.items() if count >= LEAST_PAGES)


def without_lines(article: Mapping[str, Any], template: frozenset[str]) -> Mapping[str, Any]:
    """An article without lines that are the template's."""
    if not template or not isinstance(article.get(TEXT), str):
        return article
    return {**article, TEXT: "\n".join(line for line in article[TEXT].splitlines() if line.strip() not in template)}


def _lines(article: Mapping[str, Any]) -> set[str]:
    text = article.get(TEXT)
    return {line.strip() for line in text.splitlines() if line.strip()} if isinstance(text, str) else set()
