"""A page that was given alone, in a file or through a pipe: its address, and its frames where it is a frameset.

The frames of a file are looked for beside it and in folders below, never elsewhere, and a pipe has none.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote_to_bytes

from sitelode.errors import PageError, SourceNotFoundError
from sitelode.model import Dropped, Fetched
from sitelode.sources.files import NameKind, kind_of_name, read_page
from sitelode.sources.frames.framesets import MOST_BYTES, with_frames
from sitelode.sources.mirror_layout import file_address
from sitelode.sources.saved_page import HEAD_BYTES, canonical_address, claims_of, saved_from_address
from sitelode.sources.source import SourceLimits, dropped_page, page_or_reason
from sitelode.urls import normalise


class HtmlFileSource:
    """One saved page."""

    expected = 1
    aliases: Mapping[str, str] = {}
    feeds: Sequence[Fetched] = ()

    def __init__(self, path: Path, limits: SourceLimits) -> None:
        self.name, self.limits = str(path), limits
        self._path = path

    def items(self) -> Iterator[Fetched | Dropped]:
        kind = kind_of_name(self._path.name) or NameKind(None, packed=False)
        try:
            body = read_page(str(self._path), kind, self.limits)
        except FileNotFoundError as error:
            raise SourceNotFoundError(self.name) from error
        except OSError as error:
            yield Dropped(self.name, "unreadable", error.strerror or str(error))
        except PageError as error:
            yield dropped_page(self.name, error)
        else:
            yield from lone_page(body, self.name, self.limits, path=self._path, presumed_type="text/html")


def lone_page(
    body: bytes, name: str, limits: SourceLimits, *, path: Path | None = None, presumed_type: str | None = None
) -> Iterator[Fetched | Dropped]:
    """Make a page from bytes whose address no surrounding site can tell; without a path it came through a pipe."""
    claims = claims_of(body[:HEAD_BYTES])
    made_up = file_address((path or Path(name)).name)
    address = saved_from_address(claims) or canonical_address(claims) or made_up
    page = page_or_reason(Fetched(address, body, origin=name, fetched_at=claims.fetched_at), limits, presumed_type=presumed_type)
    if isinstance(page, Dropped):
        yield page
    elif path is None:
        yield from with_frames(page, _none_in_a_pipe)
    else:
        # A made-up address has no folders above it, so that "../menu.html" would seem to be beside the page.
        known_by = replace(page, url=path.absolute().as_uri()) if address == made_up else page
        files = _FilesBeside(path, known_by.url, limits)
        for item in with_frames(known_by, files):
            yield replace(item, url=page.url) if isinstance(item, Fetched) else replace(item, detail=item.detail.replace(files.base, "", 1))


def _none_in_a_pipe(addresses: Iterable[str]) -> Iterator[Dropped]:
    yield from (Dropped(address, "no file", "a pipe has no files beside it; give the file's name") for address in addresses)


class _FilesBeside:
    """Finds frames as files in the folder of a page, and in no other."""

    def __init__(self, path: Path, address: str, limits: SourceLimits) -> None:
        self._folder = os.path.realpath(path.parent)
        self.base = (normalise(address) or address).rpartition("/")[0] + "/"
        self._room = min(MOST_BYTES, limits.max_page_bytes)  # bytes of all frames

    def __call__(self, addresses: Iterable[str]) -> Iterator[Fetched | Dropped]:
        for address in addresses:
            try:
                yield self._page(address)
            except PageError as error:
                yield Dropped(address, error.reason, str(error))
            except (OSError, ValueError) as error:  # a name with a NUL, one that is too long
                yield Dropped(address, "unreadable", getattr(error, "strerror", None) or str(error))

    def _page(self, address: str) -> Fetched | Dropped:
        if not address.startswith(self.base):
            return Dropped(address, "outside", "only files in the folder of the page are read")
        rest = address.removeprefix(self.base)
        path = next((found for name in (rest, rest.partition("?")[0]) if (found := self._file(name)) is not None), None)
        if path is None:
            return Dropped(address, "no file", "there is no such file in the folder of the page")
        kind = kind_of_name(Path(path).name)
        if kind is None:
            return Dropped(address, "not HTML", "no page by its name")
        limits = SourceLimits(self._room)
        frame = page_or_reason(Fetched(address, read_page(path, kind, limits)), limits, presumed_type=kind.presumed_type)
        if isinstance(frame, Dropped):
            return replace(frame, where=address)
        self._room -= len(frame.body)
        return frame

    def _file(self, name: str) -> str | None:
        """The file of this name, if it is inside the folder, also by where symbolic links lead."""
        path = os.path.realpath(self._folder + os.sep + os.fsdecode(unquote_to_bytes(name)))
        return path if path.startswith(self._folder.rstrip(os.sep) + os.sep) and Path(path).is_file() else None
