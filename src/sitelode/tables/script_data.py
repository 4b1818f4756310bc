"""The data that a page carries for its scripts, as JSON: `__NEXT_DATA__`, JSON-LD, any script of a JSON type, and what scripts assign.

Only read, never evaluated. Scripts that are broken, too long or nested too deeply are as if they were not there. What needs a
program to know it (a call, a variable, `undefined`) is passed by. Limits set by hand.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from sitelode.html.page import Page

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
    for path, value in walked(name, data):
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
    for path, value in walked(name, data):
        if isinstance(value, list):
            items = [each for each in value if isinstance(each, dict)]
            if len(items) >= max(least, len(value) // 2 + 1):
                yield Rows(path, items)


def walked(name: str, data: object, *, arrays: bool = False) -> Iterator[tuple[tuple[str, ...], object]]:
    """All values with their paths; those in arrays of several objects only on request. An array of one object is that object."""
    stack: list[tuple[tuple[str, ...], object]] = [((name,), data)]
    seen = 0
    while stack and seen < MOST_VALUES:
        path, value = stack.pop()
        seen += 1
        yield path, value
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
            value = value[0]
        if arrays and isinstance(value, list):
            stack += [(path, each) for each in value]
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


MOST_ASSIGNED: Final = 50  # of one script, set by hand
_ASSIGNMENT = re.compile(
    r"""window(?P<name>(?:\.[\w$]{1,100}|\[\s?(?:"[^"\]]{1,100}"|'[^'\]]{1,100}')\s?\]){1,5})\s{0,20}=\s{0,20}(?P<call>JSON\.parse\(\s{0,20})?"""
)
_NAME = re.compile(r"[^.\[\]\"'\s]+")
_IN_DOUBLE_QUOTES = re.compile(r'"(?P<text>[^"\\\n]*(?:\\.[^"\\\n]*)*)"', re.DOTALL)
_IN_SINGLE_QUOTES = re.compile(r"'(?P<text>[^'\\\n]*(?:\\.[^'\\\n]*)*)'", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|(\r\n|.))", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": "", "\r": ""}
_DECODER = json.JSONDecoder(strict=False)


def assigned_data(code: str) -> Iterator[tuple[str, Any]]:
    """The name and value of each assignment whose value is an object or array in JSON."""
    position = 0
    for _ in range(MOST_ASSIGNED):
        found = _ASSIGNMENT.search(code, position)
        if found is None:
            return
        position = found.end()
        try:
            value, position = _parsed_text(code, position) if found["call"] else _DECODER.raw_decode(code, position)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict | list):
            yield ".".join(_NAME.findall(found["name"])), value


def _parsed_text(code: str, position: int) -> tuple[Any, int]:
    """The value in a text that a script would parse itself."""
    literal = _IN_DOUBLE_QUOTES.match(code, position) or _IN_SINGLE_QUOTES.match(code, position)
    if literal is None:
        raise ValueError("no text in quotes")
    return _DECODER.decode(_ESCAPE.sub(_unescaped, literal["text"]).strip()), literal.end()


def _unescaped(escape: re.Match[str]) -> str:
    digits = escape[1] or escape[2] or escape[3]
    if not digits:
        return _LETTERS.get(escape[4], escape[4])
    number = int(digits, 16)
    return chr(number) if number <= 0x10FFFF else "\N{REPLACEMENT CHARACTER}"  # noqa: PLR2004 (the last of Unicode)
