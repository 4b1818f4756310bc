"""Files that are either whole or not there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from sitelode.errors import ResultError


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Give the place beside a file where to write it, and move it when it is complete; an interruption leaves what was there before."""
    unfinished = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield unfinished
        os.replace(unfinished, path)  # noqa: PTH105 (the atomic one, by its known name)
    except OSError as problem:
        raise ResultError(f"cannot write {path}: {problem.strerror or problem}; give another folder with -o") from problem
    finally:
        with suppress(OSError):  # where the folder is a file, even its absence cannot be asked for
            unfinished.unlink()


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Write a text file that is either whole or not there."""
    with whole(path) as unfinished, unfinished.open("w", encoding="utf-8", newline="\n") as file:
        yield file
