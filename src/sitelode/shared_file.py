"""Files that people give each other: wrappers, lessons, corrections, models, rules. One reader for all of them.

A file is read whole, up to a bound, and only if it is a regular one: a pipe would never end, a device is no file. Everything that goes
wrong is one line of the caller's kind of error, with what the user can do.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from sitelode.errors import SitelodeError

LONGEST_PROBLEM = 200  # characters of another library's words that a message repeats


@dataclass(frozen=True, slots=True)
class SharedFile:
    """A kind of file: how large it may be, and what to say when it is none."""

    what: str  # "wrapper"
    most_bytes: int
    error: type[SitelodeError]
    remedy: str

    def content(self, path: Path) -> bytes:
        """All bytes of a file."""
        place = str(path)[:LONGEST_PROBLEM]
        if special := kind_of_special_file(path):
            raise self.error(f"cannot read {place}: it is {special}, no file; {self.remedy}")
        try:
            with path.open("rb") as file:
                # No more than there is: room for all that is asked for would be taken first.
                content = file.read(min(self.most_bytes, os.fstat(file.fileno()).st_size) + 1)
        except (OSError, ValueError) as problem:  # a name with a NUL is a ValueError
            raise self.error(f"cannot read {place}: {getattr(problem, 'strerror', None) or problem}; {self.remedy}") from problem
        if len(content) > self.most_bytes:
            raise self.error(f"cannot read {place}: it has more than {self.most_bytes:,} bytes, which no {self.what} needs; {self.remedy}")
        return content

    def json(self, path: Path) -> Any:  # noqa: ANN401 (read from a file: anything)
        """The JSON of a file: text, numbers, lists and dictionaries, not yet checked."""
        return self.decoded(self.content(path), str(path)[:LONGEST_PROBLEM])

    def decoded(self, content: bytes, place: str) -> Any:  # noqa: ANN401 (as above)
        """The same for bytes that were read already."""
        try:
            return msgspec.json.decode(content)
        except (msgspec.MsgspecError, ValueError, RecursionError, MemoryError) as problem:
            said = " ".join(str(problem).split())[:LONGEST_PROBLEM] or type(problem).__name__
            raise self.error(f"cannot read {place}: it is not JSON ({said}); {self.remedy}") from problem


@contextmanager
def only_writer(path: Path) -> Iterator[None]:
    """Keep others who ask for it from changing the files of a folder, while the block reads one of them and writes it anew.

    The folder itself is locked: a file would be replaced together with its lock. Where a system has no such lock, nothing keeps two
    writers apart.
    """
    try:
        import fcntl  # noqa: PLC0415 (not on Windows)

        folder = os.open(path.parent, os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def kind_of_special_file(path: Path) -> str:
    """What stands in place of a file; empty for files, and where there is nothing. To open a pipe is to wait for whoever writes into it."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return ""
    kinds = ((stat.S_ISREG, ""), (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))
    return next((name for holds, name in kinds if holds(mode)), "a device")
