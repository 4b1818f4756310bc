"""The thresholds of fields that were chosen by measuring, each chosen anew without the sites it is judged on.

    python -m bench.field_thresholds        about two minutes of CPU time

The sites are of four trades (cars, cameras, jobs, players). For each trade, every threshold takes the value that is best on the sites of
the other three, and all of them together then read the sites of this trade. One whose values are equally good stays as it is shipped.
"""

import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any, TypeAlias

from bench.corpora import Row, corpora_folder, read
from bench.fields import ScoredField, scored_fields, sitelode
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.tables.details import choose_columns, constant_texts, ranking

Setting: TypeAlias = tuple[tuple[str, Any], ...]  # threshold and value, for those that differ from what is shipped
CHOICES: Mapping[str, tuple[ModuleType, Sequence[Any]]] = {
    "SURE_BY_PATH": (choose_columns, (0.9, 0.97, 1.0)),
    "places": (choose_columns, (0.8, 0.9, 1.0)),
    "inside": (choose_columns, (1.0, 1.5, 2.0)),
    "LIST_SIZE": (ranking, (2, 3, 4)),
    "LEAST_OTHERS": (constant_texts, (0.1, 0.25, 0.5)),
}
EQUAL = 0.0005  # difference of scores that says nothing. Set by hand


def shipped(name: str) -> object:
    weights = choose_columns.KIND_WEIGHTS
    return weights[name] if name in weights else getattr(CHOICES[name][0], name)


@contextmanager
def thresholds(setting: Setting) -> Iterator[None]:
    """The package with other thresholds."""
    before = {name: shipped(name) for name, _ in setting}
    _put(dict(setting))
    try:
        yield
    finally:
        _put(before)


def _put(values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if name in choose_columns.KIND_WEIGHTS:
            choose_columns.KIND_WEIGHTS[name] = value
        else:
            setattr(CHOICES[name][0], name, value)


def single_settings() -> list[Setting]:
    """What is shipped, and every other value of one threshold."""
    return [(), *(((name, value),) for name, (_, values) in CHOICES.items() for value in values if value != shipped(name))]


def site_pages(trade: str | None = None) -> Iterator[tuple[str, list[Row], list[Page]]]:
    for path in sorted((corpora_folder() / "fields").glob(f"{trade or ''}*.jsonl.xz")):
        rows = list(read(path))
        yield path.name.partition("-")[0], rows, [_page(row) for row in rows]


def _page(row: Row) -> Page:
    return parse(row["html"].encode("utf-8", "replace"), row["url"] or "", "text/html; charset=utf-8")


def measured(settings: Sequence[Setting], trade: str | None = None) -> dict[Setting, dict[str, list[ScoredField]]]:
    """For every setting, the fields of the sites by trade."""
    found: dict[Setting, dict[str, list[ScoredField]]] = {setting: defaultdict(list) for setting in settings}
    for of_trade, rows, pages in site_pages(trade):
        for setting in settings:
            with thresholds(setting):
                found[setting][of_trade] += scored_fields(rows, sitelode(pages, pages))
    return found


def score(fields: Sequence[ScoredField]) -> float:
    return statistics.fmean((each.recall + each.precision) / 2 for each in fields)


def chosen_without(trade: str, figures: Mapping[Setting, Mapping[str, list[ScoredField]]]) -> Setting:
    """Every threshold at its best value on the other trades."""
    others = {setting: score([each for name in of if name != trade for each in of[name]]) for setting, of in figures.items()}
    chosen: list[tuple[str, Any]] = []
    for name in CHOICES:
        best = max((setting for setting in others if setting and setting[0][0] == name), key=others.__getitem__)
        chosen += best if others[best] > others[()] + EQUAL else ()
    return tuple(chosen)


def line(name: str, fields: Sequence[ScoredField], note: str) -> str:
    kept = [each for each in fields if each.pages]
    numbers = [statistics.fmean(getattr(each, part) for each in of) for of in (fields, kept) for part in ("recall", "precision")]
    return f"| {name} | {len(kept)} of {len(fields)} | " + " | ".join(f"{number:.3f}" for number in numbers) + f" | {note} |"


def main() -> None:
    figures = measured(single_settings())
    print(
        "| trade left out | fields with values | recall | precision | recall, with values | precision, with values | chosen on the others |"
    )
    print("|---" * 7 + "|")
    every: list[ScoredField] = []
    for trade in figures[()]:
        setting = chosen_without(trade, figures)
        fields = figures[setting][trade] if setting in figures else measured([setting], trade)[setting][trade]
        every += fields
        print(line(trade, fields, ", ".join(f"{name} {value}" for name, value in setting) or "as shipped"), flush=True)
    print(line("all", every, ""))
    print(line("as shipped", [each for fields in figures[()].values() for each in fields], ""))


if __name__ == "__main__":
    main()
