"""Repair the article layouts of a wrapper after a site has changed.

Where the text is lost, the pages that fail are studied anew. Where it is still found, only the fields that are lost are learnt anew.
Nothing is invented: a field that the site's articles never had stays so unless pages state it; and what a new layout lacks is reported.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Final

from sitelode.articles.fields.rules import FieldRules
from sitelode.articles.reader import ClusterReader
from sitelode.articles.study import StudiedLayout, study_pages
from sitelode.counted import counted
from sitelode.html.page import Page
from sitelode.json_data import read_as
from sitelode.layout.sketch import PageSketcher, share_of
from sitelode.wrappers.applying import SAME_LAYOUT_FROM, Reading, readings_of
from sitelode.wrappers.known_content import KnownContent
from sitelode.wrappers.learn.learning import article_layout, empty_layout, reasons_by_address, unused_names, usual_reason
from sitelode.wrappers.learn.profiling import with_comparable_sketches
from sitelode.wrappers.readers import ARTICLE_FIELDS, ArticleLayoutReader
from sitelode.wrappers.verify.verifying import BROKEN_BELOW, BatchVerdict, Verdict, layout_verdicts, verify
from sitelode.wrappers.wrapper import USUAL_FIELD, FieldProfile, Layout, LayoutProfile, Wrapper

NEVER_FILLED: Final = 0.02  # share of the pages of the old layouts up to which they had no such field; set by hand
MOST_PAGES_READ: Final = 100  # read again for the profile; a bound
# Set by hand with the redesigns of `bench.drift` in view.
KNOWN_LINES_FOUND = 0.8  # share of the lines of known articles that a repaired layout must give
LEAST_KNOWN = 2  # pages with a known article that prove something
LEAST_PAGES = 2  # of a new layout; a single page proves nothing without a known article


@dataclass(frozen=True)
class ArticleRepair:
    """The articles of a wrapper that are to be repaired, and what is known about them."""

    wrapper: Wrapper
    pages: Sequence[Page]
    readings: Sequence[Reading]
    before: BatchVerdict
    evidence: KnownContent
    learned_on: str
    sketcher: PageSketcher = field(default_factory=PageSketcher)

    def repaired(self) -> tuple[Wrapper, list[str]]:
        """The wrapper with what could be proved, and what changed, in words."""
        if all(layout.kind != "article" for layout in self.wrapper.layouts):
            return self.wrapper, []
        return self._with_new_layouts() if self.before.main_verdict is not Verdict.FITS else self._with_new_fields()

    def _with_new_layouts(self) -> tuple[Wrapper, list[str]]:
        """Study the pages that read badly, and put the layouts that are proved before the old ones."""
        proved, changes = list[Layout](), list[str]()
        for studied in study_pages(self._failing_pages()):
            layout, lines = self._layout_without_article(studied.pages, proved) or self._layout_of(studied, proved)
            if layout is not None:
                proved.append(layout)
                changes += lines
        if not proved:
            return self.wrapper, []
        kept = [
            old
            for old in self.wrapper.layouts
            if old.kind != "article" or not any(share_of(old.sketch, new.sketch) >= SAME_LAYOUT_FROM for new in proved)
        ]
        changes += [f"layout {old.name} replaced" for old in self.wrapper.layouts if old not in kept]
        # Which pages had which layout no longer holds; which have no article does.
        used = {old.name for old in self.wrapper.layouts}
        remembered = {name: codes for name, codes in self.wrapper.remembered.items() if name not in used}
        return replace(self.wrapper.with_layouts(with_comparable_sketches([*proved, *kept])), remembered=remembered), changes

    def _layout_without_article(self, pages: Sequence[Page], proved: Sequence[Layout]) -> tuple[Layout, list[str]] | None:
        """A layout for pages most of which have addresses that only pages without an article had; none where one is known to have one."""
        full = {pattern for each in self.wrapper.layouts if "nothing" not in each.rules for pattern in each.url_patterns}
        empty = {pattern: why for pattern, why in reasons_by_address(self.wrapper.layouts).items() if pattern not in full}
        reason = usual_reason(pages, empty)
        if not reason or any(map(self.evidence.article_on, pages)):
            return None
        name = next(unused_names("empty", (*self.wrapper.layouts, *proved)))
        layout = replace(empty_layout(pages, reason, 0, self.learned_on, self.sketcher), name=name)
        return layout, [f"new layout {name} for {counted(len(pages), 'page')} without article: addresses of {reason}"]

    def _layout_of(self, studied: StudiedLayout, proved: Sequence[Layout]) -> tuple[Layout | None, list[str]]:
        """The layout that was learnt from pages; none where nothing proves it."""
        layout = article_layout(studied, len(proved), self.learned_on, self.sketcher)
        proof = self._proof(layout, studied.pages)
        if not proof:
            return None, []
        layout = replace(layout, name=next(unused_names("article", (*self.wrapper.layouts, *proved))))
        layout, unproved = without_unproved_fields(layout, studied.pages, self.wrapper.layouts)
        missing = missing_fields(layout, self.wrapper.layouts)
        return layout, [f"new layout {layout.name} for {counted(len(studied.pages), 'page')}: {proof}", *unproved, *missing]

    def _proof(self, layout: Layout, pages: Sequence[Page]) -> str:
        """Why a layout is right: its text has the lines of known articles, or else its values look like those of an old layout."""
        readings = readings_of(Wrapper("", (layout,)), pages)
        shares = [share for reading in readings if (share := self.evidence.articles.share_found(reading)) is not None]
        if len(shares) >= min(LEAST_KNOWN, len(pages)):
            good = median(shares) >= KNOWN_LINES_FOUND
            found = counted(len(shares), "article seen before is", "articles seen before are")
            return f"{found} found, with {median(shares):.0%} of their lines" if good else ""
        return (
            self._resemblance(layout, readings)
            if len(pages) >= LEAST_PAGES and not self.evidence.is_other_site(self.wrapper.site, pages)
            else ""
        )

    def _resemblance(self, layout: Layout, readings: Sequence[Reading]) -> str:
        """Which values look like those of an old layout; a field that the new design lacks proves nothing either way."""
        usual = {name for name in layout.profile.fields if layout.profile.fields[name].is_usual}
        for old in self.wrapper.layouts:
            if old.kind == layout.kind and "text" in old.profile.fields:
                expected = replace(layout, profile=LayoutProfile(old.profile.fields))
                verdicts = layout_verdicts(expected, readings)
                fitting = [each.field for each in verdicts if each.field in usual and each.verdict is Verdict.FITS]
                if {"text", "title"} <= set(fitting) and 2 * len(fitting) > len(usual & set(old.profile.fields)):
                    return f"{', '.join(fitting)} look as in {old.name}"
        return ""

    def _with_new_fields(self) -> tuple[Wrapper, list[str]]:
        """Keep where the text is, and learn anew where the lost fields are."""
        layouts, changes = list(self.wrapper.layouts), list[str]()
        for place, layout in enumerate(layouts):
            lost = {each.field for each in self.before.fields if each.layout == layout.name and each.verdict is not Verdict.FITS}
            urls = {reading.url for reading in self.readings if reading.layout is layout}
            own = [page for page in self.pages if page.url in urls]
            if layout.kind == "article" and lost and len(own) >= LEAST_PAGES and not self.evidence.is_other_site(self.wrapper.site, own):
                layouts[place], lines = self._with_fields_found_again(layout, place, own, lost)
                changes += lines
        return self.wrapper.with_layouts(layouts), changes

    def _with_fields_found_again(self, layout: Layout, place: int, pages: Sequence[Page], lost: set[str]) -> tuple[Layout, list[str]]:
        learnt = ClusterReader.learnt(place, pages)
        changed = replace(layout, rules={**layout.rules, "fields": learnt.fields.to_data()}, learned_on=self.learned_on)
        changed, _ = without_unproved_fields(changed, pages, (layout,))
        verdicts = layout_verdicts(changed, readings_of(self.wrapper.with_layouts([changed]), pages))
        found = sorted(each.field for each in verdicts if each.field in lost and each.verdict is Verdict.FITS)
        worse = {each.field for each in verdicts if each.verdict is Verdict.BROKEN} - lost
        if not found or worse:
            return layout, []
        return changed, [f"{name} found again in {layout.name}" for name in found]

    def _failing_pages(self) -> list[Page]:
        bad = {each.layout for each in verify(self.readings).fields if each.field == "text" and each.verdict is not Verdict.FITS}
        urls = {reading.url for reading in self.readings if _fails(reading) or (reading.layout and reading.layout.name in bad)}
        return [page for page in self.pages if page.url in urls]


def _fails(reading: Reading) -> bool:
    if reading.layout is None or "nothing" in reading.layout.rules:
        return reading.layout is None and reading.kind == "article"
    return reading.layout.kind == "article" and (not reading.found.values or reading.match < SAME_LAYOUT_FROM)


def without_unproved_fields(layout: Layout, pages: Sequence[Page], old: Sequence[Layout]) -> tuple[Layout, list[str]]:
    """A new layout without the fields that nothing but a place on the page speaks for, and what was left out, in words.

    A layout learnt anew may take a category for an author where the site names none. What pages state about themselves (JSON-LD, meta
    elements) is a proof.
    """
    rules = read_as(FieldRules, layout.rules["fields"])
    unproved = [name for name in rules.rules if name in ARTICLE_FIELDS and _filled(name, _with_text(old)) <= NEVER_FILLED]
    stated = {name: tuple(each for each in rules.rules[name].sources if each.kind != "region") for name in unproved}
    changed = {name: replace(rules.rules[name], sources=sources) for name, sources in stated.items()}
    dropped = sorted(name for name, rule in changed.items() if rule != rules.rules[name])
    if not dropped:
        return layout, []
    data = {**layout.rules, "fields": replace(rules, rules={**rules.rules, **{name: changed[name] for name in dropped}}).to_data()}
    reader = ArticleLayoutReader(data, 0, layout.pages)
    read = [reader.read(page, "").values for page in pages[:MOST_PAGES_READ]]
    values = {name: [each.get(name, "") for each in read] for name in dropped}
    profiles = {name: profile for name, profile in layout.profile.fields.items() if name not in dropped}
    profiles |= {name: FieldProfile.from_values(each) for name, each in values.items() if any(each)}
    said = [f"{name} is not taken in {layout.name}: the site's articles had none, and nothing states one" for name in dropped]
    return replace(layout, rules=data, profile=replace(layout.profile, fields=profiles)), said


def missing_fields(layout: Layout, old: Sequence[Layout]) -> list[str]:
    """The fields that most articles of the old layouts had and a new one lacks, in words."""
    found = {name: profile.filled for name, profile in layout.profile.fields.items()}
    lost = [name for name, usual in _usual_fields(old).items() if found.get(name, 0.0) < BROKEN_BELOW * usual.filled]
    return [f"{name} is lost in {layout.name}: not found on its pages; an example teaches it: sitelode wrapper teach" for name in lost]


def _usual_fields(old: Sequence[Layout]) -> Mapping[str, FieldProfile]:
    """The fields of articles that most pages of the old layouts had, as the largest of these had them."""
    layouts = _with_text(old)
    having = {name: [each.profile.fields[name] for each in layouts if name in each.profile.fields] for name in ARTICLE_FIELDS}
    return {name: profiles[0] for name, profiles in having.items() if profiles and _filled(name, layouts) >= USUAL_FIELD}


def _with_text(layouts: Sequence[Layout]) -> list[Layout]:
    """Those that gave articles, the largest first."""
    return sorted((each for each in layouts if each.kind == "article" and "text" in each.profile.fields), key=lambda each: -each.pages)


def _filled(name: str, layouts: Sequence[Layout]) -> float:
    """The share of the pages of these layouts that had a field; 1 where there are none."""
    filled = sum(each.pages * each.profile.fields[name].filled for each in layouts if name in each.profile.fields)
    pages = sum(each.pages for each in layouts)
    return filled / pages if pages else 1.0
