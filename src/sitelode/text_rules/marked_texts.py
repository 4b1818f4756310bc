"""Texts in which somebody marked the values of fields: what every system learns from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sitelode.counted import counted
from sitelode.errors import RuleError

SHORTEST_MENTION = 4  # characters of a value that is looked for elsewhere in its text
LONGEST_NAME = 80  # characters of a field's name


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """One value of a field: the characters from `start` up to `end`. Marks of one `record` belong together."""

    field: str
    start: int
    end: int
    record: int = 0


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text with all values of all fields marked; a field without a mark is not there."""

    id: str
    text: str
    marks: tuple[Mark, ...] = ()

    def value(self, mark: Mark) -> str:
        return self.text[mark.start : mark.end]


def checked_texts(texts: Iterable[MarkedText]) -> list[MarkedText]:
    """The same texts, once all their marks make sense.

    Raises:
        RuleError: a mark lies outside its text, is empty, overlaps another one of its field, or nothing is marked at all.

    """
    found = list(texts)
    for each in found:
        _check_marks(each)
    if not found:
        raise RuleError("there is no text to learn from; give at least one with a marked value")
    if not any(each.marks for each in found):
        raise RuleError(f"nothing is marked in {counted(len(found), 'text')}; mark at least one value")
    return found


def fields_of(texts: Sequence[MarkedText]) -> tuple[str, ...]:
    """The names of the fields, in the order in which they first come up."""
    return tuple(dict.fromkeys(mark.field for each in texts for mark in each.marks))


def require_examples(texts: Sequence[MarkedText], fields: Iterable[str]) -> None:
    """Raise where a field that is asked for is marked nowhere."""
    missing = [field for field in fields if field not in fields_of(texts)]
    if missing:
        raise RuleError(f"no example of {', '.join(missing)}; mark at least one value of each field")


def marks_of_value(text: str, field: str, value: str) -> tuple[Mark, ...]:
    """Every place where a value stands in a text, for people who name values and no positions."""
    found, at = [], text.find(value) if value else -1
    while at >= 0:
        if _is_apart(text, at, at + len(value)):
            found.append(Mark(field, at, at + len(value)))
        at = text.find(value, at + len(value))
    return tuple(found)


def with_value(text: MarkedText, field: str, value: str) -> MarkedText:
    """The text with a value marked wherever it stands; an empty value says that there is none.

    Raises:
        RuleError: it does not stand in the text.

    """
    marks = marks_of_value(text.text, field, value)
    if value and not marks:
        raise RuleError(f"'{value:.80}' is not in {text.id}; copy it as it is written there")
    return with_marks(text, field, marks)


def with_record(text: MarkedText, fields: Sequence[str], values: Sequence[str]) -> MarkedText:
    """The text with values that belong together marked as one record, each at its first place behind the one before.

    Raises:
        RuleError: one does not stand there, or there is not one value a field.

    """
    if len(fields) != len(values):
        raise RuleError(f"{counted(len(values), 'value')} for {', '.join(fields)}; give one for each, divided by '|'")
    marks, at = list(text.marks), max((mark.end for mark in text.marks if mark.record), default=0)
    record = 1 + max((mark.record for mark in text.marks), default=0)
    for field, value in zip(fields, values, strict=True):
        found = next((mark for mark in marks_of_value(text.text[at:], field, value)), None)
        if found is None:
            raise RuleError(f"'{value:.80}' is not in {text.id} after the value before it; give values in the order of the text")
        marks.append(Mark(field, at + found.start, at + found.end, record))
        at += found.end
    return replace(text, marks=tuple(marks))


def with_marks(text: MarkedText, field: str, marks: Sequence[Mark]) -> MarkedText:
    """The text with these marks of a field, in place of those of the field that they overlap."""
    old = [mark for mark in text.marks if mark.field != field or all(mark.end <= new.start or new.end <= mark.start for new in marks)]
    return replace(text, marks=tuple(sorted((*old, *marks), key=lambda one: one.start)))


def about_fields(marked: Mapping[str, MarkedText], fields: Sequence[str]) -> list[MarkedText]:
    """Marked texts with the marks of some fields only: others that were marked are kept, and not learnt now."""
    return [replace(each, marks=tuple(mark for mark in each.marks if mark.field in fields)) for each in marked.values()]


def with_all_mentions(texts: Sequence[MarkedText]) -> list[MarkedText]:
    """Mark values wherever they stand in their text, if whoever marked them marked first mentions only.

    An unmarked mention would count against the rules. Where most repetitions are marked, an unmarked one is meant to be none.
    """
    wider = [_all_mentions(each) for each in texts]
    marked = sum(len(each.marks) - len({(mark.field, each.value(mark)) for mark in each.marks}) for each in texts)
    added = sum(len(more.marks) - len(each.marks) for each, more in zip(texts, wider, strict=True))
    return wider if added > marked else list(texts)


def _all_mentions(each: MarkedText) -> MarkedText:
    marks = list(each.marks)
    for field, value in dict.fromkeys((mark.field, each.value(mark)) for mark in each.marks if not mark.record):
        if len(value) >= SHORTEST_MENTION and any(map(str.isalpha, value)):
            taken = [(mark.start, mark.end) for mark in marks if mark.field == field]
            found = marks_of_value(each.text, field, value)
            marks += [mark for mark in found if all(mark.end <= start or end <= mark.start for start, end in taken)]
    return MarkedText(each.id, each.text, tuple(marks))


def _is_apart(text: str, start: int, end: int) -> bool:
    """Not inside a longer word: `art` is no value in `party`."""
    before = start > 0 and text[start - 1].isalpha() and text[start].isalpha()
    behind = end < len(text) and text[end].isalpha() and text[end - 1].isalpha()
    return not (before and text[start].isascii()) and not (behind and text[end - 1].isascii())


def _check_marks(each: MarkedText) -> None:
    behind: dict[str, Mark] = {}
    for mark in sorted(each.marks, key=lambda one: (one.start, one.end)):
        where = f"{mark.field} at {mark.start}:{mark.end} in {each.id}"
        if not mark.field or len(mark.field) > LONGEST_NAME:
            raise RuleError(f"a field needs a name of 1 to {LONGEST_NAME} characters, not {mark.field[:LONGEST_NAME]!r} ({each.id})")
        if not 0 <= mark.start < mark.end <= len(each.text):
            raise RuleError(f"{where} lies outside its text of {len(each.text)} characters, or is empty; correct the mark")
        if not each.value(mark).strip():
            raise RuleError(f"{where} marks white space only; correct the mark")
        before = behind.get(mark.field)
        if before is not None and mark.start < before.end:
            raise RuleError(f"{where} overlaps another mark of {mark.field} at {before.start}:{before.end}; keep one of them")
        behind[mark.field] = mark
