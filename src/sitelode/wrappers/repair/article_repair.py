"""Repair the article layouts of a wrapper after a site has changed.

Where the text is lost, the pages that fail are studied anew; where a fresh study misses lines of articles seen before, these lines say what
is body instead. Where the text is still found, only the fields that are lost are learnt anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from sitelode.articles.reader import ClusterReader
from sitelode.articles.study import StudiedLayout, study_pages
from sitelode.counted import counted
from sitelode.html.page import Page
from sitelode.layout.sketch import PageSketcher, share_of
from sitelode.wrappers.applying import SAME_LAYOUT_FROM, Reading, readings_of
from sitelode.wrappers.learn.learning import article_layout, empty_layout, with_comparable_sketches
from sitelode.wrappers.repair.body_by_known_lines import reader_by_known_lines
from sitelode.wrappers.repair.missing_fields import with_missing_fields
from sitelode.wrappers.repair.new_layouts import reasons_by_address, unused_names, usual_reason
from sitelode.wrappers.repair.other_site import other_site
from sitelode.wrappers.repair.repair_evidence import RepairEvidence
from sitelode.wrappers.repair.unproved_fields import without_unproved_fields
from sitelode.wrappers.taught.value_profiles import LayoutProfile
from sitelode.wrappers.verify.verifying import BatchVerdict, Verdict, layout_verdicts, verify
from sitelode.wrappers.wrapper import Layout, Wrapper

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
    evidence: RepairEvidence
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
        kept = [old for old in self.wrapper.layouts if old.kind != "article" or not any(_replaces(new, old) for new in proved)]
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
        layout, proof = self._proved_layout(studied, len(proved))
        if not proof:
            return None, []
        layout = replace(layout, name=next(unused_names("article", (*self.wrapper.layouts, *proved))))
        layout, unproved = without_unproved_fields(layout, studied.pages, self.wrapper.layouts, self.evidence)
        layout, missing = with_missing_fields(layout, studied.pages, self.wrapper.layouts, self.evidence)
        return layout, [f"new layout {layout.name} for {counted(len(studied.pages), 'page')}: {proof}", *unproved, *missing]

    def _proved_layout(self, studied: StudiedLayout, number: int) -> tuple[Layout, str]:
        """The layout as it was studied, or as known lines tell its body, and the proof in words, empty where there is none."""
        layout = article_layout(studied, number, self.learned_on, self.sketcher)
        proof = self._proof(layout, studied.pages)
        reader = None if proof else reader_by_known_lines(studied, self.evidence)
        if reader is not None:
            layout = article_layout(StudiedLayout(studied.pages, reader), number, self.learned_on, self.sketcher)
            proof = self._proof(layout, studied.pages)
        return layout, proof

    def _proof(self, layout: Layout, pages: Sequence[Page]) -> str:
        """Why a layout is right: its text has the lines of known articles, or else its values look like those of an old layout."""
        readings, known = readings_of(Wrapper("", (layout,)), pages), self.evidence.articles
        if known is not None:
            shares = [share for reading in readings if (share := known.share_found(reading)) is not None]
            if len(shares) >= min(LEAST_KNOWN, len(pages)):
                good = median(shares) >= KNOWN_LINES_FOUND
                found = counted(len(shares), "article seen before is", "articles seen before are")
                return f"{found} found, with {median(shares):.0%} of their lines" if good else ""
        return self._resemblance(layout, readings) if len(pages) >= LEAST_PAGES and not self._are_of_other_site(pages) else ""

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
            if layout.kind == "article" and lost and len(own) >= LEAST_PAGES and not self._are_of_other_site(own):
                layouts[place], lines = self._with_fields_found_again(layout, place, own, lost)
                changes += lines
        return self.wrapper.with_layouts(layouts), changes

    def _with_fields_found_again(self, layout: Layout, place: int, pages: Sequence[Page], lost: set[str]) -> tuple[Layout, list[str]]:
        learnt = ClusterReader.learnt(place, pages)
        changed = replace(layout, rules={**layout.rules, "fields": learnt.fields.to_data()}, learned_on=self.learned_on)
        changed, _ = without_unproved_fields(changed, pages, (layout,), self.evidence)
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

    def _are_of_other_site(self, pages: Sequence[Page]) -> bool:
        """Whether these are pages of another site, and nothing seen before shows that the site has moved there."""
        return bool(other_site(self.wrapper.site, (page.url for page in pages))) and not any(map(self.evidence.article_on, pages))


def _fails(reading: Reading) -> bool:
    if reading.layout is None or "nothing" in reading.layout.rules:
        return reading.layout is None and reading.kind == "article"
    return reading.layout.kind == "article" and (not reading.found.values or reading.match < SAME_LAYOUT_FROM)


def _replaces(new: Layout, old: Layout) -> bool:
    return share_of(old.sketch, new.sketch) >= SAME_LAYOUT_FROM
