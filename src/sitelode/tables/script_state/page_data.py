"""The data that a page carries for its scripts, as JSON: `__NEXT_DATA__`, JSON-LD, any script of a JSON type, and what scripts assign.

Only read, never evaluated. Scripts that are broken, too long or nested too deeply are as if they were not there. Limits set by hand.
"""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from sitelode.html.page import Page
from sitelode.tables.script_state.assigned_data import assigned_data

MOST_BYTES: Final = 8_000_000  # of the scripts of a page that are read
MOST_VALUES: Final = 200_000  # of a page that are looked at
DEEPEST: Final = 24  # objects and arrays around a value
LINKED_DATA: Final = "ld+json"
_GRAPH: Final = "@graph"


class Value(NamedTuple):
    path: tuple[str, ...]  # keys from the script's name on; places in arrays are left out
    value: str


class Rows(NamedTuple):
    path: tuple[str, ...]
    items: list[dict[str, Any]]


def page_data(page: Page) -> Iterator[tuple[str, Any]]:
    """The data of each script with its name: its id, the type of what it describes, or else its own type."""
    room = MOST_BYTES
    for row, code in page.attribute_column("#text"):
        room -= len(code)
        if room < 0:
            return
        kind = (page.attribute(row, "type") or "").lower()
        if "json" not in kind:
            yield from assigned_data(code)
            continue
        try:
            data = json.loads(code.strip().removesuffix(";"), strict=False)
        except (ValueError, RecursionError):
            continue
        if LINKED_DATA in kind:
            yield from ((f"{LINKED_DATA} {each.get('@type')}", each) for each in _described(data))
        else:
            yield page.attribute(row, "id") or kind, data


def unread_bytes(page: Page) -> int:
    """How much data for scripts a page carries, if that is more than is read of a page; else 0."""
    carried = sum(len(code) for _, code in page.attribute_column("#text"))
    return carried if carried > MOST_BYTES else 0


def _described(data: object) -> Iterator[dict[str, Any]]:
    """The objects of JSON-LD, out of lists and graphs."""
    queue: list[object] = [data]
    for seen, each in enumerate(queue):
        if seen > DEEPEST * DEEPEST:
            return
        if isinstance(each, list):
            queue += each
        elif isinstance(each, dict):
            if _GRAPH in each and isinstance(each[_GRAPH], list):
                queue += each[_GRAPH]
            elif isinstance(each.get("@type"), str):
                yield each


def single_values(name: str, data: object) -> Iterator[Value]:
    """Every value that a page has once: not within arrays of several objects. A list of texts is one value."""
    for path, value in _walked(name, data):
        if isinstance(value, dict) or len(path) == 1:
            continue
        if isinstance(value, list):
            texts = [plain_text(each) for each in value]
            if texts and all(texts):
                yield Value(path, " | ".join(texts))
        elif text := plain_text(value):
            yield Value(path, text)


def arrays(name: str, data: object, least: int = 2) -> Iterator[Rows]:
    """Every array of objects."""
    for path, value in _walked(name, data):
        if isinstance(value, list):
            items = [each for each in value if isinstance(each, dict)]
            if len(items) >= max(least, len(value) // 2 + 1):
                yield Rows(path, items)


def _walked(name: str, data: object) -> Iterator[tuple[tuple[str, ...], object]]:
    """All values outside of arrays of several objects, with their paths; an array of one object is that object."""
    stack: list[tuple[tuple[str, ...], object]] = [((name,), data)]
    seen = 0
    while stack and seen < MOST_VALUES:
        path, value = stack.pop()
        seen += 1
        yield path, value
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
            value = value[0]
        if isinstance(value, dict) and len(path) <= DEEPEST:
            stack += [((*path, key), value[key]) for key in reversed(value) if not key.startswith("@")]


def plain_text(value: object) -> str:
    """A text, number or truth value as text; nothing for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""


def field_text(item: dict[str, Any], keys: tuple[str, ...]) -> str:
    """The text at a path of keys within an object; empty if there is none."""
    value: object = item
    for key in keys:
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        value = value.get(key) if isinstance(value, dict) else None
    if isinstance(value, list):
        return " | ".join(filter(None, map(plain_text, value)))
    return plain_text(value)
