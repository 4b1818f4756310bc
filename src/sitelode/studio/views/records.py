"""The records of a page as tables, and where they are on the page."""

from typing import Any

from sitelode.errors import SettingError
from sitelode.studio.frame.document import Marks
from sitelode.studio.session import StudioSession
from sitelode.studio.views.layouts import typical_member
from sitelode.studio.views.regions import path_words
from sitelode.tables.lists.record_lists import RecordList, find_lists
from sitelode.tables.table import RecordTable, Value

MOST_ROWS = 500  # of one table that are sent; all bounds here are set by hand
LONGEST_CELL = 300  # characters
MOST_LOOKED_AT = 12  # layouts, in search of a page with many records


def page_lists(session: StudioSession, number: int) -> list[RecordList]:
    """The lists of a page, main list first."""
    return session.cache.get(("records", number), lambda: find_lists(session.page(number)))


def page_with_most_records(session: StudioSession) -> int | None:
    """Of the typical pages of the largest layouts, the one with the longest main list; None if none has a list."""
    pages = [session.site.entries[members[typical_member(session, members)]].number for members in session.members[:MOST_LOOKED_AT]]
    sizes = {page: len(lists[0]) for page in pages if (lists := page_lists(session, page))}
    return max(sizes, key=lambda page: (sizes[page], -page), default=None)


def chosen_list(session: StudioSession, number: int, chosen: int) -> RecordList | None:
    lists = page_lists(session, number)
    if chosen and chosen >= len(lists):
        raise SettingError(f"no list {chosen} on this page; it has {len(lists)}")
    return lists[chosen] if lists else None


def records_view(session: StudioSession, number: int, chosen: int) -> dict[str, Any]:
    """All lists of a page, and one of them as a table."""
    found = chosen_list(session, number, chosen)
    table = session.cache.get(("table", number, chosen), found.table) if found is not None else RecordTable((), 0)
    return {
        "page": number,
        "url": session.entry(number).url,
        "lists": [_about(each) for each in page_lists(session, number)],
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


def record_marks(session: StudioSession, number: int, chosen: int) -> Marks:
    """The page with an id for every record; all siblings of a record are outlined together."""
    found = chosen_list(session, number, chosen)
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
