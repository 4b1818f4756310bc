"""The fields of detail pages: one row a page, one column a value that varies, nobody told which.

Learnt from the pages of one layout (products, players, jobs). Every text node has several keys (`text_nodes`), columns are the keys that
cover the text nodes best (`cover`), and what is learnt is a set of rules (`field_rules`) which then read all pages, so that a page gives
the same values when it is met again. Nothing here knows a language or a site.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from sitelode.dom.page import Page
from sitelode.fields.column_names import clean_label, common_label, made_unique, markup_name
from sitelode.fields.cover import LEAST_FILL, Candidate, StudiedNodes, chosen_keys, studied
from sitelode.fields.element_labels import Codes, ElementLabels
from sitelode.fields.field_rules import FieldRule, FieldRules, path_of
from sitelode.fields.text_nodes import KEY_KINDS, NodeKeys, TextNodes, keys_of, read_page
from sitelode.text.value_types import type_of_values

MOST_STUDIED = 60  # pages; five do nearly as well as forty
MOST_COLUMNS = 80
CONSTANT_SHARE = 0.5  # of the pages; a text that stands in one place on so many is the template's
LONGEST_CONSTANT = 120  # bytes; nobody's label
LIST_SIZE = 4  # columns of one path and label that are one list
LABELLED_SHARE = 0.7  # of a column's values after the same text


@dataclass(frozen=True, slots=True)
class FieldColumn:
    """A column of the table."""

    name: str
    key: str  # where its values stand, in words
    type: str
    fill: float  # share of the pages that have a value
    score: float  # how informative it is; columns come in this order


@dataclass(frozen=True, slots=True)
class FieldTable:
    """One row a page, in the order of the pages."""

    columns: tuple[FieldColumn, ...]
    rows: tuple[dict[str, list[str]], ...]
    rules: FieldRules


@dataclass(frozen=True, slots=True)
class _Study:
    """What is known of the pages that rules are learnt from."""

    labels: ElementLabels
    pages: list[TextNodes]
    keys: list[NodeKeys]
    nodes: StudiedNodes

    def at(self, node: int) -> tuple[TextNodes, NodeKeys, int]:
        page = int(self.nodes.page[node])
        return self.pages[page], self.keys[page], int(self.nodes.node[node])


def find_fields(pages: Sequence[Page]) -> FieldTable:
    """Learn the fields of the pages of one layout, and read them; a single page has no fields, as nothing varies."""
    rules = learn_rules(pages)
    rows = [rules.values(page) for page in pages]
    return _table(rules, rows)


def learn_rules(pages: Sequence[Page]) -> FieldRules:
    """Rules alone, from a sample of the pages where there are many."""
    sample = [pages[place] for place in _sample(pages)]
    labels = ElementLabels.learnt(sample)
    found = [read_page(page, labels) for page in sample]
    constants, inner_labels = _constant(found)
    codes = [np.array(sorted(each), np.uint64) for each in (constants, inner_labels)]
    keys = [keys_of(nodes, *codes) for nodes in found]
    if len(sample) < 2:  # noqa: PLR2004 (nothing varies on one page)
        return FieldRules((), labels, {}, ())
    study = _Study(labels, found, keys, studied(found, keys))
    columns = _ranked(study, chosen_keys(study.nodes, found))
    return FieldRules(tuple(columns), labels, _constant_texts(study, constants), tuple(sorted(_inner_label_texts(study, inner_labels))))


def _sample(pages: Sequence[Page]) -> list[int]:
    """At most MOST_STUDIED pages; which ones depends on their addresses, not on their order."""
    if len(pages) <= MOST_STUDIED:
        return list(range(len(pages)))
    digests = [blake2b(page.url.encode("utf-8", "replace"), digest_size=8).digest() for page in pages]
    return sorted(sorted(range(len(pages)), key=lambda place: (digests[place], place))[:MOST_STUDIED])


def _constant(pages: Sequence[TextNodes]) -> tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]]:
    """The codes of constant texts and of constant labels inside texts, each with a page and node where it stands."""
    short = [(nodes.page.columns.text_end - nodes.page.columns.text_start)[nodes.rows] <= LONGEST_CONSTANT for nodes in pages]
    texts = [np.where(each, nodes.constant_codes, 0) for each, nodes in zip(short, pages, strict=True)]
    return _on_half(texts), _on_half([nodes.ways.inner_label for nodes in pages])


def _on_half(codes: Sequence[Codes]) -> dict[int, tuple[int, int]]:
    once = [np.unique(each, return_index=True) for each in codes]
    every = np.concatenate([each for each, _ in once]) if once else np.empty(0, np.uint64)
    places = [(page, node) for page, (_, first) in enumerate(once) for node in first.tolist()]
    distinct, first, counts = np.unique(every, return_index=True, return_counts=True)
    kept = np.flatnonzero((counts >= max(2, CONSTANT_SHARE * len(codes))) & (distinct != 0))
    return {int(distinct[place]): places[first[place]] for place in kept}


def _constant_texts(study: _Study, constants: dict[int, tuple[int, int]]) -> dict[str, tuple[str, ...]]:
    texts: dict[str, list[str]] = defaultdict(list)
    for page, node in constants.values():
        texts[path_of(study.pages[page], node, "after", study.labels)].append(study.pages[page].value(node))
    return {path: tuple(sorted(set(texts[path]))) for path in sorted(texts)}


def _inner_label_texts(study: _Study, inner_labels: dict[int, tuple[int, int]]) -> list[str]:
    return [_inner_label(study.pages[page], node) for page, node in inner_labels.values()]


def _inner_label(nodes: TextNodes, node: int) -> str:
    """The label a text begins with, without its separator."""
    columns = nodes.page.columns
    start, end = columns.text_start[nodes.rows[node]], nodes.inner_label_end[node]
    return " ".join(columns.text[start:end].decode("utf-8", "replace").split())[:-1].rstrip()


@dataclass(frozen=True, slots=True)
class _Column:
    """A column while columns are compared."""

    rule: FieldRule
    nodes: NDArray[np.intp]  # of the study
    group: tuple[int, str]  # path of tags and label: several of one group are a list
    values: int = 1  # columns that it stands for


def _ranked(study: _Study, candidates: Sequence[Candidate]) -> list[FieldRule]:
    """Measured, constant ones left out, lists collapsed, the most informative first."""
    owner = _owners(study.nodes, candidates)
    order = np.argsort(owner, kind="stable")
    bounds = np.searchsorted(owner[order], np.arange(len(candidates) + 1))
    columns = []
    for place, candidate in enumerate(candidates):
        column = _column(study, candidate, place, order[bounds[place] : bounds[place + 1]])
        if column is not None:
            columns.append(column)
    columns = sorted(_lists_collapsed(study, columns), key=lambda column: (-column.rule.score, column.rule.priority))[:MOST_COLUMNS]
    names = made_unique(column.rule.name for column in columns)
    return [replace(column.rule, name=name) for column, name in zip(columns, names, strict=True)]


def _owners(nodes: StudiedNodes, candidates: Sequence[Candidate]) -> NDArray[np.int64]:
    """For every node the first candidate that has it; as many as there are candidates where none does."""
    codes = np.array([candidate.code for candidate in candidates], np.uint64)
    order = np.argsort(codes)
    owner = np.full(len(nodes), len(candidates))
    if len(codes):
        where = np.minimum(np.searchsorted(codes[order], nodes.keys), len(codes) - 1)
        owner = np.where(codes[order][where] == nodes.keys, order[where], len(candidates)).min(axis=0)
    return owner


def _column(study: _Study, candidate: Candidate, priority: int, nodes: NDArray[np.intp]) -> _Column | None:
    """A candidate with all that is said about it; none where its values do not vary or too few are left."""
    places = [study.at(node) for node in nodes.tolist()]
    texts = {int(page.ways.exact[node]) for page, _, node in places}
    pages = len(np.unique(study.nodes.page[nodes])) / len(study.pages)
    if len(texts) < 2 or pages < LEAST_FILL:  # noqa: PLR2004 (one value does not vary)
        return None
    before, labelled = _most_common_label(places)
    linked = sum(int(page.ways.in_link[node]) for page, _, node in places) / len(places)
    score = pages * (0.3 + len(texts) / len(places)) * (1 - 0.5 * linked) * (1.7 if labelled > LABELLED_SHARE else 1.0)
    path = Counter(int(page.ways.by_tags[node]) for page, _, node in places).most_common(1)[0][0]
    rule = _rule(study, candidate, priority, places)
    return _Column(replace(rule, fill=round(pages, 4), score=round(score, 4)), nodes, (path, before))


def _most_common_label(places: Sequence[tuple[TextNodes, NodeKeys, int]]) -> tuple[str, float]:
    codes = Counter(int(page.ways.exact[keys.label[node]]) if keys.label[node] >= 0 else 0 for page, keys, node in places)
    code, count = codes.most_common(1)[0]
    for page, keys, node in places:
        if code and keys.label[node] >= 0 and int(page.ways.exact[keys.label[node]]) == code:
            return page.value(int(keys.label[node])), count / len(places)
    return "", 0.0


def _rule(study: _Study, candidate: Candidate, priority: int, places: Sequence[tuple[TextNodes, NodeKeys, int]]) -> FieldRule:
    page, keys, node = study.at(candidate.example)
    kind = KEY_KINDS[candidate.kind]
    beside = [each.value(int(its.label[place])) if its.beside[place] else "" for each, its, place in places]
    values = [each.value(place, without_label=kind == "inside") for each, _, place in places]
    name = clean_label(_inner_label(page, node)) if kind == "inside" else common_label(beside)
    rule = FieldRule(name or markup_name(page, node, study.labels), kind, priority=priority, type=type_of_values(values))
    if kind == "inside":
        return replace(rule, label=_inner_label(page, node))
    if kind != "beside":
        rule = replace(rule, path=path_of(page, node, kind, study.labels))
    return replace(rule, **_counted(page, keys, node, kind))


def _counted(nodes: TextNodes, keys: NodeKeys, node: int, kind: str) -> dict[str, str | int]:
    """What a rule counts: the how manyeth text of its path on the page, or since which label."""
    if kind in ("labels", "anchor"):
        way = nodes.ways.by_labels if kind == "labels" else nodes.ways.by_anchor
        return {"ordinal": int((way[: node + 1] == way[node]).sum())}
    if kind not in ("after", "beside"):
        return {}
    label = int(keys.label[node])
    since = np.arange(label + 1, node + 1)
    since = since[~keys.is_constant[since]]
    if kind == "after":
        since = since[nodes.ways.by_tags[since] == nodes.ways.by_tags[node]]
    exact = nodes.ways.exact
    occurrence = int((keys.is_constant[: label + 1] & (exact[: label + 1] == exact[label])).sum()) if label >= 0 else 0
    return {"label": nodes.value(label) if label >= 0 else "", "occurrence": occurrence, "ordinal": len(since)}


def _lists_collapsed(study: _Study, columns: Sequence[_Column]) -> list[_Column]:
    """Four and more columns of one path and label are one column with several values."""
    groups: dict[tuple[int, str], list[_Column]] = defaultdict(list)
    for column in columns:
        # A label inside the value makes a column of its own.
        groups[column.group if column.rule.kind != "inside" else (-1, column.rule.label)].append(column)
    result = []
    for (_, label), members in groups.items():
        if len(members) < LIST_SIZE:
            result += members
            continue
        page, _, node = study.at(int(members[0].nodes[0]))
        best = max(member.rule.score for member in members)
        rule = replace(
            members[0].rule, kind="list", path=path_of(page, node, "after", study.labels), label=label, occurrence=0, ordinal=0,
            fill=max(member.rule.fill for member in members), score=round(best / math.sqrt(len(members)), 4),
        )  # fmt: skip
        result.append(_Column(rule, members[0].nodes, members[0].group, len(members)))
    return result


def _table(rules: FieldRules, rows: Sequence[dict[str, list[str]]]) -> FieldTable:
    filled = Counter(name for row in rows for name in row)
    columns = tuple(
        FieldColumn(rule.name, rule.key, rule.type, round(filled[rule.name] / max(len(rows), 1), 4), rule.score) for rule in rules.columns
    )
    return FieldTable(columns, tuple(rows), rules)
