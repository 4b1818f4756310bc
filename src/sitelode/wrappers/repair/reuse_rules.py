"""Keep what still works: of a table that is learnt anew, the old rules whose values are what they should be."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sitelode.html.page import Page
from sitelode.tables.lists.list_rule import ListRule
from sitelode.wrappers.readers import reader_of
from sitelode.wrappers.repair.column_matching import looks_like
from sitelode.wrappers.taught.value_profiles import FieldProfile
from sitelode.wrappers.wrapper import Layout

SAME_VALUES = 0.95  # of the records, on which an old column says what the new one says; set by hand


def fields_still_fitting(old: Layout, profiles: Mapping[str, FieldProfile], pages: Sequence[Page]) -> list[str]:
    """The usual fields of pages that the old rules still give as they used to."""
    reader = reader_of(old, 0)
    read = [reader.read(page, "").values for page in pages]
    usual = {name: profile for name, profile in profiles.items() if profile.is_usual}
    return [name for name, profile in usual.items() if looks_like(profile, [values.get(name, "") for values in read])]


def with_old_columns(rule: ListRule, old: Layout, pages: Sequence[Page]) -> ListRule:
    """A list learnt anew, its columns by the old rules where these say the same in the new records."""
    before = ListRule.from_data(old.rules["list"])
    if rule.across or before.across:
        return rule
    by_name = {column.name: column for column in before.columns}
    alike = replace(rule, columns=tuple(column for column in before.columns if column.name in {each.name for each in rule.columns}))
    pairs = [(now, then) for page in pages for now, then in zip(rule.apply(page), alike.apply(page), strict=True)]
    same = {each.name: sum(now.get(each.name) == then.get(each.name) for now, then in pairs) for each in alike.columns}
    kept = {name: by_name[name] for name, count in same.items() if count >= SAME_VALUES * len(pairs)}
    return replace(rule, columns=tuple(kept.get(column.name, column) for column in rule.columns))
