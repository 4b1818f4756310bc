"""Does a wrapper still fit the pages it is applied to? The data decide, not the layout.

A renamed outer element changes how nearly every path of a page is written and breaks nothing; markup gone wrong can leave paths as they
were. So layout likeness is reported, and what counts is what came out: is it there, is it as long as it used to be, does it start and end
as it used to (data prototypes), does it leave the page's own text behind, does it take what all pages share, and does it hold the
lines of articles seen before. Margins are wide: a site's next articles are never quite like its last ones.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from sitelode.counted import counted
from sitelode.wrappers.applying import Reading
from sitelode.wrappers.known_articles import KnownArticles
from sitelode.wrappers.known_rows import KnownRows, LayoutRows
from sitelode.wrappers.learn.profiling import OWN_TAKEN, TAKEN_REPEATED, batch_measures
from sitelode.wrappers.taught.value_profiles import Range
from sitelode.wrappers.verify.checks import BROKEN_BELOW, LEAST_COMPARED, field_findings, lost_lists, table_findings, table_verdicts
from sitelode.wrappers.verify.verdicts import BatchVerdict, FieldVerdict, Finding, Verdict
from sitelode.wrappers.wrapper import Layout

__all__ = ["BatchVerdict", "FieldVerdict", "Finding", "Verdict", "layout_verdicts", "verify"]

# Set by hand with the 40 steps between snapshots of `bench.drift` in view (docs/algorithms/wrappers.md).
TEXT_LEFT = 0.2  # more of a page's own text left behind on the middle page,
TEXT_LEFT_LOW = 0.3  # or on the lowest tenth of the pages
MORE_REPEATED = 0.25  # more of the taken text stands on other pages, too
MORE_REPEATED_LOW = 0.05  # the same at the lower end, where nearly every page has some of the template; set for one step
KNOWN_LOST = 0.15  # share of the lines of articles seen before
TEXT = "text"
UNKNOWN_PAGES = 0.1  # share of the pages; more of unknown layout are a change
LEAST_LEFT = 10  # pages at the end that are judged by themselves; fewer prove little; set by hand


def verify(readings: Sequence[Reading], known: KnownArticles | None = None, rows: KnownRows | None = None) -> BatchVerdict:
    """Compare what a wrapper gave for a batch of pages with what it gave when it was learnt."""
    if not readings:
        return BatchVerdict(0, 0.0, findings=(Finding(Verdict.DRIFTING, "there was no page to verify"),))
    findings = list(_unknown(readings))
    if known is not None:
        findings += _known_lines(readings, known)
    if rows is not None:
        findings += lost_lists(readings, rows)
    fields: list[FieldVerdict] = []
    for layout, group in by_layout(readings):
        of_layout = layout_verdicts(layout, group, rows)
        findings += table_findings(layout, of_layout)
        fields += of_layout
    pages = len({(reading.url, reading.origin) for reading in readings})
    return BatchVerdict(pages, round(median(reading.match for reading in readings), 3), tuple(fields), tuple(findings))


def by_layout(readings: Iterable[Reading]) -> list[tuple[Layout, list[Reading]]]:
    """The readings of each layout."""
    groups: dict[int, tuple[Layout, list[Reading]]] = {}
    for reading in readings:
        if reading.layout is not None:
            groups.setdefault(id(reading.layout), (reading.layout, []))[1].append(reading)
    return sorted(groups.values(), key=lambda group: group[0].name)


def _unknown(readings: Sequence[Reading]) -> Iterable[Finding]:
    """Pages that no layout is like, of whatever kind of rules."""
    by_page = defaultdict[tuple[str, str], list[Reading]](list)
    for reading in readings:
        by_page[reading.url, reading.origin].append(reading)
    unknown = [page for page in by_page.values() if all(reading.layout is None for reading in page)]
    if len(unknown) > UNKNOWN_PAGES * len(by_page):
        match = median(max(reading.match for reading in page) for page in unknown)
        verdict = Verdict.BROKEN if len(unknown) > (1 - BROKEN_BELOW) * len(by_page) else Verdict.DRIFTING
        yield Finding(verdict, f"layout of {len(unknown)} of {len(by_page)} pages is unknown, it matches {match:.0%}")


def _known_lines(readings: Sequence[Reading], known: KnownArticles) -> Iterable[Finding]:
    shares = [share for reading in readings if (share := known.share_found(reading)) is not None]
    if not shares:
        return
    middle, lost = median(shares), sum(share < 1 - KNOWN_LOST for share in shares)
    if middle < 1 - KNOWN_LOST or lost > max(1, UNKNOWN_PAGES * 2 * len(shares)):
        verdict = Verdict.BROKEN if middle < BROKEN_BELOW else Verdict.DRIFTING
        yield Finding(verdict, f"text lacks lines of the same article seen before on {lost} of {counted(len(shares), 'page')}")


def layout_verdicts(layout: Layout, readings: Sequence[Reading], rows: KnownRows | None = None) -> list[FieldVerdict]:
    """Compare the fields of readings with what a layout's profile says of them."""
    if layout.kind != "article":
        return table_verdicts(layout, readings, rows.of_layout(layout.name) if rows else LayoutRows())
    found = []
    measures = _measure_findings(layout.profile.measures, readings)
    asked_for = {name for reading in readings for name in reading.found.values}
    for name, profile in layout.profile.fields.items():
        if asked_for == {TEXT} and name != TEXT:
            continue  # the text alone was read, so that nothing can be said of other fields
        values = [str(reading.found.values.get(name) or "") for reading in readings]
        findings = field_findings(name, profile, values)
        found.append(FieldVerdict(layout.name, name, (*findings, *(measures if name == TEXT else ()))))
    return found


def _measure_findings(usual: Mapping[str, Range], readings: Sequence[Reading]) -> list[Finding]:
    found = [reading.found for reading in readings if reading.found.text is not None]
    if len(found) < LEAST_COMPARED or OWN_TAKEN not in usual:
        return []
    now = batch_measures(found)
    return [*_left_behind(usual[OWN_TAKEN], now[OWN_TAKEN]), *_repeated(usual[TAKEN_REPEATED], now[TAKEN_REPEATED])]


def _left_behind(usual: Range, now: Range) -> Iterable[Finding]:
    if now.middle < usual.middle - TEXT_LEFT or now.low < usual.low - TEXT_LEFT_LOW:
        verdict = Verdict.BROKEN if now.middle < BROKEN_BELOW * usual.middle else Verdict.DRIFTING
        yield Finding(
            verdict,
            f"text takes {now.middle:.0%} of a page's own text on the middle page and {now.low:.0%} at the lower end, "
            f"it used to take {usual.middle:.0%} and {usual.low:.0%}",
        )


def _repeated(usual: Range, now: Range) -> Iterable[Finding]:
    if now.middle > usual.middle + MORE_REPEATED:
        yield Finding(Verdict.DRIFTING, f"{now.middle:.0%} of the text is the same on several pages, it used to be {usual.middle:.0%}")
    elif now.low > usual.low + MORE_REPEATED_LOW:
        yield Finding(
            Verdict.DRIFTING,
            f"nearly every page shares some of its text with others: {now.low:.0%} at the lower end, it used to be {usual.low:.0%}",
        )


@dataclass
class StreamVerifier:
    """Verify while a wrapper is applied, every so many pages (section 6.5 of the thesis); nothing older than a batch is kept."""

    every: int  # pages of a batch; 0: never
    known: KnownArticles | None = None
    rows: KnownRows | None = None
    worst: BatchVerdict | None = None  # of all batches so far
    _batch: list[Reading] = field(default_factory=list)
    _pages: int = 0

    def add(self, readings: Sequence[Reading]) -> BatchVerdict | None:
        """One page more; gives a verdict when a batch is full."""
        if not self.every:
            return None
        self._batch += readings
        self._pages += 1
        return self._judged() if self._pages >= self.every else None

    def rest(self) -> BatchVerdict | None:
        """The verdict on the pages since the last one, if they are enough to say anything, or there is no other."""
        enough = self._pages >= LEAST_LEFT or (self._pages and self.worst is None)
        return self._judged() if enough else None

    def _judged(self) -> BatchVerdict:
        verdict = verify(self._batch, self.known, self.rows)
        self._batch, self._pages = [], 0
        if self.worst is None or verdict.verdict > self.worst.verdict:
            self.worst = verdict
        return verdict
