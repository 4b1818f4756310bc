"""The cost of starting: one page in a new process, the first run after an installation, two threads, and the size of what is installed.

python -m bench.startup

CPU times, and ratios in one run; each time is the best of several. A first run is made to happen by copying the package to an empty folder,
so that nothing is left from an earlier one. The two threads are timed by the clock, so the machine must be idle; they read pages of the
example, which are small, so that most of the time goes to Python's own code, and made-up ones of a usual size.
"""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement

import sitelode
from bench.made_up_site import made_up_site
from sitelode.html.parse import parse
from sitelode.model import Fetched
from sitelode.wrappers.applying import Applier

EXAMPLE = Path("examples/site")
PAGE = EXAMPLE / "2031/03/library-forgives-fines.html"
ROUNDS = 5
THREAD_ROUNDS = 30
MADE_UP_PAGES = 80
OURS = f"import sitelode; sitelode.extract(open({str(PAGE)!r}, 'rb').read())"
PEER = f"import trafilatura; trafilatura.extract(open({str(PAGE)!r}, 'rb').read())"


def main() -> int:
    ours, peer = (min(_cpu([sys.executable, "-c", code]) for _ in range(ROUNDS)) for code in (OURS, PEER))
    print(f"one page in a new process: {ours:.2f} s, trafilatura {peer:.2f} s, ratio {ours / peer:.2f}")
    with TemporaryDirectory() as folder:
        first, later = _first_and_later(Path(folder))
    print(f"mining the example: first run {first:.2f} s, later runs {later:.2f} s, ratio {first / later:.2f}")
    small, usual = (_two_threads(list(pages)) for pages in (_example_pages(), _made_up_pages()))
    print(f"parsing and reading, two threads / one, by the clock: {small:.2f} on the example's pages, {usual:.2f} on pages of 60 KB")
    print(f"installed, with what it needs: {_installed_bytes() / 1e6:.0f} MB")
    return 0


def _cpu(command: list[str], **environment: str) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env=os.environ | environment)  # noqa: S603 (our own command)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _first_and_later(folder: Path) -> tuple[float, float]:
    """A copy of the package without what earlier runs left in it, and no home; Python's own bytecode is written by installing."""
    copy = folder / "package" / "sitelode"
    shutil.copytree(Path(sitelode.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(copy)], check=True)  # noqa: S603 (our own command)
    environment = {"PYTHONPATH": str(copy.parent), "HOME": str(folder / "home"), "XDG_CACHE_HOME": str(folder / "home")}
    command = [sys.executable, "-m", "sitelode", "mine", str(EXAMPLE), "-q", "-o"]
    first, *later = (_cpu([*command, str(folder / f"mined-{number}")], **environment) for number in range(4))
    return first, min(later)


def _example_pages() -> Iterator[Fetched]:
    for path in sorted(EXAMPLE.rglob("*.html")):
        yield Fetched(f"https://example.test/{path.relative_to(EXAMPLE)}", path.read_bytes())


def _made_up_pages() -> Iterator[Fetched]:
    for page in made_up_site(MADE_UP_PAGES):
        yield Fetched(page.url, page.html.encode())


def _two_threads(pages: list[Fetched]) -> float:
    applier = Applier(sitelode.mine(pages).wrapper(), text_only=True)
    bodies = [page.body for page in pages]

    def read(share: list[bytes]) -> None:
        for body in share:
            applier.read(parse(body))

    def by_two() -> None:
        threads = [threading.Thread(target=read, args=(bodies[half::2],)) for half in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    # Short and by turns: what else the machine does disturbs both alike, and some rounds not at all.
    rounds = [(_seconds(lambda: read(bodies)), _seconds(by_two)) for _ in range(THREAD_ROUNDS)]
    return min(two for _, two in rounds) / min(one for one, _ in rounds)


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _installed_bytes() -> int:
    """Files of the package and of everything it requires without extras, as the installer listed them."""
    known: set[str] = set()
    waiting = ["sitelode"]
    total = sum(file.stat().st_size for file in Path(sitelode.__file__).parent.rglob("*") if file.is_file())
    while waiting:
        name = waiting.pop().lower()
        if name in known:
            continue
        known.add(name)
        try:
            needed, files = requires(name) or [], distribution(name).files or []
        except PackageNotFoundError:
            continue  # a requirement of other platforms
        requirements = map(Requirement, needed)
        waiting.extend(each.name for each in requirements if each.marker is None or each.marker.evaluate({"extra": ""}))
        if name != "sitelode":
            total += sum(Path(str(file.locate())).stat().st_size for file in files if Path(str(file.locate())).is_file())
    return total


if __name__ == "__main__":
    sys.exit(main())
