"""What people taught, by a click in the studio or in a terminal: "this is the price". A log that only grows, beside the wrapper.

Mining, the studio and `wrapper teach` all read it, so that a taught field stays until somebody removes it, however often the wrapper is
written anew. A lesson names the address of its page and the text, and after a click its row: where the row has become another one, the
text says what was meant.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

from sitelode.errors import ResultError, SettingError
from sitelode.json_data import Form, JsonData, form_of, read_as
from sitelode.model import Article
from sitelode.shared_file import SharedFile
from sitelode.wrappers.wrapper import write_whole

FILE_NAME: Final = "lessons.json"
LONGEST_NAME: Final = 40  # characters
LONGEST_TEXT: Final = 2_000  # characters of a value that are kept
# What an article has already, and the words by which people and readers call parts of it.
TAKEN_NAMES: Final = frozenset(field.name for field in fields(Article)) | {"body", "not content", "records"}
_FORMAT: Final = 1
_LOG_FILE: Final = SharedFile("log of lessons", 20_000_000, ResultError, "mend that file, or move it away to go on without lessons")


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


@dataclass(frozen=True, slots=True)
class LessonEntry(JsonData):
    """One thing a person showed; without row and text: the field is missing on this page."""

    url: str
    name: Annotated[str, Form(str, field_name)]
    row: int | None = None
    text: Annotated[str, Form(str, lambda data: form_of(str).read(data)[:LONGEST_TEXT])] = ""

    @property
    def shows_value(self) -> bool:
        return self.row is not None or bool(self.text)


@dataclass(frozen=True, slots=True)
class FieldRemoval:
    """A field is no longer wanted: nothing that was shown of it before holds."""

    name: str


Entry: TypeAlias = LessonEntry | FieldRemoval | None  # None: "forget the last lesson that still holds"


@dataclass(frozen=True, slots=True)
class LessonLog:
    """Everything that was shown, and what was taken back of it."""

    entries: tuple[Entry, ...] = ()

    @property
    def holding(self) -> list[LessonEntry]:
        held: list[LessonEntry] = []
        for entry in self.entries:
            if isinstance(entry, LessonEntry):
                held.append(entry)
            elif isinstance(entry, FieldRemoval):
                held = [each for each in held if each.name != entry.name]
            elif held:
                held.pop()
        return held

    @property
    def names(self) -> set[str]:
        """All names that were ever taught, forgotten ones too."""
        return {entry.name for entry in self.entries if entry is not None}

    def with_entry(self, entry: Entry) -> "LessonLog":
        return self.with_entries((entry,))

    def with_entries(self, entries: Iterable[Entry]) -> "LessonLog":
        """The log with what is said now; a lesson that holds already, as after a command that was stopped and is run again, counts once."""
        held = self.holding
        return LessonLog((*self.entries, *(entry for entry in entries if entry not in held)))

    def to_json(self) -> str:
        return json.dumps({"format": _FORMAT, "log": list(map(_entry_to_data, self.entries))}, ensure_ascii=False, indent=1) + "\n"

    def write(self, path: Path) -> None:
        """Write the log's file; an old one is replaced when the new one is complete."""
        write_whole(path, self.to_json())

    @classmethod
    def of_folder(cls, folder: Path) -> "LessonLog":
        """The log of a result; an empty one where nobody taught anything."""
        return cls.read(folder / FILE_NAME)

    @classmethod
    def read(cls, path: Path) -> "LessonLog":
        """The log in a file; an empty one where there is no file.

        Raises:
            ResultError: when there is a file that cannot be read.

        """
        if not os.path.exists(path):  # noqa: PTH110 (of names that no file can have: False)
            return cls()
        data = _LOG_FILE.json(path)
        try:
            return cls(tuple(map(_entry_from_data, data["log"])))
        except (ValueError, KeyError, TypeError, AttributeError, SettingError) as problem:
            raise ResultError(f"cannot read {path}: {problem!s:.200}; {_LOG_FILE.remedy}") from problem


def _entry_to_data(entry: Entry) -> dict[str, Any]:
    if entry is None:
        return {"undo": True}
    return {"remove": entry.name} if isinstance(entry, FieldRemoval) else entry.to_data()


def _entry_from_data(data: Any) -> Entry:  # noqa: ANN401 (read from a file: anything)
    if data.get("undo") is True:
        return None
    return FieldRemoval(field_name(data["remove"])) if "remove" in data else read_as(LessonEntry, data)


def lessons_file(wrapper: Path) -> Path:
    """Where the lessons of a wrapper are kept: in the folder of a result under one name for all programs."""
    name = wrapper.name.removesuffix(".json")
    return wrapper.parent / (FILE_NAME if name == "wrapper" else f"{name}.{FILE_NAME}")
