"""Texts from where people have them: mined results, JSON lines, CSV, text files, with or without marks.

A mined folder gives its articles. A line of JSON is a text with `text` (or the field that is named) and a name under `id`, `url` or `name`;
`slots` holds marks, as {field: [[start, end], ..]}. A text file may have its marks as tags: `at <stime>3:30</stime>`.
"""

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import msgspec

from sitelode.errors import RuleError
from sitelode.shared_file import kind_of_special_file
from sitelode.text_rules.marked_texts import Mark, MarkedText

ARTICLES = "articles.jsonl"
NAMES: Final = ("id", "url", "name", "title")
TEXT_ENDINGS: Final = (".txt", ".md", ".text")
MOST_TEXTS = 1_000_000
LONGEST_TEXT = 5_000_000  # characters
_TAG = re.compile(r"<(/?)([^<>/\s]{1,80})>")


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """Which part of a record is the text, and which tags are marks."""

    text_field: str = "text"
    tagged: frozenset[str] = frozenset()  # fields whose tags in texts are marks
    strict: bool = True  # whether a tag without its other half is an error


def read_texts(source: Path, settings: SourceSettings | None = None) -> list[MarkedText]:
    """All texts of a mined folder, a folder of text files, or a file."""
    settings = settings or SourceSettings()
    try:
        found = list(_texts(source, settings))
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError(f"cannot read {source}: {getattr(error, 'strerror', None) or 'it is not UTF-8 text'}") from error
    if not any(each.text.strip() for each in found):
        raise RuleError(f"no text in {source}; give a mined folder, JSON lines, CSV, or text files")
    if len(found) > MOST_TEXTS:
        raise RuleError(f"{source} has more than {MOST_TEXTS:,} texts; cut it into parts")
    return _named_apart(found)


def _named_apart(texts: Sequence[MarkedText]) -> list[MarkedText]:
    """Texts of one name, such as the records of one page, are told apart by a number behind it: from the second on, `name (2)`."""
    taken: set[str] = set()
    count: dict[str, int] = {}
    found = []
    for each in texts:
        name = each.id
        while name in taken:
            count[each.id] = count.get(each.id, 1) + 1
            name = f"{each.id} ({count[each.id]})"
        taken.add(name)
        found.append(each if name == each.id else replace(each, id=name))
    return found


def _texts(source: Path, settings: SourceSettings) -> Iterator[MarkedText]:
    if not source.exists():
        raise RuleError(f"no such source: {source}; give a mined folder, JSON lines, CSV, or text files")
    special = kind_of_special_file(source)
    if special and not source.is_dir():
        raise RuleError(f"cannot read {source}: it is {special}; give a mined folder, JSON lines, CSV, or text files")
    if source.is_dir():
        if (source / ARTICLES).is_file():
            yield from _texts(source / ARTICLES, settings)
            return
        for path in sorted(each for each in source.rglob("*") if each.suffix.lower() in TEXT_ENDINGS and each.is_file()):
            yield _text_file(path, path.relative_to(source).as_posix(), settings)
    elif source.suffix.lower() in (".jsonl", ".ndjson", ".json"):
        yield from _of_records(_json_lines(source), settings, str(source))
    elif source.suffix.lower() == ".csv":
        with source.open(encoding="utf-8", newline="") as lines:
            yield from _of_records(csv.DictReader(lines), settings, str(source))
    else:
        yield _text_file(source, source.name, settings)


def _text_file(path: Path, name: str, settings: SourceSettings) -> MarkedText:
    return tagged_text(name, path.read_text(encoding="utf-8")[:LONGEST_TEXT], settings.tagged, strict=settings.strict)


def _json_lines(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                record = msgspec.json.decode(line)
            except msgspec.MsgspecError as error:
                raise RuleError(f"line {number} of {path} is not JSON: {error}") from error
            if not isinstance(record, dict):
                raise RuleError(f"line {number} of {path} is not a JSON object")
            yield record


def _of_records(records: Iterable[Mapping[str, Any]], settings: SourceSettings, source: str) -> Iterator[MarkedText]:
    """A record without the text, such as one of another list, is an empty text; if none has it, its name is wrong."""
    has_text, seen = False, ""
    for number, record in enumerate(records, start=1):
        inner = record.get("fields")  # of a mined record
        parts = {**inner, **record} if isinstance(inner, Mapping) else record
        text = parts.get(settings.text_field)
        has_text |= isinstance(text, str)
        seen = seen or ", ".join(key for key, value in parts.items() if isinstance(key, str) and isinstance(value, str))
        yield _of_record(record, text if isinstance(text, str) else "", number, settings, source)
    if seen and not has_text:
        raise RuleError(f"no record of {source} has {settings.text_field}; name its text with text_field=.. ({seen[:120]})")


def _of_record(record: Mapping[str, Any], text: str, number: int, settings: SourceSettings, source: str) -> MarkedText:
    name = next((str(record[key]) for key in NAMES if record.get(key) not in (None, "")), str(number))
    plain = tagged_text(name, text[:LONGEST_TEXT], settings.tagged, strict=settings.strict)
    slots = record.get("slots")
    if not isinstance(slots, Mapping):
        return plain
    try:
        marks = tuple(Mark(str(field), *map(int, span)) for field, spans in slots.items() for span in spans)
    except (TypeError, ValueError) as error:
        raise RuleError(f"record {number} of {source}: slots are lists of [start, end], not {str(slots)[:80]}") from error
    return MarkedText(plain.id, plain.text, (*plain.marks, *marks))


def tagged_text(name: str, text: str, fields: Collection[str], *, strict: bool = True) -> MarkedText:
    """Take tags of the fields out of a text; whatever else looks like a tag stays. Strict: a tag without its other half is an error."""
    if not fields:
        return MarkedText(name, text)
    pieces: list[str] = []
    marks: list[Mark] = []
    opened: dict[str, int] = {}
    length = last = 0
    for tag in _TAG.finditer(text):
        closing, field = tag.groups()
        if field not in fields:
            continue
        pieces.append(text[last : tag.start()])
        length += tag.start() - last
        last = tag.end()
        if not closing:
            opened[field] = length
        elif field in opened:
            marks.append(Mark(field, opened.pop(field), length))
        elif strict:
            raise RuleError(f"{name}: </{field}> at {tag.start()} closes nothing; mark values as <{field}>value</{field}>")
    if opened and strict:
        raise RuleError(f"{name}: <{next(iter(opened))}> is never closed")
    return MarkedText(name, "".join(pieces) + text[last:], tuple(marks))


def to_json_lines(texts: Iterable[MarkedText]) -> bytes:
    """Marked texts as `read_texts` reads them."""
    lines = []
    for each in texts:
        slots: dict[str, list[list[int]]] = {}
        for mark in each.marks:
            slots.setdefault(mark.field, []).append([mark.start, mark.end, *([mark.record] if mark.record else [])])
        lines.append(msgspec.json.encode({"id": each.id, "text": each.text, "slots": slots}))
    return b"".join(line + b"\n" for line in lines)
