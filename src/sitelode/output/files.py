"""Write files atomically: a file is either complete or not there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from threading import get_ident
from typing import TextIO

from sitelode.errors import ResultError


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Yield a temporary path next to a file, and move it into place when the block ends; an interruption leaves the old file."""
    # A name of its own for each writer: two studios may write the same result.
    unfinished = path.with_name(f"{path.name}.{os.getpid():x}-{get_ident():x}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_parts_of_the_dead(path)
        yield unfinished
        os.replace(unfinished, path)  # noqa: PTH105 (the atomic one, by its well-known name)
    except OSError as problem:
        raise ResultError(f"cannot write {path}: {problem.strerror or problem}; give another folder with -o") from problem
    finally:
        with suppress(OSError):  # if the parent folder is a file, the check for existence fails too
            unfinished.unlink()


def _remove_parts_of_the_dead(path: Path) -> None:
    """What a writer left behind that was killed."""
    if os.name != "posix":  # elsewhere asking for a process may end it
        return
    for part in path.parent.glob(f"{escape(path.name)}.*-*.part"):
        writer = part.name.removeprefix(f"{path.name}.").partition("-")[0]
        try:
            os.kill(int(writer, 16), 0)
        except ProcessLookupError:
            part.unlink(missing_ok=True)
        except (ValueError, OSError):  # no part of ours, or of another user's process
            continue


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Write a text file that is either complete or not there."""
    with whole(path) as unfinished, unfinished.open("w", encoding="utf-8", newline="\n") as file:
        yield file
