"""Learn a table anew on changed pages, prove that it is the old one, and give its columns their old names.

A column that says on the same rows what an old one said is that one. Where no row is known, or its values have changed since, a column
of the same name must look like the old one; without that, it must be the only one that does, and there must be something to see.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sitelode.html.page import Page
from sitelode.layout.sketch import PageSketcher
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.details.field_rules import FieldRule
from sitelode.tables.details.field_rules import FieldRules as DetailRules
from sitelode.tables.lists.site_lists import find_site_lists
from sitelode.tables.name_words import says_nothing, unique_column_names
from sitelode.wrappers.known_content import KnownRow, LayoutRows, comparable_text
from sitelode.wrappers.learn.learning import fields_layout, list_layout
from sitelode.wrappers.readers import takes_pages
from sitelode.wrappers.taught.page_tokens import page_tokens
from sitelode.wrappers.taught.taught import Taught, taught_fields
from sitelode.wrappers.teach.apply_lessons import with_fields
from sitelode.wrappers.teach.known_values import relearn_all
from sitelode.wrappers.verify.verifying import BROKEN_BELOW, field_findings
from sitelode.wrappers.wrapper import RECORDS, FieldProfile, Layout

MOST_SHOWN = 20  # pages with a row seen before; a bound
MOST_OTHERS = 12  # pages beside them; a bound
MOST_TAUGHT = 24  # columns; a bound, because each takes a moment
RowsOnPages = Sequence[tuple[KnownRow, Page]]
Row = Mapping[str, str]
# Bounds, and shares that were set by hand; `bench.repair_tables` measures them together.
MOST_PAGES = 60  # learnt from
MOST_LISTS = 10  # of a layout that may be the old one
LEAST_ROWS = 3  # seen before that prove a table
LEAST_COLUMNS = 2  # that prove a table
KNOWN_COLUMNS = 0.3  # of the old columns of detail pages that rows seen before must show again; others are taught by these rows
KNOWN_COLUMNS_OF_LIST = 0.5  # the same of a list; one with less is another list about the same things
LOOKING_COLUMNS = 0.5  # of the usual old columns that must look as before where no row is known
MOST_NAMED = 6  # columns named in one line
# Set by hand with the changed templates of `bench.repair_tables` in view.
LEAST_AGREEING = 2  # rows on which an old and a new column say the same
AGREEING_SHARE = 0.5  # share of the rows on which the old column is known
LEAST_LOOKED_AT = 3  # values that looks are judged by


@dataclass(frozen=True)
class RelearntTable:
    """A layout that was learnt anew, and why it is the old one."""

    old: Layout
    layout: Layout
    proof: str
    evidence: tuple[int, int]  # cells seen before that agree, for a list times its columns; columns matched; the more the better
    column_changes: tuple[str, ...] = ()  # columns taught again or lost, in words


@dataclass(frozen=True)
class ColumnMatch:
    """Old columns with their new ones."""

    by_values: Mapping[str, str]
    by_looks: Mapping[str, str]
    agreeing: int  # cells seen before that say the same in the column matched

    @property
    def columns(self) -> dict[str, str]:
        return {**self.by_values, **self.by_looks}


def match_columns(old: Mapping[str, FieldProfile], new: Sequence[Row], known: Sequence[tuple[Row, Row]]) -> ColumnMatch:
    """One new column at most for each old one.

    Args:
        old: the columns as they were.
        new: rows, as the new rules read them.
        known: rows seen before: as the old rules read them, and as the new ones do.

    """
    times = Counter(name for row, _ in known for name in row)
    seen = {name: count for name, count in times.items() if count >= LEAST_AGREEING}
    said: dict[tuple[str, str], list[str]] = defaultdict(list)  # what an old and a new column both say
    for before, now in known:
        for name in before.keys() & old.keys() & seen.keys():
            for other in now:
                if now[other] == before[name]:
                    said[name, other].append(before[name])
    order = list(old)
    # The more different values agree, the surer; of equally sure ones, that of the same name, then the more informative column.
    pairs = sorted(said, key=lambda pair: (-len(set(said[pair])), -len(said[pair]), pair[0] != pair[1], order.index(pair[0])))
    found: dict[str, str] = {}
    for name, other in pairs:
        enough = len(said[name, other]) >= max(LEAST_AGREEING, AGREEING_SHARE * seen[name])
        if enough and name not in found and other not in found.values():
            found[name] = other
    return ColumnMatch(found, _by_looks(old, new, found, set(seen)), sum(len(said[pair]) for pair in found.items()))


def _by_looks(old: Mapping[str, FieldProfile], rows: Sequence[Row], matched: Mapping[str, str], known: set[str]) -> dict[str, str]:
    """For old columns without a match; one whose known values say nothing anywhere may only be matched by its name."""
    new = dict.fromkeys(name for row in rows for name in row if name not in matched.values())
    columns = {name: [row.get(name, "") for row in rows] for name in new}
    missing = [(name, profile) for name, profile in old.items() if name not in matched]
    found = {name: name for name, each in missing if name in columns and not says_nothing(name) and looks_like(each, columns[name])}
    for name, profile in missing:
        if name not in found and name not in known and profile.prototype.says_something and profile.is_usual:
            fitting = [new for new in columns if new not in found.values() and looks_like(profile, columns[new])]
            others = [each for other, each in missing if other != name and other not in found]
            # One that could be another missing column as well is neither.
            if len(fitting) == 1 and not any(looks_like(other, columns[fitting[0]]) for other in others):
                found[name] = fitting[0]
    return found


def looks_like(profile: FieldProfile, values: Sequence[str]) -> bool:
    """Whether values are as often there, as long, and start and end as those of a column used to."""
    filled = sum(map(bool, values))
    return filled >= max(LEAST_LOOKED_AT, BROKEN_BELOW * profile.filled * len(values)) and not field_findings("", profile, values)


def is_page_record(layout: Layout) -> bool:
    """Whether the layout is a list whose only record is the page."""
    return takes_pages(layout.rules)


def relearn_fields(old: Layout, pages: Sequence[Page], known: LayoutRows, learned_on: str, sketcher: PageSketcher) -> RelearntTable | None:
    """The fields of detail pages."""
    pages = pages[:MOST_PAGES]
    rules = learn_rules(pages)
    profiles = _column_profiles(old)
    read = [{name: comparable_text(values) for name, values in rules.values(page).items()} for page in pages]
    rows = [(known.of_page(page.url, row.values()), row, page) for page, row in zip(pages, read, strict=True)]
    shown = [(before, page) for before, _, page in rows if before is not None]
    pairs = [(_of_columns(before, profiles), row) for before, row, _ in rows if before is not None]
    matched = match_columns(profiles, read, pairs)
    proof = _proof(matched, profiles, len(pairs), "pages")
    if proof is None:
        return None
    evidence = matched.agreeing, len(matched.columns)
    missing = [name for name in profiles if name not in matched.columns]
    taught = relearn_columns(missing, shown, pages)
    taught |= relearn_columns([field.name for field in taught_fields(old.rules)], shown, pages)
    renamed = _renamed(rules, matched.columns, profiles)
    if is_page_record(old):  # its maker chose the fields
        renamed = replace(renamed, columns=renamed.columns[: len(matched.columns)])
    layout = fields_layout(pages, renamed, 0, learned_on, sketcher)
    if taught:
        tokens = [page_tokens(page) for page in pages]
        layout = with_fields(layout, taught, {name: [field.answer(page).value for page in tokens] for name, field in taught.items()})
    lost = [name for name in missing if name not in taught] + [field.name for field in taught_fields(old.rules) if field.name not in taught]
    return RelearntTable(old, layout, proof, evidence, tuple(_column_changes(old, taught, lost)))


def _renamed(rules: DetailRules, columns: Mapping[str, str], profiles: Mapping[str, FieldProfile]) -> DetailRules:
    """Rules with the old names first; columns that were not there before keep theirs, a number behind where it was another one's."""
    old_name = {new: old for old, new in columns.items()}
    by_name = {rule.name: rule for rule in rules.columns}
    kept = [replace(by_name[columns[old]], name=old) for old in profiles if old in columns]
    others: list[FieldRule] = [rule for rule in rules.columns if rule.name not in old_name]
    # Names of lost columns are not given to others: who reads the table would take one for the other.
    names = unique_column_names([*profiles, *(rule.name for rule in others)])[len(profiles) :]
    return replace(rules, columns=(*kept, *(replace(rule, name=name) for rule, name in zip(others, names, strict=True))))


def relearn_list(old: Layout, pages: Sequence[Page], known: LayoutRows, learned_on: str, sketcher: PageSketcher) -> RelearntTable | None:
    """The list of pages: of those found afresh that which gives the old rows, or looks like them."""
    pages = pages[:MOST_PAGES]
    profiles = _column_profiles(old)
    tried = []
    for rule in (found.rule for found in find_site_lists(pages, most=MOST_LISTS)):
        read = [{name: comparable_text(value) for name, value in record.items()} for page in pages for record in rule.apply(page)]
        pairs = list(_known_pairs(read, known, profiles))
        matched = match_columns(profiles, read, pairs)
        # A long list of links repeats what is known more often than the list itself, which has more columns.
        tried.append(((matched.agreeing * len(matched.columns), len(matched.columns)), rule, matched, len(pairs)))
    best = max(tried, key=lambda each: each[0], default=None)
    if best is None:
        return None
    evidence, rule, matched, found = best
    proof = _proof(matched, profiles, found, RECORDS)
    if proof is None:
        return None
    columns = {column.name: column for column in rule.columns}
    kept = tuple(replace(columns[matched.columns[name]], name=name) for name in profiles if matched.columns.get(name) in columns)
    layout = list_layout(pages, replace(rule, columns=kept), 0, learned_on, sketcher)
    lost = [name for name in profiles if name not in matched.columns]
    return RelearntTable(old, layout, proof, evidence, tuple(_column_changes(old, {}, lost)))


def _known_pairs(rows: Sequence[Row], known: LayoutRows, profiles: Mapping[str, FieldProfile]) -> Iterator[tuple[Row, Row]]:
    """Rows that are about one seen before; of several about the same one the first."""
    met: set[int] = set()
    for row in rows:
        place = known.place_of(row.values())
        if place is not None and place not in met:
            met.add(place)
            yield _of_columns(known.rows[place], profiles), row


def _column_profiles(old: Layout) -> dict[str, FieldProfile]:
    """Of the columns of a table, without what was taught and without the number of records."""
    taught = {RECORDS, *(field.name for field in taught_fields(old.rules))}
    return {name: profile for name, profile in old.profile.fields.items() if name not in taught}


def _of_columns(row: KnownRow, profiles: Mapping[str, FieldProfile]) -> dict[str, str]:
    return {name: value for name, value in row.values.items() if name in profiles}


def _proof(matched: ColumnMatch, profiles: Mapping[str, FieldProfile], rows: int, what: str) -> str | None:
    """Why this is the old table, in words; none where nothing shows it."""
    usual = [name for name, profile in profiles.items() if profile.is_usual] or list(profiles)
    by_values = [name for name in usual if name in matched.by_values]
    enough = max(min(LEAST_COLUMNS, len(usual)), (KNOWN_COLUMNS_OF_LIST if what == RECORDS else KNOWN_COLUMNS) * len(usual))
    if rows >= LEAST_ROWS and len(by_values) >= enough:
        return f"{rows} {what} seen before are found, with {len(matched.columns)} of {len(profiles)} columns"
    looking = [name for name in usual if name in matched.columns]
    if len(looking) >= max(LEAST_COLUMNS, LOOKING_COLUMNS * len(usual)):
        return f"{_names_in_words(looking)} look as before"
    return None


def _column_changes(old: Layout, taught: Iterable[str], lost: Sequence[str]) -> Iterator[str]:
    if taught:
        yield f"{_names_in_words(sorted(taught))} learnt again from values seen before"
    if lost:
        yield f"{_names_in_words(lost)} of {old.name} not found again"


def _names_in_words(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_NAMED]) + (f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else "")


def relearn_columns(names: Sequence[str], shown: RowsOnPages, pages: Sequence[Page]) -> dict[str, Taught]:
    """The columns of these names whose values seen before stand on the pages."""
    if not names:
        return {}
    shown, told = shown[:MOST_SHOWN], {page.url for _, page in shown}
    others = [page for page in pages if page.url not in told][:MOST_OTHERS]
    lost: dict[str, Taught | None] = dict.fromkeys(names[:MOST_TAUGHT])
    found = relearn_all(lost, [row.values for row, _ in shown], [*(page for _, page in shown), *others])
    return {name: learnt[0] for name, learnt in found.items() if learnt is not None}
