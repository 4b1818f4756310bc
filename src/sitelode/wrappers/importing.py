"""Wrappers from what other programs wrote: crawl4ai's schema, or fields with one CSS selector each.

Such rules say nothing about how pages look, so a layout that was imported takes every page until it is learnt anew. Selectors must be steps
of tags, class names, ids and places, joined by `>`: what is more is refused rather than half understood.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sitelode.errors import WrapperError
from sitelode.records.list_rule import ColumnRule, ListRule
from sitelode.records.steps import Step
from sitelode.wrappers.wrapper import FORMAT, MOST_BYTES, Layout, Wrapper

MOST_FIELDS = 500
_WORD = r"(?:[\w-]|\\[0-9a-fA-F]{1,6} ?|\\.)+"
_STEP = re.compile(rf"(?P<tag>\*|[a-zA-Z][\w-]*)?(?P<names>(?:[.#]{_WORD})*)(?::nth-of-type\((?P<place>\d+)\))?\Z")
_NAME = re.compile(rf"([.#])({_WORD})")
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6}) ?|\\(.)")
_SCOPE = re.compile(r":scope\s*>?\s*")


def imported(content: str, site: str = "") -> Wrapper:
    """Read a wrapper of ours, crawl4ai's schema or a list of them, or an object of field names and CSS selectors.

    Raises:
        WrapperError: when it is none of these, or a selector cannot be held by a wrapper.

    """
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as problem:
        raise WrapperError(f"this is no JSON: {problem!s:.150}") from problem
    if isinstance(data, dict) and data.get("format") == FORMAT:
        return Wrapper.from_data(data)
    schemas = data if isinstance(data, list) else [data]
    if not schemas or not all(isinstance(each, dict) for each in schemas):
        raise WrapperError("expected a schema with baseSelector and fields, a list of these, or an object of field names and selectors")
    return Wrapper(site, tuple(_layout(each, number) for number, each in enumerate(schemas, start=1)))


def import_file(path: Path, site: str = "") -> Wrapper:
    """Read a file.

    Raises:
        WrapperError: when it cannot be read or understood.

    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise WrapperError(f"{path} has more than {MOST_BYTES:,} bytes, which no wrapper needs")
        content = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise WrapperError(f"cannot read {path}: {problem}") from problem
    try:
        return imported(content, site)
    except WrapperError as problem:
        raise WrapperError(f"{path}: {problem}") from problem


def _layout(data: Mapping[str, Any], number: int) -> Layout:
    if "baseSelector" in data:
        base, fields = data["baseSelector"], data.get("fields")
    else:
        base, fields = "html", [{"name": name, "selector": css, "type": "text"} for name, css in data.items()]
    if not isinstance(fields, list) or len(fields) > MOST_FIELDS:
        raise WrapperError(f"fields are a list of at most {MOST_FIELDS}")
    rule = ListRule(_steps(base), tuple(_column(each) for each in fields))
    return Layout(f"records-{number}", "records", {"list": rule.to_data()}, np.empty(0, dtype=np.uint32), 0)


def _column(data: object) -> ColumnRule:
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        raise WrapperError(f"a field needs a name, this is {data!r:.100}")
    name, kind, inner = data["name"], data.get("type", "text"), data
    many = kind == "list"
    if many:
        inner = next((each for each in data.get("fields", ()) if isinstance(each, dict)), {})
        kind = inner.get("type", "text")
    if kind not in ("text", "attribute"):
        raise WrapperError(f"field {name!r:.60} is of type {kind!r:.40}; a wrapper holds texts, attributes and lists of these")
    attribute = str(inner.get("attribute", "")) if kind == "attribute" else ""
    value_type = {"href": "link", "src": "image"}.get(attribute, "text")
    return ColumnRule(name, value_type, _steps(data.get("selector", "")), attribute, many, str(data.get("prefix", "")))


def _steps(selector: object) -> tuple[Step, ...]:
    if not isinstance(selector, str):
        raise WrapperError(f"a selector is a text, not {selector!r:.60}")
    bare = _SCOPE.sub("", selector.strip(), count=1)
    return tuple(_step(part.strip(), selector) for part in re.split(r"\s*>\s*", bare)) if bare else ()


def _step(text: str, selector: str) -> Step:
    match = _STEP.match(text)
    if not text or match is None:
        raise WrapperError(f"selector {selector!r:.100} is more than steps of tag, class, id and place joined by '>'; write it so")
    names = [(mark, _ESCAPE.sub(_unescaped, name)) for mark, name in _NAME.findall(match["names"])]
    ids = [name for mark, name in names if mark == "#"]
    classes = tuple(name for mark, name in names if mark == ".")
    return Step((match["tag"] or "*").lower(), classes, int(match["place"] or 0), ids[0] if ids else "")


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] and int(found[1], 16) < 0x110000 else found[2] or ""  # noqa: PLR2004 (Unicode's end)
