"""Candidates for lost fields, clustered over the changed pages by the kind of place they stand in, and how like the field each cluster is.

Likeness adds up what is known: values that the same pages were known to have, values seen before, the label, whether the values differ
from page to page as they used to, on how many pages there is one, how long they are, and how far down they stand.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from math import log
from statistics import median

from sitelode.articles.fields.dates.date_forms import DateForms
from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.wrappers.known_rows import comparable_text
from sitelode.wrappers.taught.occurrences import occurrences
from sitelode.wrappers.taught.surroundings import Surroundings, place_of
from sitelode.wrappers.taught.taught import Taught
from sitelode.wrappers.taught.taught_list import BETWEEN_SAID, BETWEEN_VALUES, TaughtList
from sitelode.wrappers.taught.taught_part import TaughtPart
from sitelode.wrappers.taught.value_profiles import FieldProfile
from sitelode.wrappers.teach.field_candidates import Candidate, ChangedPages, PlaceKind

# How much each kind of evidence counts; set by hand with the redesigns of `bench.taught_drift` in view.
TOLD = 4.0  # values that the very pages were known to have, all of them; as much is taken off where none agrees
KNOWN = 1.5  # values seen before, on whatever page
LABEL = 1.5
LABEL_BEHIND = 0.5
SEEN = 0.5  # a reader sees it
COVERED = 1.5  # on as many pages as before
DISTINCT = 2.0  # taken off where all values are alike and used to differ, or the other way round
LENGTH = 0.5  # taken off, for each factor of e
FAR = 1.0  # taken off from the one end of the page to the other
LEAST_COVERED = 0.5  # share of the pages, of those that used to have it; a cluster on fewer is none
LEAST_TOLD = 2  # pages on which a cluster on fewer says what they are known to say
MOST_CLUSTERS = 8  # of a field that are compared; a bound


@dataclass(frozen=True)
class LostField:
    """A field that rules no longer find, and what is known about it."""

    field: Taught
    profile: FieldProfile | None
    told: Mapping[int, str] = dataclass_field(default_factory=dict)  # by page: the value it is known to have
    forms: DateForms | None = None  # how dates are written, where the field is a date

    @property
    def name(self) -> str:
        return self.field.name

    @property
    def seen(self) -> Surroundings | None:
        return self.field.seen

    @property
    def prototype(self) -> DataPrototype:
        return self.field.line.prototype if isinstance(self.field, TaughtPart) else self.field.prototype

    @property
    def is_list(self) -> bool:
        return isinstance(self.field, TaughtList)

    def same(self, text: str) -> str:
        """A value as it is compared: a date is the same in whatever form, and a title in capitals is the same title."""
        day = self.forms.in_text(text)[:10] if self.forms is not None else ""
        return day or comparable_text(unicodedata.normalize("NFKC", text)).casefold()

    def items(self, value: str) -> list[str]:
        """The values in what the field says about a page."""
        return value.replace(BETWEEN_VALUES, BETWEEN_SAID).split(BETWEEN_SAID) if self.is_list else [value]

    @property
    def usual_share(self) -> float:
        return self.profile.filled if self.profile is not None and self.profile.filled else 1.0


@dataclass(frozen=True)
class Cluster:
    """Places of one kind on several pages; of a list several on a page."""

    kind: PlaceKind
    by_page: Mapping[int, Sequence[Candidate]]
    order: float  # how far down the middle page it stands

    @cached_property
    def values(self) -> dict[int, str]:
        return {page: BETWEEN_VALUES.join(each.value for each in found) for page, found in self.by_page.items()}

    @cached_property
    def texts(self) -> list[str]:
        return [each.value for found in self.by_page.values() for each in found]

    def says_the_same(self, other: "Cluster", share: float) -> bool:
        """Whether another cluster has the same values: the title in the head and above the text are no rivals."""
        common = self.values.keys() & other.values.keys()
        same = sum(comparable_text(self.values[page]) == comparable_text(other.values[page]) for page in common)
        return bool(common) and same >= share * max(len(self.values), len(other.values))


def clusters_of(lost: LostField, pages: ChangedPages, *, pieces: bool) -> list[tuple[float, Cluster]]:
    """The clusters that may be the field, best first."""
    groups: dict[PlaceKind, dict[int, list[Candidate]]] = defaultdict(lambda: defaultdict(list))
    for each in dict.fromkeys(_candidates(lost, pages, pieces=pieces)):
        kind = _without_number(each.kind) if lost.is_list else each.kind
        groups[kind][each.page].append(each)
    least = LEAST_COVERED * lost.usual_share * len(pages.pages)
    found = [Cluster(kind, by_page, _order(by_page, pages)) for kind, by_page in groups.items()]
    found = [cluster for cluster in found if len(cluster.by_page) >= max(1, least) or agreement(lost, cluster, pages)[0] >= LEAST_TOLD]
    scored = [(_likeness(lost, cluster, pages), cluster) for cluster in found]
    return sorted(scored, key=lambda each: (-each[0], _sorting_key(each[1].kind)))[:MOST_CLUSTERS]


def _candidates(lost: LostField, pages: ChangedPages, *, pieces: bool) -> list[Candidate]:
    """What looks like the field; and, whatever it looks like, what stands where pages say the values they are known to have."""
    if lost.forms is not None:
        return pages.with_days(lost.forms)
    found = pages.looking_like(lost.prototype, pieces=pieces)
    told = {page: {lost.same(value) for value in lost.items(said)} for page, said in lost.told.items()}
    kinds = Counter(each.kind for page, said in told.items() for each in pages.whole_texts[page] if lost.same(each.value) in said)
    right = {kind for kind, count in kinds.items() if count >= min(LEAST_TOLD, len(told))}
    found += [each for of_page in pages.whole_texts for each in of_page if each.kind in right]
    if pieces and not lost.is_list:
        found += [each for page, value in lost.told.items() for each in pages.saying(page, value)]
    return found


def _order(by_page: Mapping[int, Sequence[Candidate]], pages: ChangedPages) -> float:
    return median(place_of(pages.pages[page], found[0].places.start) for page, found in by_page.items())


def agreement(lost: LostField, cluster: Cluster, pages: ChangedPages) -> tuple[int, int]:
    """On how many pages a cluster says what the page is known to say, and on how many that stands there at all."""
    compared = agreeing = 0
    for page, told in lost.told.items():
        wanted = lost.items(told)
        said = [lost.same(each.value) for each in cluster.by_page.get(page, ())]
        agrees = said == [lost.same(value) for value in wanted]
        agreeing += agrees
        compared += agrees or lost.forms is not None or all(occurrences(pages.pages[page], value) for value in wanted)
    return agreeing, compared


def shows_known_label(lost: LostField, cluster: Cluster) -> bool:
    return bool(lost.seen and lost.seen.before and _label(cluster.kind.before) == _label(lost.seen.before))


def known_share(lost: LostField, cluster: Cluster) -> float:
    """The share of a cluster's values that were seen before."""
    known = {lost.same(value) for value in (lost.seen.values if lost.seen else ())}
    return sum(lost.same(text) in known for text in cluster.texts) / max(len(cluster.texts), 1)


def _likeness(lost: LostField, cluster: Cluster, pages: ChangedPages) -> float:
    agreeing, compared = agreement(lost, cluster, pages)
    told = TOLD * (2 * agreeing / compared - 1) if compared else 0.0
    covered = COVERED * min(1.0, len(cluster.by_page) / (lost.usual_share * len(pages.pages)))
    score = told + covered + KNOWN * known_share(lost, cluster) + SEEN * cluster.kind.seen - LENGTH * _length_off(lost, cluster.texts)
    if lost.seen is None:
        return score
    distinct = len(set(cluster.texts)) / len(cluster.texts)
    score -= DISTINCT * abs(lost.seen.distinct - distinct) if len(cluster.texts) > 1 and not lost.is_list else 0.0
    score += LABEL * shows_known_label(lost, cluster) - FAR * abs(lost.seen.place - cluster.order)
    behind = {each.behind for found in cluster.by_page.values() for each in found[-1:]}
    return score + LABEL_BEHIND * (bool(lost.seen.behind) and behind == {lost.seen.behind})


def _length_off(lost: LostField, texts: Sequence[str]) -> float:
    """How many times longer or shorter the middle value is, as a logarithm."""
    known = [len(value) for value in (lost.seen.values if lost.seen else ())]
    usual = median(known) if known and lost.forms is None else 0
    return abs(log(max(median(map(len, texts)), 1) / usual)) if usual else 0.0


def _label(text: str) -> str:
    """A label without the signs at its end, which designs change: "Title:" is "Title"."""
    return text.removesuffix("|").rstrip(" :-\u2013\u2014|\u00b7\uff1a").casefold()


def _without_number(kind: PlaceKind) -> PlaceKind:
    """Items of a list stand behind each other: neither their number nor what is before the first tells them apart."""
    return PlaceKind(kind.seen, kind.path, kind.opening, "")


def _sorting_key(kind: PlaceKind) -> tuple[object, ...]:
    return (not kind.seen, len(kind.path), kind.path, kind.opening, kind.before, kind.number)


def rivals(best: Cluster, others: Iterable[tuple[float, Cluster]], share: float) -> list[tuple[float, Cluster]]:
    """Other clusters that say something else."""
    return [(score, each) for score, each in others if each is not best and not best.says_the_same(each, share)]
