"""Selectors that leave texts out: where one says "N/A" and the wrapper nothing, it is to pass over "N/A"; and numbers among words."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from sitelode.wrappers.exchange.search.short_selectors import LONGEST_LABEL, ShortSelector, quoted

MOST_EXCLUDED = 4  # texts; set by hand
_SIGNS = "0123456789.,:-/# "


def without_texts(one: ShortSelector, wrong: Sequence[str], right: Collection[str]) -> list[ShortSelector]:
    """The selector without the texts that are wrong on some pages and right on none; nothing where there are none, or too many."""
    counts = Counter(text for text in wrong if text not in right)
    texts = [text for text, _ in counts.most_common()]
    can_be_written = all(len(text) <= LONGEST_LABEL and not ('"' in text and "'" in text) for text in texts)
    if not texts or len(texts) > MOST_EXCLUDED or not can_be_written or one.piece is not None:
        return []
    is_one_of = " or ".join(f"normalize-space()={quoted(text)}" for text in texts)
    return [replace(one, xpath=f"{one.xpath}[not({is_one_of})]", css="")]


def with_letters(one: ShortSelector, wrong: Sequence[str], between: str) -> list[ShortSelector]:
    """The selector without texts that are numbers, where such a text may be what is wrong."""
    if one.attribute or one.piece is not None or not any(not text.strip(_SIGNS) for each in wrong for text in each.split(between) if text):
        return []
    return [replace(one, xpath=f"{one.xpath}[translate(normalize-space(), {quoted(_SIGNS)}, '')]", css="")]
