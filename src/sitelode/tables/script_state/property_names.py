"""Names for visible columns from what pages state beside them: the property of JSON-LD or microdata whose values are the column's.

Limits are set by hand.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from sitelode.html.page import Page
from sitelode.tables.script_state.key_names import key_name
from sitelode.tables.script_state.page_data import DEEPEST, LINKED_DATA, MOST_VALUES, page_data, plain_text

Properties: TypeAlias = Mapping[str, frozenset[str]]  # names by folded value
AGREEING: Final = 0.8  # of a column's values that a property has, too
LEAST_DIFFERENT: Final = 2  # values that agree: one may be chance
LONGEST_VALUE: Final = 300  # characters of a value that is compared
_LINK_KEYS: Final = frozenset(("@id", "@type", "@context"))


def stated_properties(page: Page) -> Properties:
    """The names of the properties that a page states, by value; read once, then kept with the page."""
    return page.worked_out("stated properties", _stated)


def agreeing_property(values: Sequence[tuple[Properties, str]]) -> str:
    """The property that nearly all values are, each with what its page states; nothing if there is none or there are several."""
    counts: Counter[str] = Counter()
    different: dict[str, set[str]] = defaultdict(set)
    for stated, value in values:
        folded = _folded(value)
        for name in stated.get(folded, ()):
            counts[name] += 1
            different[name].add(folded)
    likely = [name for name, count in counts.items() if count >= AGREEING * len(values) and len(different[name]) >= LEAST_DIFFERENT]
    return likely[0] if len(likely) == 1 else ""


def _stated(page: Page) -> Properties:
    found: dict[str, set[str]] = defaultdict(set)
    for name, data in page_data(page):
        if name.startswith(LINKED_DATA):
            for keys, value in _leaves(data):
                found[_folded(value)].add(key_name(keys))
    for row, value in page.attribute_column("content"):
        if said := (page.attribute(row, "itemprop") or "").split():
            found[_folded(value)].add(key_name([said[0].rpartition(":")[2]]))
    return {value: frozenset(names) for value, names in found.items() if 0 < len(value) <= LONGEST_VALUE}


def _leaves(data: object) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every value of JSON-LD with the keys that lead to it; places in arrays are left out."""
    stack: list[tuple[tuple[str, ...], object]] = [((), data)]
    for _ in range(MOST_VALUES):
        if not stack:
            return
        keys, value = stack.pop()
        if isinstance(value, dict) and len(keys) <= DEEPEST:
            stack += [((*keys, key), inner) for key, inner in value.items() if key not in _LINK_KEYS]
        elif isinstance(value, list):
            stack += [(keys, each) for each in value]
        elif keys and (text := plain_text(value)):
            yield keys, text


def _folded(value: str) -> str:
    return " ".join(value[: LONGEST_VALUE + 1].split()).casefold()
