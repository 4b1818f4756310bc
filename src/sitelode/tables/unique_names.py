"""Make column names unique within a table."""

from collections.abc import Iterable


def unique_names(names: Iterable[str], joint: str = "_", reserved: Iterable[str] = ()) -> list[str]:
    """The names, with a number added to those that occurred before or are reserved."""
    used = set(reserved)
    unique = []
    for name in names:
        candidate, number = name, 1
        while candidate in used:
            number += 1
            candidate = f"{name}{joint}{number}"
        used.add(candidate)
        unique.append(candidate)
    return unique
