"""Write files atomically: a file is either complete or not there."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from json import JSONEncoder
from pathlib import Path
from threading import get_ident
from typing import TextIO

from sitelode.errors import ResultError

json_text = JSONEncoder(ensure_ascii=False).encode
"""A value as JSON in one line; `json.dumps` makes an encoder for each."""

_PART = re.compile(r"\.([0-9a-f]{1,8})-[0-9a-f]{1,16}\.part$")  # the process and the thread that write it


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Yield a temporary path next to a file, and move it into place when the block ends; an interruption leaves the old file."""
    # A name of its own for each writer: two studios may write the same result.
    unfinished = path.with_name(f"{path.name}.{os.getpid():x}-{get_ident():x}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_parts_of_the_dead(path.parent)
        yield unfinished
        os.replace(unfinished, path)  # noqa: PTH105 (the atomic one, by its well-known name)
    except BaseException as problem:
        with suppress(OSError):  # if the parent folder is a file, the check for existence fails too
            unfinished.unlink()
        if isinstance(problem, OSError):
            raise ResultError(f"cannot write {path}: {problem.strerror or problem}; give another folder") from problem
        raise


@cache  # once a folder: there may be a file for each of many articles
def _remove_parts_of_the_dead(folder: Path) -> None:
    """What writers left behind that were killed."""
    if os.name != "posix":  # elsewhere asking for a process may end it
        return
    for part in folder.glob("*.part"):
        writer = _PART.search(part.name)
        try:
            if writer is not None:
                os.kill(int(writer[1], 16), 0)
        except ProcessLookupError:
            part.unlink(missing_ok=True)
        except OSError:  # another user's process
            continue


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Write a text file that is either complete or not there."""
    with whole(path) as unfinished, unfinished.open("w", encoding="utf-8", newline="\n") as file:
        yield file


def write_whole(path: Path, text: str) -> None:
    """The same of a text that is there: written in one piece, which takes half the time."""
    with whole(path) as unfinished:
        unfinished.write_bytes(text.encode("utf-8", "replace"))
