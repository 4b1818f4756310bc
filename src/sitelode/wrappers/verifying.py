"""Does a wrapper still fit the pages it is applied to? The data decide, not the layout.

A renamed outer element changes how nearly every path of a page is written and breaks nothing; markup gone wrong can leave paths as they
were. So layout likeness is reported, and what counts is what came out: is it there, is it as long as it used to be, does it start and end
as it used to (data prototypes), does it leave the page's own text behind, does it take what all pages share, and does it hold the
lines of articles seen before. Margins are wide: a site's next articles are never quite like its last ones.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from statistics import median

from sitelode.algorithms.significance import chance_of_at_most
from sitelode.wrappers.applying import Reading
from sitelode.wrappers.known import KnownArticles
from sitelode.wrappers.measures import OWN_TAKEN, TAKEN_REPEATED, batch_measures
from sitelode.wrappers.profiles import FieldProfile, Range
from sitelode.wrappers.wrapper import Layout

UNLIKELY = 0.001  # chance; what happens less often by itself is a change
LEAST_LOSS = 0.1  # of the pages that a field was filled on; less is chance, however many pages there are
HALF = 0.5  # what loses more than half of what it was is broken
TIMES_LENGTH = 2.5  # typical values shorter or longer than nearly all were by this factor are other values
FIT_LOSS = 0.4  # of the values that would look as they used to
TEXT_LEFT = 0.2  # more of a page's own text left behind on the middle page,
TEXT_LEFT_LOW = 0.3  # or on the lowest tenth of the pages
MORE_REPEATED = 0.25  # more of the taken text on other pages, too
KNOWN_LOST = 0.15  # of the lines of articles seen before
UNKNOWN_PAGES = 0.1  # of all; more pages of unknown layout are a change
MOST_VALUES = 100  # of a field that are looked at
USUAL_FIELD = 0.5  # of the pages; a field on fewer says little by being empty


class Verdict(IntEnum):
    """The worse, the greater; the number is the exit code of `sitelode verify`."""

    FITS = 0
    DRIFTING = 1
    BROKEN = 2

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Finding:
    """One reason, as a person says it."""

    verdict: Verdict
    reason: str


@dataclass(frozen=True)
class FieldVerdict:
    """What is to be thought of one field of one layout."""

    layout: str
    field: str
    findings: tuple[Finding, ...] = ()

    @property
    def verdict(self) -> Verdict:
        return max((finding.verdict for finding in self.findings), default=Verdict.FITS)


@dataclass(frozen=True)
class BatchVerdict:
    """What is to be thought of a wrapper, after a batch of pages."""

    pages: int
    match: float  # share of the layout that the middle page has
    fields: tuple[FieldVerdict, ...] = ()
    findings: tuple[Finding, ...] = field(default=())  # about the batch as a whole

    @property
    def verdict(self) -> Verdict:
        """The worst of all, but that a single field other than the text breaks nothing else."""
        lesser = [min(each.verdict, Verdict.DRIFTING) for each in self.fields if each.field not in MAIN_FIELDS]
        return max((*lesser, self.main_verdict))

    @property
    def main_verdict(self) -> Verdict:
        """What is to be thought of the text, or of the records, alone."""
        main = [each.verdict for each in self.fields if each.field in MAIN_FIELDS]
        return max((*main, *(finding.verdict for finding in self.findings)), default=Verdict.FITS)

    @property
    def reasons(self) -> list[str]:
        """All reasons, the gravest first."""
        every = [*self.findings, *(finding for each in self.fields for finding in each.findings)]
        return [finding.reason for finding in sorted(every, key=lambda finding: -finding.verdict)]


MAIN_FIELDS = frozenset(("text", "records"))
FREE_TEXT = frozenset(("title", "text", "subtitle", "description", "tags", "author"))  # new words are their nature


def verify(readings: Sequence[Reading], known: KnownArticles | None = None) -> BatchVerdict:
    """Compare what a wrapper gave for a batch of pages with what it gave when it was learnt."""
    if not readings:
        return BatchVerdict(0, 0.0, findings=(Finding(Verdict.DRIFTING, "there was no page to verify"),))
    findings = list(_unknown(readings))
    if known is not None:
        findings += _known_lines(readings, known)
    fields: list[FieldVerdict] = []
    for layout, group in _by_layout(readings):
        fields += layout_verdicts(layout, group)
    return BatchVerdict(len(readings), round(median(reading.match for reading in readings), 3), tuple(fields), tuple(findings))


def _by_layout(readings: Iterable[Reading]) -> list[tuple[Layout, list[Reading]]]:
    groups: dict[int, tuple[Layout, list[Reading]]] = {}
    for reading in readings:
        if reading.layout is not None:
            groups.setdefault(id(reading.layout), (reading.layout, []))[1].append(reading)
    return sorted(groups.values(), key=lambda group: group[0].name)


def _unknown(readings: Sequence[Reading]) -> Iterable[Finding]:
    unknown = [reading for reading in readings if reading.layout is None]
    if len(unknown) > UNKNOWN_PAGES * len(readings):
        match = median(reading.match for reading in unknown)
        verdict = Verdict.BROKEN if len(unknown) > HALF * len(readings) else Verdict.DRIFTING
        yield Finding(verdict, f"layout of {len(unknown)} of {len(readings)} pages is unknown, it matches {match:.0%}")


def _known_lines(readings: Sequence[Reading], known: KnownArticles) -> Iterable[Finding]:
    shares = [share for reading in readings if (share := known.share_found(reading)) is not None]
    if not shares:
        return
    middle, lost = median(shares), sum(share < 1 - KNOWN_LOST for share in shares)
    if middle < 1 - KNOWN_LOST or lost > max(1, UNKNOWN_PAGES * 2 * len(shares)):
        verdict = Verdict.BROKEN if middle < HALF else Verdict.DRIFTING
        yield Finding(verdict, f"text lacks lines of the same article seen before on {lost} of {len(shares)} pages")


def layout_verdicts(layout: Layout, readings: Sequence[Reading]) -> list[FieldVerdict]:
    """Compare the fields of readings with what a layout's profile says of them."""
    found = []
    measures = _measure_findings(layout.profile.measures, readings)
    for name, profile in layout.profile.fields.items():
        values = [str(reading.found.values.get(name) or "") for reading in readings]
        findings = [finding for check in _CHECKS for finding in check(name, profile, values)]
        found.append(FieldVerdict(layout.name, name, (*findings, *(measures if name == "text" else ()))))
    return found


def _filled(name: str, profile: FieldProfile, values: Sequence[str]) -> Iterable[Finding]:
    filled, pages = sum(map(bool, values)), len(values)
    expected = (profile.filled * profile.prototype.learned_from + 1) / (profile.prototype.learned_from + 2)
    if profile.filled < USUAL_FIELD or filled >= (profile.filled - LEAST_LOSS) * pages:
        return
    if chance_of_at_most(filled, pages, expected) < UNLIKELY or not filled:
        verdict = Verdict.BROKEN if filled < HALF * profile.filled * pages else Verdict.DRIFTING
        yield Finding(verdict, f"{name} empty on {pages - filled} of {pages} pages")


def _long(name: str, profile: FieldProfile, values: Sequence[str]) -> Iterable[Finding]:
    lengths = [len(value) for value in values if value]
    if len(lengths) < LEAST_COMPARED or profile.prototype.learned_from < LEAST_COMPARED:
        return
    low, middle, high = profile.lengths
    now = median(lengths)
    if now * TIMES_LENGTH < low or now > high * TIMES_LENGTH:
        yield Finding(Verdict.DRIFTING, f"{name} has {now:.0f} characters on the middle page, it used to have {middle}")


def _alike(name: str, profile: FieldProfile, values: Sequence[str]) -> Iterable[Finding]:
    filled = [value for value in values if value][:MOST_VALUES]
    if name in FREE_TEXT or len(filled) < LEAST_COMPARED or not profile.prototype.says_something:
        return
    share = profile.prototype.share_fitting(filled)
    if share < profile.prototype.own_share - FIT_LOSS and profile.prototype.chance_of(filled) < UNLIKELY:
        verdict = Verdict.BROKEN if share < HALF * profile.prototype.own_share else Verdict.DRIFTING
        yield Finding(verdict, f"{name} no longer looks like {_kind(name)} on {round((1 - share) * len(filled))} of {len(filled)} pages")


LEAST_COMPARED = 3  # values
_CHECKS: tuple[Callable[[str, FieldProfile, Sequence[str]], Iterable[Finding]], ...] = (_filled, _long, _alike)


def _kind(name: str) -> str:
    return f"an {name}" if name[:1] in "aeiou" else f"a {name}"


def _measure_findings(usual: Mapping[str, Range], readings: Sequence[Reading]) -> list[Finding]:
    texts = [reading.found.text for reading in readings if reading.found.text is not None]
    if len(texts) < LEAST_COMPARED or OWN_TAKEN not in usual:
        return []
    now = batch_measures(texts)
    return [*_left_behind(usual[OWN_TAKEN], now[OWN_TAKEN]), *_repeated(usual[TAKEN_REPEATED], now[TAKEN_REPEATED])]


def _left_behind(usual: Range, now: Range) -> Iterable[Finding]:
    if now.middle < usual.middle - TEXT_LEFT or now.low < usual.low - TEXT_LEFT_LOW:
        verdict = Verdict.BROKEN if now.middle < HALF * usual.middle else Verdict.DRIFTING
        yield Finding(
            verdict,
            f"text takes {now.middle:.0%} of a page's own text on the middle page and {now.low:.0%} at the lower end, "
            f"it used to take {usual.middle:.0%} and {usual.low:.0%}",
        )


def _repeated(usual: Range, now: Range) -> Iterable[Finding]:
    if now.middle > usual.middle + MORE_REPEATED:
        yield Finding(Verdict.DRIFTING, f"{now.middle:.0%} of the text is the same on several pages, it used to be {usual.middle:.0%}")
