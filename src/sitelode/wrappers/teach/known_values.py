"""Learn a field or a column again from values that its pages are known to have: as if a person had named some; the others are the test.

After a redesign its rules are gone, but articles, rows and lessons still say what it was on many pages, some values it used to have stand
on pages that nobody has seen, and its label often stays. In this order they say what the value is on some pages. Where most of these
values stand in one kind of place, rules are learnt from a few of them and must give the others. What nothing known shows stays lost.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from sitelode.articles.fields.dates import DateForms, month_names
from sitelode.counted import counted
from sitelode.errors import SettingError
from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.landmarks.token_classes import token_spans
from sitelode.wrappers.known_content import comparable_text
from sitelode.wrappers.taught.page_tokens import Occurrence, PageTokens, occurrence_in, occurrences, page_tokens
from sitelode.wrappers.taught.taught import BETWEEN_SAID, BETWEEN_VALUES, Taught, TaughtList
from sitelode.wrappers.teach.teaching import Lesson, teach, teach_at

LEAST_SHOWN = 2  # pages that show a known value; all set by hand
STANDING = 0.5  # share of the known values that must stand on their pages, and of these in the same kind of place
RIGHT_FROM = 0.8  # share of the known values that the rules learnt must give
MOST_KINDS = 3  # of places that are tried
MOST_EXAMPLES = 4  # that rules are learnt from; more take long and teach little
MOST_OTHERS = 12  # pages without a known value that rules are tried on; a bound
_SIGNS_BEHIND = " :-\u2013\u2014|\u00b7\uff1a"  # of a label
DATED_FROM = 0.8  # share of a field's values that are dates, from which it is a date
LONGEST_DATE_LINE = 60  # characters of a text in which a date is looked for; a bound


@dataclass(frozen=True)
class ChangedPages:
    """Pages on which fields were lost, as tokens."""

    pages: Sequence[PageTokens]

    @cached_property
    def texts(self) -> list[list[range]]:
        """The text nodes of every page."""
        return [list(_text_nodes(page)) for page in self.pages]

    @cached_property
    def forms(self) -> DateForms:
        """How these pages write dates, by the names of months in their languages."""
        pages = [page.page for page in self.pages]
        languages = dict.fromkeys(code.partition("-")[0].lower() for page in pages if (code := metadata_of(page).language))
        months = {name: number for code in (*languages, "en") for name, number in month_names(code).items()}
        texts = [text for page in pages for row in page.text_rows.tolist() if len(text := page.text(row)) <= LONGEST_DATE_LINE]
        return replace(DateForms.learn(texts), months=months)


def _text_nodes(page: PageTokens) -> Iterator[range]:
    at = 0
    while at < len(page.text_places):
        node = page.node_of(page.text_places[at])
        yield node
        at += len(node)


@dataclass(frozen=True)
class KnownField:
    """A field or a column that rules no longer find, and what is known about it."""

    name: str
    by_page: Mapping[int, str] = field(default_factory=dict)  # the value it is known to have
    old: Taught | None = None  # what people taught; a column has no such rules

    @property
    def seen(self) -> tuple[str, ...]:
        """Values that it had before."""
        return self.old.seen.values if self.old is not None and self.old.seen else ()

    @property
    def label(self) -> str:
        return self.old.seen.before if self.old is not None and self.old.seen else ""

    @property
    def is_list(self) -> bool:
        return isinstance(self.old, TaughtList)

    def is_date(self, forms: DateForms) -> bool:
        """Whether what people taught used to be dates and little else."""
        values = [*self.seen, *self.by_page.values()] if self.old is not None else []
        dated = sum(bool(day) and 2 * (end - start) > len(value) for value in values for day, start, end in [forms.locate(value)])
        return bool(values) and dated > DATED_FROM * len(values)


def relearn(known: KnownField, changed: ChangedPages) -> tuple[Taught, str] | None:
    """The field on changed pages and what shows it, in words; none where nothing known does."""
    search = _Search(known, changed, changed.forms if known.old is not None and known.is_date(changed.forms) else None)
    shown = [(known.by_page, "known for these pages"), *((values, "seen before") for values in search.seen_before())]
    for values, words in (*shown, (search.behind_label(), f"behind {known.label!r:.60} as before")):
        found = search.learnt(values)
        if found is not None:
            return found[0], f"{found[1]} of {counted(len(values), 'value')} {words}"
    return None


def relearn_all(
    lost: Mapping[str, Taught | None], known: Sequence[Mapping[str, str]], pages: Sequence[Page]
) -> dict[str, tuple[Taught, str] | None]:
    """Several fields or columns by name, taught ones with their old rules; `known` are the values of the first of the pages."""
    changed = ChangedPages([page_tokens(page) for page in pages])
    told = {name: {place: value for place, values in enumerate(known) if (value := values.get(name))} for name in lost}
    return {name: relearn(KnownField(name, told[name], old), changed) for name, old in lost.items()}


@dataclass(frozen=True)
class _Search:
    known: KnownField
    changed: ChangedPages
    forms: DateForms | None  # where the field is a date

    def same(self, text: str) -> str:
        """A value as it is compared: a date is the same in whatever form, and a title in capitals is the same title."""
        day = self.forms.in_text(text)[:10] if self.forms is not None else ""
        return day or comparable_text(unicodedata.normalize("NFKC", text)).casefold()

    def seen_before(self) -> list[dict[int, str]]:
        """For kinds of places the pages on which exactly one value that the field had before stands there; those on most pages first."""
        wanted = {self.same(value) for value in self.known.seen} if not self.known.is_list else set()
        found: dict[object, dict[int, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
        for number, page in enumerate(self.changed.pages if wanted else ()):
            for node, text in zip(self.changed.texts[number], self._texts(number), strict=True):
                if (same := self.same(text)) in wanted:
                    found[occurrence_in(page, node).kind][number][same] = text
        values = [{number: next(iter(each.values())) for number, each in pages.items() if len(each) == 1} for pages in found.values()]
        return sorted(values, key=lambda each: -len(each))[:MOST_KINDS]

    def behind_label(self) -> dict[int, str]:
        """The texts behind the label that the field had, on pages that have this label once, if nearly all of them look like the field."""
        label, old = _bare(self.known.label), self.known.old
        found = ((number, list(_behind(self._texts(number), label))) for number in range(len(self.changed.pages)) if label)
        values = {number: texts[0] for number, texts in found if len(texts) == 1 and texts[0]}
        return values if old is not None and sum(map(old.prototype.fits, values.values())) >= RIGHT_FROM * len(values) else {}

    def _texts(self, number: int) -> list[str]:
        return [self.changed.pages[number].text_of(node) for node in self.changed.texts[number]]

    def learnt(self, values: Mapping[int, str]) -> tuple[Taught, int] | None:
        """Rules learnt from a few of the values that give the others, and how many they give."""
        pages = self.changed.pages
        standing = {number: found for number, value in values.items() if (found := self._standing(number, value))}
        least = max(LEAST_SHOWN, STANDING * len(values))
        if len(standing) < least:
            return None
        others = [page for number, page in enumerate(pages) if number not in standing][:MOST_OTHERS]
        for examples in self._examples(values, standing):
            try:
                if self.known.is_list:
                    lessons = [Lesson(pages[number], BETWEEN_SAID.join(_items(values[number]))) for number in examples]
                    rules = teach(self.known.name, lessons, others)
                else:
                    rules = teach_at(self.known.name, [(pages[number], places) for number, places in examples.items()], others)
            except SettingError:
                continue
            right = sum(self.same(rules.answer(pages[number]).value) == self.same(values[number]) for number in standing)
            if right >= max(least, RIGHT_FROM * len(standing)):
                return rules, right
        return None

    def _standing(self, number: int, value: str) -> list[Occurrence]:
        """Where a page says a value; of a list, its first item, if all of them stand there."""
        page = self.changed.pages[number]
        if self.forms is not None:
            dated = ((node, _date_in(page, node, self.forms)) for node in self.changed.texts[number])
            day = self.same(value)
            return [occurrence_in(page, found[1]) for _, found in dated if found is not None and found[0][:10] == day]
        found = [occurrences(page, item) for item in (_items(value) if self.known.is_list else [value])]
        return found[0] if all(found) else []

    def _examples(self, values: Mapping[int, str], standing: Mapping[int, Sequence[Occurrence]]) -> Iterator[Mapping[int, range]]:
        """Some pages with the place of the value, for every kind of place that most values stand in; the likeliest kind first."""
        if self.known.is_list:  # its items are looked for by the learner, best from the longest list
            longest = sorted(standing, key=lambda number: -len(_items(values[number])))[:MOST_EXAMPLES]
            yield {number: standing[number][0].places for number in longest}
            return
        counts = Counter(kind for found in standing.values() for kind in {each.kind for each in found})
        kinds = sorted(counts, key=lambda kind: (-counts[kind], not kind[0], not kind[1], len(kind[2]), kind))
        for kind in kinds[:MOST_KINDS]:
            places = {
                number: next(each.places for each in found if each.kind == kind)
                for number, found in standing.items()
                if kind in {each.kind for each in found}
            }
            if len(places) >= max(LEAST_SHOWN, STANDING * len(standing)):
                some = list(places)[:: max(1, len(places) // MOST_EXAMPLES)][:MOST_EXAMPLES]
                yield {number: places[number] for number in some}


def _items(value: str) -> list[str]:
    return value.replace(BETWEEN_VALUES, BETWEEN_SAID).split(BETWEEN_SAID)


def _date_in(page: PageTokens, node: range, forms: DateForms) -> tuple[str, range] | None:
    """The first date in a text node, and its tokens."""
    text = page.page.text(page.rows[node.start])
    day, start, end = forms.locate(text)
    inside = [number for number, (first, last) in enumerate(token_spans(text)) if first < end and last > start] if day else []
    return (day, range(node.start + inside[0], node.start + inside[-1] + 1)) if inside else None


def _behind(texts: Sequence[str], label: str) -> Iterator[str]:
    """What stands behind a label: the next text, or the rest of its own."""
    for place, text in enumerate(texts):
        if _bare(text) == label and place + 1 < len(texts):
            yield texts[place + 1]
        elif text.casefold().startswith(label) and _bare(text) != label:
            yield text[len(label) :].lstrip(_SIGNS_BEHIND)


def _bare(text: str) -> str:
    """A label without the signs at its end, which designs change: "Title:" is "Title"."""
    return text.rstrip(_SIGNS_BEHIND).casefold()
