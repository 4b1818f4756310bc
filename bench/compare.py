"""Another system beside Sitelode on a task of whole sites, in one run: one function of yours is enough.

python -m bench.compare kinds --system my_module:kinds --sample 4

| task | your function takes | and gives |
|---|---|---|
| articles | pages of a site | {id: text} |
| kinds | pages of a site, address of its entrance or None | {id: ("index", "article" or "other", score as an index page)} |
| lists | html, url | lists of record texts, the main list first |
| fields | detail pages of a site | {id: {column: [values]}} |
| drift | pages of an older, of a newer snapshot | {"before", "after", "fresh": {id: text}, "verdict": "fits" or another word} |

A page is a dictionary with "id", "url" and "html". Ours are the functions of `adapters.py`, with the shipped tables: docs/benchmarks.md
says which sites they have seen. A page that an answer leaves out counts as empty, or as of kind "other".
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from statistics import fmean
from typing import Any

from bench import adapters
from bench.corpora import ARTICLE_CORPORA, CorpusNotFoundError, article_sites
from bench.named_system import System, named_system
from bench.record_truth import RECORD_CORPORA, record_pages, texts_f1, true_records

SNAPSHOTS = ("before", "after", "fresh", "verdict")  # what an answer on drift holds
Figures = Mapping[str, float]
Task = Callable[[System, str | None, int | None], Figures]


def articles(system: System, corpus: str | None, sample: int | None) -> Figures:
    from bench.metric import agreement  # noqa: PLC0415 (a task loads what it needs)

    found = []
    for site in article_sites(corpus or "feedsites", sample):
        texts = _mapping(system(_bare(site.pages)))
        found += [agreement(texts.get(page) or "", body) for page, body in site.truth.items()]
    return {name: fmean(getattr(each, name) for each in found) for name in ("precision", "recall", "f1")}


def kinds(system: System, corpus: str | None, sample: int | None) -> Figures:  # noqa: ARG001 (one corpus)
    from bench.structure import labelled_sites, measured_kinds, read_labelled  # noqa: PLC0415

    return _means(
        [
            measured_kinds(site.truth, *zip(*(answers.get(page["id"], ("other", 0.0)) for page in site.pages), strict=True))
            for site in map(read_labelled, labelled_sites(sample))
            for answers in [_mapping(system(_bare(site.pages), site.entrance))]
        ]
    )


def lists(system: System, corpus: str | None, sample: int | None) -> Figures:
    rows = []
    for row in islice(record_pages(corpus or RECORD_CORPORA[0]), sample):
        scores = [texts_f1(texts, true_records(row)) for texts in system(row["html"] or "", row["url"] or "") or ()] or [0.0]
        rows.append({"first F1": scores[0], "best F1": max(scores)})
    return _means(rows)


def fields(system: System, corpus: str | None, sample: int | None) -> Figures:  # noqa: ARG001 (one corpus)
    from bench.fields import scores_of, sites  # noqa: PLC0415

    scores = []
    for _, rows in sites(sample):
        answers = _mapping(system(_bare(rows)))
        scores += scores_of(rows, [answers.get(row["id"]) or {} for row in rows])
    return {name: fmean(score[part] for score in scores) for part, name in enumerate(("value recall", "column precision"))}


def drift(system: System, corpus: str | None, sample: int | None) -> Figures:  # noqa: ARG001 (one corpus)
    from bench.drift import COLUMNS, figures_of, steps  # noqa: PLC0415

    return _means(
        [
            dict(zip(COLUMNS, figures_of(_mapping(system(_bare(step.old), _bare(step.new)), *SNAPSHOTS), step.new), strict=True))
            for step in steps(sample)
        ]
    )


TASKS: dict[str, Task] = {"articles": articles, "kinds": kinds, "lists": lists, "fields": fields, "drift": drift}
OURS: dict[str, System] = {
    "articles": adapters.articles,
    "kinds": adapters.structure,
    "lists": adapters.records,
    "fields": adapters.fields,
    "drift": adapters.drift,
}


class WrongAnswerError(Exception):
    """A system gave something else than its task wants."""


def _mapping(answer: object, *needed: str) -> Mapping[Any, Any]:
    if not isinstance(answer, Mapping):
        raise WrongAnswerError(f"a dictionary is wanted, and the system gave {type(answer).__name__}; --help has the forms")
    missing = [name for name in needed if name not in answer]
    if missing:
        raise WrongAnswerError(f"the answer of the system has no {', '.join(missing)}; --help has the forms")
    return answer


def _bare(pages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What a system may see: no truth."""
    return [{name: page[name] for name in ("id", "url", "html")} for page in pages]


def _means(rows: Sequence[Figures]) -> Figures:
    return {name: fmean(row[name] for row in rows) for name in rows[0]} if rows else {}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m bench.compare", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--system", action="append", default=[], metavar="MODULE:FUNCTION", help="a function of your own; repeatable")
    parser.add_argument("--corpus", choices=sorted({*ARTICLE_CORPORA, *RECORD_CORPORA}), help="of the tasks articles and lists")
    parser.add_argument("--sample", type=int, help="so many sites, or pages with lists, instead of all")
    options = parser.parse_args(arguments)
    systems = {"**Sitelode**": OURS[options.task], **{name: named_system(name) for name in options.system}}
    try:
        rows = {name: TASKS[options.task](system, options.corpus, options.sample) for name, system in systems.items()}
    except (CorpusNotFoundError, WrongAnswerError) as problem:
        print(problem, file=sys.stderr)
        return 1
    columns = list(next(iter(rows.values())))
    print(f"| {options.task} | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    for name, figures in rows.items():
        print(f"| {name} | {' | '.join(f'{figures[column]:.3f}' for column in columns)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
