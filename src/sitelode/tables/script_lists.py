"""Lists of records in the data that pages carry for their scripts: the largest array of objects that have keys in common.

For pages that show no list themselves. Columns are named by keys.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, Final

from sitelode.html.page import Page
from sitelode.paths.child_steps import ChildStep
from sitelode.tables.lists.list_rule import ColumnRule, ListRule
from sitelode.tables.lists.site_lists import SiteList, SiteRecord
from sitelode.tables.name_words import key_name, unique_names
from sitelode.tables.script_data import arrays, field_text, page_data
from sitelode.text.value_types import type_of_values

LEAST_KEYS: Final = 2  # that most objects of an array have, with a value. All set by hand
LEAST_SHARE: Final = 0.3  # of the objects that have a column
DEEPEST_COLUMN: Final = 3  # keys to a value within an object
MOST_COLUMNS: Final = 60
STEP: Final = "\t"  # between the keys of a path in a rule


def find_state_lists(pages: Sequence[Page], most: int = 1) -> list[SiteList]:
    """The lists that the pages carry, the one with the most values first; records of all pages, each once."""
    found: dict[tuple[str, ...], dict[int, list[dict[str, Any]]]] = defaultdict(dict)
    for number, page in enumerate(pages):
        for name, data in page_data(page):
            for rows in arrays(name, data):
                found[rows.path].setdefault(number, rows.items)
    ranked = sorted(found.items(), key=lambda item: (-_worth(item[1]), item[0]))
    lists = [made for path, by_page in ranked[: 2 * most] if (made := _list(pages, path, by_page)) is not None]
    return lists[:most]


def _worth(by_page: dict[int, list[dict[str, Any]]]) -> int:
    """How many texts, numbers and objects the records have together."""
    return sum(len(item) for items in by_page.values() for item in items)


def _list(pages: Sequence[Page], path: tuple[str, ...], by_page: dict[int, list[dict[str, Any]]]) -> SiteList | None:
    every = [item for items in by_page.values() for item in items]
    columns = _columns(every)
    if len(columns) < LEAST_KEYS:
        return None
    rule = ListRule((ChildStep("script"),), tuple(columns), state=STEP.join(path))
    records: list[SiteRecord] = []
    met: set[str] = set()
    repeated = 0
    for number in by_page:
        for position, fields in enumerate(rule.table(pages[number]).rows(), start=1):
            identity = repr(sorted(fields.items()))
            repeated += identity in met
            if identity not in met:
                records.append(SiteRecord(pages[number].url, position, fields))
                met.add(identity)
    return SiteList(rule, tuple(records), tuple(pages[number].url for number in by_page), 0.0, repeated)


def _columns(items: Sequence[dict[str, Any]]) -> list[ColumnRule]:
    """The paths of keys that enough objects have, in the order of the first object that has them."""
    counts: Counter[tuple[str, ...]] = Counter()
    for item in items:
        counts.update(_paths(item))
    kept = [keys for keys, count in counts.items() if count >= LEAST_SHARE * len(items)][:MOST_COLUMNS]
    names = unique_names([key_name(keys).replace(" ", "_") for keys in kept])
    types = [type_of_values(field_text(item, keys) for item in items) for keys in kept]
    return [ColumnRule(name, kind, (), STEP.join(keys)) for name, kind, keys in zip(names, types, kept, strict=True)]


def _paths(item: dict[str, Any], before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    for key, value in item.items():
        inner = value[0] if isinstance(value, list) and len(value) == 1 else value
        if isinstance(inner, dict) and len(before) + 1 < DEEPEST_COLUMN:
            found += _paths(inner, (*before, key))
        elif not key.startswith("@") and field_text(item, (key,)):
            found.append((*before, key))
    return found
