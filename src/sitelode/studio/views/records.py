"""The records of a page as tables, and where they are on the page."""

from typing import Any

from sitelode.errors import SettingError
from sitelode.studio.frame.document import Marks
from sitelode.studio.session import Desk
from sitelode.studio.views.clusters import typical
from sitelode.studio.views.regions import path_words
from sitelode.tables.lists.record_lists import RecordList, find_lists
from sitelode.tables.lists.table import RecordTable, Value

MOST_ROWS = 500  # of one table that are sent
LONGEST_CELL = 300  # characters
MOST_LOOKED_AT = 12  # layouts, where a page with many records is wanted


def page_lists(desk: Desk, number: int) -> list[RecordList]:
    """The lists of a page, the main one first."""
    return desk.kept.get(("records", number), lambda: find_lists(desk.page(number)))


def page_with_most_records(desk: Desk) -> int | None:
    """Of the typical pages of the largest layouts the one with the longest main list; None where none has any."""
    pages = [desk.site.entries[members[typical(desk, members)]].number for members in desk.members[:MOST_LOOKED_AT]]
    sizes = {page: len(lists[0]) for page in pages if (lists := page_lists(desk, page))}
    return max(sizes, key=lambda page: (sizes[page], -page), default=None)


def chosen_list(desk: Desk, number: int, chosen: int) -> RecordList | None:
    lists = page_lists(desk, number)
    if chosen and chosen >= len(lists):
        raise SettingError(f"no list {chosen} on this page; it has {len(lists)}")
    return lists[chosen] if lists else None


def records_view(desk: Desk, number: int, chosen: int) -> dict[str, Any]:
    """All lists of a page, and one of them as a table."""
    found = chosen_list(desk, number, chosen)
    table = desk.kept.get(("table", number, chosen), found.table) if found is not None else RecordTable((), 0)
    return {
        "page": number,
        "url": desk.entry(number).url,
        "lists": [_about(each) for each in page_lists(desk, number)],
        "list": chosen,
        "selector": found.base_selector if found is not None else "",
        "table": {
            "names": table.names,
            "types": [column.type for column in table.columns],
            "rows": [[_cell(column.values[record]) for column in table.columns] for record in range(min(table.records, MOST_ROWS))],
        },
        "more": max(table.records - MOST_ROWS, 0),
    }


def _about(found: RecordList) -> dict[str, Any]:
    return {"records": len(found), "score": round(found.score, 3), "path": path_words(found.page, int(found.starts[0]))}


def _cell(value: Value) -> str:
    words = "; ".join(value) if isinstance(value, list) else value or ""
    return words if len(words) <= LONGEST_CELL else words[: LONGEST_CELL - 1] + "…"


def record_marks(desk: Desk, number: int, chosen: int) -> Marks:
    """The page with a place for every record; all siblings of a record are outlined with it."""
    found = chosen_list(desk, number, chosen)
    places: dict[int, str] = {}
    groups: dict[int, str] = {}
    if found is not None:
        for record, (start, stop) in enumerate(zip(found.starts.tolist(), found.stops.tolist(), strict=True)):
            places[start] = f"r{record}"
            row = start
            while row < stop:
                groups[row] = f"r{record}"
                row = int(found.page.columns.end[row])
    return Marks(places=places, groups=groups)
