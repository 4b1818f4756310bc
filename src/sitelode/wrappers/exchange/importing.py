"""Import wrappers from other programs: crawl4ai's schema, or fields with CSS selectors or XPath expressions.

Such rules do not describe what pages look like, so an imported layout accepts every page until the first pages it is applied to have
shown what is usual (`profiling.py`). `selector_reading.py` parses the selectors.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from sitelode.errors import WrapperError
from sitelode.paths.child_steps import ChildStep
from sitelode.shared_file import SharedFile
from sitelode.tables.lists.list_rule import ColumnRule, ListRule
from sitelode.wrappers.exchange.selector_alternatives import read_alternatives
from sitelode.wrappers.exchange.selector_reading import read_selector
from sitelode.wrappers.wrapper import FORMAT, MOST_BYTES, Layout, Wrapper

MOST_FIELDS = 500  # set by hand
_RULES_FILE = SharedFile("wrapper", MOST_BYTES, WrapperError, "give a JSON file of selectors")
EXPECTED = "expected a schema with baseSelector and fields, a list of these, or an object of field names and selectors"


def imported(content: str, site: str = "") -> Wrapper:
    """Read a Sitelode wrapper, one or more crawl4ai schemas, an object of field names and selectors, or several such objects by name.

    Raises:
        WrapperError: when it is none of these, or a wrapper cannot hold one of the selectors.

    """
    return _wrapper_of(_RULES_FILE.decoded(content.encode("utf-8", "replace"), "these rules"), site)


def _wrapper_of(data: Any, site: str) -> Wrapper:  # noqa: ANN401 (read from a file: anything)
    if isinstance(data, dict) and data.get("format") == FORMAT:
        return Wrapper.from_data(data)
    schemas = data if isinstance(data, list) else _by_name(data)
    if not schemas or not all(isinstance(each, dict) for each in schemas):
        raise WrapperError(EXPECTED)
    return Wrapper(site, tuple(_layout(each, number) for number, each in enumerate(schemas, start=1)))


def _by_name(data: object) -> list[Any]:
    """One object of fields, or several such objects by layout name, as `sitelode wrapper export --as css` writes them."""
    if isinstance(data, dict) and data and all(isinstance(each, dict) for each in data.values()):
        return [each for name, each in data.items() if each and not name.startswith("_")]  # what an export says of itself is no layout
    return [data]


def import_file(path: Path, site: str = "") -> Wrapper:
    """Read a file.

    Raises:
        WrapperError: when it cannot be read or understood.

    """
    data = _RULES_FILE.json(path)
    try:
        return _wrapper_of(data, site)
    except WrapperError as problem:
        raise WrapperError(f"{path}: {problem}") from problem


def _layout(data: Mapping[str, Any], number: int) -> Layout:
    if "baseSelector" in data:
        base, fields = data["baseSelector"], data.get("fields")
    else:
        base, fields = "html", [{"name": name, "selector": one, "type": "text"} for name, one in _alternatives(data)]
    if not isinstance(fields, list) or len(fields) > MOST_FIELDS:
        raise WrapperError(f"fields are a list of at most {MOST_FIELDS}")
    steps = read_selector(base).steps
    if not steps:
        raise WrapperError(f"baseSelector {base!r:.60} leads nowhere")
    columns = tuple(column for each in fields for column in _columns(each))
    if not columns:
        raise WrapperError(f"layout {number} has no fields, so there is nothing to import; {EXPECTED}")
    rule = ListRule((replace(steps[0], deep=False), *steps[1:]), columns)
    return Layout(f"records-{number}", "records", rules={"list": rule.to_data()}, sketch=np.empty(0, dtype=np.uint32), pages=0)


def _alternatives(data: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Fields with one or several selectors each; the first selector that finds something wins, so it comes last."""
    for name, given in data.items():
        if isinstance(given, list):
            yield from ((name, one) for one in reversed(given))
        else:
            yield name, given


def _columns(data: object) -> list[ColumnRule]:
    """One column for each place that a field's selector names: the first one with a value wins; for a list all of them count."""
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        raise WrapperError(f"a field needs a name, this is {data!r:.100}")
    name, kind, inner = data["name"], data.get("type", "text"), data
    many = kind == "list"
    if many:
        below = data.get("fields")
        inner = next((each for each in below if isinstance(each, dict)), {}) if isinstance(below, list) else {}
        kind = inner.get("type", "text")
    if kind not in ("text", "attribute"):
        raise WrapperError(f"field {name!r:.60} is of type {kind!r:.40}; a wrapper holds texts, attributes and lists of these")
    columns = []
    for way in read_alternatives(data.get("selector", "")):
        attribute = str(inner.get("attribute", "")) if kind == "attribute" else way.attribute
        value_type = {"href": "link", "src": "image"}.get(attribute, "text")
        columns.append(ColumnRule(name, value_type, _below(way.steps), attribute, many, str(data.get("prefix", ""))))
    return columns if many else columns[::-1]


def _below(steps: tuple[ChildStep, ...]) -> tuple[ChildStep, ...]:
    """Steps below the element they start from; a path from the page's root starts below the root."""
    return steps[1:] if steps and steps[0].tag == "html" else steps
