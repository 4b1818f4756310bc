"""What the checks of verifying, the stages of repair and the kinds of exported selectors earn.

Articles: the steps of the drift corpus, with and without articles remembered. Tables: detail pages and lists with changed templates. Taught
fields: redesigns of the drift corpus. Exports: cells of pages that selectors were not chosen on. Nothing here is learnt from a corpus, so
every site is unseen; thresholds were set by hand with these corpora in view, which makes each figure an upper bound.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from statistics import fmean
from typing import Any

from bench.ablation.room import Measures, Room, Switch, nothing
from bench.adapters import _fetched, _parsed, _texts_by
from bench.corpora import corpora_folder, read
from bench.drift import STILL_GOOD, steps
from bench.export_cells import counted_on
from bench.exports import articles as exported_articles
from bench.exports import details as exported_details
from bench.exports import lists as exported_lists
from bench.made_drifts import CHANGES
from bench.metric import agreement
from bench.record_truth import record_pages
from bench.repair_tables import GOOD_LIST, LIST_CORPORA, Step, _rule, answers_of, columns_of, list_f1_of, pages_of, recalls
from bench.repair_tables import _cells as cells_of
from bench.repair_tables import readings_of as tables_read
from bench.taught_drift import measured
from sitelode import mine
from sitelode.layout.sketch import PageSketcher
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.lists.site_lists import find_site_lists
from sitelode.wrappers.exchange.checked_selectors import export_selectors
from sitelode.wrappers.exchange.selectors import Form
from sitelode.wrappers.known_content import KnownContent, KnownRows
from sitelode.wrappers.learn.learning import fields_layout, list_layout
from sitelode.wrappers.learn.site_wrapper import known_content
from sitelode.wrappers.repair.repairing import repair
from sitelode.wrappers.verify import verifying
from sitelode.wrappers.wrapper import Wrapper

# A sample, for a table in half an hour: most time goes into mining the sites of taught fields, which is done once, and into exports.
EVERY_STEP, EVERY_TAUGHT, EVERY_DETAIL, EVERY_LIST = 8, 5, 20, 60  # steps of drift beside redesigns, sites, sites, pages
EVERY_EXPORTED_ARTICLES, EVERY_EXPORTED_DETAILS, EVERY_EXPORTED_LIST, MOST_EXPORT_PAGES = 4, 13, 25, 10


@cache
def _drift_steps() -> list[tuple[Any, ...]]:
    found = []
    chosen = (step for place, step in enumerate(steps(None)) if step.kind == "redesign" or place % EVERY_STEP == 0)
    for step in chosen:
        mined = mine(_fetched(place, page) for place, page in enumerate(step.old))
        wrapper = mined.wrapper()
        pages = {page["id"]: one for place, page in enumerate(step.new) if (one := _parsed(_fetched(place, page))) is not None}
        fresh = {}
        remined = mine(_fetched(place, page) for place, page in enumerate(step.new))
        by_url = {article.url: article.text for article in remined.articles}
        for place, page in enumerate(step.new):
            fresh[page["id"]] = by_url.get(_fetched(place, page).url, "")
        before = _f1(_texts_by(wrapper, pages), step.new)
        found.append((step, wrapper, pages, known_content(mined.site, wrapper), before, _f1(fresh, step.new)))
    return found


def _f1(texts: Mapping[Any, str], rows: Sequence[Any]) -> float:
    return fmean(agreement(texts.get(row["id"]) or "", row["body"]).f1 for row in rows)


def _article_scores() -> dict[str, float]:
    after, bare, verdicts = [], [], []
    for step, wrapper, pages, known, before, fresh in _drift_steps():
        done = repair(wrapper, list(pages.values()), known)
        after.append(_f1(_texts_by(done.wrapper, pages), step.new) if done.repaired else before)
        verdicts.append((str(done.before.main_verdict) == "fits") == (before >= STILL_GOOD * fresh))
        alone = repair(wrapper, list(pages.values()))
        bare.append(_f1(_texts_by(alone.wrapper, pages), step.new) if alone.repaired else before)
        verdicts.append((str(alone.before.main_verdict) == "fits") == (before >= STILL_GOOD * fresh))
    return {"text after": fmean(after), "text after, nothing known": fmean(bare), "verdicts": fmean(verdicts)}


@cache
def _detail_inputs() -> list[tuple[Any, ...]]:
    found = []
    for path in sorted((corpora_folder() / "fields").glob("*.jsonl.xz"))[::EVERY_DETAIL]:
        rows = list(read(path))[:60]
        learnt = pages_of(rows[::2], CHANGES["unchanged"])
        wrapper = Wrapper("site", (fields_layout(learnt, learn_rules(learnt), 0, "", PageSketcher()),))
        remembered = KnownRows.of_readings(tables_read(wrapper, learnt))
        columns = columns_of(rows[::2], answers_of(wrapper, learnt))
        tried = [*rows[::4], *rows[1::2]]
        for change in CHANGES.values():
            pages = pages_of(tried, change)
            fresh = Wrapper("site", (fields_layout(pages, learn_rules(pages), 0, "", PageSketcher()),))
            best = columns_of(tried, answers_of(fresh, pages))
            share = recalls(tried, answers_of(fresh, pages), {field: best[field] for field in columns if field in best}) if columns else 0.0
            before = recalls(tried, answers_of(wrapper, pages), columns)
            found.append((wrapper, remembered, columns, tried, pages, share, before, cells_of(tables_read(wrapper, pages), remembered)))
    return found


@cache
def _list_inputs() -> list[tuple[Any, ...]]:
    found = []
    for row in [row for corpus in LIST_CORPORA for row in record_pages(corpus)][::EVERY_LIST]:
        [page] = pages_of([row], CHANGES["unchanged"])
        lists = find_site_lists([page], most=1)
        if not lists or list_f1_of(lists[0].rule, page, row) < GOOD_LIST:
            continue
        wrapper = Wrapper("site", (list_layout([page], lists[0].rule, 0, "", PageSketcher()),))
        remembered = KnownRows.of_readings(tables_read(wrapper, [page]))
        for change in CHANGES.values():
            pages = pages_of([row], change)
            again = find_site_lists(pages, most=1)
            fresh = list_f1_of(again[0].rule, pages[0], row) if again else 0.0
            before = tables_read(wrapper, pages)
            found.append(
                (wrapper, remembered, row, pages, fresh, list_f1_of(_rule(before[0]), pages[0], row), cells_of(before, remembered))
            )
    return found


def _table_scores() -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for how, forget in (("", False), (", nothing known", True)):
        for wrapper, remembered, columns, tried, pages, fresh, before, cells in _detail_inputs():
            done = repair(wrapper, pages, KnownContent(rows=KnownRows() if forget else remembered))
            after = recalls(tried, answers_of(done.wrapper, pages), columns) if done.repaired else before
            now = cells_of(tables_read(done.wrapper, pages), remembered) if done.repaired else cells
            _add(found, "details", how, Step(before, fresh, after, done.before.verdict, done.repaired, (cells, now)))
        for wrapper, remembered, row, pages, fresh, before, cells in _list_inputs():
            done = repair(wrapper, pages, KnownContent(rows=KnownRows() if forget else KnownRows(remembered.rows[::2])))
            read_now = tables_read(done.wrapper, pages)
            after = list_f1_of(_rule(read_now[0]), pages[0], row) if done.repaired else before
            now = cells_of(read_now, remembered) if done.repaired else cells
            _add(found, "lists", how, Step(before, fresh, after, done.before.verdict, done.repaired, (cells, now)))
    return {name: fmean(values) for name, values in found.items()}


def _add(found: dict[str, list[float]], kind: str, how: str, step: Step) -> None:
    if step.fresh:
        found.setdefault(f"{kind}{how}", []).append(min(step.repaired / step.fresh, 1.0))
    found.setdefault(f"{kind} cells{how}", []).append(step.cells[1])
    found.setdefault(f"{kind} verdicts{how}", []).append(float(step.verdict_right))


def _taught_scores() -> dict[str, float]:
    right = wrong = shown = 0
    for known in (True, False):
        for folder in sorted((corpora_folder() / "drift").iterdir())[::EVERY_TAUGHT]:
            told = json.loads((folder / "drift.json").read_text(encoding="utf-8"))
            for step in told["steps"]:
                if step["kind"] == "redesign":
                    for count in measured(folder, step, told["language"], with_known=known, show=False).values():
                        right, wrong, shown = right + count.right, wrong + count.wrong, shown + count.shown
    return {"taught right": right / shown, "taught, given and right": right / max(right + wrong, 1)}


@cache
def _export_inputs() -> list[tuple[str, Any, Any]]:
    return [
        *(("articles", wrapper, pages[:MOST_EXPORT_PAGES]) for _, wrapper, pages in exported_articles(EVERY_EXPORTED_ARTICLES)),
        *(("details", wrapper, pages[:MOST_EXPORT_PAGES]) for _, wrapper, pages in exported_details(EVERY_EXPORTED_DETAILS)),
        *(("lists", wrapper, pages) for _, wrapper, pages in exported_lists(EVERY_EXPORTED_LIST)),
    ]


def _export_scores() -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for kind, wrapper, pages in _export_inputs():
        seen, unseen = (pages[::2], pages[1::2]) if len(pages) > 1 else (pages, pages)
        cells, _, equal = counted_on(wrapper, export_selectors(wrapper, seen, Form.XPATH), unseen, Form.XPATH)
        found.setdefault(f"{kind} exported", []).append(equal / max(cells, 1))
    return {name: fmean(shares) for name, shares in found.items()}


MEASURES = Measures(
    "sitelode.wrappers",
    {"articles": _article_scores, "tables": _table_scores, "taught": _taught_scores, "exports": _export_scores},
)
off = MEASURES.off


def _without_check(place: int) -> tuple[Any, ...]:
    return tuple(check for number, check in enumerate(verifying._CHECKS) if number != place)  # noqa: SLF001 (what is switched off)


ALL = "articles tables taught"
SWITCHES: dict[str, Switch] = {
    "layout without article": off("articles taught", repair__article_repair__ArticleRepair___layout_without_article=lambda *_: None),
    "proof by resemblance": off("articles", repair__article_repair__ArticleRepair___resemblance=lambda *_: ""),
    "fields of articles anew": off(
        "articles taught", repair__article_repair__ArticleRepair___with_new_fields=lambda self: (self.wrapper, [])
    ),
    "check: filled": off(ALL, verify__verifying___CHECKS=_without_check(0)),
    "check: length": off(ALL, verify__verifying___CHECKS=_without_check(1)),
    "check: looks": off(ALL, verify__verifying___CHECKS=_without_check(2)),
    "check: own text left behind": off("articles taught", verify__verifying___left_behind=nothing),
    "check: text repeated": off("articles taught", verify__verifying___repeated=nothing),
    "check: text repeated at the lower end": off("articles taught", verify__verifying__MORE_REPEATED_LOW=9.0),
    "check: own text at the lower end": off("articles taught", verify__verifying__TEXT_LEFT_LOW=9.0),
    "check: layout unknown": off(ALL, verify__verifying___unknown=nothing),
    "check: list gone": off("tables", verify__verifying__lost_lists=nothing),
    "check: number of records": off("tables", verify__verifying___number=nothing),
    "check: columns swapped": off("tables", verify__verifying___swapped=nothing),
    "columns by looks": off("tables", repair__relearn_table___by_looks=lambda *_: {}),
    "columns by examples": off("tables", repair__relearn_table__relearn_columns=lambda *_: {}),
    "pages that had no list": off("tables", repair__table_repair__TableRepair___had_no_list=lambda *_: False),
    "looks must be better": off("tables", repair__table_repair__TableRepair___looks_better=lambda *_: True),
    "lists show more columns": off("tables", repair__relearn_table__KNOWN_COLUMNS_OF_LIST=0.3),
    "changed pages in groups": off("tables", repair__table_repair___groups=lambda pages: [list(pages)] if pages else []),
    "page misses a column": off("tables", repair__table_repair___lacks=lambda *_: False),
    "fields: values seen before": off("taught", teach__known_values___Search__seen_before=lambda *_: {}),
    "fields: label": off("taught", teach__known_values___Search__behind_label=lambda *_: {}),
    "fields: dates in any form": off("taught", teach__known_values__KnownField__is_date=lambda *_: False),
    "selectors: texts left out": off("exports", exchange__selector_search__without_texts=nothing),
    "selectors: lists": off("exports", exchange__selector_search__list_selectors=nothing),
    "selectors: numbered": off("exports", exchange__short_selectors___numbered=nothing),
    "selectors: stepwise": off("exports", exchange__short_selectors___stepwise=nothing),
    "selectors: pieces of texts": off("exports", exchange__short_selectors___cuts=nothing),
    "selectors: by label": off("exports", exchange__short_selectors___by_label=nothing),
    "selectors: text without some elements": off("exports", exchange__checked_selectors__texts_without=nothing),
    "selectors: words compared closely": off("exports", exchange__checked_selectors__LayoutExport___words_off=lambda *_: 0),
    "selectors: of the rule": off(
        "exports",
        exchange__checked_selectors__rule_selectors=lambda _: {},
        exchange__checked_selectors__column_selectors=nothing,
    ),
}
ROOM = Room(MEASURES.scores, SWITCHES)
