"""Repair the taught fields of a wrapper, layout by layout: those that rules no longer find, and those that a layout learnt anew lacks.

They are looked for by their looks, their labels and their known values.
This comes last, when articles and tables have been repaired, so that pages are read by the layouts they have now.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sitelode.articles.fields.dates import DateForms, month_names
from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.urls import normalise
from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.repair.repair_evidence import RepairEvidence, other_site_name, with_fields
from sitelode.wrappers.taught.page_tokens import page_tokens
from sitelode.wrappers.taught.taught import Taught, taught_fields
from sitelode.wrappers.taught.value_profiles import FieldProfile
from sitelode.wrappers.teach.field_clusters import LostField
from sitelode.wrappers.teach.relocate_fields import Relocation, relocate
from sitelode.wrappers.verify.checks import field_findings
from sitelode.wrappers.wrapper import Layout, Wrapper

MOST_PAGES = 40  # of a layout that are looked at; a bound
LEAST_PAGES = 2  # set by hand, as is the next
DATED_FROM = 0.8  # share of a field's values that are dates, from which it is a date
LONGEST_DATE_LINE = 60  # characters of a text whose date is looked at; a bound


@dataclass(frozen=True)
class FieldRepair:
    """A wrapper whose taught fields are to be repaired; `old` is what it was before articles and tables were."""

    wrapper: Wrapper
    old: Wrapper
    pages: Sequence[Page]
    evidence: RepairEvidence
    learned_on: str

    def repaired(self) -> tuple[Wrapper, list[str], list[str]]:
        """The wrapper, what changed, and what has to be asked, in words."""
        wanted = {field.name for layout in self.old.layouts for field in taught_fields(layout.rules)}
        if not wanted or self._is_other_site():
            return self.wrapper, [], self._lost(self.wrapper, wanted, {})
        layouts, changes, questions = list(self.wrapper.layouts), list[str](), dict[str, str]()
        for place, own in sorted(self._pages_by_layout().items()):
            layout = layouts[place]
            done = self._relocated(layout, own) if len(own) >= LEAST_PAGES else None
            if done is None:
                continue
            if done.found:
                layouts[place] = self._with(layout, done.found, [page for page, _ in own])
            changes += [f"{name} found again in {layout.name}: {done.reasons[name]}" for name in sorted(done.found)]
            questions |= {name: f"{name} is lost in {layout.name}: {said}" for name, said in done.questions.items()}
        return self.wrapper.with_layouts(layouts), changes, self._lost(self.wrapper.with_layouts(layouts), wanted, questions)

    def _is_other_site(self) -> bool:
        """Whether the pages are of another site, where looks prove nothing, and show nothing seen before."""
        other = other_site_name(self.wrapper.site, (page.url for page in self.pages))
        return bool(other) and not any(map(self.evidence.article_on, self.pages))

    def _pages_by_layout(self) -> dict[int, list[tuple[Page, Reading]]]:
        applier, found = Applier(self.wrapper), dict[int, list[tuple[Page, Reading]]]()
        places = {id(layout): place for place, layout in enumerate(self.wrapper.layouts)}
        for page in self.pages:
            for reading in applier.read(page, by_looks=True):
                if reading.layout is not None:
                    found.setdefault(places[id(reading.layout)], []).append((page, reading))
        return found

    def _relocated(self, layout: Layout, own: Sequence[tuple[Page, Reading]]) -> Relocation | None:
        """The lost fields of one layout; none where nothing is lost."""
        lost = self._lost_fields(layout, [reading for _, reading in own])
        if not lost:
            return None
        # Where some pages still have the old design, rules are learnt on the others: what both need is more than one rule can say.
        names = {field.name for field, _ in lost}
        failing = [page for page, reading in own if not all(reading.found.values.get(name) for name in names)] or [page for page, _ in own]
        pages = failing[:: max(1, -(-len(failing) // MOST_PAGES))]
        tokens = [page_tokens(page) for page in pages]
        known = [self._known_values(page) for page in pages]
        forms = _date_forms(pages)
        fields = [
            LostField(field, profile, told := _told(field.name, known), forms if _is_date(field, told.values(), forms) else None)
            for field, profile in lost
        ]
        anchors = [
            LostField(field, layout.profile.fields.get(field.name), {place: field.answer(page).value for place, page in enumerate(tokens)})
            for field in taught_fields(layout.rules)
            if field.name not in names
        ]
        return relocate(fields, tokens, anchors)

    def _lost_fields(self, layout: Layout, readings: Sequence[Reading]) -> list[tuple[Taught, FieldProfile | None]]:
        own = {field.name: field for field in taught_fields(layout.rules)}
        lost: list[tuple[Taught, FieldProfile | None]] = []
        for name, field in own.items():
            profile = layout.profile.fields.get(name)
            values = [str(reading.found.values.get(name) or "") for reading in readings]
            if profile is not None and field_findings(name, profile, values):
                lost.append((field, profile))
        if layout not in self.old.layouts:
            others = {
                field.name: (field, each) for each in self.old.layouts if each.kind == layout.kind for field in taught_fields(each.rules)
            }
            lost += [(field, each.profile.fields.get(name)) for name, (field, each) in sorted(others.items()) if name not in own]
        return lost

    def _known_values(self, page: Page) -> dict[str, str]:
        """The values that a page is known to have, as a page of articles or of a table."""
        url = normalise(page.url) or page.url
        rows = {
            name: value for row in self.evidence.rows.rows if (normalise(row.url) or row.url) == url for name, value in row.values.items()
        }
        return {**rows, **self.evidence.taught_values(page)}

    def _with(self, layout: Layout, found: Mapping[str, Taught], pages: Sequence[Page]) -> Layout:
        kept = {field.name: field for field in taught_fields(layout.rules)}
        tokens = [page_tokens(page) for page in pages[:MOST_PAGES]]
        changed = with_fields(layout, {**kept, **found}, tokens)
        profiles = {name: changed.profile.fields[name] for name in found}
        profile = replace(layout.profile, fields={**layout.profile.fields, **profiles})
        return replace(changed, profile=profile, learned_on=self.learned_on)

    @staticmethod
    def _lost(wrapper: Wrapper, wanted: set[str], questions: Mapping[str, str]) -> list[str]:
        """One line for each field to ask about: those that were not found, and those that no layout has any more."""
        having = {field.name for layout in wrapper.layouts for field in taught_fields(layout.rules)}
        gone = {name: f"{name} is lost: no example shows where it is" for name in wanted - having if name not in questions}
        return [said for _, said in sorted({**questions, **gone}.items())]


def _told(name: str, known: Sequence[Mapping[str, str]]) -> dict[int, str]:
    return {place: values[name] for place, values in enumerate(known) if values.get(name)}


def _date_forms(pages: Sequence[Page]) -> DateForms:
    """How these pages write dates, by the names of months in their languages."""
    languages = dict.fromkeys(code.partition("-")[0].lower() for page in pages if (code := metadata_of(page).language))
    months = {name: number for code in (*languages, "en") for name, number in month_names(code).items()}
    texts = [text for page in pages for row in page.text_rows.tolist() if len(text := page.text(row)) <= LONGEST_DATE_LINE]
    return replace(DateForms.learn(texts), months=months)


def _is_date(field: Taught, told: Iterable[str], forms: DateForms) -> bool:
    """Whether a field's values used to be dates and little else."""
    values = [*(field.seen.values if field.seen else ()), *told]
    dated = sum(bool(day) and 2 * (end - start) > len(value) for value in values for day, start, end in [forms.locate(value)])
    return bool(values) and dated > DATED_FROM * len(values)
