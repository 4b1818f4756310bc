"""Learning makes hundreds of thousands of small objects and hardly a cycle: looking for cycles among them seldom is enough."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

NEW_OBJECTS: Final = 50_000  # between two looks; some megabytes


@contextmanager
def relaxed_gc() -> Iterator[None]:
    """Python looks for cycles seldom within; what the program has set before holds again afterwards."""
    before = gc.get_threshold()
    if 0 < before[0] < NEW_OBJECTS:
        gc.set_threshold(NEW_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
