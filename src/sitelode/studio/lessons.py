"""What a person taught by clicks: "this is the price". A log that only grows, kept beside the result.

A lesson names the address of its page and the row of the text, with the text itself: where the row has become another one, the text says
what was meant.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from sitelode.articles.corrections import still_holding
from sitelode.errors import ResultError, SettingError
from sitelode.model import Article

FILE_NAME: Final = "lessons.json"
LONGEST_NAME: Final = 40  # characters
LONGEST_TEXT: Final = 2_000  # characters of a value that are kept
# What an article has already, and the words by which people and readers call parts of it.
TAKEN_NAMES: Final = frozenset(field.name for field in fields(Article)) | {"body", "not content", "records"}
_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Said:
    """One thing a person showed; without row and text: the field is missing on this page."""

    url: str
    name: str
    row: int | None = None
    text: str = ""

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Said":
        """Raises ValueError where the data is none."""
        url, name, row, text = data["url"], data["name"], data.get("row"), data.get("text", "")
        if not isinstance(url, str) or not isinstance(text, str) or not (row is None or type(row) is int):
            raise ValueError("a lesson has an address, a name, a row and a text")
        return cls(url, field_name(name), row, text[:LONGEST_TEXT])


@dataclass(frozen=True, slots=True)
class LessonLog:
    """Everything that was shown; None stands for "forget the last one that still holds"."""

    entries: tuple[Said | None, ...] = ()

    @property
    def holding(self) -> list[Said]:
        return still_holding(self.entries)

    @property
    def names(self) -> set[str]:
        """All names that were ever taught, forgotten ones too."""
        return {entry.name for entry in self.entries if entry is not None}

    def with_entry(self, entry: Said | None) -> "LessonLog":
        return LessonLog((*self.entries, entry))

    def to_json(self) -> str:
        log = [{"undo": True} if entry is None else asdict(entry) for entry in self.entries]
        return json.dumps({"format": _FORMAT, "log": log}, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def of_folder(cls, folder: Path) -> "LessonLog":
        """The log of a result; an empty one where nobody taught anything.

        Raises:
            ResultError: when there is a file that cannot be read.

        """
        path = folder / FILE_NAME
        if not path.exists():
            return cls()
        try:
            log = json.loads(path.read_text(encoding="utf-8"))["log"]
            return cls(tuple(None if entry.get("undo") is True else Said.from_data(entry) for entry in log))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, SettingError) as problem:
            raise ResultError(f"cannot read {path}: {problem}; mend that file, or move it away to go on without lessons") from problem


def field_name(given: object) -> str:
    """A name for a field as a person typed it.

    Raises:
        SettingError: when it is none, or an article's own.

    """
    name = " ".join(given.split()) if isinstance(given, str) and len(given) <= 2 * LONGEST_NAME else ""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise SettingError(f"a field's name has 1 to {LONGEST_NAME} characters, all of them printable")
    if name.casefold() in TAKEN_NAMES:
        raise SettingError(f"every article has its own {name}; choose another name for a field of yours")
    return name
