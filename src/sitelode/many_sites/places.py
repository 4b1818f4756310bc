"""Folders that several machines can reach: on disk, or any address that fsspec knows (s3://, gs://, file://).

A worker reads from a local copy and writes into a local folder that is carried over when it is whole, so that the rest of the program only
ever sees files. On disk nothing is copied.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TypeAlias, cast

from sitelode.errors import ResultError
from sitelode.output.files import whole
from sitelode.sources.files import SCHEME, file_system

_LOCAL = "file://"


def place_at(address: str | Path) -> "Place":
    """The place at an address; its folder is made when something is written."""
    text = str(address)
    if SCHEME in text and not text.startswith(_LOCAL):
        return RemotePlace(text)
    return LocalPlace(Path(text.removeprefix(_LOCAL)))


class LocalPlace:
    """A folder on a disk that every worker sees."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self, folder: str) -> list[str]:
        """What lies in a folder of it, in order; nothing where there is no such folder."""
        found = self.folder / folder
        return sorted(each.name for each in found.iterdir()) if found.is_dir() else []

    def read(self, name: str) -> bytes | None:
        """The bytes of a file; None where there is none."""
        try:
            return (self.folder / name).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as problem:
            raise ResultError(f"cannot read {self.folder / name}: {problem.strerror or problem}") from problem

    def write(self, name: str, data: bytes) -> None:
        """Write a file, whole or not at all."""
        with whole(self.folder / name) as unfinished:
            unfinished.write_bytes(data)

    def copy(self, name: str, to: str) -> None:
        """Copy a file, which may be larger than memory; nothing where there is none."""
        if (self.folder / name).is_file():
            with whole(self.folder / to) as unfinished:
                shutil.copyfile(self.folder / name, unfinished)

    @contextmanager
    def fetched(self, folder: str) -> Iterator[Path]:
        """A local folder with what lies in that folder."""
        yield self.folder / folder

    @contextmanager
    def filled(self, folder: str) -> Iterator[Path]:
        """A local folder to write into; what is in it lies in that folder afterwards."""
        path = self.folder / folder
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise ResultError(f"cannot write {path}: {problem.strerror or problem}; give another folder") from problem
        yield path


class RemotePlace:
    """A folder behind an address, through fsspec; the same methods."""

    def __init__(self, address: str) -> None:
        self._files, root = file_system(address)
        self.address, self._root = address, PurePosixPath(root)

    def names(self, folder: str) -> list[str]:
        try:
            found = self._files.ls(str(self._root / folder), detail=False)
        except FileNotFoundError:
            return []
        return sorted({PurePosixPath(each).name for each in found})

    def read(self, name: str) -> bytes | None:
        try:
            return cast("bytes", self._files.cat_file(str(self._root / name)))
        except (FileNotFoundError, IsADirectoryError):
            return None

    def write(self, name: str, data: bytes) -> None:
        path = str(self._root / name)
        with self._told(path):
            self._files.makedirs(str(PurePosixPath(path).parent), exist_ok=True)
            self._files.pipe_file(path, data)

    def copy(self, name: str, to: str) -> None:
        path = str(self._root / to)
        with self._told(path):
            if self._files.isfile(str(self._root / name)):
                self._files.makedirs(str(PurePosixPath(path).parent), exist_ok=True)
                self._files.cp_file(str(self._root / name), path)

    @contextmanager
    def fetched(self, folder: str) -> Iterator[Path]:
        with tempfile.TemporaryDirectory(prefix="sitelode-") as local:
            for name in self.names(folder):
                self._files.get_file(str(self._root / folder / name), str(Path(local) / name))
            yield Path(local)

    @contextmanager
    def filled(self, folder: str) -> Iterator[Path]:
        local = Path(tempfile.mkdtemp(prefix="sitelode-"))
        try:
            yield local
            for path in sorted(each for each in local.rglob("*") if each.is_file()):
                target = str(self._root / folder / path.relative_to(local).as_posix())
                with self._told(target):
                    self._files.makedirs(str(PurePosixPath(target).parent), exist_ok=True)
                    self._files.put_file(str(path), target)
        finally:
            shutil.rmtree(local, ignore_errors=True)

    @contextmanager
    def _told(self, path: str) -> Iterator[None]:
        try:
            yield
        except OSError as problem:
            raise ResultError(f"cannot write {path} at {self.address}: {problem}; check the address and your rights") from problem


Place: TypeAlias = LocalPlace | RemotePlace
