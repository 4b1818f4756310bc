"""Where on changed pages a lost field may stand: candidates, clustered over the pages by the kind of place they stand in (thesis, 6.6).

A candidate is a whole text node, the text of an element with nothing but words inside its line, or a piece of a text node that starts, ends
and is as long as the field's values used to be. Candidates of several pages belong together when they stand in the same kind of place: the
same tags above, the same opening tag, the same words of the template before, both seen by readers or both not, and the same number.

Likeness adds up what is known: values that the same pages were known to have, values seen before, the label, whether the values differ
from page to page as they used to, on how many pages there is one, how long they are, and how far down they stand.
"""

import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from dataclasses import field as dataclass_field
from functools import cached_property
from itertools import islice
from math import log
from statistics import median

from sitelode.articles.fields.dates import DateForms
from sitelode.html.vocabulary import BLOCK_TAGS
from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.landmarks.token_classes import token_spans
from sitelode.wrappers.known_content import comparable_text
from sitelode.wrappers.taught.page_tokens import Occurrence, PageTokens, occurrence_in, occurrences
from sitelode.wrappers.taught.taught import BETWEEN_SAID, BETWEEN_VALUES, Taught, TaughtList
from sitelode.wrappers.taught.taught_field import Surroundings, TaughtPart, place_of, text_before, text_behind
from sitelode.wrappers.wrapper import FieldProfile

# Bounds.
MOST_TEXTS_INSIDE = 6  # text nodes of an element that is one value
MOST_TOKENS_OF_VALUE = 400
MOST_PIECES = 3_000  # of one page
MOST_WORDS_BEFORE = 2  # of a piece, that tell its kind
LONGEST_LINE = 120  # tokens of a text node in which pieces are looked for
TEMPLATE_FROM = 0.5  # share of pages that have a text, from which it is the template's; as in `teaching`
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


@dataclass(frozen=True, slots=True)
class PlaceKind:
    """What candidates of different pages that belong together have in common."""

    seen: bool
    path: tuple[str, ...]
    opening: str  # the tag around it, with its class
    before: str  # the template's words before it
    number: int = 0  # among the places of this kind on a page


@dataclass(frozen=True, slots=True)
class Candidate:
    """One place on one page."""

    page: int
    places: range
    value: str
    kind: PlaceKind
    behind: str  # the template's words behind it


@dataclass(frozen=True)
class ChangedPages:
    """The pages on which fields were lost, as tokens, with the texts that most of them share."""

    pages: Sequence[PageTokens]

    @cached_property
    def template_texts(self) -> frozenset[str]:
        counts = Counter(text for page in self.pages for text in {page.text_of(node) for node in _text_nodes(page)})
        return frozenset(text for text, count in counts.items() if count > 1 and count >= TEMPLATE_FROM * len(self.pages))

    @cached_property
    def template_tokens(self) -> frozenset[str]:
        counts = Counter(token for page in self.pages for token in {page.tokens[place] for place in page.text_places})
        return frozenset(token for token, count in counts.items() if count > 1 and count >= TEMPLATE_FROM * len(self.pages))

    @cached_property
    def whole_texts(self) -> list[list[Candidate]]:
        """For each page all its text nodes and elements of one line, whatever they look like."""
        found = []
        for number, page in enumerate(self.pages):
            spans = [(node, self._label(text_before(page, node.start))) for node in _text_nodes(page)]
            spans += [(span, self._label(text_before(page, span.start))) for span in _lines_with_tags(page)]
            found.append(list(self._candidates(number, sorted(spans, key=lambda span: (span[0].start, span[0].stop)))))
        return found

    def with_days(self, forms: DateForms) -> list[Candidate]:
        """All dates, however they are written: a new design may write them in another way."""
        found: list[Candidate] = []
        for number, page in enumerate(self.pages):
            spans = (_date_in(page, node, forms) for node in _text_nodes(page) if len(node) <= LONGEST_LINE)
            dated = [span for span in spans if span is not None]
            found += self._candidates(number, [(span, self._words_before(page, span)) for span in dated])
        return found

    def saying(self, number: int, value: str) -> list[Candidate]:
        """The pieces of one page's text nodes that say a value."""
        page = self.pages[number]
        found = [each.places for each in occurrences(page, value) if not each.whole]
        return list(self._candidates(number, [(places, self._words_before(page, places)) for places in found]))

    def looking_like(self, prototype: DataPrototype, *, pieces: bool) -> list[Candidate]:
        """All candidates for a field; with `pieces`, those inside of a text node, too."""
        found = [each for page in self.whole_texts for each in page if _may_be(prototype, self.pages[each.page], each.places)]
        if pieces:
            for number in range(len(self.pages)):
                found += self._pieces(number, prototype)
        return found

    def _pieces(self, number: int, prototype: DataPrototype) -> Iterator[Candidate]:
        page = self.pages[number]
        nodes = (node for node in _text_nodes(page) if len(node) <= LONGEST_LINE)
        segments = (
            range(node.start + each.start, node.start + each.stop)
            for node in nodes
            for each in prototype.segments(page.tokens[node.start : node.stop])
            if len(each) < len(node)
        )
        yield from self._candidates(number, [(each, self._words_before(page, each)) for each in islice(segments, MOST_PIECES)])

    def _words_before(self, page: PageTokens, places: range) -> str:
        """The template's words before a piece of a text node, a bar at their end; before a whole one, the template's text before it."""
        node = page.node_of(places.start)
        if node.start == places.start:
            return self._label(text_before(page, places.start)) + ("" if node == places else "|")
        before = page.tokens[max(node.start, places.start - MOST_WORDS_BEFORE) : places.start]
        return " ".join(token if token in self.template_tokens else "*" for token in before) + "|"

    def _label(self, text: str) -> str:
        return text if text in self.template_texts else ""

    def _candidates(self, number: int, spans: Sequence[tuple[range, str]]) -> Iterator[Candidate]:
        page = self.pages[number]
        opening = {row: token for row, token in zip(page.rows, page.tokens, strict=True) if token[:1] == "<" and token[:2] != "</"}
        alike: Counter[PlaceKind] = Counter()
        for places, label in spans:
            there: Occurrence = occurrence_in(page, places)
            above = int(page.page.columns.parent[page.rows[places.start]])
            kind = PlaceKind(there.seen, there.path, opening.get(above, ""), label)
            own = PlaceKind(kind.seen, kind.path, kind.opening, kind.before, alike[kind])
            alike[kind] += 1
            yield Candidate(number, places, page.text_of(places), own, self._label(text_behind(page, places.stop - 1)))


def _text_nodes(page: PageTokens) -> Iterator[range]:
    at = 0
    while at < len(page.text_places):
        node = page.node_of(page.text_places[at])
        yield node
        at += len(node)


def _date_in(page: PageTokens, node: range, forms: DateForms) -> range | None:
    """The tokens of the first date in a text node."""
    text = page.page.text(page.rows[node.start])
    day, start, end = forms.locate(text)
    inside = [number for number, (first, last) in enumerate(token_spans(text)) if first < end and last > start] if day else []
    return range(node.start + inside[0], node.start + inside[-1] + 1) if inside else None


def _lines_with_tags(page: PageTokens) -> Iterator[range]:
    """Elements with several text nodes and no block: "<p>by <a>Ann</a> Lee</p>"."""
    ends = page.page.columns.end
    for row, end in enumerate(ends.tolist()):
        if row + 2 < end <= row + 4 * MOST_TEXTS_INSIDE:
            inner = {page.page.tag_name(each) for each in range(row + 1, end)}
            if "#text" in inner and BLOCK_TAGS.isdisjoint(inner):
                first, last = _first_place(page, row), _first_place(page, end)
                inside = page.text_places[page.text_rank(first) : page.text_rank(last)]
                if inside and 1 < len({page.rows[place] for place in inside}) <= MOST_TEXTS_INSIDE:
                    yield range(inside[0], inside[-1] + 1)


def _first_place(page: PageTokens, row: int) -> int:
    """The first token of text in a row or behind it."""
    texts = page.text_places
    at = bisect_left(texts, row, key=page.rows.__getitem__)
    return texts[at] if at < len(texts) else len(page.tokens)


def _may_be(prototype: DataPrototype, page: PageTokens, places: range) -> bool:
    """Whether a whole text is about as long as the field was, and starts and ends like it."""
    count = page.text_rank(places.stop) - page.text_rank(places.start)
    shortest, longest = max(1, prototype.lengths[0] // 2), 2 * prototype.lengths[1]
    return shortest <= count <= min(longest, MOST_TOKENS_OF_VALUE) and prototype.fits(page.text_of(places))


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
        # Items of a list stand behind each other: neither their number nor what is before the first tells them apart.
        kind = replace(each.kind, before="", number=0) if lost.is_list else each.kind
        groups[kind][each.page].append(each)
    least = LEAST_COVERED * lost.usual_share * len(pages.pages)
    found = []
    for kind, by_page in groups.items():
        order = median(place_of(pages.pages[page], each[0].places.start) for page, each in by_page.items())
        found.append(Cluster(kind, by_page, order))
    found = [cluster for cluster in found if len(cluster.by_page) >= max(1, least) or agreement(lost, cluster, pages)[0] >= LEAST_TOLD]
    scored = [(_likeness(lost, cluster, pages), cluster) for cluster in found]
    return sorted(scored, key=lambda each: (-each[0], not each[1].kind.seen, len(each[1].kind.path), astuple(each[1].kind)))[:MOST_CLUSTERS]


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


def rivals(best: Cluster, others: Iterable[tuple[float, Cluster]], share: float) -> list[tuple[float, Cluster]]:
    """Other clusters that say something else."""
    return [(score, each) for score, each in others if each is not best and not best.says_the_same(each, share)]
