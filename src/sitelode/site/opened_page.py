"""Pages parsed and packed for the store: here, or in several processes at once, in the order in which they come.

Between processes go names of files. A file holds the bytes of some pages, and then what was made of them: packed columns and links, and
what repetitions are found by.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sitelode.errors import PageError
from sitelode.html.page import Page
from sitelode.html.parse import ParseLimits, parse
from sitelode.model import Dropped, Fetched
from sitelode.processes import result_of, worker_pool
from sitelode.site.columns_file import pack_columns
from sitelode.site.page_links import LinkReader
from sitelode.site.page_marks import PageMarks, marks_of
from sitelode.site.page_trial import PageTrial
from sitelode.site.store import PackedPage, SiteStore
from sitelode.urls import LONGEST_URL, normalise

if TYPE_CHECKING:
    from concurrent.futures import Future

PAGES_AT_ONCE: Final = 64  # of one file; both bounds are set by hand
BYTES_AT_ONCE: Final = 8_000_000
Item = Fetched | Dropped


@dataclass(frozen=True, slots=True)
class OpenedPage:
    """A page that was parsed."""

    page: Page | PackedPage
    links: bytes | None
    marks: PageMarks
    digest: bytes  # of the source


@dataclass(frozen=True, slots=True)
class NotOpened:
    """Why it could not be."""

    reason: str
    detail: str


def address_of(item: Fetched) -> str:
    """What is no address may be kept as a name, but not at any length: addresses are compared in many ways."""
    return normalise(item.url) or (item.url if len(item.url) <= LONGEST_URL else "")


def opened_page(item: Fetched, limits: ParseLimits, trial: PageTrial, links: LinkReader | None) -> OpenedPage | NotOpened:
    """Parse a page in this process."""
    try:
        trial.check(item)
        page = parse(item.body, address_of(item), item.content_type, limits)
    except PageError as problem:
        return NotOpened(problem.reason, str(problem))
    return OpenedPage(page, links.links_of(page).to_bytes() if links else None, marks_of(page), SiteStore.digest_of(item.body))


def opened_ahead(
    items: Iterable[Item], is_wanted: Callable[[Fetched], bool], limits: ParseLimits, jobs: int
) -> Iterator[tuple[Item, OpenedPage | NotOpened | None]]:
    """Every item with its page, parsed by one of several processes; None for items that are not wanted.

    Raises:
        ResultError: if a process is killed.

    """
    with TemporaryDirectory(prefix="sitelode-pages-") as folder, worker_pool(jobs) as pool:
        waiting: deque[tuple[list[Item], list[bool], Future[str] | None]] = deque()
        for number, window in enumerate(_windows(items)):
            wanted = [isinstance(item, Fetched) and is_wanted(item) for item in window]
            pages = [item for item, is_page in zip(window, wanted, strict=True) if is_page and isinstance(item, Fetched)]
            name = f"{folder}/{number}"
            if pages:
                _write(Path(name), [[address_of(each), each.content_type] for each in pages], [each.body for each in pages])
            waiting.append((window, wanted, pool.submit(open_window, name, limits) if pages else None))
            if len(waiting) > 2 * jobs:
                yield from _answers(*waiting.popleft())
        while waiting:
            yield from _answers(*waiting.popleft())


def _windows(items: Iterable[Item]) -> Iterator[list[Item]]:
    window, size = list[Item](), 0
    for item in items:
        window.append(item)
        size += len(item.body) if isinstance(item, Fetched) else 0
        if len(window) == PAGES_AT_ONCE or size >= BYTES_AT_ONCE:
            yield window
            window, size = [], 0
    if window:
        yield window


def _answers(
    window: Sequence[Item], wanted: Sequence[bool], answer: "Future[str] | None"
) -> Iterator[tuple[Item, OpenedPage | NotOpened | None]]:
    pages = _read_opened(Path(result_of(answer))) if answer is not None else iter(())
    for item, is_page in zip(window, wanted, strict=True):
        yield item, next(pages) if is_page else None


def open_window(name: str, limits: ParseLimits) -> str:
    """In a process of its own: parse the pages of a file; gives the name of the file with what was made of them."""
    abouts, bodies = _read(Path(name))
    Path(name).unlink()
    links, made = LinkReader(), list[Any]()
    parts: list[bytes] = []
    with PageTrial(limits) as trial:
        for (url, content_type), body in zip(abouts, bodies, strict=True):
            opened = opened_page(Fetched(url, body, content_type), limits, trial, links)
            if isinstance(opened, NotOpened):
                made.append([opened.reason, opened.detail])
                continue
            page, marks = opened.page, opened.marks
            assert isinstance(page, Page), "parsed here"
            made.append([page.encoding, "; ".join(page.repairs), marks.title, marks.canonical])
            parts += [pack_columns(page.columns), opened.links or b"", opened.digest]
            parts += [marks.text, marks.codes.tobytes(), marks.widths.tobytes()]
    _write(Path(f"{name}.made"), made, parts)
    return f"{name}.made"


def _read_opened(path: Path) -> Iterator[OpenedPage | NotOpened]:
    made, parts = _read(path)
    path.unlink()
    rest = iter(parts)
    for about in made:
        if len(about) == len(NotOpened.__slots__):
            yield NotOpened(*about)
            continue
        encoding, repairs, title, canonical = about
        columns, links, digest, text, codes, widths = (next(rest) for _ in range(6))
        marks = PageMarks(text, title, canonical, np.frombuffer(codes, np.uint64), np.frombuffer(widths, np.int32))
        yield OpenedPage(PackedPage(encoding, repairs, columns), links, marks, digest)


def _write(path: Path, about: list[Any], parts: Sequence[bytes]) -> None:
    head = json.dumps([about, [len(each) for each in parts]]).encode()
    with path.open("wb") as file:
        file.write(len(head).to_bytes(8, "little") + head)
        file.writelines(parts)


def _read(path: Path) -> tuple[list[Any], list[bytes]]:
    with path.open("rb") as file:
        about, lengths = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        return about, [file.read(length) for length in lengths]
