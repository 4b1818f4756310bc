"""Names for columns from the keys of JSON: the last key that tells, with the one before it where it tells too little alone."""

from collections.abc import Sequence

from sitelode.tables.column_roles import LONGEST_NAME, TELL_LITTLE, words_of


def key_name(keys: Sequence[str]) -> str:
    """The name of a column: `offers.price` is price, `brand.name` is brand name."""
    words = words_of(keys[-1]) or [keys[-1]]
    if len(keys) > 1 and " ".join(words) in TELL_LITTLE:
        words = words_of(keys[-2]) + words
    return " ".join(words)[:LONGEST_NAME].strip()
