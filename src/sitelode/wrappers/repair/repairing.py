"""Mend a wrapper after a site has changed: find what is known on the changed pages, learn the layout anew, and keep only what is proved.

The pages that no longer read well are studied as mining would study them. What comes out must be proved: by articles seen before (the same
lines in a new template are the best examples there are), or else by looking like what the wrapper used to give. Where the fresh study
misses lines of known articles, its classes are labelled by these lines instead. Nothing is guessed: without proof the wrapper stays
as it is and is broken. Layouts that other pages still have are kept, so pages of both designs are read.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from statistics import median

from sitelode.articles.reader import ClusterReader
from sitelode.articles.study import StudiedLayout, study_pages
from sitelode.html.page import Page
from sitelode.layout.sketch import PageSketcher, share_of
from sitelode.text.segments import segments_of
from sitelode.wrappers.applying import SAME_LAYOUT_FROM, Applier, Reading
from sitelode.wrappers.known_articles import KnownArticles
from sitelode.wrappers.landmarks.taught import taught_fields
from sitelode.wrappers.landmarks.value_profiles import LayoutProfile
from sitelode.wrappers.learn.learning import article_layout, empty_layout, with_comparable_sketches
from sitelode.wrappers.repair.missing_fields import with_lost_fields
from sitelode.wrappers.repair.other_site import other_site
from sitelode.wrappers.repair.relabelling import relabelled
from sitelode.wrappers.repair.repair_evidence import Beside
from sitelode.wrappers.repair.reteaching import Examples, with_taught_fields
from sitelode.wrappers.repair.table_repair import TableRepair
from sitelode.wrappers.verify.verifying import USUAL_FIELD, BatchVerdict, Verdict, layout_verdicts, verify
from sitelode.wrappers.wrapper import Layout, Wrapper, url_pattern

KNOWN_FOUND = 0.8  # of the lines of known articles that a repaired layout must give
LEAST_KNOWN = 2  # pages with a known article that prove something
LEAST_PAGES = 2  # of a new layout; a single page proves nothing without a known article


@dataclass(frozen=True)
class Repair:
    """What was done, and why."""

    wrapper: Wrapper
    before: BatchVerdict
    after: BatchVerdict
    changes: tuple[str, ...]  # in words; empty where nothing could be or had to be repaired
    refusal: str = ""  # why nothing was repaired, where more can be said than that nothing proves it

    @property
    def repaired(self) -> bool:
        return bool(self.changes)


def repair(
    wrapper: Wrapper, pages: Sequence[Page], known: KnownArticles | None = None, learned_on: str = "", beside: Beside | None = None
) -> Repair:
    """Mend what no longer fits these pages; the wrapper as it is where all fits or nothing can be proved.

    Args:
        wrapper: of any kinds of rules.
        pages: as the site has them now; pages of the old layout among them keep its rules.
        known: articles seen before.
        learned_on: the date that new rules bear.
        beside: rows of tables seen before, and what people taught.

    """
    readings, beside = _readings(wrapper, pages), beside or Beside()
    before = verify(readings, known, beside.rows)
    if before.verdict is Verdict.FITS:
        return Repair(wrapper, before, before, ())
    mended, changes = _mended_articles(_Repairing(wrapper, pages, readings, Examples(known, beside.lessons), learned_on), before)
    mended, of_tables = TableRepair(mended, pages, readings, before, beside.rows, learned_on).mended()
    changes += of_tables
    if not changes:
        return Repair(wrapper, before, before, (), _refusal(wrapper, pages))
    after = verify(_readings(mended, pages), known)
    if after.main_verdict > before.main_verdict:
        return Repair(wrapper, before, before, ())
    said = [f"{learned_on or 'repaired'}: {change}" for change in changes]
    return Repair(replace(mended, history=(*wrapper.history, *said)), before, after, tuple(changes))


def _refusal(wrapper: Wrapper, pages: Sequence[Page]) -> str:
    other = other_site(wrapper.site, (page.url for page in pages))
    return f"the pages are of {other}, the wrapper is of {wrapper.site}, and nothing seen before stands on them" if other else ""


def _mended_articles(work: "_Repairing", before: BatchVerdict) -> tuple[Wrapper, list[str]]:
    if all(layout.kind != "article" for layout in work.wrapper.layouts):
        return work.wrapper, []
    return work.with_new_layouts() if before.main_verdict is not Verdict.FITS else work.with_new_fields(before)


def _readings(wrapper: Wrapper, pages: Sequence[Page]) -> list[Reading]:
    applier = Applier(wrapper)
    return [reading for page in pages for reading in applier.read(page, page.url)]


@dataclass
class _Repairing:
    wrapper: Wrapper
    pages: Sequence[Page]
    readings: Sequence[Reading]
    examples: Examples
    learned_on: str

    @property
    def known(self) -> KnownArticles | None:
        return self.examples.known

    def with_new_layouts(self) -> tuple[Wrapper, list[str]]:
        """Study the pages that read badly, and put what is proved before the old layouts."""
        pages = self._pages_that_fail()
        sketcher, proved, changes = PageSketcher(), list[Layout](), list[str]()
        names, empty_names = self._new_names("article"), self._new_names("empty")
        for studied in study_pages(pages):
            reason = self._known_without_article(studied.pages)
            if reason:
                layout = replace(empty_layout(studied.pages, reason, 0, self.learned_on, sketcher), name=next(empty_names))
                proved.append(layout)
                changes.append(f"new layout {layout.name} for {len(studied.pages)} pages without article: addresses of {reason}")
                continue
            found = self._proved(studied, len(proved), sketcher)
            if found is not None:
                named, proof = replace(found[0], name=next(names)), found[1]
                taught, said = with_taught_fields(named, studied.pages, self.wrapper.layouts, self.examples)
                layout, lost = with_lost_fields(taught, studied.pages, self.wrapper.layouts, self.known)
                proved.append(layout)
                changes += [f"new layout {layout.name} for {len(studied.pages)} pages: {proof}", *said, *lost]
        if not proved:
            return self.wrapper, []
        changes += self._lost_fields(proved)
        kept = [old for old in self.wrapper.layouts if old.kind != "article" or not any(_replaces(new, old) for new in proved)]
        changes += [f"layout {old.name} replaced" for old in self.wrapper.layouts if old not in kept]
        # Which pages had which layout no longer holds; which have no article does.
        used = {old.name for old in self.wrapper.layouts}
        remembered = {name: codes for name, codes in self.wrapper.remembered.items() if name not in used}
        return replace(self.wrapper.with_layouts(with_comparable_sketches([*proved, *kept])), remembered=remembered), changes

    def with_new_fields(self, before: BatchVerdict) -> tuple[Wrapper, list[str]]:
        """Keep where the text is, and learn anew where the fields are that were lost."""
        layouts, changes = list(self.wrapper.layouts), list[str]()
        for place, layout in enumerate(layouts):
            lost = {each.field for each in before.fields if each.layout == layout.name and each.verdict is not Verdict.FITS}
            urls = {reading.url for reading in self.readings if reading.layout is layout}
            group = [page for page in self.pages if page.url in urls]
            if layout.kind == "article" and lost and len(group) >= LEAST_PAGES and not self._is_elsewhere(group):
                layouts[place], said = self._with_fields(layout, place, group, lost)
                changes += said
        return self.wrapper.with_layouts(layouts), changes

    def _with_fields(self, layout: Layout, place: int, pages: Sequence[Page], lost: set[str]) -> tuple[Layout, list[str]]:
        learnt = ClusterReader.learnt(place, pages)
        changed = replace(layout, rules={**layout.rules, "fields": learnt.fields.to_data()}, learned_on=self.learned_on)
        verdicts = layout_verdicts(changed, _readings(self.wrapper.with_layouts([changed]), pages))
        found = sorted(each.field for each in verdicts if each.field in lost and each.verdict is Verdict.FITS)
        worse = {each.field for each in verdicts if each.verdict is Verdict.BROKEN} - lost
        if not found or worse:
            return layout, []
        return changed, [f"{name} found again in {layout.name}" for name in found]

    def _pages_that_fail(self) -> list[Page]:
        bad = {each.layout for each in verify(self.readings).fields if each.field == "text" and each.verdict is not Verdict.FITS}
        urls = {reading.url for reading in self.readings if _fails(reading) or (reading.layout and reading.layout.name in bad)}
        return [page for page in self.pages if page.url in urls]

    def _proved(self, studied: StudiedLayout, number: int, sketcher: PageSketcher) -> tuple[Layout, str] | None:
        """The layout that was learnt, and what proves it; none where nothing does."""
        layout = article_layout(studied, number, self.learned_on, sketcher)
        proof = self._proof(layout, studied.pages)
        if proof is None and self.known is not None:
            reader = relabelled(studied, self.known)
            if reader is not None:
                layout = article_layout(StudiedLayout(studied.pages, reader), number, self.learned_on, sketcher)
                proof = self._proof(layout, studied.pages)
        return None if proof is None else (layout, proof)

    def _proof(self, layout: Layout, pages: Sequence[Page]) -> str | None:
        readings = _readings(Wrapper("", (layout,)), pages)
        if self.known is not None:
            shares = [share for reading in readings if (share := self.known.share_found(reading)) is not None]
            if len(shares) >= min(LEAST_KNOWN, len(pages)):
                good = median(shares) >= KNOWN_FOUND
                return f"{len(shares)} articles seen before are found, with {median(shares):.0%} of their lines" if good else None
        return self._resemblance(layout, readings) if len(pages) >= LEAST_PAGES and not self._is_elsewhere(pages) else None

    def _is_elsewhere(self, pages: Sequence[Page]) -> bool:
        """Whether these are pages of another site, on which nothing seen before shows that the site has moved there."""
        if not other_site(self.wrapper.site, (page.url for page in pages)):
            return False
        return self.known is None or not any(self.known.on_page(page.url, segments_of(page).loose) for page in pages)

    def _resemblance(self, layout: Layout, readings: Sequence[Reading]) -> str | None:
        """Whether the values look like what an old layout gave; a field that the new design lacks proves nothing either way."""
        there = {name for name in layout.profile.fields if layout.profile.fields[name].filled >= USUAL_FIELD}
        for old in self.wrapper.layouts:
            if old.kind == layout.kind and "text" in old.profile.fields:
                expected = replace(layout, profile=LayoutProfile(old.profile.fields))
                verdicts = layout_verdicts(expected, readings)
                fitting = [each.field for each in verdicts if each.field in there and each.verdict is Verdict.FITS]
                if {"text", "title"} <= set(fitting) and 2 * len(fitting) > len(there & set(old.profile.fields)):
                    return f"{', '.join(fitting)} look as in {old.name}"
        return None

    def _known_without_article(self, pages: Sequence[Page]) -> str:
        """Why these pages have no article: most have addresses that only pages without one had, and none is known to have one."""
        empty = {
            pattern: str(each.rules["nothing"]) for each in self.wrapper.layouts if "nothing" in each.rules for pattern in each.url_patterns
        }
        full = {pattern for each in self.wrapper.layouts if "nothing" not in each.rules for pattern in each.url_patterns}
        reasons = [empty[pattern] for page in pages if (pattern := url_pattern(page.url)) in empty and pattern not in full]
        if 2 * len(reasons) <= len(pages):
            return ""
        if self.known is not None and any(self.known.on_page(page.url, segments_of(page).loose) for page in pages):
            return ""
        return Counter(reasons).most_common(1)[0][0]

    def _lost_fields(self, new: Sequence[Layout]) -> list[str]:
        """Taught fields that no new layout has."""
        taught = {field.name for each in self.wrapper.layouts for field in taught_fields(each.rules)}
        found = {field.name for each in new for field in taught_fields(each.rules)}
        return [f"{name} is lost: no example shows where it is" for name in sorted(taught - found)]

    def _new_names(self, start: str) -> Iterator[str]:
        """Names that no layout has, so that a reader of the history knows which is which."""
        used = {layout.name for layout in self.wrapper.layouts}
        return (name for number in count(1) if (name := f"{start}-{number}") not in used)


def _fails(reading: Reading) -> bool:
    if reading.layout is None or "nothing" in reading.layout.rules:
        return reading.layout is None and reading.kind == "article"
    return reading.layout.kind == "article" and (not reading.found.values or reading.match < SAME_LAYOUT_FROM)


def _replaces(new: Layout, old: Layout) -> bool:
    return share_of(old.sketch, new.sketch) >= SAME_LAYOUT_FROM
