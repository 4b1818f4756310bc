"""Numbers with the words they count: 1 page, 2,487 pages."""

from collections import Counter


def counted(number: int, one: str, many: str = "") -> str:
    """A number and its noun; `many` where the plural is not `one` and an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def counted_reasons(reasons: Counter[str]) -> str:
    """Reasons with how often each was met, the most frequent first; one of several pages is a page."""
    plurals = (" pages", " files")
    return ", ".join(f"{n:,} {each[:-1] if n == 1 and each.endswith(plurals) else each}" for each, n in reasons.most_common())
