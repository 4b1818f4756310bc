"""Read pages by a schema as crawl4ai does: BeautifulSoup with Python's own parser, the first element of a selector, its stripped texts.

Without BeautifulSoup the same is done by lxml, which crawl4ai has for a second way.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from sitelode.wrappers.applying import Applier
from sitelode.wrappers.exchange.checked_selectors import KnownPage, LayoutSelectors, judge_of
from sitelode.wrappers.exchange.search.page_values import plain
from sitelode.wrappers.exchange.search.selector_search import BETWEEN, Form
from sitelode.wrappers.exchange.search.short_selectors import Piece
from sitelode.wrappers.readers import as_text
from sitelode.wrappers.wrapper import Wrapper

SOUP_CONTAINS = ":-soup-contains("  # how BeautifulSoup calls what cssselect calls `:contains(`


def read_by_schema(schema: Mapping[str, Any], html: str) -> list[dict[str, str]]:
    """One row for each element of the base selector."""
    try:
        from bs4 import BeautifulSoup  # noqa: PLC0415 (where it is installed)
    except ImportError:
        from lxml.html import document_fromstring  # noqa: PLC0415

        root = document_fromstring(html)
        return [_row(schema, partial(_by_lxml, base)) for base in root.cssselect(schema["baseSelector"])]
    soup = BeautifulSoup(html, "html.parser")
    return [_row(schema, partial(_by_soup, base)) for base in soup.select(schema["baseSelector"])]


def _row(schema: Mapping[str, Any], read: Callable[[Mapping[str, Any]], str | None]) -> dict[str, str]:
    """Of several fields with one name the last that finds something counts."""
    found = dict.fromkeys((each["name"] for each in schema["fields"]), "")
    for each in schema["fields"]:
        value = read(each)
        if value is not None:
            found[each["name"]] = value
    return found


def _by_soup(base: Any, each: Mapping[str, Any]) -> str | None:  # noqa: ANN401 (an element of a library without types)
    inner, found = _inner(each), base.select(each["selector"])
    return _said(each, [one.get(inner["attribute"]) if inner["type"] == "attribute" else one.get_text(strip=True) for one in found])


def _by_lxml(base: Any, each: Mapping[str, Any]) -> str | None:  # noqa: ANN401 (an element of a library without types)
    inner, found = _inner(each), base.cssselect(each["selector"].replace(SOUP_CONTAINS, ":contains("))
    return _said(each, [one.get(inner["attribute"]) if inner["type"] == "attribute" else "".join(one.itertext()).strip() for one in found])


def _inner(each: Mapping[str, Any]) -> Mapping[str, Any]:
    inner: Mapping[str, Any] = each["fields"][0] if each["type"] == "list" else each
    return inner


def _said(each: Mapping[str, Any], texts: Sequence[str | None]) -> str | None:
    """A list of what was found, or the first of it; None where there is nothing."""
    if each["type"] == "list":
        return BETWEEN.join(text for text in texts if text is not None) or None
    text = next(iter(texts), None)
    if text is None or each["type"] != "regex":
        return text
    return Piece.of_pattern(each["pattern"]).cut(text)


def agreeing_cells(
    schema: Mapping[str, Any], export: LayoutSelectors, wrapper: Wrapper, pages: Sequence[KnownPage]
) -> dict[str, tuple[int, int]]:
    """For each field, on how many of the cells a schema says what the wrapper says, and the number of cells."""
    applier, counts = Applier(wrapper), {each["name"]: [0, 0] for each in schema["fields"]}
    looked_at = 0
    for known in pages:
        for reading in applier.read(known.page):
            if reading.layout is None or reading.layout.name != export.layout.name or reading.found.reason or looked_at >= export.pages:
                continue
            looked_at += 1
            judge = judge_of(known, reading, Form.SCHEMA)
            rows = read_by_schema(schema, known.html)
            records: Sequence[Mapping[str, Any]] = reading.found.records if export.base is not None else [reading.found.values]
            for name, count in counts.items():
                for place, record in enumerate(records):
                    wanted = plain(as_text(record.get(name)))
                    said = judge.joined(plain(rows[place][name])) if place < len(rows) else ""
                    count[0] += judge.agree(name, said, wanted)
                    count[1] += 1
    return {name: (right, cells) for name, (right, cells) in counts.items()}
