"""Rules that read the fields of a page: readable data, compiled to codes once and applied at parse speed.

A rule identifies a place by one of the keys of `text_nodes`. If a text node matches several rules, it belongs to the one that was chosen
first in learning (`priority`), so that a page is read as it was then.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Annotated, Any, ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes, code_of, mix
from sitelode.html.page import Page
from sitelode.json_data import Inline, JsonData
from sitelode.paths.labels import LandmarkLabels
from sitelode.tables.attribute_values import NAMED, PLACED, STATE, AttributeKey, attribute_values
from sitelode.tables.details.lines import PART, is_block, with_lines
from sitelode.tables.details.text_nodes import KEY_KINDS, NodeKeys, TextNodes, keys_of, read_page, text_code

STEP: Final = " > "
FORMAT: Final = 2
INSIDE, LIST, GROUP = (KEY_KINDS.index(kind) for kind in ("inside", "list", "group"))
FROM_LANDMARK: Final = ("anchor", "group")  # kinds whose paths begin at one


@dataclass(frozen=True, slots=True)
class FieldRule(JsonData):
    """One column: where its value is, and its statistics from learning."""

    omits_empty: ClassVar[bool] = True
    name: str
    kind: str  # one of KEY_KINDS, or of the kinds of `attribute_values`
    path: str = ""  # steps from the root or a landmark: tags, tags with positions, or labels
    label: str = ""  # the constant text before the value, or inside it
    occurrence: int = 0  # which of the texts equal to the label
    ordinal: int = 0  # index among the matching texts of the page, or among those since the label
    priority: int = 0  # if several rules match a text, the lowest gets it
    type: str = "text"
    fill: float = 0.0  # share of the pages that had a value
    score: float = 0.0  # how informative the column is

    @property
    def key(self) -> str:
        """A description of the place."""
        words = [self.kind, self.path] + ([f"{self.label!r}"] if self.label else []) + ([f"no. {self.ordinal}"] if self.ordinal else [])
        return " ".join(filter(None, words))

    def code(self) -> int:
        """The key of its text nodes, as `keys_of` computes it."""
        label, path = text_code(self.label), _path_code(self.kind, self.path)
        code = {
            "places": path,
            "labels": mix(path, self.ordinal),
            "anchor": mix(path, self.ordinal),
            "beside": mix(mix(label, self.occurrence), self.ordinal),
            "inside": label,
            "list": mix(path, label),
            "group": path,
        }[self.kind]
        return mix(code, KEY_KINDS.index(self.kind) + 1)


@dataclass(frozen=True)
class FieldRules(JsonData):
    """All columns of one layout, most informative first."""

    columns: tuple[FieldRule, ...]
    labels: Annotated[LandmarkLabels, Inline]
    constants: Mapping[str, tuple[str, ...]]  # path of tags -> the constant texts there
    inner_labels: tuple[str, ...]  # labels that values begin with
    lines: tuple[str, ...] = ()  # paths by labels of the blocks whose lines may be cut by markup

    def values(self, page: Page, *, with_labels: bool = False) -> dict[str, list[str]]:
        """The values of every column on the page, in document order.

        `with_labels` keeps a value as the page has it: "Weight: 80 kg" in the column "Weight", which otherwise holds "80 kg"; and a part
        of a line with the punctuation around it.
        """
        nodes, keys = self.keys(page)
        column = self.assigned(keys)
        found: dict[str, list[str]] = {}
        chosen = np.flatnonzero(column >= 0)
        for node, place in zip(chosen.tolist(), column[chosen].tolist(), strict=True):
            rule = self.columns[place]
            cut = not with_labels and rule.kind == KEY_KINDS[INSIDE]
            found.setdefault(rule.name, []).append(nodes.value(node, without_label=cut, as_written=with_labels))
        for value in attribute_values(nodes, self._wanted) if self._wanted else ():
            if value.key in self._attributes:
                found[self._attributes[value.key]] = [value.resolved(page.url)]
        return {rule.name: found[rule.name] for rule in self.columns if rule.name in found}

    def keys(self, page: Page) -> tuple[TextNodes, NodeKeys]:
        """The text nodes and lines of a page with their keys."""
        constants, inner_labels, blocks = self._codes
        nodes = with_lines(read_page(page, self.labels), constants, blocks)
        return nodes, keys_of(nodes, constants, inner_labels)

    def assigned(self, keys: NodeKeys) -> NDArray[np.int32]:
        """For every text node, the index of its column; -1 if it has none."""
        codes, priorities, places = self._table
        if not len(codes):
            return np.full(len(keys.is_constant), -1, np.int32)
        where = np.minimum(np.searchsorted(codes, keys.codes), len(codes) - 1)
        fits = (codes[where] == keys.codes) & ~keys.is_constant
        # Lists get the nodes that no single column has.
        rank = np.where(fits, priorities[where], np.iinfo(np.int32).max)
        best = rank.argmin(axis=0)
        nodes = np.arange(len(best))
        return np.where(fits.any(axis=0), places[where[best, nodes]], -1).astype(np.int32)

    def to_data(self) -> dict[str, Any]:
        return {"format": FORMAT, **super().to_data()}

    @classmethod
    def read_data(cls, data: Any) -> Self:  # noqa: ANN401 (read from a file: anything)
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f"these are not rules of format {FORMAT}; learn them again")
        return super().read_data(data)

    @cached_property
    def _codes(self) -> tuple[Codes, Codes, Codes]:
        """Those of constant texts, of labels that values begin with, and of blocks with lines."""
        codes = [mix(text_code(text), _path_code("tags", path)) for path, texts in self.constants.items() for text in texts]
        labels, lines = map(text_code, self.inner_labels), (_path_code("labels", path) for path in self.lines)
        return _ascending(codes), _ascending(labels), _ascending(lines)

    @cached_property
    def _attributes(self) -> dict[AttributeKey, str]:
        placed = (rule for rule in self.columns if rule.kind in (NAMED, PLACED, STATE))
        return {AttributeKey(rule.kind, rule.label, _path_code("labels", rule.path), rule.ordinal): rule.name for rule in placed}

    @cached_property
    def _wanted(self) -> frozenset[tuple[str, str]]:
        return frozenset((key.kind, key.label) for key in self._attributes)

    @cached_property
    def _table(self) -> tuple[Codes, NDArray[np.int32], NDArray[np.int32]]:
        places = np.array([place for place, rule in enumerate(self.columns) if rule.kind in KEY_KINDS], np.int32)
        rules = [self.columns[place] for place in places]
        codes = np.array([rule.code() for rule in rules], np.uint64)
        order = np.argsort(codes)
        last = max((rule.priority for rule in rules), default=0) + 1
        priorities = np.array([rule.priority + last * (rule.kind in KEY_KINDS[LIST:]) for rule in rules], np.int32)
        return codes[order], priorities[order], places[order]


def path_of(nodes: TextNodes, node: int, kind: str, labels: LandmarkLabels) -> str:
    """The path of a text node in the notation of a rule of this kind."""
    places = [(PART, 1)] if nodes.is_part[node] and is_block(nodes, int(nodes.home[node])) else []
    steps = [f"{tag}:{place}" if kind == "places" else tag for tag, place in (*places, ("#text", nodes.place[node]))]
    return STEP.join((path_of_row(nodes, int(nodes.home[node]), kind, labels), *steps))


def path_of_row(nodes: TextNodes, row: int, kind: str, labels: LandmarkLabels) -> str:
    """The same for any row of the page."""
    page, steps = nodes.page, []
    while row >= 0:
        label = labels.text(page, row) if kind in ("labels", *FROM_LANDMARK) else ""
        is_anchor = kind in FROM_LANDMARK and (label in labels.anchors or row == 0)
        steps.append(_step(nodes, row, kind, label if kind == "labels" or is_anchor else ""))
        row = -1 if is_anchor else int(page.columns.parent[row])
    return STEP.join(reversed(steps))


def _step(nodes: TextNodes, row: int, kind: str, label: str) -> str:
    if label:
        return label
    tag = nodes.page.tag_name(row)
    return f"{tag}:{nodes.sibling[row]}" if kind == "places" else tag


@lru_cache(maxsize=10_000)  # paths share many steps
def _step_code(step: str) -> int:
    return code_of(step)


def _path_code(kind: str, path: str) -> int:
    if not path:
        return 0
    steps = path.split(STEP)
    # Counting starts at a landmark; any other path starts at the root.
    code = code_of(steps[0]) if kind in FROM_LANDMARK else 0
    for step in steps[1:] if kind in FROM_LANDMARK else steps:
        tag, _, place = step.rpartition(":") if kind == "places" else (step, "", "")
        code = mix(code, mix(_step_code(tag), int(place)) if place else _step_code(tag))
    return code


def _ascending(codes: Iterable[int]) -> Codes:
    return np.unique(np.array(list(codes), np.uint64))
