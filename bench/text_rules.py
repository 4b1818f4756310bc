"""Fields inside texts: the default and each published system, on seminar announcements and MUC-4.

    python -m bench.text_rules [--system NAME] [--halves 5] [--muc] [--inside]

Seminars: five random halves, a value is right when it equals one of its document's values; recall over documents that have the field.
MUC-4: learnt from the first 1,300 texts, scored on the last words of fillers of the other 200. Learning in seconds of CPU, and how many
megabytes of text are read in one, by rules that have read something before, as where there is much to read.

With --inside, three folds of the training half of the first division (or of the first 650 texts of MUC-4): settings are chosen by that,
without a look at what is scored.
"""

import random
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any, TypeVar

import click

from bench.corpora import corpora_folder, read
from sitelode.text_rules.marked_texts import Mark, MarkedText
from sitelode.text_rules.rules_file import DEFAULT, learn_rules
from sitelode.text_rules.rules_file import systems as all_systems
from sitelode.text_rules.text_sources import tagged_text

SEMINAR_FIELDS = ("speaker", "location", "stime", "etime")
MUC_FIELDS = ("PerpInd", "PerpOrg", "Target", "Victim", "Weapon")
MUC_TRAIN = 1300  # texts
MUC_INSIDE = 650  # of these, texts for choosing
FOLDS = 3
T = TypeVar("T")
_OTHER_TAGS = re.compile(r"</?(?:sentence|paragraph)>")


@dataclass(frozen=True, slots=True)
class Counts:
    right: int = 0
    given: int = 0
    found: int = 0
    wanted: int = 0

    @property
    def f1(self) -> float:
        precision, recall = self.right / max(1, self.given), self.found / max(1, self.wanted)
        return 2 * precision * recall / max(1e-9, precision + recall)


@dataclass(frozen=True, slots=True)
class Run:
    """One system, learnt and applied once."""

    counts: dict[str, Counts]
    learning: float  # seconds of CPU
    applying: float
    megabytes: float


def same(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip(" .,;:").lower()


def last_word(text: str) -> str:
    return same(text).rsplit(" ", maxsplit=1)[-1]


def seminars() -> list[MarkedText]:
    rows = read(corpora_folder() / "textrules" / "seminars.jsonl.xz")
    return [tagged_text(str(row["id"]), _OTHER_TAGS.sub("", row["text"]), SEMINAR_FIELDS, strict=False) for row in rows]


def seminar_counts(document: MarkedText, field: str, given: Sequence[str]) -> Counts:
    true = {same(document.value(mark)) for mark in document.marks if mark.field == field}
    strings = {same(value) for value in given}
    return Counts(len(strings & true), len(strings), int(bool(strings & true)), int(bool(true)))


def muc_text(row: dict[str, Any]) -> MarkedText:
    """With the first mention of each filler."""
    marks: list[Mark] = []
    for field in MUC_FIELDS:
        end = -1
        mentions = sorted({(start, text) for template in row["templates"] for entity in template[field] for text, start in entity[:1]})
        for start, text in mentions:
            if row["doctext"][start : start + len(text)] == text and start >= end and text.strip():
                marks.append(Mark(field, start, start + len(text)))
                end = start + len(text)
    return MarkedText(str(row["docid"]), row["doctext"], tuple(marks))


def muc_counts(row: dict[str, Any], field: str, given: Sequence[str]) -> Counts:
    entities = [{last_word(text) for text, _ in entity} for template in row["templates"] for entity in template[field]]
    heads = {last_word(value) for value in given}
    right = sum(any(head in entity for entity in entities) for head in heads)
    return Counts(right, len(heads), sum(bool(entity & heads) for entity in entities), len(entities))


def halves_of_seminars(seed: int) -> tuple[list[MarkedText], list[MarkedText]]:
    documents = seminars()
    order = random.Random(seed).sample(documents, len(documents))  # noqa: S311 (which half a document is in)
    return order[: len(order) // 2], order[len(order) // 2 :]


def run_seminars(system: str, train: Sequence[MarkedText], test: Sequence[MarkedText]) -> Run:
    values, learning, applying = _values(system, train, [each.text for each in test])
    counts = {
        field: _sum([seminar_counts(each, field, found.get(field, ())) for each, found in zip(test, values, strict=True)])
        for field in SEMINAR_FIELDS
    }
    return Run(counts, learning, applying, sum(len(each.text) for each in test) / 1e6)


def run_muc(system: str, train: Sequence[dict[str, Any]], test: Sequence[dict[str, Any]]) -> Run:
    values, learning, applying = _values(system, [muc_text(row) for row in train], [row["doctext"] for row in test])
    counts = {
        field: _sum([muc_counts(row, field, found.get(field, ())) for row, found in zip(test, values, strict=True)]) for field in MUC_FIELDS
    }
    return Run(counts, learning, applying, sum(len(row["doctext"]) for row in test) / 1e6)


def runs(system: str, halves: int, *, muc: bool, inside: bool) -> list[Run]:
    if muc:
        rows = list(read(corpora_folder() / "textrules" / "muc.jsonl.xz"))
        parts = _folds(rows[:MUC_INSIDE]) if inside else [(rows[:MUC_TRAIN], rows[MUC_TRAIN:])]
        return [run_muc(system, train, test) for train, test in parts]
    divisions = _folds(halves_of_seminars(0)[0]) if inside else [halves_of_seminars(seed) for seed in range(halves)]
    return [run_seminars(system, train, test) for train, test in divisions]


def _folds(texts: Sequence[T]) -> list[tuple[list[T], list[T]]]:
    """Each text is scored once, by what the others taught."""
    return [
        (
            [each for number, each in enumerate(texts) if number % FOLDS != fold],
            [each for number, each in enumerate(texts) if number % FOLDS == fold],
        )
        for fold in range(FOLDS)
    ]


def _values(system: str, train: Sequence[MarkedText], test: Sequence[str]) -> tuple[list[dict[str, list[str]]], float, float]:
    started = process_time()
    learnt = learn_rules(train, system)
    learning = process_time() - started
    list(learnt.values([each.text for each in train[: len(test)]]))  # what is made once, when rules are first applied
    started = process_time()
    found: list[dict[str, list[str]]] = []
    for values in learnt.values(test):
        slots: dict[str, list[str]] = {}
        for value in values:
            slots.setdefault(value.field, []).append(value.value)
        found.append(slots)
    return found, learning, process_time() - started


def _sum(counts: Sequence[Counts]) -> Counts:
    return Counts(*(sum(getattr(each, name) for each in counts) for name in ("right", "given", "found", "wanted")))


@click.command()
@click.option("--system", "systems", type=click.Choice(list(all_systems())), multiple=True, help="By default all.")
@click.option("--halves", default=5, show_default=True)
@click.option("--muc", is_flag=True, help="MUC-4 in place of the seminars.")
@click.option("--inside", is_flag=True, help="Cross-validation inside texts that are learnt from.")
def main(systems: tuple[str, ...], halves: int, *, muc: bool, inside: bool) -> None:
    """Print one line a system."""
    fields = MUC_FIELDS if muc else SEMINAR_FIELDS
    print(f"{'F1':10}" + "".join(f"{field:>10}" for field in (*fields, "mean", "learn s", "MB/s")))
    for system in systems or (DEFAULT, *(name for name in all_systems() if name != DEFAULT)):
        done = runs(system, halves, muc=muc, inside=inside)
        scores = [statistics.fmean(run.counts[field].f1 for run in done) for field in fields]
        learning = statistics.fmean(run.learning for run in done)
        speed = sum(run.megabytes for run in done) / max(1e-9, sum(run.applying for run in done))
        columns = "".join(f"{score:10.3f}" for score in (*scores, statistics.fmean(scores)))
        print(f"{system:10}{columns}{learning:10.1f}{speed:10.2f}")


if __name__ == "__main__":
    main()
