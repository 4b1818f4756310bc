"""Wrappers on sites that change: survival, verdict and repair on real redesigns, step by step.

python -m bench.drift [--sites N] [--without-known]

For every step between two snapshots of the drift corpus: the wrapper learnt on the older one is applied to the newer one, judged, and
repaired; its F1 of the text is compared with mining the newer snapshot from scratch. ../shared/score/drift.py gives the same figures
without the steps; `--without-known` shows how verification and repair work if no article was remembered.
"""

import argparse
import json
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.adapters import drift
from bench.corpora import CorpusNotFoundError, Row, corpora_folder, read
from bench.metric import agreement

SURVIVES_FROM = 0.9  # F1
STILL_GOOD = 0.95  # of the F1 of fresh mining
COLUMNS = ("survival", "before", "after", "fresh", "after / fresh", "verdict right")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, help="how many sites (all unless told)")
    parser.add_argument("--without-known", action="store_true", help="remember no articles")
    options = parser.parse_args(arguments)
    by_kind: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    try:
        for step in steps(options.sites):
            by_kind[step.kind].append(_measured(step, with_known=not options.without_known))
    except CorpusNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"\n{'kind':<12}{'steps':>6}" + "".join(f"{name:>15}" for name in COLUMNS))
    for kind, rows in by_kind.items():
        means = [statistics.fmean(column) for column in zip(*rows, strict=True)]
        print(f"{kind:<12}{len(rows):>6}" + "".join(f"{value:>15.3f}" for value in means))
    return 0


@dataclass(frozen=True)
class Step:
    """Two snapshots of a site, one after the other."""

    name: str
    kind: str  # of the change: none, small, redesign
    old: list[Row]
    new: list[Row]


def steps(sites: int | None) -> Iterator[Step]:
    for folder in sorted((corpora_folder() / "drift").iterdir())[:sites]:
        for step in json.loads((folder / "drift.json").read_text(encoding="utf-8"))["steps"]:
            old, new = (list(read(folder / f"snapshot-{step[end]}.jsonl.xz")) for end in ("from", "to"))
            yield Step(f"{folder.name:<16}{step['from']} to {step['to']}", step["kind"], old, new)


def figures_of(answer: Mapping[str, Any], new: Sequence[Row]) -> tuple[float, ...]:
    """What an answer in the form of `adapters.drift` is worth, column by column."""
    before, after, fresh = (_scores(answer[name], new) for name in ("before", "after", "fresh"))
    still_good = statistics.fmean(before) >= STILL_GOOD * statistics.fmean(fresh)
    return (
        statistics.fmean(score >= SURVIVES_FROM for score in before),
        statistics.fmean(before),
        statistics.fmean(after),
        statistics.fmean(fresh),
        statistics.fmean(after) / max(statistics.fmean(fresh), 1e-9),
        float((answer["verdict"] == "fits") == still_good),
    )


def _measured(step: Step, *, with_known: bool) -> tuple[float, ...]:
    answer = drift(step.old, step.new, with_known=with_known)
    row = figures_of(answer, step.new)
    print(f"{step.name}  {step.kind:<10}{answer['verdict']:<10}{' '.join(f'{value:.3f}' for value in row)}", flush=True)
    return row


def _scores(texts: dict[Any, str], pages: Sequence[Row]) -> list[float]:
    return [agreement(texts.get(page["id"]) or "", page["body"]).f1 for page in pages]


if __name__ == "__main__":
    sys.exit(main())
