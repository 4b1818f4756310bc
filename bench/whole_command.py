"""What a user runs, beside trafilatura over the same pages: CPU time of `sitelode mine`, start-up and all files included.

    python -m bench.whole_command            twelve whole sites of sites, sites2 and sites3
    python -m bench.whole_command --sample   three small ones

Each site is mined as a child process, with `--markdown --csv` and without, and trafilatura reads its pages as another one: the text and its
metadata, written as Markdown. CPU seconds and peak memory are those that the system counts for each child. The three take turns on every
site, so that a busy machine costs all of them alike.
"""

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from bench.corpora import corpora_folder, read

SITES = {
    "sites": ("daliansky", "90minutos", "dig-eg-gaz", "ucf-news"),
    "sites2": ("nokto", "breakpoverty", "komasaru", "bfi"),
    "sites3": ("transito-ar", "newfor", "phila-gov", "we-change"),
}
SAMPLE = 1  # sites of each
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024  # Linux counts in kilobytes, macOS in bytes


@dataclass(frozen=True, slots=True)
class Cost:
    cpu: float  # seconds
    peak: float  # megabytes


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m bench.whole_command")
    options.add_argument("--sample", action="store_true", help="one site of each corpus")
    options.add_argument("--peer", nargs=2, metavar=("PAGES", "TO"), help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.peer:
        return _read_by_peer(*map(Path, given.peer))
    _cost("-m", "sitelode", "mine", "examples/site", "-q", "-o", "-")
    totals: dict[str, list[Cost]] = {"forms": [], "plain": [], "trafilatura": []}
    print(f"{'site':<16}{'pages':>7}{'--markdown --csv':>18}{'plain':>10}{'trafilatura':>13}   ms of CPU a page; peak MB")
    for corpus, names in SITES.items():
        for name in names[: SAMPLE if given.sample else None]:
            pages, costs = _measured(corpus, name)
            for system, cost in costs.items():
                totals[system].append(cost)
            shown = [f"{1000 * cost.cpu / pages:.1f}" for cost in costs.values()]
            print(f"{name:<16}{pages:>7}{shown[0]:>18}{shown[1]:>10}{shown[2]:>13}   {costs['forms'].peak:.0f}", flush=True)
    forms, plain, peer = (sum(cost.cpu for cost in totals[system]) for system in totals)
    print(f"of trafilatura's CPU: {forms / peer:.2f} with --markdown --csv, {plain / peer:.2f} without", end="; ")
    print(f"peak memory {max(cost.peak for cost in totals['forms']):.0f} MB")
    return 0


def _measured(corpus: str, name: str) -> tuple[int, dict[str, Cost]]:
    """How many pages a site has, and what each system costs."""
    with TemporaryDirectory() as temporary:
        source, to = Path(temporary) / "pages.jsonl", Path(temporary)
        count = 0
        with source.open("w", encoding="utf-8") as lines:
            for page in read(corpora_folder() / corpus / name / "pages.jsonl.xz"):
                url = str(page["url"])
                address = url if "://" in url else f"https://{name}.example/{url.lstrip('/')}"
                lines.write(json.dumps({"url": address, "html": page["html"]}) + "\n")
                count += 1
        mine = ("-m", "sitelode", "mine", str(source), "-q", "-o")
        return count, {
            "forms": _cost(*mine, str(to / "forms"), "--markdown", "--csv"),
            "plain": _cost(*mine, str(to / "plain")),
            "trafilatura": _cost("-m", "bench.whole_command", "--peer", str(source), str(to / "peer.md")),
        }


def _cost(*arguments: str) -> Cost:
    quiet = subprocess.DEVNULL
    child = subprocess.Popen([sys.executable, *arguments], stdout=quiet, stderr=quiet, env=_environment())  # noqa: S603 (our own)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {child.returncode}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss * MAXRSS_UNIT / 1e6)


@cache
def _environment() -> dict[str, str]:
    """Modules are compiled once, as by an installation, whatever this environment says."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(Path(gettempdir()) / "whole_command_bytecode")}


def _read_by_peer(source: Path, to: Path) -> int:
    from trafilatura import extract  # noqa: PLC0415 (a peer is loaded when it runs)

    with source.open(encoding="utf-8") as lines, to.open("w", encoding="utf-8") as written:
        for page in map(json.loads, lines):
            text = extract(page["html"], url=page["url"], output_format="markdown", with_metadata=True)
            written.write(f"{text or ''}\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
