"""Repair a wrapper after a site has changed: find on the changed pages what is known, learn their layout anew, keep only what is proved.

The pages that no longer read well are studied as mining would study them (`article_repair`, `table_repair`). A new layout must be proved:
by articles or rows seen before, whose values stand in the new template, or else by values that look like those the wrapper used to give.
Then the fields that people taught are found again by known values (`teach/known_values.py`).
Nothing is guessed: without proof the wrapper stays as it is, and broken. Layouts that other pages still have are kept, so that pages of
both designs are read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sitelode.html.page import Page
from sitelode.urls import normalise
from sitelode.wrappers.applying import Applier, Reading, readings_of
from sitelode.wrappers.known_content import NOTHING_KNOWN, KnownContent, other_site_name
from sitelode.wrappers.repair.article_repair import ArticleRepair
from sitelode.wrappers.repair.table_repair import TableRepair
from sitelode.wrappers.taught.page_tokens import page_tokens
from sitelode.wrappers.taught.taught import Taught, taught_fields
from sitelode.wrappers.teach.apply_lessons import with_fields
from sitelode.wrappers.teach.known_values import relearn_all
from sitelode.wrappers.verify.verifying import BatchVerdict, Verdict, field_findings, verify
from sitelode.wrappers.wrapper import Layout, Wrapper

MOST_PAGES = 40  # of a layout that are looked at; a bound
LEAST_PAGES = 2  # set by hand


@dataclass(frozen=True)
class Repair:
    """What was done, and why."""

    wrapper: Wrapper
    before: BatchVerdict
    after: BatchVerdict
    changes: tuple[str, ...]  # in words; empty where nothing could be or had to be repaired
    refusal: str = ""  # why nothing was repaired, where more can be said than that nothing proves it
    questions: tuple[str, ...] = ()  # taught fields that were not found again

    @property
    def repaired(self) -> bool:
        return bool(self.changes)


def repair(wrapper: Wrapper, pages: Sequence[Page], evidence: KnownContent = NOTHING_KNOWN, learned_on: str = "") -> Repair:
    """Repair what no longer fits these pages; the wrapper stays as it is where all fits or nothing can be proved.

    Args:
        wrapper: with rules of any kinds.
        pages: as the site has them now; pages of an old layout among them keep its rules.
        evidence: what was seen or taught before.
        learned_on: the date of the new rules.

    """
    readings = readings_of(wrapper, pages)
    before = verify(readings, evidence.rows)
    if before.verdict is Verdict.FITS:
        return Repair(wrapper, before, before, ())
    with_articles, article_changes = ArticleRepair(wrapper, pages, readings, before, evidence, learned_on).repaired()
    with_tables, table_changes = TableRepair(with_articles, pages, readings, before, evidence.rows, learned_on).repaired()
    repaired, field_changes, questions = FieldRepair(with_tables, wrapper, pages, evidence, learned_on).repaired()
    changes = (*article_changes, *table_changes, *field_changes)
    if not changes:
        other = other_site_name(wrapper.site, (page.url for page in pages))
        refusal = f"the pages are of {other}, the wrapper is of {wrapper.site}, and nothing seen before stands on them" if other else ""
        return Repair(wrapper, before, before, (), refusal, tuple(questions))
    after = verify(readings_of(repaired, pages))
    if after.main_verdict > before.main_verdict:
        return Repair(wrapper, before, before, ())
    lines = [f"{learned_on or 'repaired'}: {change}" for change in changes]
    return Repair(replace(repaired, history=(*wrapper.history, *lines)), before, after, changes, "", tuple(questions))


@dataclass(frozen=True)
class FieldRepair:
    """A wrapper whose taught fields are to be repaired; `old` is what it was before articles and tables were."""

    wrapper: Wrapper
    old: Wrapper
    pages: Sequence[Page]
    evidence: KnownContent
    learned_on: str

    def repaired(self) -> tuple[Wrapper, list[str], list[str]]:
        """The wrapper, what changed, and what has to be asked, in words."""
        wanted = {field.name for layout in self.old.layouts for field in taught_fields(layout.rules)}
        if not wanted or self.evidence.is_other_site(self.wrapper.site, self.pages):  # there, looks prove nothing
            return self.wrapper, [], self._lost(self.wrapper, wanted, {})
        layouts, changes, questions = list(self.wrapper.layouts), list[str](), dict[str, str]()
        for place, own in sorted(self._pages_by_layout().items()):
            layout = layouts[place]
            done = self._relearnt(layout, own) if len(own) >= LEAST_PAGES else {}
            found = {name: learnt for name, learnt in sorted(done.items()) if learnt is not None}
            if found:
                tokens = [page_tokens(page) for page, _ in own[:MOST_PAGES]]
                rules = {name: field for name, (field, _) in found.items()}
                values = {name: [field.answer(page).value for page in tokens] for name, field in rules.items()}
                layouts[place] = replace(with_fields(layout, rules, values), learned_on=self.learned_on)
            changes += [f"{name} found again in {layout.name}: {why}" for name, (_, why) in found.items()]
            questions |= {name: f"{name} is lost in {layout.name}: no known value shows where it is" for name in done if name not in found}
        return self.wrapper.with_layouts(layouts), changes, self._lost(self.wrapper.with_layouts(layouts), wanted, questions)

    def _pages_by_layout(self) -> dict[int, list[tuple[Page, Reading]]]:
        applier, found = Applier(self.wrapper), dict[int, list[tuple[Page, Reading]]]()
        places = {id(layout): place for place, layout in enumerate(self.wrapper.layouts)}
        for page in self.pages:
            for reading in applier.read(page, by_looks=True):
                if reading.layout is not None:
                    found.setdefault(places[id(reading.layout)], []).append((page, reading))
        return found

    def _relearnt(self, layout: Layout, own: Sequence[tuple[Page, Reading]]) -> dict[str, tuple[Taught, str] | None]:
        """The lost fields of one layout by name, each learnt again with what shows it."""
        lost = self._lost_fields(layout, [reading for _, reading in own])
        # Where some pages still have the old design, rules are learnt on the others: what both need is more than one rule can say.
        failing = [page for page, reading in own if not all(reading.found.values.get(field.name) for field in lost)] or [
            page for page, _ in own
        ]
        pages = failing[:: max(1, -(-len(failing) // MOST_PAGES))] if lost else []
        return relearn_all({field.name: field for field in lost}, [self._known_values(page) for page in pages], pages)

    def _lost_fields(self, layout: Layout, readings: Sequence[Reading]) -> list[Taught]:
        own = {field.name: field for field in taught_fields(layout.rules)}
        lost = []
        for name, field in own.items():
            profile = layout.profile.fields.get(name)
            values = [str(reading.found.values.get(name) or "") for reading in readings]
            if profile is not None and field_findings(name, profile, values):
                lost.append(field)
        if layout not in self.old.layouts:
            others = {field.name: field for each in self.old.layouts if each.kind == layout.kind for field in taught_fields(each.rules)}
            lost += [field for name, field in sorted(others.items()) if name not in own]
        return lost

    def _known_values(self, page: Page) -> dict[str, str]:
        """The values that a page is known to have, as a page of articles or of a table."""
        url = normalise(page.url) or page.url
        rows = {
            name: value for row in self.evidence.rows.rows if (normalise(row.url) or row.url) == url for name, value in row.values.items()
        }
        return {**rows, **self.evidence.taught_values(page)}

    @staticmethod
    def _lost(wrapper: Wrapper, wanted: set[str], questions: Mapping[str, str]) -> list[str]:
        """One line for each field to ask about: those that were not found, and those that no layout has any more."""
        having = {field.name for layout in wrapper.layouts for field in taught_fields(layout.rules)}
        gone = {name: f"{name} is lost: no example shows where it is" for name in wanted - having if name not in questions}
        return [said for _, said in sorted({**questions, **gone}.items())]
