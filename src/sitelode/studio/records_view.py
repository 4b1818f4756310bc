"""The records of a page as tables, and where they are on the page."""

from importlib import import_module
from typing import Any

from sitelode.errors import SettingError
from sitelode.studio.desk import Desk
from sitelode.studio.frame import Marks

MOST_ROWS = 1_000  # of one table that are sent
LONGEST_CELL = 300  # characters
MOST_LOOKED_AT = 30  # pages, where one with many records is wanted


def page_lists(desk: Desk, number: int) -> list[Any]:
    """The lists of a page, the largest first."""

    def find() -> list[Any]:
        try:
            module = import_module("sitelode.records.record_lists")
        except ImportError as problem:
            raise SettingError("records are not there yet") from problem
        return list(module.find_lists(desk.page(number)))

    return desk.kept.get(("records", number), find)


def page_with_most_records(desk: Desk) -> int | None:
    raise SettingError("records are not there yet")


def records_view(desk: Desk, number: int, chosen: int) -> dict[str, Any]:
    raise SettingError("records are not there yet")


def record_marks(desk: Desk, number: int, chosen: int) -> Marks:
    raise SettingError("records are not there yet")
