"""Time and memory as a site grows: python -m bench.growth --help.

Each size is mined in a separate process, so that each has its own memory peak. Needs no corpora: the site is made up, unless --real asks
for the pages of a real one, repeated under other addresses and with other letters until there are enough.
"""

import argparse
import json
import math
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.corpora import corpora_folder, read
from bench.made_up_site import made_up_site

BASE_PAGES = 100
TIMES = (1, 10, 100)
MEMORY_LIMIT = 2_000_000_000  # bytes, promised for PROMISED_PAGES pages of 60 KB
PROMISED_PAGES = 10_000
REAL_SITE = "sites3/we-change"
LETTERS = "ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی"  # of its language; those of a copy are moved on by its number
_TEXT = re.compile(r">[^<>]+<")
WARM_UP_PAGES = 10  # mined untimed first, so that imports and compiled kernels do not count as pages
# Linux counts in kilobytes, macOS in bytes.
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Measured:
    pages: int
    html_bytes: int
    articles: int
    cpu_seconds: float
    wall_seconds: float
    peak_bytes: int


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    if options.measure:
        print(json.dumps(asdict(mine_and_measure(options.measure))))
        return 0
    rows: list[Measured] = []
    print(_line("pages", "MB", "articles", "CPU s", "wall s", "pages / CPU s", "speed to first", "growth exponent", "peak MB"))
    print("| " + " | ".join(["---:"] * 9) + " |")
    for times in options.times:
        rows.append(measured_in_a_child(options.pages * times, is_real=options.real))
        print(_row(rows), flush=True)
    return _verdict(rows)


def repeated_site(count: int, largest: int = PROMISED_PAGES) -> Iterator[dict[str, str]]:
    """An even part of the largest site, so that every size has pages of every copy."""
    pages = [(str(page["url"]), str(page["html"])) for page in read(corpora_folder() / REAL_SITE / "pages.jsonl.xz")]
    root = "/".join(pages[0][0].split("/")[:3]) + "/"
    for number in range(count):
        copy, place = divmod(number * max(largest, count) // count, len(pages))
        url, html = pages[place]
        other = str.maketrans(LETTERS, LETTERS[copy:] + LETTERS[:copy])
        texts = _TEXT.sub(lambda text: text[0].translate(other), html)  # noqa: B023 (called at once)
        yield {
            "url": url.replace(root, f"{root}c{copy}/"),
            "html": texts.replace(root, f"{root}c{copy}/").replace('href="/', f'href="/c{copy}/'),
        }


def measured_in_a_child(pages: int, *, is_real: bool = False) -> Measured:
    with tempfile.TemporaryDirectory(prefix="sitelode-growth-") as folder:
        file = Path(folder) / "site.jsonl"
        with file.open("w", encoding="utf-8") as lines:
            for page in repeated_site(pages) if is_real else map(asdict, made_up_site(pages)):
                lines.write(json.dumps(page) + "\n")
        # A child's peak starts at its parent's size, so the site is written page by page and never held here.
        command = [sys.executable, "-m", "bench.growth", "--measure", str(file)]
        child = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603 (this very module)
    return Measured(**json.loads(child.stdout))


def mine_and_measure(file: Path) -> Measured:
    from sitelode import Fetched, mine  # noqa: PLC0415 (the parent stays small without it)

    warm_up = (Fetched(page.url, page.html.encode(), "text/html; charset=utf-8") for page in made_up_site(WARM_UP_PAGES, seed=1))
    for _ in mine(warm_up).articles:
        pass
    cpu, wall = _cpu_seconds(), time.perf_counter()
    mined = mine(file)
    articles = sum(1 for _ in mined.articles)
    cpu, wall = _cpu_seconds() - cpu, time.perf_counter() - wall
    html_bytes = sum(entry.size for entry in mined.site.all_entries)
    return Measured(len(mined.site.all_entries), html_bytes, articles, cpu, wall, _peak_bytes())


def _cpu_seconds() -> float:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _peak_bytes() -> int:
    """The process at its largest, and its largest child, should it have started any."""
    return MAXRSS_UNIT * sum(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def _row(rows: Sequence[Measured]) -> str:
    first, last = rows[0], rows[-1]
    exponent = f"{growth_exponent(rows[-2], last):.2f}" if len(rows) > 1 else ""
    return _line(
        f"{last.pages:,}", f"{last.html_bytes / 1e6:.0f}", f"{last.articles:,}", f"{last.cpu_seconds:.2f}", f"{last.wall_seconds:.2f}",
        f"{_speed(last):.0f}", f"{_speed(last) / _speed(first):.2f}", exponent, f"{last.peak_bytes / 1e6:.0f}",
    )  # fmt: skip


def growth_exponent(smaller: Measured, larger: Measured) -> float:
    """The power of the number of pages that CPU time grows with: 1 is linear, 2 quadratic."""
    return math.log(larger.cpu_seconds / smaller.cpu_seconds) / math.log(larger.pages / smaller.pages)


def _speed(measured: Measured) -> float:
    return measured.pages / measured.cpu_seconds


def _verdict(rows: Sequence[Measured]) -> int:
    largest = rows[-1]
    if largest.pages < PROMISED_PAGES:
        print(f"\nThe promise, {PROMISED_PAGES:,} pages within {MEMORY_LIMIT / 1e9:.0f} GB, was not tried: {largest.pages:,} pages.")
        return 0
    kept = largest.peak_bytes <= MEMORY_LIMIT
    print(f"\n{largest.pages:,} pages took {largest.peak_bytes / 1e9:.2f} GB; {'within' if kept else 'OVER'} {MEMORY_LIMIT / 1e9:.0f} GB.")
    return 0 if kept else 1


def _line(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m bench.growth", description="Mine a made-up site in several sizes; fails when memory does.")
    parser.add_argument("--pages", type=int, default=BASE_PAGES, help=f"pages of the smallest site (default: {BASE_PAGES})")
    parser.add_argument("--times", type=int, nargs="+", default=TIMES, help="sizes as multiples of it, rising (default: 1 10 100)")
    parser.add_argument("--real", action="store_true", help=f"repeat the pages of {REAL_SITE} instead")
    parser.add_argument("--measure", type=Path, metavar="FILE", help=argparse.SUPPRESS)  # what a child is asked to do
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
