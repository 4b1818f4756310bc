"""One list is one table: the same list in several layouts (front page, category, page 2, archive) is joined, and each record is there once.

Two lists are the same if their records are largely the same links, or if records are built alike and lead to pages of one layout. Their
columns are matched by the values of records that both have, then by their place in a record, then by name and type. Limits set by hand.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Final, TypeAlias

from sitelode.site.page_addresses import loose_spelling
from sitelode.tables.lists.columns import OF_THE_RECORD
from sitelode.tables.lists.list_rule import ColumnRule
from sitelode.tables.lists.site_lists import MOST_SEEN, SiteList, SiteRecord, identity_code, is_table, likeness
from sitelode.tables.name_words import says_nothing, unique_names
from sitelode.tables.table import Value
from sitelode.text.value_types import IMAGE, LINK

SAME_LINKS: Final = 0.5  # of the shorter list's links that the other one has
SAME_SHAPE: Final = 0.7  # of the columns of both, by their places in a record
MOST_LEAD: Final = 0.5  # of a list's links to the site's pages, to one layout
LEAST_SHARED: Final = 2  # links, or values of two columns: one may be chance
SAME_VALUES: Final = 0.6  # of the records that have both columns

PlaceOf: TypeAlias = Callable[[str], int | None]  # the page of the site that an address leads to
Rename: TypeAlias = dict[str, str]


@dataclass(frozen=True)
class _Part:
    """A list of one layout, with what tells whether another list is the same."""

    found: SiteList
    place_of: PlaceOf
    layouts: Sequence[int]  # by page

    @cached_property
    def keys(self) -> list[Hashable]:
        """What tells each record from others, wherever it is shown: the page it leads to; else all it says."""
        return [self._key(record) for record in self.found.records]

    def _key(self, record: SiteRecord) -> Hashable:
        link = record.fields.get(self.found.rule.key)
        if not isinstance(link, str):
            return identity_code(self.found.rule, record.fields)
        place = self.place_of(link) if "#" not in link else None
        return loose_spelling(link) if place is None else place

    @cached_property
    def links(self) -> set[Hashable]:
        return set(self.keys) if self.found.rule.key else set()

    @cached_property
    def leads_to(self) -> int | None:
        """The layout that most of its links to pages of the site lead to."""
        places = [key for key in self.links if isinstance(key, int)]
        layout, count = Counter(self.layouts[place] for place in places).most_common(1)[0] if places else (None, 0)
        return layout if count >= MOST_LEAD * len(places) else None

    def is_same(self, other: "_Part") -> bool:
        shared = len(self.links & other.links)
        if shared >= max(LEAST_SHARED, SAME_LINKS * min(len(self.links), len(other.links))):
            return True
        return (
            likeness(self.found.rule, other.found.rule) >= SAME_SHAPE
            and self.found.kind == other.found.kind
            and self.leads_to == other.leads_to
        )


def joined_lists(lists: Sequence[SiteList], place_of: PlaceOf, layouts: Sequence[int]) -> list[SiteList]:
    """The lists of a site, those that are the same joined, without what is none; `layouts` has the layout of every page."""
    parts = [_Part(each, place_of, layouts) for each in lists]
    group = list(range(len(parts)))
    for one, other in combinations(range(len(parts)), 2):
        if group[one] != group[other] and parts[one].is_same(parts[other]):
            old, new = sorted((group[one], group[other]))[::-1]
            group = [new if each == old else each for each in group]
    members = defaultdict[int, list[_Part]](list)
    for number, part in zip(group, parts, strict=True):
        members[number].append(part)
    return [_numbered(found) for each in members.values() if is_table(found := _joined(each))]


def _joined(parts: list[_Part]) -> SiteList:
    if len(parts) == 1:
        return parts[0].found
    parts = sorted(parts, key=lambda part: -len(part.found))
    columns = list(parts[0].found.rule.columns)
    known = dict(zip(parts[0].keys, (record.fields for record in parts[0].found.records), strict=True))
    renamed = [parts[0]]
    for part in parts[1:]:
        rename = _matched(columns, known, part)
        better = {new: old for old, new in rename.items() if says_nothing(new) and not says_nothing(old)}
        better = {old: new for old, new in better.items() if all(new != column.name for column in columns)}
        columns = [replace(column, name=better.get(column.name, column.name)) for column in columns]
        again = [_renamed(each, better) for each in renamed]
        # The key of a record without a link has the names of its columns in it.
        keys = ((old, new) for one, other in zip(renamed, again, strict=True) for old, new in zip(one.keys, other.keys, strict=True))
        known, renamed = {new: _with_names(known[old], better) for old, new in keys}, again
        part = _renamed(part, {old: better.get(new, new) for old, new in rename.items()})  # noqa: PLW2901 (the same part)
        renamed.append(part)
        for key, record in zip(part.keys, part.found.records, strict=True):
            known[key] = record.fields | known.get(key, {})
        columns += [column for column in part.found.rule.columns if column.name not in {each.name for each in columns}]
    return _together(renamed, columns, known)


def _together(parts: list[_Part], columns: list[ColumnRule], known: dict[Hashable, dict[str, Value]]) -> SiteList:
    """One list of all parts; a record has the fields that any of them shows."""
    first: dict[Hashable, SiteRecord] = {}
    pages: dict[Hashable, dict[str, None]] = defaultdict(dict)
    for part in parts:
        for key, record in zip(part.keys, part.found.records, strict=True):
            first.setdefault(key, record)
            pages[key] |= dict.fromkeys(record.seen_on)
    records = tuple(replace(each, fields=known[key], seen_on=tuple(pages[key])[:MOST_SEEN]) for key, each in first.items())
    repeated = sum(part.found.repeated + len(part.found) for part in parts) - len(records)
    lists = tuple(part.found for part in parts)
    urls = tuple(dict.fromkeys(url for each in lists for url in each.pages))
    return replace(lists[0], records=records, pages=urls, repeated=repeated, joined=lists, columns=tuple(columns))


def _matched(columns: Sequence[ColumnRule], known: dict[Hashable, dict[str, Value]], part: _Part) -> Rename:
    """What the columns of a part are called in the table that it joins; the others get names of their own."""
    own = part.found.rule.columns
    found: Rename = {}
    for one, other in (*_by_values(columns, known, part), *_by_place(columns, own), *_by_name(columns, own)):
        if one.name not in found.values() and other.name not in found:
            found[other.name] = one.name
    others = [column.name for column in own if column.name not in found]
    return found | dict(zip(others, unique_names(others, reserved=[column.name for column in columns]), strict=True))


Pairs: TypeAlias = Iterator[tuple[ColumnRule, ColumnRule]]


def _by_values(columns: Sequence[ColumnRule], known: dict[Hashable, dict[str, Value]], part: _Part) -> Pairs:
    """Columns that agree on the records that both have, those that agree most first."""
    rows = [(known[key], record.fields) for key, record in zip(part.keys, part.found.records, strict=True) if key in known]
    pairs = []
    for one in columns:
        for other in part.found.rule.columns:
            if _are_of_one_kind(one, other):
                both = [(row[one.name], own[other.name]) for row, own in rows if row.get(one.name) and own.get(other.name)]
                same = sum(value == own for value, own in both)
                if same >= max(LEAST_SHARED, SAME_VALUES * len(both)):
                    pairs.append((same, one, other))
    yield from ((one, other) for _, one, other in sorted(pairs, key=lambda pair: -pair[0]))


def _by_place(columns: Sequence[ColumnRule], own: Sequence[ColumnRule]) -> Pairs:
    places = {(column.steps, column.attribute, column.above): column for column in columns}
    yield from ((one, other) for other in own if (one := places.get((other.steps, other.attribute, other.above))))


def _by_name(columns: Sequence[ColumnRule], own: Sequence[ColumnRule]) -> Pairs:
    names = {column.name: column for column in columns if not says_nothing(column.name)}
    yield from ((one, other) for other in own if (one := names.get(other.name)) and _are_of_one_kind(one, other))


def _are_of_one_kind(one: ColumnRule, other: ColumnRule) -> bool:
    return one.type == other.type or not {one.type, other.type} & {LINK, IMAGE}


def _renamed(part: _Part, names: Rename) -> _Part:
    return replace(part, found=_list_with_names(part.found, names)) if names else part


def _list_with_names(found: SiteList, names: Rename) -> SiteList:
    columns, own = (
        tuple(replace(each, name=names.get(each.name, each.name)) for each in every) for every in (found.columns, found.rule.columns)
    )
    rule = replace(found.rule, columns=own, key=names.get(found.rule.key, found.rule.key))
    records = tuple(replace(record, fields=_with_names(record.fields, names)) for record in found.records)
    joined = tuple(_list_with_names(each, names) for each in found.joined)
    return replace(found, rule=rule, columns=columns, records=records, joined=joined)


def _numbered(found: SiteList) -> SiteList:
    """With the lowest numbers of equal names at the columns that a person would keep."""
    kept = set(found.kept_names)
    order = sorted(found.names, key=lambda name: name not in kept)
    fresh = unique_names([re.sub(r"_\d+$", "", name) for name in order], reserved=OF_THE_RECORD)
    changed = {old: new for old, new in zip(order, fresh, strict=True) if old != new}
    return _list_with_names(found, changed) if changed else found


def _with_names(fields: dict[str, Value], names: Rename) -> dict[str, Value]:
    return {names.get(name, name): value for name, value in fields.items()}
