"""Learn a field from what a person says about a few pages: "here the price is $12.90".

The value is looked up on the page; where it stands several times, each kind of place is tried. Rules are learned from the top and from
the bottom of the page. On how many pages of the layout the two agree decides between the kinds of place, and is the field's confidence.
A page on which they disagree is the one to ask about next (co-testing, section 6.3.2 of the News Ripper thesis).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from sitelode.errors import SettingError
from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.landmarks.landmark_learning import Example, SearchBounds, learn_rule, learn_rules
from sitelode.landmarks.landmark_rules import IndexedTokens, LandmarkRule
from sitelode.landmarks.token_classes import wildcards_of
from sitelode.wrappers.taught.page_tokens import Occurrence, PageTokens, occurrence_at, occurrence_in, occurrences, readings
from sitelode.wrappers.taught.taught import BETWEEN_SAID, Surroundings, Taught, TaughtField, TaughtList, View, learn_list, surroundings_of

MOST_EXAMPLES = 50  # a bound
MOST_RULES = 8  # from either end, among which the two that agree most are taken; a bound
MOST_PAGES_STUDIED = 60  # of the layout, beside the examples; a bound
FEWEST_PAGES_FOR_TEMPLATE = 3  # below, nobody knows which words are the template's
CONSTANT_FROM = 0.8  # share of pages with the most frequent value; a guess, as is the next
CONSTANT_WORTH = 0.5  # of a place that always has the same value, against one that has many
TEMPLATE_FROM = 0.5  # share of pages that hold a token from which it may be a landmark; a guess


@dataclass(frozen=True, slots=True)
class Lesson:
    """What somebody said about one page: the value, or the row where it stands; neither: the field is missing here."""

    page: PageTokens
    value: str = ""
    row: int | None = None


def teach(name: str, lessons: Sequence[Lesson], pages: Sequence[PageTokens]) -> Taught:
    """Learn a field from examples and other pages of the same layout; where a page has several values, one a line, a list.

    Raises:
        SettingError: an example's value is not on its page, or there is no example.

    """
    lessons = lessons[:MOST_EXAMPLES]
    absent = [lesson.page for lesson in lessons if not lesson.value and lesson.row is None]
    present = [lesson for lesson in lessons if lesson.value or lesson.row is not None]
    if not present:
        raise SettingError(f"no example of {name}: give its value on at least one page")
    studied = [*(lesson.page for lesson in lessons), *pages[:MOST_PAGES_STUDIED]]
    bounds = SearchBounds(may_be_landmark=_template_tokens(studied))
    if any(BETWEEN_SAID in lesson.value for lesson in present):
        listed = learn_list(name, [(lesson.page, _values(name, lesson)) for lesson in present], pages[:MOST_PAGES_STUDIED], bounds)
        return replace(listed, seen=_surroundings(listed, studied))
    found = readings([_found(name, lesson) for lesson in present])
    told = [lesson.page for lesson in present]
    return _best_of(name, [_Places(list(zip(told, reading, strict=True)), absent, bounds) for reading in found], studied)


def teach_at(name: str, found: Sequence[tuple[PageTokens, range]], pages: Sequence[PageTokens]) -> Taught:
    """Learn a field from the very places of its values, and other pages of the same layout."""
    found = found[:MOST_EXAMPLES]
    studied = [*(page for page, _ in found), *pages[:MOST_PAGES_STUDIED]]
    values = [(page, occurrence_in(page, places)) for page, places in found]
    return _best_of(name, [_Places(values, (), SearchBounds(may_be_landmark=_template_tokens(studied)))], studied)


def _best_of(name: str, ways: Sequence["_Places"], studied: Sequence[PageTokens]) -> Taught:
    """The field by that way to understand its examples that agrees with itself on most pages; the first is the likeliest."""
    judged = [_Judged.on(_learned(name, way, studied), studied) for way in ways]
    best = max(range(len(judged)), key=lambda number: judged[number].worth)
    field = judged[best].finished()
    return replace(field, seen=_surroundings(field, studied))


def _surroundings(field: TaughtField | TaughtList, pages: Sequence[PageTokens]) -> Surroundings | None:
    return surroundings_of([(page, places) for page in pages if (places := field.places(page)) is not None])


def _values(name: str, lesson: Lesson) -> list[str]:
    """The values of a page, of which one may have been pointed at."""
    if lesson.row is None:
        return [value.strip() for value in lesson.value.split(BETWEEN_SAID) if value.strip()]
    return [lesson.page.text_of(_found(name, lesson)[0].places)]


def ask_next(field: Taught, pages: Sequence[PageTokens]) -> list[int]:
    """Numbers of the pages on which the two ways differ, those first on which both find something: one is surely wrong there."""
    answers = [field.answer(page) for page in pages]
    differing = [number for number, answer in enumerate(answers) if not answer.agreed]
    return sorted(differing, key=lambda number: (not all(answers[number].readings), number))


def _learned(name: str, places: "_Places", studied: Sequence[PageTokens]) -> TaughtField:
    """Of all rules that explain the examples, from the top and from the bottom, the two that agree on most pages."""
    forward, backward = _best_pair(places.views(backward=False), places.views(backward=True), studied)
    values = [page.text_of(one.places) for page, one in places.values]
    return TaughtField(name, forward, backward, DataPrototype.from_values(values), len(values), 0.0)


def _best_pair(forward: Sequence[View], backward: Sequence[View], pages: Sequence[PageTokens]) -> tuple[View, View]:
    """Rules come best first: of pairs that agree equally often the earlier ones are taken."""
    tops, bottoms = ([[view.places(page) for page in pages] for view in views] for views in (forward, backward))
    pairs = sorted(product(range(len(forward)), range(len(backward))), key=sum)

    def agreed(pair: tuple[int, int]) -> int:
        return sum(top is not None and top == bottom for top, bottom in zip(tops[pair[0]], bottoms[pair[1]], strict=True))

    top, bottom = max(pairs, key=agreed)
    return forward[top], backward[bottom]


@dataclass(frozen=True, slots=True)
class _Places:
    """What rules are learned from: where the value stands on each page, and pages that lack it."""

    values: list[tuple[PageTokens, Occurrence]]
    absent: Sequence[PageTokens]
    bounds: SearchBounds

    def views(self, *, backward: bool) -> list[View]:
        near = [Example(page.indexed, one.places.stop if backward else one.places.start) for page, one in self.values]
        near += [Example(page.indexed, None) for page in self.absent]
        learned = learn_rules(near, backward=backward, bounds=self.bounds, most=MOST_RULES)
        whole = all(one.whole for _, one in self.values)
        far = None if whole else self._far_border(backward=backward)
        return [View(rule, far) for rule in learned]

    def _far_border(self, *, backward: bool) -> LandmarkRule:
        examples = [
            Example(IndexedTokens(page.tokens[: one.places.stop]), one.places.start)
            if backward
            else Example(IndexedTokens(page.tokens[one.places.start :]), len(one.places))
            for page, one in self.values
        ]
        return learn_rule(examples, backward=backward, bounds=replace(self.bounds, what_follows_first=True))


@dataclass(frozen=True, slots=True)
class _Judged:
    """A field and how it does on the pages of the layout."""

    field: TaughtField
    agreed: list[str]  # values that both ways find
    found: int  # pages on which either finds something

    @classmethod
    def on(cls, field: TaughtField, pages: Sequence[PageTokens]) -> "_Judged":
        answers = [answer for page in pages if (answer := field.answer(page)).value]
        return cls(field, [answer.value for answer in answers if answer.agreed], len(answers))

    @property
    def worth(self) -> float:
        """What is the same on nearly all pages belongs to the template, and the value named stands there by chance."""
        most_frequent = max(Counter(self.agreed).values(), default=0)
        return len(self.agreed) * (1.0 if most_frequent <= CONSTANT_FROM * len(self.agreed) else CONSTANT_WORTH)

    def finished(self) -> TaughtField:
        """With its confidence, for which one page that might have differed is added (few pages prove little), and its prototype.

        The prototype is learned from what the rules find, as in the life cycle of section 6.2: a handful of examples would say little.
        """
        prototype = DataPrototype.from_values(self.agreed) if len(self.agreed) > self.field.examples else self.field.prototype
        return replace(self.field, confidence=len(self.agreed) / (self.found + 1), prototype=prototype)


def _found(name: str, lesson: Lesson) -> list[Occurrence]:
    if lesson.row is not None:
        there = occurrence_at(lesson.page, lesson.row)
        if there is None:
            raise SettingError(
                f"the element chosen for {name} has no text or does not exist ({lesson.page.page.url or 'page without address'})"
            )
        return [there]
    found = occurrences(lesson.page, lesson.value)
    if not found:
        raise SettingError(f"'{lesson.value:.60}' is not in the text of {lesson.page.page.url or 'the page'}; copy it as the page shows it")
    return found


def _template_tokens(pages: Sequence[PageTokens]) -> Callable[[str], bool]:
    """Whether a token stands on so many pages that the template must have put it there."""
    if len(pages) < FEWEST_PAGES_FOR_TEMPLATE:
        return lambda _: True
    counts: Counter[str] = Counter()
    for page in pages:
        tokens = set(page.tokens)
        counts.update(tokens.union(*(wildcards_of(token) for token in tokens if token[0] == "<")))
    least = TEMPLATE_FROM * len(pages)
    return frozenset(token for token, count in counts.items() if count >= least).__contains__
