"""Where on changed pages a lost field may stand: whatever starts, ends and is as long as its values used to be (section 6.6 of the thesis).

A candidate is a whole text node, the text of an element with nothing but words inside its line, or a piece of a text node. Candidates of
several pages belong together when they stand in the same kind of place: the same tags above, the same opening tag, the same words of the
template before, both seen by readers or both not, and the same number among such places of their page.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from sitelode.articles.fields.dates.date_forms import DateForms
from sitelode.html.vocabulary import BLOCK_TAGS
from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.landmarks.token_classes import token_spans
from sitelode.wrappers.taught.occurrences import Occurrence, occurrence_in, occurrences
from sitelode.wrappers.taught.page_tokens import PageTokens
from sitelode.wrappers.taught.surroundings import text_before, text_behind

# Bounds.
MOST_TEXTS_INSIDE = 6  # text nodes of an element that is one value
MOST_TOKENS_OF_VALUE = 400
MOST_PIECES = 3_000  # of one page
MOST_WORDS_BEFORE = 2  # of a piece, that tell its kind
LONGEST_LINE = 120  # tokens of a text node in which pieces are looked for
TEMPLATE_FROM = 0.5  # share of pages that have a text, from which it is the template's; as in `teaching`


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
        page, opening = self.pages[number], _opening_tags(self.pages[number])
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


def _opening_tags(page: PageTokens) -> dict[int, str]:
    return {row: token for row, token in zip(page.rows, page.tokens, strict=True) if token[:1] == "<" and token[:2] != "</"}


def _may_be(prototype: DataPrototype, page: PageTokens, places: range) -> bool:
    """Whether a whole text is about as long as the field was, and starts and ends like it."""
    count = page.text_rank(places.stop) - page.text_rank(places.start)
    shortest, longest = max(1, prototype.lengths[0] // 2), 2 * prototype.lengths[1]
    return shortest <= count <= min(longest, MOST_TOKENS_OF_VALUE) and prototype.fits(page.text_of(places))
