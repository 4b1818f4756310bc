"""Numbers with the words they count: 1 page, 2,487 pages."""

from collections import Counter


def counted(number: int, one: str, many: str = "") -> str:
    """A number and its noun; `many` where the plural is not `one` and an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def counted_reasons(reasons: Counter[str]) -> str:
    """Reasons with how often each was met, the most frequent first; one of several pages is a page."""
    return ", ".join(f"{count:,} {_single(reason) if count == 1 else reason}" for reason, count in reasons.most_common())


def _single(reason: str) -> str:
    return reason.removesuffix("s") if reason.endswith((" pages", " files")) else reason
