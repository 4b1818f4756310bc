"""Find the fields of detail pages without supervision: one row per page, one column per varying value.

Learnt from the pages of one layout (products, players, jobs). Every text node has several keys (`text_nodes`). Columns are the keys that
cover the text nodes best (`choose_columns`). The result is a set of rules (`field_rules`) that then read all pages, so that a page always
gives the same values. Nothing here depends on a language or a site.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from sitelode.counted import counted
from sitelode.html.page import Page
from sitelode.paths.labels import LandmarkLabels
from sitelode.tables.details.choose_columns import choose_columns, studied_nodes
from sitelode.tables.details.constant_texts import Occurrences, constant_labels, constant_texts
from sitelode.tables.details.field_rules import FieldRule, FieldRules, path_of, path_of_row
from sitelode.tables.details.lines import mixed_blocks, with_lines
from sitelode.tables.details.ranking import Study, page_title, ranked_rules
from sitelode.tables.details.text_nodes import TextNodes, keys_of, read_page
from sitelode.tables.name_words import unique_column_names
from sitelode.tables.naming import inner_label
from sitelode.tables.table import SHOWN_NAMES, TableColumn, first_values, kept_columns, notebook_table

MOST_TRIED = 20  # pages that show which columns are useful, so that these come first; a bound on time, set by hand
MOST_STUDIED = 60  # pages; eight give nearly the same results as forty (docs/algorithms/fields.md)


@dataclass(frozen=True, slots=True, repr=False)
class FieldTable:
    """One row per page, in the order of the pages."""

    rows: tuple[dict[str, list[str]], ...]
    rules: FieldRules

    @property
    def columns(self) -> tuple[FieldRule, ...]:
        """Most informative first, each with its name, type and place, and the share of the pages learnt from that have a value."""
        return self.rules.columns

    def __repr__(self) -> str:
        names = ", ".join(column.name for column in self.columns)[:SHOWN_NAMES]
        return f"FieldTable({counted(len(self.rows), 'row')}, {counted(len(self.columns), 'column')}: {names})"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return notebook_table([column.name for column in self.columns], self.rows, len(self.rows))


def find_fields(pages: Sequence[Page]) -> FieldTable:
    """Learn the fields of the pages of one layout, and read them; a single page has no fields, because nothing varies."""
    rules = learn_rules(pages)
    return FieldTable(tuple(rules.values(page) for page in pages), rules)


def learn_rules(pages: Sequence[Page]) -> FieldRules:
    """Learn only the rules, from a sample if there are many pages."""
    sample = [pages[place] for place in _sample(pages)]
    labels = LandmarkLabels.of_pages(sample)
    texts = [read_page(page, labels) for page in sample]
    constants, inner_labels = constant_texts(texts), constant_labels(texts)
    codes = [np.array(sorted(each), np.uint64) for each in (constants, inner_labels)]
    lines = {
        path_of_row(nodes, row, "labels", labels): nodes.row_paths.by_labels[row]
        for nodes in texts
        for row in mixed_blocks(nodes, codes[0])
    }
    blocks = np.array(sorted(lines.values()), np.uint64)
    found = [with_lines(nodes, codes[0], blocks) for nodes in texts]
    keys = [keys_of(nodes, *codes) for nodes in found]
    if len(sample) < 2:  # noqa: PLR2004 (nothing varies on one page)
        return FieldRules((), labels, {}, ())
    titles = [page_title(page) for page in sample]
    study = Study(labels, found, keys, studied_nodes(found, keys), titles)
    columns = ranked_rules(study, choose_columns(study.nodes, found))
    inner = tuple(sorted(inner_label(texts[page], node) for page, node in inner_labels.values()))
    rules = FieldRules(_named(columns), labels, _constant_texts(texts, labels, constants), inner, tuple(sorted(lines)))
    kept = useful_columns(rules, [rules.values(page) for page in sample[:MOST_TRIED]])
    order = sorted(range(len(columns)), key=lambda place: rules.columns[place].name not in kept)
    return replace(rules, columns=_named([columns[place] for place in order]))


def _named(rules: Sequence[FieldRule]) -> tuple[FieldRule, ...]:
    """With names that differ."""
    names = unique_column_names(rule.name for rule in rules)
    return tuple(replace(rule, name=name) for rule, name in zip(rules, names, strict=True))


def useful_columns(rules: FieldRules, rows: Sequence[Mapping[str, Sequence[str]]]) -> list[str]:
    """The names of the columns that a person would keep, as these rows show them."""
    return kept_columns((TableColumn(rule.name, rule.type, first_values(rows, rule.name)) for rule in rules.columns), len(rows))


def _sample(pages: Sequence[Page]) -> list[int]:
    """At most MOST_STUDIED pages, chosen by their addresses, not by their order."""
    if len(pages) <= MOST_STUDIED:
        return list(range(len(pages)))
    digests = [blake2b(page.url.encode("utf-8", "replace"), digest_size=8).digest() for page in pages]
    return sorted(sorted(range(len(pages)), key=lambda place: (digests[place], place))[:MOST_STUDIED])


def _constant_texts(pages: Sequence[TextNodes], labels: LandmarkLabels, constants: Occurrences) -> dict[str, tuple[str, ...]]:
    texts: dict[str, list[str]] = defaultdict(list)
    for page, node in constants.values():
        texts[path_of(pages[page], node, "tags", labels)].append(pages[page].value(node))
    return {path: tuple(sorted(set(texts[path]))) for path in sorted(texts)}
