"""What changed between two moments of a site, as data: one event for each article or record that is new, gone or changed.

Every event has a key that stays the same: the address of an article, the list and the link (or the first value) of a record. A change
names its fields, each with what it was and what it is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

NEW, GONE, CHANGED = "new", "gone", "changed"
LAYOUT_CHANGED, DRIFTING, BROKEN, REPAIRED, FITS_AGAIN = "layout changed", "drifting", "broken", "repaired", "fits again"
ARTICLE, RECORD, WRAPPER = "article", "record", "wrapper"
# What says how an article was read, not what it says.
NOT_CONTENT: Final = frozenset(
    "origin fetched confidence cluster layout match fingerprint digest pages html markdown source reason language hostname".split()
)
LONGEST_SHOWN = 2_000  # characters of a value in an event; set by hand, as is the next
SHOWN_BEFORE = 200  # characters before the first difference of two long values


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened."""

    event: str
    kind: str
    key: str
    title: str = ""
    time: str = ""
    changes: tuple[Mapping[str, Any], ...] = ()  # each with field, from and to
    data: Mapping[str, Any] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        every = {"time": self.time, "event": self.event, "kind": self.kind, "key": self.key, "title": self.title}
        more = {"changes": [dict(change) for change in self.changes], **self.data}
        return {name: value for name, value in {**every, **more}.items() if value}

    def words(self) -> str:
        """One line for a person."""
        said = f"{self.kind} {self.event}: {self.title or self.key}"
        fields = ", ".join(str(change["field"]) for change in self.changes)
        return f"{said} ({fields})" if fields else said


Things = Mapping[str, Mapping[str, Any]]
"""Articles or records by their keys."""


def article_key(article: Mapping[str, Any]) -> str:
    return str(article.get("url", ""))


def keyed_records(records: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Records by their list and their link, or their first value; one that another has already gets a number."""
    found: dict[str, Mapping[str, Any]] = {}
    times: Counter[str] = Counter()
    for record in records:
        values = {
            name: value for name, value in record.items() if isinstance(value, str) and value and name not in ("page", "list", "layout")
        }
        link = next((value for value in values.values() if value.startswith(("http://", "https://", "file:"))), "")
        own = link or next(iter(values.values()), "")
        key = f"{record.get('list', record.get('layout', ''))}: {own}"
        times[key] += 1
        found[key if times[key] == 1 else f"{key} ({times[key]})"] = record
    return found


def events_between(old: Things, new: Things, kind: str, time: str = "") -> Iterator[Event]:
    """New ones first, then changed ones, then those that are gone; each in the order of its moment."""
    for key, thing in new.items():
        if key not in old:
            yield Event(NEW, kind, key, _title(thing), time, data={"data": {name: _cut(value) for name, value in _content(thing).items()}})
    template = template_lines(old, new)
    for key, thing in new.items():
        if key in old:
            changes = tuple(_changes(_content(without_lines(old[key], template)), _content(without_lines(thing, template))))
            if changes:
                yield Event(CHANGED, kind, key, _title(thing), time, changes)
    for key, thing in old.items():
        if key not in new:
            yield Event(GONE, kind, key, _title(thing), time)


def _changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for name in dict.fromkeys((*old, *new)):
        before, now = old.get(name), new.get(name)
        if before != now and (before or now):
            was, is_ = _around_difference(before, now)
            yield {"field": name, "from": was, "to": is_}


def _around_difference(before: Any, now: Any) -> tuple[Any, Any]:  # noqa: ANN401 (any field)
    """Both values, of long texts from shortly before the first place where they differ: what is cut off must not be what changed."""
    if not isinstance(before, str) or not isinstance(now, str) or max(len(before), len(now)) <= LONGEST_SHOWN:
        return _cut(before), _cut(now)
    shared = next((place for place, (one, other) in enumerate(zip(before, now, strict=False)) if one != other), min(len(before), len(now)))
    start = max(shared - SHOWN_BEFORE, 0)
    mark = "… " if start else ""
    return _cut(mark + before[start:]), _cut(mark + now[start:])


def _content(thing: Mapping[str, Any]) -> dict[str, Any]:
    flat = {**thing, **(thing["fields"] if isinstance(thing.get("fields"), dict) else {})}
    return {name: _plain(value) for name, value in flat.items() if name not in NOT_CONTENT and name not in ("url", "fields")}


def _plain(value: Any) -> Any:  # noqa: ANN401 (any field)
    return " ".join(value.split()) if isinstance(value, str) else value


def _cut(value: Any) -> Any:  # noqa: ANN401 (any field)
    return value[:LONGEST_SHOWN] if isinstance(value, str) else value


def _title(thing: Mapping[str, Any]) -> str:
    return str(thing.get("title") or next((value for value in thing.values() if isinstance(value, str) and value), ""))[:200]


LEAST_PAGES: Final = 3  # whose text gained or lost the same line; set by hand
TEXT: Final = "text"


def template_lines(old: Mapping[str, Mapping[str, Any]], new: Mapping[str, Mapping[str, Any]]) -> frozenset[str]:
    """Lines that differ between two moments on several articles at once."""
    counts: Counter[str] = Counter()
    for key in old.keys() & new.keys():
        counts.update(_lines(old[key]) ^ _lines(new[key]))
    return frozenset(line for line, count in counts.items() if count >= LEAST_PAGES)


def without_lines(article: Mapping[str, Any], template: frozenset[str]) -> Mapping[str, Any]:
    """An article without lines that are the template's."""
    if not template or not isinstance(article.get(TEXT), str):
        return article
    return {**article, TEXT: "\n".join(line for line in article[TEXT].splitlines() if line.strip() not in template)}


def _lines(article: Mapping[str, Any]) -> set[str]:
    text = article.get(TEXT)
    return {line.strip() for line in text.splitlines() if line.strip()} if isinstance(text, str) else set()
