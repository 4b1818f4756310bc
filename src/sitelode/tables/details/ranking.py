"""Turn keys into columns: measure them, drop constant ones, collapse lists, name them, and sort by how informative they are."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes
from sitelode.html.page import Page
from sitelode.paths.labels import LandmarkLabels
from sitelode.tables.attribute_values import PLACED, attribute_columns, readable_name
from sitelode.tables.details.choose_columns import LEAST_FILL, Candidate, StudiedNodes
from sitelode.tables.details.field_rules import GROUP, INSIDE, LIST, FieldRule, path_of, path_of_row
from sitelode.tables.details.lines import is_said_by_line
from sitelode.tables.details.text_nodes import KEY_KINDS, NodeKeys, TextNodes
from sitelode.tables.name_words import is_telling
from sitelode.tables.naming import (
    PAGE_TITLE,
    TITLE,
    ColumnName,
    Place,
    chosen_name,
    clean_label,
    inner_label,
    is_heading,
    name_inside,
    tag_above,
)
from sitelode.text.value_types import IMAGE, TEXT, type_of_values

MOST_COLUMNS = 80  # an upper limit, set by hand; the sites of SWDE have 43 on average
LIST_SIZE = 3  # this many columns with one path and label form one list; chosen on the sites of SWDE (`bench.fields`)
SECTION_SIZE = 2  # likewise for texts that only the heading of their section names: these are its paragraphs
SAME_AS_LINE = 0.8  # of a column's values that are whole lines. Set by hand
BESIDE_SHARE = 0.6  # of a column's values that have the same text next to them. Set by hand
# How informative a column is; set by hand, only the order of columns depends on it.
SCORE_OF_FEW_VALUES = 0.3  # so that a column whose values are mostly equal still counts
COST_OF_LINKS = 0.5  # of the score if all values are links: these lead to menus and other pages
GAIN_OF_TELLING = 2.0  # of a column whose name people use: it is looked for. Chosen on the sites of `bench.fields`, seen on no others
OF_ASIDE = 0.1  # of the score of what stands in a menu, or in the page's head or foot: a cart
BEFORE_OTHERS = 0.01  # more than the best score: a table begins with the title

LEAST_TITLED: Final = 0.5
SHORTEST_TITLE: Final = 3  # characters
HEADING_GAIN: Final = {"h1": 1.6, "h2": 1.3, "h3": 1.2}
UNSTATED: Final = 0.35  # of a heading that the title element does not repeat
_COLONS = (":", "\uff1a")


@dataclass(frozen=True, slots=True)
class Study:
    """Everything known about the training pages."""

    labels: LandmarkLabels
    pages: list[TextNodes]
    keys: list[NodeKeys]
    nodes: StudiedNodes
    titles: Sequence[str]  # of the pages

    def at(self, node: int) -> tuple[TextNodes, NodeKeys, int]:
        page = int(self.nodes.page[node])
        return self.pages[page], self.keys[page], int(self.nodes.node[node])


@dataclass(frozen=True, slots=True)
class _Column:
    """A column during ranking."""

    rule: FieldRule
    nodes: NDArray[np.intp]  # of the study
    titled: float  # how much it looks like the title of its pages
    group: tuple[str, int, str, str]  # kind, path, label, and what values tell of themselves: columns of one group may form a list
    values: Sequence[str]
    is_said: bool  # the page itself names it
    in_section: bool  # the heading of its section names it


def ranked_rules(study: Study, candidates: Sequence[Candidate]) -> list[FieldRule]:
    """The rules of the columns: constant ones dropped, lists collapsed, most informative first. Several may have one name."""
    owner = _owners(study.nodes, candidates)
    order = np.argsort(owner, kind="stable")
    bounds = np.searchsorted(owner[order], np.arange(len(candidates) + 1))
    columns = []
    for place, candidate in enumerate(candidates):
        column = _column(study, candidate, place, order[bounds[place] : bounds[place + 1]])
        if column is not None:
            columns.append(column)
    columns = _behind_title_first(study, _with_title(columns))
    rules = [column.rule for column in _lists_collapsed(study, columns)]
    rules = sorted(rules, key=lambda rule: (-rule.score, rule.priority))[:MOST_COLUMNS]
    return _other_names_first([*rules, *_attribute_rules(study)[: MOST_COLUMNS - len(rules)]])


def _other_names_first(rules: list[FieldRule]) -> list[FieldRule]:
    """Most informative first; the second column of a name counts half, the third a third: seven prices do not come before the maker."""
    met: Counter[str] = Counter()
    found = []
    for rule in sorted(rules, key=lambda rule: -rule.score):
        met[rule.name] += 1
        found.append(replace(rule, score=round(rule.score / met[rule.name], 4)))
    return sorted(found, key=lambda rule: -rule.score)


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
    """The column of a candidate; None if its values do not vary, too few are left, or lines say the same."""
    found = study.nodes
    texts = len(set(found.exact[nodes].tolist()))
    pages = len(set(found.page[nodes].tolist())) / len(study.pages)
    if texts < 2 or pages < LEAST_FILL:  # noqa: PLR2004 (one value does not vary)
        return None
    both = zip(found.page[nodes].tolist(), found.node[nodes].tolist(), strict=True)
    places = [(study.pages[page], study.keys[page], node) for page, node in both]
    if sum(is_said_by_line(each, node) for each, _, node in places) >= SAME_AS_LINE * len(places):
        return None
    before, section = _most_common_label(places, found.before[nodes])
    linked = float(found.in_link[nodes].mean())
    score = pages * (SCORE_OF_FEW_VALUES + texts / len(places)) * (1 - COST_OF_LINKS * linked)
    values = [page.value(node) for page, _, node in places]
    rule = _rule(study, candidate, priority)
    beside = _common_label(found, nodes, places)
    name, value_type = _name(study, candidate, places, values, beside)
    titles = [study.titles[page] for page in study.nodes.page[nodes].tolist()]
    in_section = bool(section) and name.text == TEXT and not any(page.is_part[node] for page, _, node in places)
    name = name._replace(text=section) if in_section else name
    titled = 0.0 if name.text == PAGE_TITLE else titleness(places[0], values, titles) * pages
    score += pages * (name.is_said and name.text != PAGE_TITLE) + GAIN_OF_TELLING * pages * is_telling(name.text)
    score *= OF_ASIDE if _is_aside(places[0]) else 1.0
    rule = replace(rule, name=name.text, type=value_type, fill=round(pages, 4), score=round(score, 4))
    if rule.kind == KEY_KINDS[INSIDE]:
        group = (KEY_KINDS[LIST], 0, rule.label, "")  # a label inside the value makes a separate column
    elif beside or in_section:
        group = (KEY_KINDS[LIST], _most_common(found.by_tags[nodes]), before, name.told)
    else:
        group = (KEY_KINDS[GROUP], _most_common(found.by_anchor[nodes]), "", name.told)
    return _Column(rule, nodes, titled, group, values, name.is_said, in_section)


def _is_aside(place: Place) -> bool:
    page, row, in_header = place[0].page, int(place[0].home[place[2]]), False
    while row >= 0 and (tag := page.tag_name(row)) not in ("nav", "footer", "main", "article"):
        in_header |= tag == "header"
        row = int(page.columns.parent[row])
    return (row >= 0 and tag in ("nav", "footer")) or (row < 0 and in_header)


def _name(study: Study, candidate: Candidate, places: Sequence[Place], texts: Sequence[str], beside: str) -> tuple[ColumnName, str]:
    """The name of a column and the type of its values."""
    example = study.at(candidate.example)
    if candidate.kind == INSIDE:
        values = [page.value(node, without_label=True) for page, _, node in places]
        return name_inside(example, values), type_of_values(values)
    value_type = type_of_values(texts)
    return chosen_name(example, places, texts, value_type, beside), value_type


def _common_label(found: StudiedNodes, nodes: NDArray[np.intp], places: Sequence[Place]) -> str:
    """The constant text right before most values of a column, if it is their label: beside them, or with a colon; a link is none."""
    adjacent = found.adjacent[nodes]
    if adjacent.sum() < BESIDE_SHARE * len(nodes):
        return ""
    codes, counts = np.unique(found.before[nodes][adjacent], return_counts=True)
    held = adjacent & (found.before[nodes] == codes[np.argmax(counts)])
    page, keys, node = places[int(np.argmax(held))]
    text = page.value(int(keys.label[node]))
    held &= found.beside[nodes] | text.endswith(_COLONS)
    return text if held.sum() >= BESIDE_SHARE * len(nodes) else ""


def _with_title(columns: Sequence[_Column]) -> list[_Column]:
    """The column that is the title of its pages gets that name and stands first; of several equal ones the first."""
    best = max(columns, key=lambda column: column.titled, default=None)
    if best is None or best.titled < LEAST_TITLED:
        return list(columns)
    first = max(column.rule.score for column in columns) + BEFORE_OTHERS
    return [replace(each, rule=replace(each.rule, name=TITLE, score=first)) if each is best else each for each in columns]


def _behind_title_first(study: Study, columns: Sequence[_Column]) -> list[_Column]:
    """What stands before the title counts half if something behind it has its name: the price of a cart, not that of the product."""
    page, node, title = study.nodes.page, study.nodes.node, np.full(len(study.pages), -1)
    for best in (column for column in columns if column.rule.name == TITLE and column.titled):
        title[page[best.nodes]] = node[best.nodes]
    before = [np.median(node[column.nodes] < title[page[column.nodes]]) == 1 for column in columns]
    names = {column.rule.name for column, is_before in zip(columns, before, strict=True) if not is_before}
    return [
        replace(column, rule=replace(column.rule, score=column.rule.score / 2)) if is_before and column.rule.name in names else column
        for column, is_before in zip(columns, before, strict=True)
    ]


def _most_common_label(places: Sequence[Place], before: Codes) -> tuple[str, str]:
    """The constant text before most values; and the name it gives them if it is the heading of their section."""
    code = _most_common(before)
    if not code:
        return "", ""
    page, keys, node = places[int(np.argmax(before == code))]
    label = int(keys.label[node])
    text = page.value(label)
    is_section = (before == code).sum() >= BESIDE_SHARE * len(before) and is_heading(page, label)
    return text, clean_label(text) if is_section else ""


def _most_common(codes: Codes) -> int:
    distinct, counts = np.unique(codes, return_counts=True)
    return int(distinct[np.argmax(counts)])


def _rule(study: Study, candidate: Candidate, priority: int) -> FieldRule:
    page, keys, node = study.at(candidate.example)
    kind = KEY_KINDS[candidate.kind]
    if kind == "inside":
        return FieldRule("", kind, label=inner_label(page, node), priority=priority)
    if kind == "beside":
        return _rule_beside(page, keys, node, priority)
    ordinal = 0
    if kind != "places":  # it is the n-th text of its path
        way = page.ways.by_labels if kind == "labels" else page.ways.by_anchor
        ordinal = int((way[: node + 1] == way[node]).sum())
    return FieldRule("", kind, path_of(page, node, kind, study.labels), ordinal=ordinal, priority=priority)


def _rule_beside(nodes: TextNodes, keys: NodeKeys, node: int, priority: int) -> FieldRule:
    """The rule of the n-th text since a label, which itself may be one of several equal ones."""
    label = int(keys.label[node])
    since = np.arange(label + 1, node + 1)
    since = since[~keys.is_constant[since] & (nodes.is_part[node] | ~nodes.is_part[since])]
    exact = nodes.ways.exact
    occurrence = int((keys.is_constant[: label + 1] & (exact[: label + 1] == exact[label])).sum()) if label >= 0 else 0
    text = nodes.value(label) if label >= 0 else ""
    return FieldRule("", "beside", label=text, occurrence=occurrence, ordinal=len(since), priority=priority)


def _lists_collapsed(study: Study, columns: Sequence[_Column]) -> list[_Column]:
    """Three or more columns with one path and label, or with one path from a landmark and no label, become one with several values."""
    groups: dict[tuple[str, int, str, str], list[_Column]] = defaultdict(list)
    for column in columns:
        groups[column.group].append(column)
    result = []
    for (kind, _, label, _), members in groups.items():
        if len(members) < (SECTION_SIZE if all(each.in_section for each in members) else LIST_SIZE):
            result += members
            continue
        page, _, node = study.at(int(members[0].nodes[0]))
        best = max(member.rule.score for member in members)
        rule = replace(
            members[0].rule, kind=kind, path=path_of(page, node, kind, study.labels), label=label, occurrence=0, ordinal=0,
            fill=max(member.rule.fill for member in members), score=round(best / math.sqrt(len(members)), 4),
        )  # fmt: skip
        result.append(replace(members[0], rule=rule, titled=0.0))
    return result


def titleness(example: tuple[TextNodes, NodeKeys, int], texts: Sequence[str], titles: Sequence[str]) -> float:
    """How much a column looks like the title of its pages: how far their title elements are it, and whether it is a heading.

    `titles` are those of the pages of the values (`page_title`).
    """
    values = [text.casefold() for text in texts]
    different = len(set(values)) / len(values)
    held = [_held_by_title(value, title) for value, title in zip(values, titles, strict=True)]
    tag = tag_above(*example[::2], HEADING_GAIN)
    stated = max(sum(held) / len(held), UNSTATED if tag == "h1" else 0.0)
    return stated * different * HEADING_GAIN.get(tag, 1.0)


def _held_by_title(value: str, title: str) -> float:
    """0 if the title element does not have the value, else from .5 to 1 by how much of it the value is."""
    if len(value) < SHORTEST_TITLE or value not in title:
        return 0.0
    return 0.5 + 0.5 * len(value) / len(title)


def page_title(page: Page) -> str:
    """The text of the page's title element, folded for comparing."""
    rows = page.rows("title")
    return " ".join(page.text(int(rows[0])).split()).casefold() if len(rows) else ""
