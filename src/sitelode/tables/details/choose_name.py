"""Choose the name of a column: a label, the role of its values, what the page states, what values or links tell, or the markup."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.paths.labels import LandmarkLabels
from sitelode.tables.column_roles import role_of_values
from sitelode.tables.details.choose_columns import StudiedNodes
from sitelode.tables.details.column_names import clean_label, inner_label, is_heading, markup_name, stated_name
from sitelode.tables.details.page_titles import in_title_element
from sitelode.tables.details.text_nodes import NodeKeys, TextNodes
from sitelode.tables.details.told_names import further_labels, linked_word, shared_words
from sitelode.tables.script_state.property_names import agreeing_property, stated_properties

Place: TypeAlias = tuple[TextNodes, NodeKeys, int]  # a text node, with its page
LOOKED_AT = 3  # pages; if these state nothing, the others hardly do. Set by hand
BESIDE_SHARE = 0.6  # of a column's values that have the same text next to them. Set by hand
_COLONS = (":", "\uff1a")


class ClassNames(NamedTuple):
    """The class names of a layout that last, and the words of them that tell nothing."""

    labels: LandmarkLabels
    prefixes: frozenset[str]


class ColumnName(NamedTuple):
    text: str
    is_said: bool  # the page itself says it: a label, or a property
    told: str  # what the values tell


def chosen_name(
    example: Place, places: Sequence[Place], values: Sequence[str], value_type: str, beside: str, classes: ClassNames
) -> ColumnName:
    """The name of the column whose values stand at these places; `beside` is the text that most of them have as their label."""
    page, _, node = example
    heads = is_heading(page, node)
    label = "" if heads else clean_label(beside)
    role = role_of_values(values, value_type)
    told = role or ("" if heads else shared_words(values))
    said = label or in_title_element(page, node) or role or stated_name(page, node) or _agreeing(places, values)
    name = said or told or linked_word([(each, place) for each, _, place in places]) or markup_name(page, node, *classes)
    return ColumnName(name, bool(said), told)


def name_inside(example: Place, values: Sequence[str]) -> ColumnName:
    """The label that values begin with, and those that come later in them."""
    page, _, node = example
    name = clean_label(f"{inner_label(page, node)} {further_labels(values)}".strip()) or clean_label(inner_label(page, node))
    return ColumnName(name, bool(name), "")


def common_label(found: StudiedNodes, nodes: NDArray[np.intp], places: Sequence[Place]) -> str:
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


def _agreeing(places: Sequence[Place], values: Sequence[str]) -> str:
    if not any(stated_properties(each.page) for each, _, _ in places[:LOOKED_AT]):
        return ""
    return agreeing_property([(stated_properties(each.page), value) for (each, _, _), value in zip(places, values, strict=True)])
