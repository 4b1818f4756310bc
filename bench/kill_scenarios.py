"""The commands that `bench.kills` disturbs: what they start from, how they are called, and what must be the same in the end."""

import http.server
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from bench.fuzz import seed_pages
from sitelode import mine
from sitelode.model import Fetched
from sitelode.sources.choice import open_source

Run: TypeAlias = Callable[[Sequence[str]], None]
CACHES = ("site.sqlite", "learnt.npz", "renewal.npz")  # made anew where they are damaged; SQLite keeps files beside its own
ASIDE = ("-wal", "-shm", "-journal", ".lock")
UNFINISHED = (".unfinished", ".part", ".new")  # files being written; they may be left by a command that was killed, but not by the next
DELAY = 0.003  # seconds of the server, so that a crawl can be hit in the middle


@dataclass(frozen=True, slots=True)
class Contents:
    """The files of a folder, without caches."""

    files: dict[str, bytes]


def contents(folder: Path) -> Contents:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    names = {path.relative_to(folder).as_posix(): path for path in paths}
    return Contents({name: path.read_bytes() for name, path in names.items() if not _is_aside(name)})


def _is_aside(name: str) -> bool:
    return name.endswith((*CACHES, *ASIDE))


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    prepare: Callable[[Path, Run], None]  # make the folder that the command starts from
    command: tuple[str, ...]
    again: tuple[str, ...]  # how a disturbed command is taken up
    found: Callable[[Path], dict[str, Any]]  # what counts in the end
    fine: tuple[int, ...] = (0,)  # exit codes of a run that nothing disturbs
    kept_open: tuple[str, ...] = ()  # files that grow while it works, and that it mends itself

    def is_kept_open(self, name: str) -> bool:
        return name.endswith((*self.kept_open, *UNFINISHED))


def _write_pages(folder: Path, pages: dict[str, bytes]) -> None:
    for name, page in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(page)


def _files(folder: Path) -> dict[str, Any]:
    return {name: sha256(content).hexdigest() for name, content in contents(folder).files.items()}


def _old_pages() -> dict[str, bytes]:
    return {f"pages/story/{number}.html": seed_pages.article(number) for number in range(1, 9)}


def _redesigned(page: bytes) -> bytes:
    for old, new in (
        (b'<main id=main><article class="entry hentry">', b"<div class=page><section class=text>"),
        (b"</article>", b"</section>"),
        (b"</main>", b"</div>"),
        (b"<h1>", b"<h2 class=big>"),
        (b"</h1>", b"</h2>"),
    ):
        page = page.replace(old, new)
    return page


# Scenarios on files


def mining(_address: str) -> Scenario:
    """A result is made where an older one of fewer pages lies."""

    def prepare(folder: Path, run: Run) -> None:
        pages = _old_pages() | {f"pages/list/{number}.html": seed_pages.listing(number) for number in range(2)}
        _write_pages(folder, dict(list(pages.items())[:5]))
        run(("mine", "pages", "-o", "mined", "--markdown", "--csv", "-q"))
        _write_pages(folder, pages)

    command = ("mine", "pages", "-o", "mined", "--markdown", "--csv", "-q")
    return Scenario("mine", prepare, command, command, _files)


def repairing(_address: str) -> Scenario:
    def prepare(folder: Path, run: Run) -> None:
        _write_pages(folder, _old_pages())
        run(("mine", "pages", "-o", "mined", "-q"))
        _write_pages(folder, {name.replace("pages/", "new/"): _redesigned(page) for name, page in _old_pages().items()})

    command = ("repair", "mined/wrapper.json", "new", "-o", "mined/wrapper.json", "--date", "2031-03-04")
    return Scenario("repair", prepare, command, command, _files)


def teaching(_address: str) -> Scenario:
    def prepare(folder: Path, run: Run) -> None:
        _write_pages(folder, _old_pages())
        run(("mine", "pages", "-o", "mined", "-q"))

    examples = [part for number in (1, 2) for part in ("--example", f"story/{number}.html={number}.50")]
    command = ("teach", "mined/wrapper.json", "mined", "--field", "price", *examples, "--no-ask")
    return Scenario("teach", prepare, command, command, _files)


# Scenarios on a site


def _served_pages(version: int) -> dict[str, bytes]:
    links = "".join(f"<li><a href=/story/{number}.html>Story {number}</a>" for number in range(1, 9))
    stories = {
        f"story/{number}.html": seed_pages.article(number).replace(b"Part two", b"Part two, version %d" % version) for number in range(1, 9)
    }
    return {
        "index.html": f"<html><title>The Paper</title><ul>{links}</ul>".encode(),
        "robots.txt": b"User-agent: *\nCrawl-delay: 0\n",
        **stories,
    }


def _crawled(folder: Path) -> dict[str, Any]:
    """Each page with its content, and how often it is there."""
    found: dict[str, Any] = {}
    for item in open_source(folder / "site").items():
        if isinstance(item, Fetched):
            times, _ = found.get(item.url, (0, ""))
            found[item.url] = times + 1, sha256(item.body).hexdigest()
    return found


def crawling(address: str) -> Scenario:
    def prepare(_folder: Path, _run: Run) -> None:
        publish(1)

    command = ("crawl", address, "-o", "site", "--allow-private", "--delay", "0")
    return Scenario("crawl", prepare, command, (*command, "--resume"), _crawled, kept_open=(".warc.gz", ".jsonl", ".sqlite"))


def watching(address: str) -> Scenario:
    """Pages have changed since the last time."""

    def prepare(_folder: Path, run: Run) -> None:
        publish(1)
        run(command)
        publish(2)

    command = ("watch", address, "-o", "site", "--allow-private", "--delay", "0")
    return Scenario("watch", prepare, command, command, _crawled, (0, 2), kept_open=(".warc.gz", ".jsonl", ".sqlite"))


SCENARIOS: dict[str, Callable[[str], Scenario]] = {
    "mine": mining,
    "repair": repairing,
    "teach": teaching,
    "crawl": crawling,
    "watch": watching,
}

# The site itself: files that a small server gives, in a process of its own.

_PUBLISHED = Path(tempfile.gettempdir()) / f"sitelode-kills-{os.getpid()}"


def publish(version: int) -> None:
    _write_pages(_PUBLISHED, _served_pages(version))
    for path in _PUBLISHED.rglob("*.html"):
        os.utime(path, (1_900_000_000 + version, 1_900_000_000 + version))


@contextmanager
def served() -> Iterator[str]:
    """The address of the site; everything that commands need is loaded, too, before anything is forked."""
    list(mine([Fetched(f"https://site.example/{number}", seed_pages.article(number)) for number in range(3)]).articles)
    publish(1)
    server = _Server(("127.0.0.1", 0), _Handler)
    child = os.fork()
    if child == 0:
        server.serve_forever()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        server.server_close()
        shutil.rmtree(_PUBLISHED, ignore_errors=True)


class _Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are what this is about."""


class _Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *arguments: Any) -> None:  # noqa: ANN401 (as the server gives them)
        super().__init__(*arguments, directory=str(_PUBLISHED))

    def do_GET(self) -> None:
        time.sleep(DELAY)
        super().do_GET()

    def log_message(self, *_: object) -> None:
        pass
