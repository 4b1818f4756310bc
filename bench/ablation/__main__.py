"""What each rule, feature group, stage and model earns: switched off by its name, what happens to the scores of owners unseen.

    python -m bench.ablation                      every room
    python -m bench.ablation wrappers             one room
    python -m bench.ablation articles --only dates captions

One line a switch: the mean over corpora without it, less the mean with it, and the corpora that fall or rise most. What earns less than
.0005 in the mean and less than .002 on every corpus is deleted, with its code, its tests and its documentation.
"""

import argparse
from importlib import import_module
from statistics import fmean

from bench.ablation.room import Room, Scores

ROOMS = ("articles", "page_kinds", "tables", "wrappers")
LEAST_IN_MEAN, LEAST_ON_ONE = 0.0005, 0.002


def report(room: Room, only: list[str]) -> None:
    usual = room.scores()
    print("as it is:", _written(usual))
    for name, switch in room.switches.items():
        if only and name not in only:
            continue
        with switch():
            without = room.scores()
        loss = {corpus: usual[corpus] - without[corpus] for corpus in usual}
        mean = fmean(loss.values())
        earns = mean >= LEAST_IN_MEAN or max(loss.values()) >= LEAST_ON_ONE
        print(f"{name:40} {mean:+.4f}  {'stays' if earns else 'goes '}  {_written(loss, signed=True)}", flush=True)


def _written(scores: Scores, *, signed: bool = False) -> str:
    return " ".join(f"{corpus} {score:+.4f}" if signed else f"{corpus} {score:.4f}" for corpus, score in scores.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", nargs="*", choices=[*ROOMS, []], default=[])
    parser.add_argument("--only", nargs="+", default=[], help="names of switches")
    given = parser.parse_args()
    for name in given.rooms or ROOMS:
        print(name)
        report(import_module(f"bench.ablation.{name}").ROOM, given.only)


if __name__ == "__main__":
    main()
