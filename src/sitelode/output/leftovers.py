"""Remove files of an earlier result in the same folder that the new result does not replace, so that nobody takes them for new ones.

A file is removed only if it was clearly written by Sitelode: a table by its first line, an article by the address that its name comes from,
a list by the rule next to it. Files that people put into the folder, corrections, lessons and the crawl stay.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

_LIST_RULE: Final = re.compile(r"list-([1-9]\d{0,5})\.json")
_LAYOUT_FOLDER: Final = re.compile(r"layout-\d{1,6}")
_FIRST_OF_FIELDS: Final = b'{"url": '
_ADDRESS: Final = re.compile(r'^url: (".*")$', re.MULTILINE)
_HEAD_LINES: Final = 6  # of an article's file; its address is among them
_LONGEST_RULE: Final = 5_000_000  # bytes; set by hand
PARQUET: Final = b"PAR1"


def remove_old_markdown(folder: Path, written: Collection[str], name_of: Callable[[str], str]) -> Counter[str]:
    """Remove the Markdown files of articles that are not written now; `name_of` gives the file name for an address."""
    gone: Counter[str] = Counter()
    for path in sorted((folder / "articles").glob("*.md")):
        if path.name not in written and _address(path, name_of) == path.name:
            gone["articles/*.md"] += removed(path)
    _remove_empty(folder / "articles")
    return +gone


def remove_old_lists(folder: Path, lists: int, *, parquet: bool) -> Counter[str]:
    """Remove the tables of lists beyond the number written now, and their Parquet files if none are written now."""
    gone: Counter[str] = Counter()
    for rule in sorted((folder / "records").glob("list-*.json")):
        match = _LIST_RULE.fullmatch(rule.name)
        if not match or not _is_rule(rule):
            continue
        is_old = int(match.group(1)) > lists
        if is_old or (not parquet and begins_with(rule.with_suffix(".parquet"), PARQUET)):
            gone["records/*.parquet"] += removed(rule.with_suffix(".parquet"))
        if is_old:
            gone["records/*.csv"] += removed(rule.with_suffix(".csv"))
            removed(rule)
    _remove_empty(folder / "records")
    return +gone


def remove_old_details(folder: Path, written: Collection[str], *, parquet: bool) -> Counter[str]:
    """Remove the tables of detail pages in folders that are not written now, and Parquet files if none are written now."""
    gone: Counter[str] = Counter()
    for lines in sorted((folder / "details").glob("layout-*/fields.jsonl")):
        if not _LAYOUT_FOLDER.fullmatch(lines.parent.name) or not begins_with(lines, _FIRST_OF_FIELDS):
            continue
        is_old = lines.parent.name not in written
        if is_old or (not parquet and begins_with(lines.with_suffix(".parquet"), PARQUET)):
            gone["details/*.parquet"] += removed(lines.with_suffix(".parquet"))
        if is_old:
            gone["details/*.csv"] += removed(lines.with_suffix(".csv"))
            removed(lines)
            _remove_empty(lines.parent)
    _remove_empty(folder / "details")
    return +gone


def _address(path: Path, name_of: Callable[[str], str]) -> str:
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            found = _ADDRESS.search("".join(islice(file, _HEAD_LINES)))
        return name_of(json.loads(found.group(1))) if found else ""
    except (OSError, ValueError, RecursionError):
        return ""


def _is_rule(path: Path) -> bool:
    try:
        data = json.loads(path.read_bytes()) if path.stat().st_size <= _LONGEST_RULE else None
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(data, dict) and set(data) == {"rule", "selectors"}


def begins_with(path: Path, start: bytes) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(start)) == start
    except OSError:
        return False


def removed(path: Path) -> int:
    """Remove a file if it is there; return the number of files removed."""
    with suppress(OSError):
        path.unlink()
        return 1
    return 0


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):  # missing, or not empty
        folder.rmdir()
