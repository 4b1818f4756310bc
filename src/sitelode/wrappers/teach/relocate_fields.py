"""Find lost fields of a layout again, all of them together, and learn both rules anew where that is proved (section 6.6 of the thesis).

Each field has clusters of candidates (`field_clusters.py`). Among all ways to give every field one of its clusters, no cluster twice, that
one is taken in which the clusters are like their fields and stand in the order the fields stood in. From the places of the best cluster
both rules are learnt anew; they must agree on the pages and give values that look as before. Where another cluster is close behind, or
nothing but looks speaks for the best, nothing is changed, and what was found is said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sitelode.counted import counted
from sitelode.errors import SettingError
from sitelode.wrappers.known_content import comparable_text
from sitelode.wrappers.taught.page_tokens import PageTokens
from sitelode.wrappers.taught.taught import BETWEEN_SAID, Taught
from sitelode.wrappers.taught.taught_field import TaughtField, TaughtPart
from sitelode.wrappers.teach.field_clusters import (
    ChangedPages,
    Cluster,
    LostField,
    agreement,
    clusters_of,
    known_share,
    rivals,
    shows_known_label,
)
from sitelode.wrappers.teach.teaching import Lesson, teach, teach_at

# Set by hand, as the weights of `field_clusters.py` were.
IN_ORDER = 0.3  # of likeness, for two fields that stand in the order they stood in
CLEARLY_BETTER = 0.6  # of likeness, over the next cluster that says something else
LIKE_FROM = 1.2  # likeness below which nothing speaks for a cluster
KNOWN_FROM = 0.3  # share of values seen before that proves a cluster
LEAST_AGREEING = 2  # pages known to have these very values, which prove it as well
SAME_VALUES = 0.9  # of pages, on which two clusters are one, or rules give what the cluster has
RULES_AGREE = 0.8  # share of the pages on which both rules must lead to the same place
LEAST_PAGES = 3  # that looks alone can prove something on
MOST_EXAMPLES = 8  # places that rules are learnt from; a bound
LOOKS = "its values look as before"
MOST_WAYS = 60  # to give fields their clusters that are followed; a bound


@dataclass(frozen=True)
class Relocation:
    """What became of the lost fields."""

    found: Mapping[str, Taught]
    reasons: Mapping[str, str]  # why, for each found one
    questions: Mapping[str, str]  # what was found of the others, in words


def relocate(
    lost: Sequence[LostField], pages: Sequence[PageTokens], anchors: Sequence[LostField] = (), *, by_looks: bool = True
) -> Relocation:
    """Find fields again on pages that lack them.

    Args:
        lost: the fields.
        pages: on which they are lost.
        anchors: fields of the same pages that are still found, with their values as told: others stand before or behind them.
        by_looks: whether looks alone may prove a place; not where the pages may never have had the field.

    """
    changed = ChangedPages(pages)
    options = {each.name: clusters_of(each, changed, pieces=False) for each in (*lost, *anchors)}
    for each in (*lost, *anchors):  # whole texts before pieces: of these there are very many
        if each.forms is None and not any(_proof(each, cluster, score, changed) for score, cluster in options[each.name]):
            options[each.name] = clusters_of(each, changed, pieces=True)
    stood = {each.name: each.seen.place for each in (*anchors, *lost) if each.seen is not None}
    choice = _Choice(options, stood).with_all([each.name for each in (*anchors, *lost)])
    found, reasons, questions = dict[str, Taught](), dict[str, str](), dict[str, str]()
    for each in lost:
        if each.name not in choice.taken:
            questions[each.name] = "nothing on these pages looks like it"
            continue
        score, cluster = choice.taken[each.name]
        close = choice.close_behind(each.name)
        proof = _proof(each, cluster, score, changed)
        proof = "" if proof == LOOKS and not by_looks else proof
        learnt = _relearnt(each, cluster, pages) if proof and not close else None
        if learnt is not None:
            found[each.name], reasons[each.name] = learnt, proof
        else:
            questions[each.name] = _question([cluster, *close], pages)
    return Relocation(found, reasons, questions)


def _proof(lost: LostField, cluster: Cluster, score: float, pages: ChangedPages) -> str:
    """What speaks for a cluster besides its looks, or its looks where these say enough; empty where nothing does."""
    agreeing, compared = agreement(lost, cluster, pages)
    if compared:
        return (
            f"{agreeing} of {counted(compared, 'value')} known for these pages"
            if 2 * agreeing > compared and agreeing >= min(LEAST_AGREEING, compared)
            else ""
        )
    if score < LIKE_FROM or len(pages.pages) < LEAST_PAGES:
        return ""
    if shows_known_label(lost, cluster):
        return f"it stands behind {cluster.kind.before.removesuffix('|')!r:.60} as before"
    if known_share(lost, cluster) >= KNOWN_FROM:
        return f"{known_share(lost, cluster):.0%} of its values were seen before"
    return LOOKS if lost.prototype.says_something and lost.forms is None else ""


@dataclass(frozen=True)
class _Choice:
    """Which cluster each field is given, and where fields stood and clusters stand."""

    options: Mapping[str, Sequence[tuple[float, Cluster]]]
    stood: Mapping[str, float]  # by field: how far down its page
    taken: Mapping[str, tuple[float, Cluster]] = field(default_factory=dict)

    def points(self, name: str, score: float, cluster: Cluster) -> float:
        """Likeness, and how many other fields stand on the side of this one on which they stood, less those that do not."""
        if name not in self.stood:
            return score
        at = cluster.order
        others = [(self.stood[other], one.order) for other, (_, one) in self.taken.items() if other in self.stood and other != name]
        sides = [1 if (before < self.stood[name]) == (now < at) else -1 for before, now in others if before != self.stood[name]]
        return score + IN_ORDER * sum(sides)

    def is_free(self, name: str, cluster: Cluster) -> bool:
        return all(other == name or cluster.kind != one.kind for other, (_, one) in self.taken.items())

    def with_all(self, names: Sequence[str]) -> "_Choice":
        """A beam search, field by field: as many fields as possible, and likeness and order together highest."""
        ways = [(0.0, self)]
        for name in names:
            grown = [
                (total + way.points(name, score, cluster), replace(way, taken={**way.taken, name: (score, cluster)}))
                for total, way in ways
                for score, cluster in self.options[name]
                if way.is_free(name, cluster)
            ]
            ways = sorted([*grown, *ways], key=lambda way: (-len(way[1].taken), -way[0]))[:MOST_WAYS]
        return ways[0][1]

    def close_behind(self, name: str) -> list[Cluster]:
        """Clusters that say something else than the one taken, belong to no other field, and are nearly as good."""
        score, best = self.taken[name]
        least = self.points(name, score, best) - CLEARLY_BETTER
        others = rivals(best, self.options[name], SAME_VALUES)
        return [one for score, one in others if self.is_free(name, one) and self.points(name, score, one) > least]


def _relearnt(lost: LostField, cluster: Cluster, pages: Sequence[PageTokens]) -> Taught | None:
    """Both rules, learnt from the places of a cluster; none where they do not agree, or give something else than it has."""
    numbers = sorted(cluster.by_page)
    shown = numbers[:: max(1, len(numbers) // MOST_EXAMPLES)][:MOST_EXAMPLES]
    others = [page for number, page in enumerate(pages) if number not in shown]
    try:
        if lost.is_list:
            said = [Lesson(pages[number], BETWEEN_SAID.join(each.value for each in cluster.by_page[number])) for number in shown]
            longest_first = sorted(said, key=lambda lesson: -lesson.value.count(BETWEEN_SAID))
            learnt = teach(lost.name, longest_first, others)
        else:
            learnt = teach_at(lost.name, [(pages[number], cluster.by_page[number][0].places) for number in shown], others)
    except SettingError:
        return None
    if not _gives(learnt, cluster, pages):
        return None
    if isinstance(lost.field, TaughtPart) and isinstance(learnt, TaughtField):
        return replace(lost.field, line=learnt)
    return learnt


def _gives(learnt: Taught, cluster: Cluster, pages: Sequence[PageTokens]) -> bool:
    """Whether both rules agree on what the cluster has, and what they give elsewhere looks like it."""
    answers = [learnt.answer(page) for page in pages]
    same = sum(comparable_text(answers[page].value) == comparable_text(value) for page, value in cluster.values.items())
    agreed = sum(answers[page].agreed for page in cluster.values)
    return same >= SAME_VALUES * len(cluster.values) and agreed >= RULES_AGREE * len(cluster.values)


def _question(found: Sequence[Cluster], pages: Sequence[PageTokens]) -> str:
    """What may be the field, for a person to choose from."""
    shown = []
    for cluster in found[:3]:
        page = min(cluster.by_page)
        label = f" behind {cluster.kind.before.removesuffix('|')!r:.40}" if cluster.kind.before.removesuffix("|") else ""
        shown.append(f"{cluster.values[page][:60]!r}{label} on {pages[page].page.url or 'a page'}")
    return f"it may be {' or '.join(shown)}"
