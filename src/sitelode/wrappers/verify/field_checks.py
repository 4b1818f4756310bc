"""Is a field still what it was? It must be filled as often, be as long, and start and end as it used to (data prototypes)."""

from collections.abc import Callable, Iterable, Sequence
from statistics import median

from sitelode.landmarks.significance import chance_of_at_most
from sitelode.wrappers.taught.value_profiles import FieldProfile
from sitelode.wrappers.verify.verdicts import Finding, Verdict

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
        yield Finding(Verdict.DRIFTING, f"{name} has {now:.0f} characters on the middle {one}, it used to have {middle}")


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
        yield Finding(verdict, f"{name} no longer looks like {_kind(name)} on {round((1 - share) * len(filled))} of {len(filled)} {of}")


def _kind(name: str) -> str:
    return f"an {name}" if name[:1] in "aeiou" else f"a {name}"


_CHECKS: tuple[Callable[[str, FieldProfile, Sequence[str], str], Iterable[Finding]], ...] = (_filled, _long, _alike)
