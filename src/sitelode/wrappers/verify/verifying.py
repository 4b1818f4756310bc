"""Does a wrapper still fit the pages it is applied to? The data decide, not the layout.

A renamed outer element changes how nearly every path of a page is written and breaks nothing; markup gone wrong can leave paths as they
were. So layout likeness is reported, and what counts is what came out: is it there, is it as long as it used to be, does it start and end
as it used to (data prototypes), does it leave the page's own text behind, does it take what all pages share. Margins are wide: a site's
next articles are never quite like its last ones. Lines of articles seen before showed no change that these do not (`bench.drift`).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from sitelode.counted import counted
from sitelode.landmarks.data_prototypes import chance_of_at_most
from sitelode.wrappers.applying import Reading
from sitelode.wrappers.known_content import KnownRows, LayoutRows, comparable_text
from sitelode.wrappers.learn.profiling import OWN_TAKEN, TAKEN_REPEATED, batch_measures
from sitelode.wrappers.readers import as_text
from sitelode.wrappers.taught.taught import TAUGHT
from sitelode.wrappers.verify.verdicts import BatchVerdict, FieldVerdict, Finding, Verdict
from sitelode.wrappers.wrapper import RECORDS, FieldProfile, Layout, Range

# Set by hand with the 40 steps between snapshots of `bench.drift` in view; no site was kept apart.
UNLIKELY = 0.001  # chance; what happens less often by itself is a change
LEAST_LOSS = 0.1  # share of the pages that a field was filled on; less is chance, however many pages there are
BROKEN_BELOW = 0.5  # share of what a field, a text or a table was; with less it is broken
TIMES_LENGTH = 2.5  # typical values shorter or longer than nearly all were by this factor are other values
FIT_LOSS = 0.4  # share of the values that no longer look as they used to
MOST_VALUES = 100  # of a field whose looks are compared; a bound
FIRST_LOOK = 8  # of these values: where they look well, the others do
LEAST_COMPARED = 3  # values
FREE_TEXT = frozenset(("title", "text", "subtitle", "description", "tags", "author"))  # new words are their nature
# Set by hand with the changed templates of `bench.repair_tables` in view.
DRIFTING_COLUMNS = 0.1  # share of the usual columns
LOST_LISTS = 0.2  # share of the pages that had a list
MOST_RECORDS = 2_000  # that are looked at; a bound
LEAST_SWAPPED = 3  # rows seen before on which a column says what another one said,
SWAPPED_SHARE = 0.5  # and their share of all such rows
STILL_AGREEING = 0.2  # share of the rows seen before; a column that agrees on more is where it was
Row = Mapping[str, object]
NO_ROWS = KnownRows()
__all__ = ["BatchVerdict", "FieldVerdict", "Finding", "Verdict", "layout_verdicts", "verify"]
# Set by hand with the 40 steps between snapshots of `bench.drift` in view (docs/algorithms/wrappers.md).
TEXT_LEFT = 0.2  # more of a page's own text left behind on the middle page,
TEXT_LEFT_LOW = 0.3  # or on the lowest tenth of the pages
MORE_REPEATED = 0.25  # more of the taken text stands on other pages, too
MORE_REPEATED_LOW = 0.05  # the same at the lower end, where nearly every page has some of the template; set for one step
TEXT = "text"
UNKNOWN_PAGES = 0.1  # share of the pages; more of unknown layout are a change
LEAST_LEFT = 10  # pages at the end that are judged by themselves; fewer prove little; set by hand


def field_findings(name: str, profile: FieldProfile, values: Sequence[str], of: str = "pages") -> list[Finding]:
    """What is wrong with the values of a field, one for each page or record, empty where it has none."""
    return [finding for check in _CHECKS for finding in check(name, profile, values, of)]


def _filled(name: str, profile: FieldProfile, values: Sequence[str], of: str) -> Iterable[Finding]:
    filled, pages = sum(map(bool, values)), len(values)
    expected = (profile.filled * profile.prototype.learned_from + 1) / (profile.prototype.learned_from + 2)
    if not profile.is_usual or filled >= (profile.filled - LEAST_LOSS) * pages:
        return
    if chance_of_at_most(filled, pages, expected) < UNLIKELY or not filled:
        verdict = Verdict.BROKEN if filled < BROKEN_BELOW * profile.filled * pages else Verdict.DRIFTING
        yield Finding(verdict, f"{name} empty on {pages - filled} of {pages} {of}")


def _long(name: str, profile: FieldProfile, values: Sequence[str], of: str) -> Iterable[Finding]:
    lengths = [len(value) for value in values if value]
    if len(lengths) < LEAST_COMPARED or profile.prototype.learned_from < LEAST_COMPARED:
        return
    low, middle, high = profile.lengths
    now = median(lengths)
    if now * TIMES_LENGTH < low or now > high * TIMES_LENGTH:
        one = of.removesuffix("s")
        yield Finding(Verdict.DRIFTING, f"{name} has {now:.0f} characters on the median {one}, {middle} before")


def _alike(name: str, profile: FieldProfile, values: Sequence[str], of: str) -> Iterable[Finding]:
    filled = [value for value in values if value][:MOST_VALUES]
    if name in FREE_TEXT or len(filled) < LEAST_COMPARED or not profile.prototype.says_something:
        return
    some = filled[:: max(1, len(filled) // FIRST_LOOK)][:FIRST_LOOK]
    if profile.prototype.share_fitting(some) >= profile.prototype.own_share - FIT_LOSS / 2:
        return  # nothing to look closer at, as on most pages of most sites
    share = profile.prototype.share_fitting(filled)
    if share < profile.prototype.own_share - FIT_LOSS and profile.prototype.chance_of(filled) < UNLIKELY:
        verdict = Verdict.BROKEN if share < BROKEN_BELOW * profile.prototype.own_share else Verdict.DRIFTING
        unlike, kind = round((1 - share) * len(filled)), f"an {name}" if name[:1] in "aeiou" else f"a {name}"
        yield Finding(verdict, f"{name} no longer looks like {kind} on {unlike} of {len(filled)} {of}")


_CHECKS: tuple[Callable[[str, FieldProfile, Sequence[str], str], Iterable[Finding]], ...] = (_filled, _long, _alike)


def table_verdicts(layout: Layout, readings: Sequence[Reading], known: LayoutRows) -> list[FieldVerdict]:
    """Every column of a table, and what was taught beside it."""
    swapped = dict(_swapped(layout, readings, known))
    rows = _records(readings) if RECORDS in layout.profile.measures else None
    by_page = {RECORDS, *(str(each["name"]) for each in layout.rules.get(TAUGHT, ()))}
    found = []
    for name, profile in layout.profile.fields.items():
        if rows is None or name in by_page:
            findings = field_findings(name, profile, [str(reading.found.values.get(name) or "") for reading in readings])
        else:
            findings = field_findings(name, profile, [as_text(row.get(name)) for row in rows], RECORDS) if rows else []
        findings += list(_number(layout.profile.measures, readings)) if name == RECORDS else []
        is_column = name not in by_page
        found.append(FieldVerdict(layout.name, name, (*findings, *swapped.get(name, ())), is_column))
    return found


def table_findings(layout: Layout, verdicts: Iterable[FieldVerdict]) -> Iterator[Finding]:
    """What is wrong with a table as a whole."""
    usual = [each for each in verdicts if each.is_column and layout.profile.fields[each.field].is_usual]
    bad = [each for each in usual if each.verdict is not Verdict.FITS]
    if bad and len(bad) >= DRIFTING_COLUMNS * len(usual):
        broken = sum(each.verdict is Verdict.BROKEN for each in bad)
        verdict = Verdict.BROKEN if broken > (1 - BROKEN_BELOW) * len(usual) else Verdict.DRIFTING
        yield Finding(verdict, f"{len(bad)} of {len(usual)} columns of {layout.name} changed")


def lost_lists(readings: Iterable[Reading], rows: KnownRows) -> Iterator[Finding]:
    """Pages that had a list and now look like those that never had one."""
    had = [reading for reading in readings if reading.kind == RECORDS and reading.layout is not None and rows.are_of(reading.url)]
    lost = sum("nothing" in reading.layout.rules for reading in had if reading.layout)
    if lost > LOST_LISTS * len(had):
        yield Finding(
            Verdict.BROKEN if lost > (1 - BROKEN_BELOW) * len(had) else Verdict.DRIFTING,
            f"the list is gone from {lost} of {counted(len(had), 'page')} that had it",
        )


def _records(readings: Sequence[Reading]) -> list[Row]:
    rows = [record for reading in readings for record in reading.found.records]
    return rows[:: max(1, -(-len(rows) // MOST_RECORDS))]


def _number(usual: Mapping[str, Range], readings: Sequence[Reading]) -> Iterator[Finding]:
    """Whether the lists are as long as they used to be; those that are gone are counted elsewhere."""
    numbers = [len(reading.found.records) for reading in readings if reading.found.records]
    if RECORDS in usual and numbers:
        now = Range.of(numbers)
        if now.middle * TIMES_LENGTH < usual[RECORDS].low:
            yield Finding(Verdict.DRIFTING, f"{now.middle:.0f} records on the median page, {usual[RECORDS].middle:.0f} before")


def known_pairs(readings: Iterable[Reading], known: LayoutRows) -> Iterator[tuple[Mapping[str, str], dict[str, str]]]:
    """Rows seen before: as they were, and as they are read now."""
    for reading in readings if known else ():
        for record in reading.found.records or (reading.found.values,):
            values = {name: comparable_text(value) for name, value in record.items()}
            row = known.of_values(values.values()) if reading.found.records else known.of_page(reading.url, values.values())
            if row is not None:
                yield row.values, values


def _swapped(layout: Layout, readings: Sequence[Reading], known: LayoutRows) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    """Columns that agree with another column of before, and not with themselves."""
    compared: Counter[str] = Counter()
    agreeing: Counter[str] = Counter()
    others: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for before, now in known_pairs(readings, known):
        for name in layout.profile.fields.keys() & now.keys() & before.keys():
            compared[name] += 1
            agreeing[name] += now[name] == before[name]
            for other, value in before.items():
                if other != name and value == now[name] != before[name]:
                    others[name][other].add(value)
    for name, of_name in others.items():
        other, values = max(of_name.items(), key=lambda item: len(item[1]))
        if len(values) >= max(LEAST_SWAPPED, SWAPPED_SHARE * compared[name]) and agreeing[name] <= STILL_AGREEING * compared[name]:
            said = f"{name} now has the values of {other} on {len(values)} of {compared[name]} rows seen before"
            yield name, (Finding(Verdict.BROKEN, said, on_all_pages=True),)


def verify(readings: Sequence[Reading], rows: KnownRows = NO_ROWS) -> BatchVerdict:
    """Compare what a wrapper gave for a batch of pages with what it gave when it was learnt."""
    if not readings:
        return BatchVerdict(0, 0.0, findings=(Finding(Verdict.DRIFTING, "there was no page to verify"),))
    findings = [*_unknown(readings), *lost_lists(readings, rows)]
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


def layout_verdicts(layout: Layout, readings: Sequence[Reading], rows: KnownRows = NO_ROWS) -> list[FieldVerdict]:
    """Compare the fields of readings with what a layout's profile says of them."""
    if layout.kind != "article":
        return table_verdicts(layout, readings, rows.of_layout(layout.name))
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
            f"text is {now.middle:.0%} of a page's own text on the median page ({usual.middle:.0%} before), "
            f"{now.low:.0%} on the lowest tenth ({usual.low:.0%} before)",
        )


def _repeated(usual: Range, now: Range) -> Iterable[Finding]:
    if now.middle > usual.middle + MORE_REPEATED:
        yield Finding(Verdict.DRIFTING, f"{now.middle:.0%} of the text is the same on several pages, {usual.middle:.0%} before")
    elif now.low > usual.low + MORE_REPEATED_LOW:
        yield Finding(
            Verdict.DRIFTING,
            f"nine pages in ten share {now.low:.0%} of their text with others, {usual.low:.0%} before",
        )


@dataclass
class StreamVerifier:
    """Verify while a wrapper is applied, every so many pages (section 6.5 of the thesis); nothing older than a batch is kept."""

    every: int  # pages of a batch; 0: never
    rows: KnownRows = NO_ROWS
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
        verdict = verify(self._batch, self.rows)
        self._batch, self._pages = [], 0
        if self.worst is None or verdict.verdict > self.worst.verdict:
            self.worst = verdict
        return verdict
