"""What the features and rules of lists, and the keys, names and kinds of values of detail pages earn.

First lists: weights learnt without the owner of a site (`bench.learn_records`, one division into folds). Lists over the pages of a site: by
the shipped weights. Columns of lists: those of the true list, on pages that say the texts (testbed2017, autopager) or names (webdext) of
their fields. Details: SWDE by trade; nothing is learnt there, thresholds were set by hand with it in view.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from statistics import fmean
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from bench.ablation.room import Measures, Room, Switch, nothing
from bench.corpora import Row, corpora_folder, read
from bench.fields import as_people_get_them, plain, says_what_it_is
from bench.learn_records import Lesson, cross_validated, lesson_of
from bench.record_truth import RECORD_CORPORA, record_pages, texts_f1, true_records
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.tables.details.choose_columns import KIND_WEIGHTS
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.lists import evidence, ranking
from sitelode.tables.lists.candidates import Candidates
from sitelode.tables.lists.record_lists import RecordList, find_lists, lists_apart
from sitelode.tables.lists.record_texts import record_texts
from sitelode.tables.lists.site_lists import find_site_lists
from sitelode.tables.table import TableColumn, kept_columns

PAGES_OF_A_SITE = 16  # detail pages learnt from and read
EVERY_LIST = 3  # pages whose columns are looked at
SHORT_CELL = 3  # characters; texts of so few stand anywhere on a page
FIRST = 12  # columns that a person looks at
Figures = dict[str, float]


def page_of(row: Row) -> Page:
    return parse((row["html"] or "").encode("utf-8", "replace"), row["url"] or "", "text/html; charset=utf-8")


@cache
def _lessons() -> list[tuple[Row, Page, Lesson]]:
    return [(row, page_of(row), lesson_of(corpus, row)) for corpus in RECORD_CORPORA for row in record_pages(corpus)]


def _mean_by(found: dict[str, list[float]]) -> Figures:
    return {name: fmean(values) for name, values in found.items()}


def _first() -> Figures:
    lessons = [lesson for _, _, lesson in _lessons()]
    found: dict[str, list[float]] = {}
    for lesson, scores in zip(lessons, cross_validated(lessons, 0), strict=True):
        found.setdefault(f"first {lesson.corpus}", []).append(lesson.first_f1(scores))
    return _mean_by(found)


def _sites() -> Figures:
    """The main list over all pages of a site, and the lists of single pages, by the shipped weights: what is lost below the threshold."""
    sites: dict[tuple[str, str], list[tuple[Row, Page]]] = {}
    found: dict[str, list[float]] = {}
    for row, page, lesson in _lessons():
        sites.setdefault((lesson.corpus, row["site"]), []).append((row, page))
        texts = [each.texts() for each in find_lists(page, most=1)]
        found.setdefault(f"page {lesson.corpus}", []).append(texts_f1(texts[0], true_records(row)) if texts else 0.0)
    for (corpus, _), members in sites.items():
        lists = find_site_lists([page for _, page in members], most=1) if len(members) > 1 else []
        for row, page in members if len(members) > 1 else ():
            records = record_texts(page, *lists[0].rule.records(page)) if lists else []
            found.setdefault(f"site {corpus}", []).append(texts_f1(records, true_records(row)))
    return _mean_by(found)


@cache
def _true_lists() -> list[tuple[Row, Lesson, RecordList]]:
    found = []
    for row, page, lesson in [each for each in _lessons() if each[2].corpus in ("testbed2017", "autopager")][::EVERY_LIST] + [
        each for each in _lessons() if each[2].corpus == "webdext"
    ]:
        if len(lesson.f1) and lesson.f1.max() > 0.5:  # noqa: PLR2004 (half of the records)
            [(_, best)] = lists_apart(page, lesson.found, [int(np.argmax(lesson.f1))], lesson.f1, 1)
            found.append((row, lesson, best))
    return found


def _columns() -> Figures:
    found: dict[str, list[float]] = {}
    for row, lesson, known in _true_lists():
        table = RecordList(known.page, known.starts, known.stops, 0.0, known.runs).table()
        cells = {column.name: _cells(column.values) for column in table.columns}
        kept = kept_columns([TableColumn(each.name, each.type, cells[each.name]) for each in table.columns], table.records)
        said = {value for name in kept for value in cells[name].values()}
        if lesson.corpus != "webdext":
            true = [plain(text) for record in row["truth"]["records"] for text in record["fields"] if len(text) > SHORT_CELL]
            found.setdefault(f"cells {lesson.corpus}", []).append(fmean(text in said for text in true) if true else 1.0)
            continue
        names = {name for record in row["truth"]["records"] for name in record["named"]}
        for name in sorted(names):
            values = {plain(str(record["named"][name])) for record in row["truth"]["records"] if name in record["named"]}
            hits = {place: len(values & set(cells[column].values())) for place, column in enumerate(kept)}
            best = max(hits, key=lambda place: (hits[place], -place), default=None)
            if best is None or not hits[best] or name.endswith("_url"):
                continue
            found.setdefault("columns named", []).append(float(says_what_it_is(name.rstrip("_12"), kept[best])))
            found.setdefault("columns among the first", []).append(float(best < FIRST))
    return _mean_by(found)


def _cells(values: Sequence[object]) -> dict[int, str]:
    texts = {place: " | ".join(value) if isinstance(value, list) else value for place, value in enumerate(values)}
    return {place: plain(text) for place, text in texts.items() if isinstance(text, str)}


@cache
def _detail_sites() -> list[tuple[str, list[Row], list[Page]]]:
    found = []
    for path in sorted((corpora_folder() / "fields").glob("*.jsonl.xz")):
        rows = list(read(path))[:PAGES_OF_A_SITE]
        found.append((path.name.partition("-")[0], rows, [page_of(row) for row in rows]))
    return found


def _details() -> Figures:
    found: dict[str, list[float]] = {}
    for trade, rows, pages in _detail_sites():
        rules = learn_rules(pages)
        names = [rule.name for rule in rules.columns]
        with patch("bench.fields.learn_rules", lambda _, rules=rules: rules):
            scored = as_people_get_them(rows, pages, pages)
        for each in scored:
            if each.pages:
                found.setdefault(f"{trade} recall", []).append(each.recall)
                found.setdefault(f"{trade} precision", []).append(each.precision)
                found.setdefault(f"{trade} named", []).append(float(each.column is not None and says_what_it_is(each.name, each.column)))
                found.setdefault(f"{trade} among the first", []).append(float(each.column is not None and names.index(each.column) < FIRST))
    return _mean_by(found)


MEASURES = Measures("sitelode.tables", {"first": _first, "sites": _sites, "columns": _columns, "details": _details})
off = MEASURES.off


def features(*names: str) -> Switch:
    """Learnt and ranked without some features, whole names or ends of one with a star."""
    missing = [
        place
        for place, name in enumerate(ranking.DERIVED)
        if any(name.startswith(each[:-1]) if each.endswith("*") else name in (each, f"log_{each}") for each in names)
    ]
    assert missing, names

    def derived(table: evidence.Evidence) -> NDArray[np.float64]:
        found = _DERIVED(table)
        found[:, missing] = 0.0
        return found

    @contextmanager
    def switch() -> Iterator[None]:
        with patch("bench.learn_records.derived", derived), off("first", lists__ranking__derived=derived)():
            yield

    return switch


def candidates_without(kind: int) -> Switch:
    """Candidates of a kind never win; what others say about them stays."""

    def ordered(found: Candidates, scores: ranking.Scores) -> list[int]:
        return _MAIN_FIRST(found, np.where(found.kind == kind, -1e9, scores)) if len(scores) else []

    @contextmanager
    def switch() -> Iterator[None]:
        with patch("bench.learn_records.main_list_first", ordered), off("first")():
            yield

    return switch


_DERIVED, _MAIN_FIRST = ranking.derived, ranking.main_list_first


def _first_argument(*given: object) -> object:
    return given[0]


def without_kind(kind: str) -> Switch:
    return off("details", details__choose_columns__KIND_WEIGHTS={**KIND_WEIGHTS, kind: 0.0})


def _is(value: object) -> Callable[..., object]:
    return lambda *_, **__: value


FEATURES: dict[str, tuple[str, ...]] = {
    "share of text": ("share",), "coverage": ("coverage", "density"),
    "number of records": ("log_count", "log_count_to_*", "log_count_squared"),
    "size of records": ("log_width", "log_width_to_*", "spread", "low", "largest", "log_rest"),
    "texts": ("log_texts", "log_texts_to_4", "distinct_texts", "single_text", "digits"),
    "links": ("linked", "distinct_links", "link_share"), "parents": ("parents", "log_parents"), "beside": ("left_beside", "siblings"),
    "pictures": ("pictures",), "headings": ("one_heading",), "paths": tuple(evidence.PATHS), "named paths": ("named_*", "log_named_*"),
    "tags around": ("in_*",), "tags of records": ("is_*",), "kind of candidate": ("kind_*",),
    "alternation": ("alternates",), "hidden": ("hidden*",), "caps": ("log_count_to_*", "log_width_to_*", "log_texts_to_4"),
}  # fmt: skip
NAMES = "columns details"
SWITCHES: dict[str, Switch] = {
    **{f"feature: {name}": features(*names) for name, names in FEATURES.items()},
    **{f"candidates: {name}": candidates_without(kind) for kind, name in enumerate(
        ("siblings", "led runs", "spread", "anywhere", "without outliers")
    )},
    "one ranking for threads and listings": off("first sites", lists__ranking__LearnedRanking__is_thread=_is(False)),
    "largest superset": off("first sites", lists__ranking___largest_superset=lambda _f, _s, main, _o: main),
    "whole records": off("first sites", lists__ranking___whole=lambda _f, _s, main, _o: main),
    "cost of prose": off("first sites", lists__ranking___is_prose=_is(np.bool_(False))),
    "cost of what stands aside": off("first sites", lists__ranking___is_aside=_is(np.bool_(False))),
    "lists that hold most": off("sites", lists__ranking__MOST_OF_THE_PAGE=2.0),
    "what recurs": off("sites", lists__site_lists__RECURRING_PENALTY=0.0),
    "pages that lack a list": off("sites", lists__site_lists__MISSING_PENALTY=0.0),
    "rules: something only records have": off("sites", lists__rule_learning___narrowed=lambda _p, rule, *_: rule),
    "sections": off("columns", lists__rule_learning__section_column=_is(None)),
    "values in attributes of lists": off("columns", lists__rule_learning__unseen_values=_is({})),
    "labels merged": off("columns", lists__rule_learning___merged=lambda labels, _: {label: label for label in labels}),
    "position where no class": off("columns", lists__rule_learning___Overlay___place_needed=_is(0)),
    "lists: same column twice": off("columns", lists__columns___says_the_same=_is(False)),
    "lists: template texts": off("columns", lists__columns___is_template=_is(False)),
    "lists: constant prefix": off("columns", lists__columns___constant_prefix=_is("")),
    "lists: roles": off("columns", lists__columns___with_roles=_first_argument),
    "lists: microdata": off("columns", lists__columns__stated_name=_is("")),
    "lists: header cells": off("columns", lists__columns___header=_is("")),
    "lists: JSON-LD": off("columns", lists__columns___agreeing=_is("")),
    "lists: class names": off("columns", lists__columns__markup_name=_is("")),
    "roles of values": off(NAMES, lists__columns__role_of_values=_is(""), naming__role_of_values=_is("")),
    "role: rating": off(NAMES, naming__is_rating=_is(False)),
    "role: e-mail": off(NAMES, naming___is_email=_is(False)),
    "role: phone": off(NAMES, naming___is_phone=_is(False)),
    "kept: worth": off("columns", table___is_worth=_is(True)),
    "kept: copies": off("columns", table___is_copy=_is(False)),
    **{f"key: {kind}": without_kind(kind) for kind in ("places", "labels", "anchor", "beside", "inside")},
    "lines": off(
        "details", details__detail_fields__with_lines=_first_argument, details__field_rules__with_lines=_first_argument,
        details__detail_fields__mixed_blocks=nothing,
    ),
    "lines instead of their only text": off("details", details__ranking__is_said_by_line=_is(False)),
    "frequent values are no constants": off("details", details__constant_texts___values_by_place=_is(set())),
    "constant labels in values": off("details", details__detail_fields__constant_labels=_is({})),
    "sure by path": off("details", details__choose_columns__SURE_BY_PATH=0.0),
    "sections collapsed": off("details", details__ranking__SECTION_SIZE=1_000),
    "lists collapsed": off("details", details__ranking___lists_collapsed=lambda _, columns: columns),
    "title": off("details", details__ranking___with_title=_first_argument),
    "attributes of details": off("details", details__ranking___attribute_rules=nothing),
    "attributes: copies": off("details", attribute_values___without_copies=_first_argument),
    "attributes: by name": off("details", attribute_values___named=nothing),
    "attributes: by place": off("details", attribute_values___placed=nothing),
    "attributes: of scripts": off("details", attribute_values___state=nothing),
    "attributes: ratings said": off(NAMES, attribute_values__said_ratings=nothing),
    "names: labels beside": off("details", details__ranking___common_label=_is("")),
    "names: headings have no label": off("details", naming__is_heading=_is(False)),
    "names: title element": off("details", naming__in_title_element=_is("")),
    "names: microdata": off("details", naming__stated_name=_is("")),
    "names: JSON-LD": off("details", naming___agreeing=_is("")),
    "names: words of values": off("details", naming__shared_words=_is("")),
    "names: words of links": off("details", naming__linked_word=_is("")),
    "names: markup": off("details", naming__markup_name=_is("")),
    "names: later labels": off("details", naming__further_labels=_is("")),
    "order: links later": off("details", details__ranking__COST_OF_LINKS=0.0),
    "order: names that people use": off("details", details__ranking__GAIN_OF_TELLING=0.0),
    "order: other names first": off("details", details__ranking___other_names_first=_first_argument),
    "order: few values": off("details", details__ranking__SCORE_OF_FEW_VALUES=0.0),
}  # fmt: skip
ROOM = Room(MEASURES.scores, SWITCHES)
