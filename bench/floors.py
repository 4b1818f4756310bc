"""Quality floors: figures on a fixed small sample of the corpora may not fall below pinned values.

    python -m bench.floors                       every score beside its floor; fails where one is below
    python -m bench.floors --raise               pins every score that has risen; never lowers one
    python -m bench.floors --lower 'fields, F1'  lowers this one floor to its score (may be given several times)
    python -m bench.floors --new-columns         pins the means of the models' features anew, after these were changed on purpose
    python -m bench.floors --new-sample          pins everything anew, after the sample or the corpora have changed

Pinned values are kept in `floors.json`, with a digest of the sample of each part. They say that nothing broke; they are no forecast for
other sites, as weights were learnt on some of these.
"""

import argparse
import json
import math
import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from bench.corpora import CorpusNotFoundError
from bench.floor_scores import Figures, Numbers, Part, parts

PINNED = Path(__file__).with_name("floors.json")
STEPS = 100_000  # floors have five digits and are rounded down, so that a score always passes its own floor
SLACK = 0.00002  # below a floor: what sums in another order change on another machine. Set by hand
SAME_COLUMN = 0.0001  # share by which the mean of a column may be off, for the same reason


class FloorsError(Exception):
    """Floors cannot be changed as asked; one line fit for a user."""


@dataclass(frozen=True, slots=True)
class Floors:
    """Pinned values, under the names of figures."""

    floors: Numbers
    columns: Numbers
    samples: dict[str, str]

    @classmethod
    def of(cls, measured: Figures) -> "Floors":
        return cls({name: _rounded_down(score) for name, score in measured.scores.items()}, _rounded(measured.columns), measured.samples)

    @classmethod
    def read(cls, path: Path = PINNED) -> "Floors":
        return cls(**json.loads(path.read_text(encoding="utf-8")))

    def write(self, path: Path = PINNED) -> None:
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    def broken_by(self, measured: Figures) -> list[str]:
        """A line for each pinned value that does not hold, of the parts that were measured."""
        return [
            *(f"{part}: measured on another sample than its floors" for part in self._other_samples(measured)),
            *(
                f"{name}: is not pinned"
                for name in [*(measured.scores.keys() - self.floors.keys()), *(measured.columns.keys() - self.columns.keys())]
            ),
            *(f"{name}: is no longer measured" for name in self._not_in(measured)),
            *(f"{name}: {measured.scores[name]:.5f} is below its floor {self.floors[name]:.5f}" for name in self._below(measured)),
            *(f"{name}: its mean is {measured.columns[name]:.6g}, was {self.columns[name]:.6g}" for name in self._other_columns(measured)),
        ]

    def raised_by(self, measured: Figures) -> "Floors":
        """Floors at the scores that have risen, and new ones; all others stay."""
        if other := self._other_samples(measured):
            raise FloorsError(f"{', '.join(other)}: the sample is another one; --new-sample pins its scores anew")
        raised = {name: max(_rounded_down(score), self.floors.get(name, 0.0)) for name, score in measured.scores.items()}
        return replace(self, floors=self.floors | raised)

    def lowered_to(self, measured: Figures, names: Collection[str]) -> "Floors":
        """The floors of these names at their scores, where these are lower."""
        if unknown := sorted(set(names) - (self.floors.keys() & measured.scores.keys())):
            raise FloorsError(f"no floor is called {'; '.join(unknown)}: python -m bench.floors prints all names")
        return replace(self, floors=self.floors | {name: min(_rounded_down(measured.scores[name]), self.floors[name]) for name in names})

    def with_columns_of(self, measured: Figures) -> "Floors":
        return replace(self, columns=_rounded(measured.columns))

    def _other_samples(self, measured: Figures) -> list[str]:
        return [part for part, digest in measured.samples.items() if self.samples.get(part) != digest]

    def _not_in(self, measured: Figures) -> list[str]:
        pinned = [*(self.floors.keys() - measured.scores.keys()), *(self.columns.keys() - measured.columns.keys())]
        return sorted(name for name in pinned if name.rsplit(", ", 1)[0] in measured.samples)

    def _below(self, measured: Figures) -> list[str]:
        return [name for name, score in measured.scores.items() if score < self.floors.get(name, 0.0) - SLACK]

    def _other_columns(self, measured: Figures) -> list[str]:
        known = measured.columns.keys() & self.columns.keys()
        return sorted(
            name for name in known if not math.isclose(measured.columns[name], self.columns[name], rel_tol=SAME_COLUMN, abs_tol=1e-6)
        )


def _rounded_down(score: float) -> float:
    return math.floor(score * STEPS) / STEPS


def _rounded(columns: Numbers) -> Numbers:
    return {name: float(f"{mean:.6g}") for name, mean in columns.items()}


def measure(chosen: Iterable[Part]) -> Figures:
    found = Figures({})
    for part in chosen:
        one = part.measured()
        found = Figures(found.scores | one.scores, found.columns | one.columns, found.samples | one.samples)
    return found


def table(measured: Figures, floors: Numbers) -> str:
    rows = [f"| {name} | {score:.5f} | {floors.get(name, math.nan):.5f} |" for name, score in measured.scores.items()]
    return "\n".join(["| score | now | floor |", "|---|---:|---:|", *rows])


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    try:
        return _run(options, measure(parts()))
    except (CorpusNotFoundError, FloorsError) as problem:
        print(problem, file=sys.stderr)
        return 1


def _run(options: argparse.Namespace, measured: Figures) -> int:
    before = Floors.of(measured) if options.new_sample else Floors.read()
    now = before.raised_by(measured) if options.higher else before
    now = now.lowered_to(measured, options.lower)
    now = now.with_columns_of(measured) if options.new_columns else now
    print(table(measured, now.floors))
    if options.new_sample or now != before:
        now.write()
    broken = now.broken_by(measured)
    print("\n".join(["", *broken]) if broken else f"\nAll {len(now.floors)} floors and {len(now.columns)} columns hold.")
    return int(bool(broken))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "python -m bench.floors", description="Hold figures on a small sample of the corpora to pinned values."
    )
    parser.add_argument("--raise", action="store_true", dest="higher", help="pin every score that has risen; no floor is lowered")
    parser.add_argument("--lower", action="append", default=[], metavar="NAME", help="lower this floor to its score")
    parser.add_argument("--new-columns", action="store_true", help="pin the means of the models' features anew")
    parser.add_argument("--new-sample", action="store_true", help="pin everything anew, lower or higher, as the sample has changed")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
