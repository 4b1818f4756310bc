"""How far the work is: a callback that every stage is given."""

from typing import Protocol


class Progress(Protocol):
    """Told how far the work is; see `cli/terminal.py` for one that draws bars."""

    def __call__(self, stage: str, done: int, expected: int | None) -> None: ...


def no_progress(stage: str, done: int, expected: int | None) -> None:
    """Say nothing."""
