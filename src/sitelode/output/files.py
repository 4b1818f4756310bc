"""Files that are either whole or not there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from sitelode.errors import ResultError


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Write a text file beside its place and move it there when it is complete; an interruption leaves what was there before."""
    unfinished = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        os.replace(unfinished, path)  # noqa: PTH105 (the atomic one, by its known name)
    except OSError as problem:
        raise ResultError(f"cannot write {path}: {problem.strerror or problem}; give another folder with -o") from problem
    finally:
        with suppress(OSError):  # where the folder is a file, even its absence cannot be asked for
            unfinished.unlink()
