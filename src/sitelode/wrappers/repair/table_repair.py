"""Repair the tables of a wrapper, lists and detail pages, after a site has changed.

The pages that no longer read well are mined afresh. Rows seen before tell which of the lists found is the old one and which column is
which, so that lists and columns keep their names; where none is known, columns must look like the old ones. Pages that had no list get
none: what repeats there was not wanted before. A column that the fresh rules miss although its values stand on the pages is taught by
these values. What nothing proves is not repaired.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sitelode.counted import counted
from sitelode.html.page import Page
from sitelode.layout.site_layouts import find_layouts
from sitelode.layout.sketch import PageSketcher, share_of
from sitelode.wrappers.applying import SAME_LAYOUT_FROM, Reading, usual_share
from sitelode.wrappers.known_content import KnownRows, other_site_name
from sitelode.wrappers.learn.learning import empty_layout, reasons_by_address, unused_names, usual_reason
from sitelode.wrappers.learn.profiling import with_comparable_sketches
from sitelode.wrappers.readers import as_text, reader_of
from sitelode.wrappers.repair.relearn_table import RelearntTable, is_page_record, relearn_fields, relearn_list
from sitelode.wrappers.verify.verdicts import BatchVerdict, Verdict
from sitelode.wrappers.verify.verifying import BROKEN_BELOW, field_findings
from sitelode.wrappers.wrapper import RECORDS, Layout, Wrapper

TABLES = ("records", "fields")
USUAL_LOST = 0.5  # of the usual columns that a page of the layout has; one with less reads badly; set by hand
MOST_LAYOUTS_TRIED = 20  # groups of changed pages; a bound


@dataclass(frozen=True)
class TableRepair:
    """Which tables of a wrapper are to be repaired, on which pages, and what is known."""

    wrapper: Wrapper
    pages: Sequence[Page]
    readings: Sequence[Reading]
    before: BatchVerdict
    rows: KnownRows
    learned_on: str = ""
    sketcher: PageSketcher = field(default_factory=PageSketcher)

    def repaired(self) -> tuple[Wrapper, list[str]]:
        """The wrapper with new layouts for tables before the old ones, and what changed, in words; nothing where nothing is proved."""
        new, changes = list[Layout](), list[str]()
        for kind in TABLES:
            old = [layout for layout in self.wrapper.layouts if layout.kind == kind and "nothing" not in layout.rules]
            failing = {reading.url for reading in self.readings if old and reading.kind == kind and self._fails(reading)}
            for group in _groups([page for page in self.pages if page.url in failing]):
                found, said = self._relearnt(kind, old, group)
                if found is not None:
                    start = "empty" if "nothing" in found.rules else found.kind
                    new.append(replace(found, name=next(unused_names(start, (*self.wrapper.layouts, *new)))))
                    changes += [f"new layout {new[-1].name} for {counted(len(group), 'page')}: {said[0]}", *said[1:]]
        if not new:
            return self.wrapper, []
        kept = [layout for layout in self.wrapper.layouts if not any(self._replaces(each, layout) for each in new)]
        changes += [f"layout {old.name} replaced" for old in self.wrapper.layouts if old not in kept]
        return self.wrapper.with_layouts(with_comparable_sketches([*new, *kept])), changes

    def _fails(self, reading: Reading) -> bool:
        layout = reading.layout
        if layout is not None and "nothing" in layout.rules:
            return self.rows.are_of(reading.url)
        if layout is None or (reading.found.reason and not reading.found.records):
            return True
        own = [each for each in self.before.fields if each.layout == layout.name and (each.is_column or each.field == RECORDS)]
        bad = [each for each in own if each.verdict is not Verdict.FITS]  # of the table; what was taught beside it is found by itself
        if any(finding.on_all_pages for each in bad for finding in each.findings):
            return True
        profiles = layout.profile.fields.values()
        usual = [profile.filled * profile.prototype.own_share for profile in profiles if profile.is_usual]
        lacking = usual_share(layout, reading.found) < USUAL_LOST * sum(usual) / max(len(usual), 1)
        return lacking or any(_lacks(layout, each.field, reading) for each in bad)

    def _relearnt(self, kind: str, old: Sequence[Layout], pages: Sequence[Page]) -> tuple[Layout | None, Sequence[str]]:
        """A layout for changed pages, and what is to be said about it."""
        if kind == RECORDS and self._had_no_list(old, pages):
            reason = usual_reason(pages, reasons_by_address(each for each in self.wrapper.layouts if each.kind == RECORDS))
            found = empty_layout(pages, reason, 0, self.learned_on, self.sketcher, kind=kind) if reason else None
            return found, (f"addresses of pages with {reason}",)
        table = self._proved(kind, old, pages)
        return (None, ()) if table is None else (table.layout, (table.proof, *table.column_changes))

    def _had_no_list(self, old: Iterable[Layout], pages: Iterable[Page]) -> bool:
        """Whether addresses are as they were, and none of these pages is one that had a list."""
        if any(map(is_page_record, old)) or any(self.rows.are_of(page.url) for page in pages):
            return False
        return any(self.rows.are_of(page.url) for page in self.pages)

    def _proved(self, kind: str, old: Sequence[Layout], pages: Sequence[Page]) -> RelearntTable | None:
        """The best of what can be learnt from pages, measured by each old layout."""
        found = []
        for layout in old:
            learn = relearn_fields if kind == "fields" or is_page_record(layout) else relearn_list
            found.append(learn(layout, pages, self.rows.of_layout(layout.name), self.learned_on, self.sketcher))
        is_other = bool(other_site_name(self.wrapper.site, (page.url for page in pages)))
        tried = (each for each in found if each is not None)
        proved = (each for each in tried if each.evidence[0] or (not is_other and self._looks_better(each, pages)))
        return max(proved, key=lambda each: each.evidence, default=None)

    def _looks_better(self, found: RelearntTable, pages: Sequence[Page]) -> bool:
        """What only looks prove must look better than what the old rules still give."""
        readings = {reading.url: reading for reading in self.readings if reading.layout and reading.layout.name == found.old.name}
        before = [usual_share(found.old, readings[page.url].found) if page.url in readings else 0.0 for page in pages]
        reader = reader_of(found.layout, 0)
        after = [usual_share(found.old, reader.read(page, "")) for page in pages]
        return sum(after) > sum(before)

    def _replaces(self, new: Layout, old: Layout) -> bool:
        """An old layout stays while pages still have it; those that look different may be somewhere else on the site."""
        if new.kind != old.kind and not (is_page_record(old) and new.kind == "fields"):
            return False
        own = (reading for reading in self.readings if reading.layout and reading.layout.name == old.name)
        in_use = any(not self._fails(reading) for reading in own)
        alike = new.kind != old.kind or not len(old.sketch) or share_of(old.sketch, new.sketch) >= SAME_LAYOUT_FROM
        return not in_use and alike


def _lacks(layout: Layout, name: str, reading: Reading) -> bool:
    """Whether a page is one of those on which a column is not what it was."""
    profile = layout.profile.fields[name]
    records = reading.found.records if name != RECORDS else ()
    values = [as_text(record.get(name)) for record in records] if records else [reading.found.values.get(name, "")]
    fitting = sum(bool(value) and profile.prototype.fits(value) for value in values)
    return bool(field_findings(name, profile, values)) or fitting < BROKEN_BELOW * profile.filled * profile.prototype.own_share * len(
        values
    )


def _groups(pages: Sequence[Page]) -> list[list[Page]]:
    """Changed pages by layout; each template is learnt anew by itself."""
    if len(pages) <= 1:
        return [list(pages)] if pages else []
    members = find_layouts(pages).templates.members()[:MOST_LAYOUTS_TRIED]
    return [[pages[place] for place in places] for places in members]
