"""The command: fuzz, print a table, keep what was found."""

import argparse
import resource
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bench.fuzz import children, file_targets, model_targets, page_targets, studio_target
from bench.fuzz.cases import Case
from bench.fuzz.children import Fuzzer, Results, warm_up
from bench.fuzz.shrinking import Shrinker, outcome_of
from bench.fuzz.target import Target

TARGETS = {target.name: target for target in (*page_targets.TARGETS, *file_targets.TARGETS, *model_targets.TARGETS, *studio_target.TARGETS)}
KEPT_IN = Path("fuzz-findings")


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    children.SECONDS *= options.slower
    if options.again:
        return run_again(options.again)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that starts it in the background has it ignored
    began, cpu = time.monotonic(), _cpu()
    chosen = [TARGETS[name] for name in options.targets.split(",")] if options.targets else list(TARGETS.values())
    results = Fuzzer(tuple(chosen), options.seed).run(options.pages)
    print(table(results))
    pages = sum(tally.pages for tally in results.tallies.values())
    print(
        f"\n{pages:,} pages in {time.monotonic() - began:,.0f} s, {_cpu() - cpu:,.0f} s of CPU; seed {options.seed}; {len(results.findings)} findings"
    )
    return keep(results, TARGETS, options.findings)


def _cpu() -> float:
    """Seconds of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def table(results: Results) -> str:
    lines = [
        "| target | cases | pages | refused, as documented | crashes | hangs | memory | undocumented | CPU ms a page | slowest case, CPU s |",
        "|---|" + "---:|" * 9,
    ]
    for name, tally in results.tallies.items():
        found = {
            kind: sum(count for (target, of, _), count in results.counts.items() if (target, of) == (name, kind))
            for kind in ("crash", "hang", "memory", "exception")
        }
        lines.append(
            f"| {name} | {tally.cases:,} | {tally.pages:,} | {tally.refused:,} | {' | '.join(map(str, found.values()))} | {1000 * tally.seconds / max(tally.pages, 1):.1f} | {tally.slowest:.2f} |"
        )
    return "\n".join(lines)


def keep(results: Results, targets: dict[str, Target], folder: Path) -> int:
    """A small case of each finding as a file; 1 where there is any."""
    for key, finding in results.findings.items():
        small = Shrinker(targets[finding.case.target], finding).shrunk()
        path = (small or finding).case.write(folder, f"{finding.kind}: {finding.what}")
        alone = "" if small else " (not on its own: it needs what ran before)"
        print(f"{finding.case.target}: {finding.kind}: {finding.what}; {results.counts[key]} cases; {path}{alone}")
    return int(bool(results.findings))


def run_again(paths: Sequence[Path]) -> int:
    """Cases that were kept: what they do now."""
    bad, cases = 0, {path: Case.read(path) for path in paths}
    warm_up(target for name, target in TARGETS.items() if target.forks and name in {case.target for case in cases.values()})
    for path, case in cases.items():
        found = outcome_of(TARGETS[case.target], case)
        bad += found is not None
        print(f"{path}: {f'{found.kind}: {found.what}' if found else 'as it should be'}")
    return int(bool(bad))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m bench.fuzz", description="Damaged and hostile input for everything that reads.")
    parser.add_argument("--pages", type=int, default=20_000, help="stop after so many (default: 20,000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same cases")
    parser.add_argument("--slower", type=float, default=1.0, help="times the CPU a case may take, for compiled code that is watched")
    parser.add_argument("--targets", default="", help=f"some of: {','.join(TARGETS)}")
    parser.add_argument("--findings", type=Path, default=KEPT_IN, metavar="FOLDER", help=f"where cases are kept (default: {KEPT_IN})")
    parser.add_argument("--again", type=Path, nargs="+", metavar="FILE", help="run cases that were kept")
    chosen = parser.parse_args(arguments)
    if unknown := set(filter(None, chosen.targets.split(","))) - TARGETS.keys():
        parser.error(f"no target is called {', '.join(sorted(unknown))}")
    return chosen


if __name__ == "__main__":
    sys.exit(main())
