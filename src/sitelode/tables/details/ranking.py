"""Turn keys into columns: measure them, drop constant ones, collapse lists, name them, and sort by how informative they are."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.paths.labels import LandmarkLabels
from sitelode.tables.column_roles import TITLE, role_of_values
from sitelode.tables.details.attribute_fields import PLACED, attribute_columns, readable_name
from sitelode.tables.details.choose_columns import LEAST_FILL, Candidate, StudiedNodes
from sitelode.tables.details.column_names import clean_label, common_label, is_heading, markup_name, stated_name, unique_column_names
from sitelode.tables.details.field_rules import FieldRule, path_of, path_of_row
from sitelode.tables.details.page_titles import LEAST_TITLED, PAGE_TITLE, in_title_element, titleness
from sitelode.tables.details.text_nodes import KEY_KINDS, NodeKeys, TextNodes
from sitelode.tables.script_state.property_names import agreeing_property, stated_properties
from sitelode.text.value_types import IMAGE, type_of_values

MOST_COLUMNS = 80  # an upper limit, set by hand; the sites of SWDE have 43 on average
LIST_SIZE = 4  # this many columns with one path and label form one list; chosen on the sites of SWDE (`bench.fields`)
LABELLED_SHARE = 0.7  # of a column's values that follow the same text. Set by hand
# How informative a column is; set by hand, only the order of columns depends on it.
SCORE_OF_FEW_VALUES = 0.3  # so that a column whose values are mostly equal still counts
COST_OF_LINKS = 0.5  # of the score if all values are links: these lead to menus and other pages
BEFORE_OTHERS = 0.01  # more than the best score: a table begins with the title
GAIN_OF_A_LABEL = 1.7  # factor for the score if the page itself names the column


@dataclass(frozen=True, slots=True)
class Study:
    """Everything known about the training pages."""

    labels: LandmarkLabels
    pages: list[TextNodes]
    keys: list[NodeKeys]
    nodes: StudiedNodes
    prefixes: frozenset[str]  # words of class names that tell nothing
    titles: Sequence[str]  # of the pages

    def at(self, node: int) -> tuple[TextNodes, NodeKeys, int]:
        page = int(self.nodes.page[node])
        return self.pages[page], self.keys[page], int(self.nodes.node[node])


def inner_label(nodes: TextNodes, node: int) -> str:
    """The label that a text begins with, without its separator."""
    columns = nodes.page.columns
    start, end = columns.text_start[nodes.rows[node]], nodes.inner_label_end[node]
    return " ".join(columns.text[start:end].decode("utf-8", "replace").split())[:-1].rstrip()


@dataclass(frozen=True, slots=True)
class _Column:
    """A column during ranking."""

    rule: FieldRule
    nodes: NDArray[np.intp]  # of the study
    titled: float  # how much it looks like the title of its pages
    group: tuple[int, str]  # path of tags and label: columns of one group may form a list


def ranked_rules(study: Study, candidates: Sequence[Candidate]) -> list[FieldRule]:
    """The rules of the columns: constant ones dropped, lists collapsed, most informative first."""
    owner = _owners(study.nodes, candidates)
    order = np.argsort(owner, kind="stable")
    bounds = np.searchsorted(owner[order], np.arange(len(candidates) + 1))
    columns = []
    for place, candidate in enumerate(candidates):
        column = _column(study, candidate, place, order[bounds[place] : bounds[place + 1]])
        if column is not None:
            columns.append(column)
    columns = _with_title(columns)
    rules = [column.rule for column in _lists_collapsed(study, columns)]
    rules = sorted(rules, key=lambda rule: (-rule.score, rule.priority))[:MOST_COLUMNS]
    rules += _attribute_rules(study)[: MOST_COLUMNS - len(rules)]
    rules.sort(key=lambda rule: -rule.score)
    return [replace(rule, name=name) for rule, name in zip(rules, unique_column_names(rule.name for rule in rules), strict=True)]


def _attribute_rules(study: Study) -> list[FieldRule]:
    rules = []
    for column in attribute_columns(study.pages, LEAST_FILL):
        page, row = study.pages[column.example[0]], column.example[1]
        path = path_of_row(page, row, "labels", study.labels) if column.key.kind == PLACED else ""
        kind = IMAGE if column.key.label.startswith("img ") else type_of_values(column.values)
        rule = FieldRule(readable_name(column.key), column.key.kind, path, column.key.label, ordinal=column.key.ordinal, type=kind)
        rules.append(replace(rule, fill=round(column.fill, 4), score=round(column.score, 4)))
    return rules


def _owners(nodes: StudiedNodes, candidates: Sequence[Candidate]) -> NDArray[np.int64]:
    """For every node, the first candidate that contains it; the number of candidates if none does."""
    codes = np.array([candidate.code for candidate in candidates], np.uint64)
    order = np.argsort(codes)
    owner = np.full(len(nodes), len(candidates))
    if len(codes):
        where = np.minimum(np.searchsorted(codes[order], nodes.keys), len(codes) - 1)
        owner = np.where(codes[order][where] == nodes.keys, order[where], len(candidates)).min(axis=0)
    return owner


def _column(study: Study, candidate: Candidate, priority: int, nodes: NDArray[np.intp]) -> _Column | None:
    """The column of a candidate; None if its values do not vary or too few are left."""
    places = [study.at(node) for node in nodes.tolist()]
    texts = {int(page.ways.exact[node]) for page, _, node in places}
    pages = len(np.unique(study.nodes.page[nodes])) / len(study.pages)
    if len(texts) < 2 or pages < LEAST_FILL:  # noqa: PLR2004 (one value does not vary)
        return None
    before, labelled = _most_common_label(places)
    linked = sum(int(page.ways.in_link[node]) for page, _, node in places) / len(places)
    score = pages * (SCORE_OF_FEW_VALUES + len(texts) / len(places)) * (1 - COST_OF_LINKS * linked)
    if labelled > LABELLED_SHARE:
        score *= GAIN_OF_A_LABEL
    path = Counter(int(page.ways.by_tags[node]) for page, _, node in places).most_common(1)[0][0]
    values = [page.value(node) for page, _, node in places]
    rule = _rule(study, candidate, priority, places, values)
    titles = [study.titles[page] for page in study.nodes.page[nodes].tolist()]
    titled = 0.0 if rule.name == PAGE_TITLE else titleness(places[0], values, titles) * pages
    return _Column(replace(rule, fill=round(pages, 4), score=round(score, 4)), nodes, titled, (path, before))


def _with_title(columns: Sequence[_Column]) -> list[_Column]:
    """The column that is the title of its pages gets that name and stands first; of several equal ones the first."""
    best = max(columns, key=lambda column: column.titled, default=None)
    if best is None or best.titled < LEAST_TITLED:
        return list(columns)
    first = max(column.rule.score for column in columns) + BEFORE_OTHERS
    return [replace(column, rule=replace(column.rule, name=TITLE, score=first)) if column is best else column for column in columns]


def _most_common_label(places: Sequence[tuple[TextNodes, NodeKeys, int]]) -> tuple[str, float]:
    codes = Counter(int(page.ways.exact[keys.label[node]]) if keys.label[node] >= 0 else 0 for page, keys, node in places)
    code, count = codes.most_common(1)[0]
    for page, keys, node in places:
        if code and keys.label[node] >= 0 and int(page.ways.exact[keys.label[node]]) == code:
            return page.value(int(keys.label[node])), count / len(places)
    return "", 0.0


def _rule(
    study: Study, candidate: Candidate, priority: int, places: Sequence[tuple[TextNodes, NodeKeys, int]], texts: Sequence[str]
) -> FieldRule:
    page, keys, node = study.at(candidate.example)
    kind = KEY_KINDS[candidate.kind]
    beside = [each.value(int(its.label[place])) if _is_labelled(each, its, place) else "" for each, its, place in places]
    values = texts if kind != "inside" else [each.value(place, without_label=True) for each, _, place in places]
    value_type = type_of_values(values)
    name = clean_label(inner_label(page, node)) if kind == "inside" else "" if is_heading(page, node) else common_label(beside)
    name = name or in_title_element(page, node) or role_of_values(values, value_type) or stated_name(page, node)
    name = name or agreeing_property([(stated_properties(each.page), value) for (each, _, _), value in zip(places, values, strict=True)])
    name = name or markup_name(page, node, study.labels, study.prefixes)
    rule = FieldRule(name, kind, priority=priority, type=value_type)
    if kind == "inside":
        return replace(rule, label=inner_label(page, node))
    if kind != "beside":
        rule = replace(rule, path=path_of(page, node, kind, study.labels))
    counted = _counted(page, keys, node, kind)
    return replace(rule, label=counted.label, occurrence=counted.occurrence, ordinal=counted.ordinal)


def _is_labelled(nodes: TextNodes, keys: NodeKeys, node: int) -> bool:
    """Whether the constant text before a value is its label: beside it, right before it, and no link, which leads elsewhere."""
    label = int(keys.label[node])
    return label == node - 1 and bool(keys.beside[node]) and not nodes.ways.in_link[label]


class _Counted(NamedTuple):
    """The indexes in a rule."""

    label: str = ""
    occurrence: int = 0
    ordinal: int = 0


def _counted(nodes: TextNodes, keys: NodeKeys, node: int, kind: str) -> _Counted:
    """The indexes of a rule: the n-th text of its path, on the page or since which label."""
    if kind in ("labels", "anchor"):
        way = nodes.ways.by_labels if kind == "labels" else nodes.ways.by_anchor
        return _Counted(ordinal=int((way[: node + 1] == way[node]).sum()))
    if kind not in ("after", "beside"):
        return _Counted()
    label = int(keys.label[node])
    since = np.arange(label + 1, node + 1)
    since = since[~keys.is_constant[since]]
    if kind == "after":
        since = since[nodes.ways.by_tags[since] == nodes.ways.by_tags[node]]
    exact = nodes.ways.exact
    occurrence = int((keys.is_constant[: label + 1] & (exact[: label + 1] == exact[label])).sum()) if label >= 0 else 0
    return _Counted(nodes.value(label) if label >= 0 else "", occurrence, len(since))


def _lists_collapsed(study: Study, columns: Sequence[_Column]) -> list[_Column]:
    """Four or more columns with one path and label become one column with several values."""
    groups: dict[tuple[int, str], list[_Column]] = defaultdict(list)
    for column in columns:
        # A label inside the value makes a separate column.
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
        result.append(_Column(rule, members[0].nodes, 0.0, members[0].group))
    return result
