"""Make the case of a finding small: pieces, then ever smaller parts of each are taken out as long as the same goes wrong."""

import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from bench.fuzz.cases import Case, Finding, Pieces
from bench.fuzz.children import death_of, limit_memory, read_all, run_case, warm_up
from bench.fuzz.target import Target

MOST_TRIES = 400
MOST_SECONDS = 60  # on the clock: a hang costs seconds each time


def outcome_of(target: Target, case: Case) -> Finding | None:
    """What is wrong with a case, found in a child of its own, which it may kill."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if not target.forks:
                warm_up([target])
            limit_memory()
            found = run_case(target, case)
            if isinstance(found, Finding):
                os.write(write_end, json.dumps([found.kind, found.what]).encode())
        finally:
            os._exit(0)
    os.close(write_end)
    _, status = os.waitpid(child, 0)
    told = read_all(read_end)
    os.close(read_end)
    if died := death_of(status):
        return Finding(case, *died)
    return Finding(case, *json.loads(told)) if told else None


@dataclass(slots=True)
class Shrinker:
    target: Target
    finding: Finding
    tries: int = 0
    until: float = field(default_factory=lambda: time.monotonic() + MOST_SECONDS)

    def shrunk(self) -> Finding | None:
        """The finding with a smaller case; None where the case does not go wrong on its own."""
        if not self._same(self.finding.case.pieces):
            return None
        pieces = self.finding.case.pieces
        smaller = True
        while smaller and self._goes_on():
            smaller = False
            for candidate in _smaller(pieces, self.target.makes_pages):
                if self._same(candidate):
                    pieces, smaller = candidate, True
                    break
                if not self._goes_on():
                    break
        return Finding(Case(self.target.name, pieces), self.finding.kind, self.finding.what)

    def _goes_on(self) -> bool:
        return self.tries < MOST_TRIES and time.monotonic() < self.until

    def _same(self, pieces: Pieces) -> bool:
        self.tries += 1
        found = outcome_of(self.target, Case(self.target.name, pieces))
        return self.finding.is_like(found)


def _smaller(pieces: Pieces, fewer: bool) -> Iterator[Pieces]:  # noqa: FBT001 (what the target says)
    """The case with a piece less, or with a part of a piece less: halves first, single bytes last."""
    if fewer and len(pieces) > 1:
        for place in range(len(pieces)):
            yield (*pieces[:place], *pieces[place + 1 :])
    for place, piece in enumerate(pieces):
        size = len(piece) // 2
        while size:
            for start in range(0, len(piece), size):
                yield (*pieces[:place], piece[:start] + piece[start + size :], *pieces[place + 1 :])
            size //= 2
