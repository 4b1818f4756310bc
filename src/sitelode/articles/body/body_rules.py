"""Body rules: the decisions about a layout in a form small enough to read and to store.

Reading a page needs only a small part of what the study of a layout found: which paths are body, with a probability for each of plain,
linked and recurring text; below which elements nothing is body; and which recurring texts belong to the body. `compile_rules.py` makes the
rules. Mining itself reads pages with them, so that a wrapper gives the same articles as the run that wrote it.

A path that no studied page had gets the decision of the most similar known path, compared step by step from both ends: an unknown list
inside the text is similar to the text around it, and a text whose outer frame was renamed or wrapped once more keeps its inner steps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.evidence import Statements, evidence_of
from sitelode.articles.body.feature_names import tag_groups
from sitelode.articles.body.features import (
    KINDS,
    LINKED,
    LINKED_FROM,
    OTHER_ARTICLE,
    PLAIN,
    REPEATED,
    Floats,
    other_article_segments,
)
from sitelode.articles.body.kernels.body_rules import BodyTables, segment_paths
from sitelode.compiled.code_sets import are_among
from sitelode.compiled.code_table import CodeTable
from sitelode.compiled.codes import Codes
from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.json_data import JsonData, Key, Share, hexadecimal, rounded
from sitelode.paths.element_names import element_kinds
from sitelode.paths.labels import PathLabels, label_code
from sitelode.paths.path_likeness import KnownPaths
from sitelode.paths.path_text import Path, Step, codes_of_paths, parse_path, path_of, path_text
from sitelode.text.segments import Segments

CONTAINER_TAGS = frozenset(("html", "body", "main", "article", "section", "div", "td", "form", "center", "table", "tbody", "tr"))
DIGITS = 3  # decimal places of probabilities
MOST_STEPS = 2_000_000  # that new paths of a page are compared by, about a second; real pages and their redesigns took 23,408 at most

Row = tuple[float, ...]  # a probability per kind
NOTHING: Row = (0.0,) * KINDS
_KINDS = PLAIN, REPEATED, LINKED, OTHER_ARTICLE
_NO_FLAGS = np.empty(0, dtype=np.uint8)
_BELOW = "> "  # marks a path below the container


@dataclass(frozen=True)
class BodyRules(JsonData):
    """Decides what is body on the pages of one layout: the stored form of a study. Plain data, plus a cache of paths seen before."""

    paths: Mapping[Path, Row]  # body probabilities of every path with text that may be body
    outside: Mapping[Path, float]  # elements below which nothing is body, with the small probability that remains
    repeated: Mapping[int, str]  # recurring texts that belong to the body, by code
    taken_from: float
    others: "OtherArticles | None" = None  # set if pages of this layout hold further articles
    template: Mapping[int, str] = field(default_factory=dict)  # texts that are never body, wherever they stand, by exact code
    _labels: PathLabels = field(init=False, repr=False, compare=False)
    _met: tuple[CodeTable, CodeTable] = field(init=False, repr=False, compare=False)  # for pages without and with the container
    _exact: dict[int, Row] = field(default_factory=dict, init=False, repr=False, compare=False)
    _anchor: Step | None = field(init=False, repr=False, compare=False)
    _anchor_label: int = field(init=False, repr=False, compare=False)  # 0 if there is no anchor
    _known: KnownPaths = field(init=False, repr=False, compare=False)
    _tables: BodyTables = field(init=False, repr=False, compare=False)
    _template: Codes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = frozenset(name for path in (*self.paths, *self.outside) for step in path for name in step.names)
        outside = {path: row_outside(likely) for path, likely in self.outside.items()}
        object.__setattr__(self, "_labels", PathLabels(names))
        object.__setattr__(self, "_known", KnownPaths(self.paths, outside))
        object.__setattr__(self, "_anchor", next((step for step in reversed(self.container) if step.names), None))
        object.__setattr__(self, "_anchor_label", label_code(self._anchor.tag, self._anchor.names) if self._anchor else 0)
        recurring = np.array(sorted(self.repeated), dtype=np.uint64)
        object.__setattr__(self, "_template", np.array(sorted(self.template), dtype=np.uint64))
        object.__setattr__(self, "_tables", BodyTables(recurring, self._anchor_label, tag_groups(), LINKED_FROM, _KINDS))
        object.__setattr__(self, "_met", tuple(CodeTable(np.empty((0, KINDS))) for _ in range(2)))
        self._exact.update(zip(codes_of_paths(self.paths), self.paths.values(), strict=True))

    def segment_probabilities(self, page: Page, segments: Segments) -> Floats:
        """The body probability of each segment of a page."""
        if not len(segments) or not self.paths:
            return np.zeros(len(segments))
        of_others = _NO_FLAGS if self.others is None else self.others.segments(page).view(np.uint8)
        if self.template:
            template = are_among(segments.exact, self._template).view(np.uint8)
            of_others = of_others | template if len(of_others) else template
        tables = self._labels.known_kinds, self._met[0].table, self._met[1].table
        known: Floats = self._tables.known_probabilities(page.rows_read, element_kinds(page), segments, tables, of_others)
        if len(known):
            return known  # a page with no new element or path
        kinds = self._tables.kinds(segments, of_others)
        return np.asarray(self._rows(page, segments)[np.arange(len(kinds)), kinds], dtype=np.float64)

    def _rows(self, page: Page, segments: Segments) -> Floats:
        """The probabilities for the path of each segment."""
        codes, holder, has_anchor = self._codes(page, segments)
        steps_left = MOST_STEPS

        def found(segment: int) -> Row:
            nonlocal steps_left
            row, parents = int(holder[segment]), page.parents
            known = self._exact.get(int(codes[row]))
            while known is None and row >= 0:  # most new paths are below an element without body
                known, row = self._known.below_codes.get(int(codes[row])), parents[row]
            if known is not None:
                return known
            path = path_of(page, int(holder[segment]), self._labels.names)
            steps_left -= len(path) * self._known.size
            return self._judged(path, has_anchor=has_anchor) if steps_left >= 0 else NOTHING

        return self._met[has_anchor].look_up(codes[holder], lambda new: list(map(found, new)))

    def _codes(self, page: Page, segments: Segments) -> tuple[Codes, NDArray[np.int32], bool]:
        """The code of each row's path, the element that holds each segment, and whether the page has one like the body's container."""
        labels = self._labels.of_kinds(page)
        codes, holder = segment_paths(page.rows_read, element_kinds(page), segments, labels, tag_groups())
        return codes, holder, bool((labels == np.uint64(self._anchor_label)).any())

    def _judged(self, path: Path, *, has_anchor: bool) -> Row:
        """The probabilities of a path that no studied page had. If the page has the body's container, body text is never outside it."""
        outside_of = self._anchor if has_anchor and self._anchor not in path else None
        return self._known.look_up(path, outside_of) or NOTHING

    def to_data(self) -> dict[str, Any]:
        """The rules as JSON data."""
        container = self.container
        data: dict[str, Any] = _StoredRules(
            path_text(container),
            self.taken_from,
            {_relative(path, container): _StoredRow(row[PLAIN], row[LINKED], row[REPEATED]) for path, row in self.paths.items()},
            {_relative(path, container): likely for path, likely in self.outside.items()},
            {f"{code:016x}": text for code, text in self.repeated.items()},
            self.others,
            {f"{code:016x}": text for code, text in self.template.items()},
        ).to_data()
        return data

    @classmethod
    def read_data(cls, data: object) -> Self:
        stored = _StoredRules.read_data(data)
        container = parse_path(stored.container)
        return cls(
            paths={_absolute(text, container): row.probabilities for text, row in stored.paths.items()},
            outside={_absolute(text, container): likely for text, likely in stored.outside.items()},
            repeated={int(code, 16): text for code, text in stored.repeated.items()},
            taken_from=stored.taken_from,
            others=stored.others,
            template={int(code, 16): text for code, text in stored.template.items()},
        )

    @property
    def container(self) -> Path:
        """The innermost element around all body text."""
        return _common_beginning([path for path, row in self.paths.items() if max(row) >= self.taken_from])


@dataclass(frozen=True)
class OtherArticles(JsonData):
    """What is needed to recognise further articles on an endless page: the labels of the layout, and which title is the page's own."""

    names: frozenset[str]
    common_title_words: tuple[Annotated[int, hexadecimal(16)], ...]
    usual_title: Annotated[int, hexadecimal(16)]
    _labels: PathLabels = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_labels", PathLabels(self.names))

    def segments(self, page: Page) -> NDArray[np.bool_]:
        """For every segment of a page, whether it belongs to another article."""
        stated = Statements.of(metadata_of(page)).without(np.array(self.common_title_words, dtype=np.uint64))
        return other_article_segments(evidence_of(page, self._labels, stated), self.usual_title)


@dataclass(frozen=True, slots=True)
class _StoredRow(JsonData):
    """Body probabilities of the text at a path, by its kind; text of another article is never body."""

    plain: Share
    linked: Share
    repeated: Share

    @property
    def probabilities(self) -> Row:
        row = [0.0] * KINDS
        row[PLAIN], row[LINKED], row[REPEATED] = self.plain, self.linked, self.repeated
        return tuple(row)


@dataclass(frozen=True, slots=True)
class _StoredRules(JsonData):
    """Body rules as stored in a file: paths as text, relative to the container if they are below it."""

    omits_empty: ClassVar[bool] = True
    container: str
    taken_from: Annotated[Share, rounded(DIGITS)]
    paths: Mapping[str, _StoredRow]
    outside: Mapping[str, Share]
    repeated: Mapping[str, str]  # by code
    others: Annotated[OtherArticles | None, Key("other_articles")] = None
    template: Mapping[str, str] = field(default_factory=dict)  # by code


def row_outside(likely: float) -> Row:
    """Body probabilities below an element without body: recurring text and text of other articles is never body."""
    row = [0.0] * KINDS
    row[PLAIN] = row[LINKED] = likely
    return tuple(row)


def _common_beginning(paths: Sequence[Path]) -> Path:
    if not paths:
        return ()
    first = paths[0]
    shorter, depth = min(map(len, paths)), 0
    while depth < shorter and all(path[depth] == first[depth] for path in paths):
        depth += 1
    while depth and first[depth - 1].tag not in CONTAINER_TAGS:
        depth -= 1
    return first[:depth]


def _relative(path: Path, container: Path) -> str:
    inside = len(path) > len(container) > 0 and path[: len(container)] == container
    return _BELOW + path_text(path[len(container) :]) if inside else path_text(path)


def _absolute(text: str, container: Path) -> Path:
    return container + parse_path(text.removeprefix(_BELOW)) if text.startswith(_BELOW) else parse_path(text)
