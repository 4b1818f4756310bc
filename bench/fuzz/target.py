"""What a target is: a place where Sitelode reads what others wrote, with seeds for it, mutations that suit them, and one run."""

import os
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from bench.fuzz.cases import Pieces
from bench.fuzz.data_mutations import mutated_bytes, mutated_in_place, mutated_json, mutated_lines
from bench.fuzz.markup_mutations import mutated

Outcome: TypeAlias = tuple[object, ...]  # small and coarse: a case with an outcome not seen before becomes a seed
REFUSED = "refused"  # the first part of the outcome of a case that ended with a documented error
Mutate: TypeAlias = Callable[[Pieces, random.Random, Sequence[Pieces], int], Pieces]
_IN_MEMORY = "/dev/shm"  # noqa: S108 (only whether it is there; folders in it are made by tempfile)


@dataclass(frozen=True, slots=True)
class Target:
    name: str
    seeds: Callable[[], list[Pieces]]
    mutate: Mutate
    run: Callable[[Pieces], Outcome]  # what it raises beside SitelodeError is a finding
    share: int  # of the cases, relative to the other targets
    makes_pages: bool = True  # whether each piece is a page; otherwise a case counts as one
    forks: bool = True  # whether what it needs survives a fork; otherwise every child makes its own


def magnitude(count: int) -> int:
    return count.bit_length()


def mutated_pages(pieces: Pieces, chance: random.Random, pool: Sequence[Pieces], most: int) -> Pieces:
    """One page or more of the case mutated; now and then a page more, or one less."""
    pages = list(pieces)
    others = [page for case in pool for page in case]
    for place in chance.sample(range(len(pages)), chance.randint(1, len(pages))):
        pages[place] = mutated(pages[place], chance, others, most)
    if len(pages) > 1 and chance.random() < 0.1:
        del pages[chance.randrange(len(pages))]
    elif len(pages) > 1 and chance.random() < 0.1:
        pages.append(chance.choice(others))
    return tuple(pages)


def mutated_first(change: Callable[[bytes, random.Random, int], bytes]) -> Mutate:
    """Only the first piece is changed; the others say how it is to be read."""

    def mutate(pieces: Pieces, chance: random.Random, pool: Sequence[Pieces], most: int) -> Pieces:  # noqa: ARG001 (the signature)
        return (change(pieces[0], chance, most), *pieces[1:])

    return mutate


by_json, by_lines = mutated_first(mutated_json), mutated_first(mutated_lines)
by_bytes, in_place = mutated_first(mutated_bytes), mutated_first(mutated_in_place)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="sitelode-fuzz-", dir=_IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
