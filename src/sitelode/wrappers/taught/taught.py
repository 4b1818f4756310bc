"""Taught fields as part of a wrapper: they stand under `taught` in the rules of a layout, whatever kind of rules these are."""

from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

from sitelode.counted import counted
from sitelode.errors import WrapperError
from sitelode.html.page import Page
from sitelode.json_data import Bounds, Form, JsonData, read_as
from sitelode.wrappers.taught.page_tokens import page_tokens
from sitelode.wrappers.taught.taught_field import TaughtField
from sitelode.wrappers.taught.taught_list import TaughtList
from sitelode.wrappers.taught.taught_part import TaughtPart
from sitelode.wrappers.taught.value_profiles import FieldProfile

TAUGHT = "taught"
Taught: TypeAlias = TaughtField | TaughtList | TaughtPart
MOST_TAUGHT = 200  # fields of a layout; a bound


def _read_taught(data: Any) -> Taught:  # noqa: ANN401 (read from a file: anything)
    if isinstance(data, dict) and "part" in data:
        return TaughtPart.from_data(data)
    return read_as(TaughtList, data) if isinstance(data, dict) and "list" in data else read_as(TaughtField, data)


_TAUGHT_FORM: Form[Taught] = Form(lambda field: field.to_data(), _read_taught)


@dataclass(frozen=True)
class TaughtRules(JsonData):
    """What somebody taught about a layout; the rules of all kinds of layouts may have it."""

    taught: Annotated[tuple[Annotated[Taught, _TAUGHT_FORM], ...], Bounds(0, MOST_TAUGHT)] = field(default=(), kw_only=True)


def add_field(wrapper_data: Mapping[str, Any], layout: int, field: Taught, values: Sequence[str] = ()) -> dict[str, Any]:
    """A wrapper's data with a field added to a layout, or put in the place of the one of that name.

    Args:
        wrapper_data: as `Wrapper.to_data` gives it; it stays as it is.
        layout: its number.
        field: what was taught.
        values: what the field gives on pages of the layout, empty where it gives nothing: what later values are compared with.

    Raises:
        WrapperError: when there is no such layout, or no room.

    """
    changed: dict[str, Any] = deepcopy(dict(wrapper_data))
    layouts = changed.get("layouts") or []
    if not 0 <= layout < len(layouts):
        raise WrapperError(f"the wrapper has {counted(len(layouts), 'layout')}, there is no number {layout}")
    rules = layouts[layout].setdefault("rules", {})
    others = [each for each in rules.get(TAUGHT, []) if each.get("name") != field.name]
    if len(others) >= MOST_TAUGHT:
        raise WrapperError(f"a layout holds at most {MOST_TAUGHT} taught fields")
    rules[TAUGHT] = sorted([*others, field.to_data()], key=lambda each: str(each["name"]))
    if values:
        layouts[layout].setdefault("fields", {})[field.name] = FieldProfile.from_values(values).to_data()
    return changed


def without_fields(wrapper_data: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """A wrapper's data without the taught fields of these names, on all layouts; it stays as it is."""
    changed: dict[str, Any] = deepcopy(dict(wrapper_data))
    for layout in changed.get("layouts") or []:
        rules = layout.get("rules", {})
        gone = {each["name"] for each in rules.get(TAUGHT, []) if each.get("name") in names}
        if gone:
            rules[TAUGHT] = [each for each in rules[TAUGHT] if each.get("name") not in gone]
            layout["fields"] = {name: profile for name, profile in layout.get("fields", {}).items() if name not in gone}
    return changed


def taught_fields(rules: Mapping[str, Any]) -> tuple[Taught, ...]:
    """The taught fields among the rules of a layout.

    Raises:
        DamagedDataError: when they are damaged.

    """
    return read_as(TaughtRules, rules).taught


def taught_values(fields: Sequence[Taught], page: Page) -> dict[str, str]:
    """What each field says about a page; the page is cut into tokens once, and only where there is a field."""
    if not fields:
        return {}
    tokens = page_tokens(page)
    return {field.name: field.answer(tokens).value for field in fields}
