"""Learn what stands before, in and behind values, from examples upwards: RAPIER.

Mary Elaine Califf, Raymond Mooney: "Bottom-Up Relational Learning of Pattern Matching Rules for Information Extraction", JMLR 4, 2003;
section 8.5.1 of the News Ripper thesis. Implemented: items with words, tags and classes of meaning, list items, the search that generalises
pairs of examples (values first, then what stands beside them, outwards, with a beam), its rule value, rules that replace the examples they
cover. Changed: of two fillers of different length only their common ends are aligned, with a list between; contexts are aligned from the
value outwards, item by item. Both keep the search within a bounded number of candidates.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, product, repeat
from math import log2
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sitelode.text_rules.contract import Finding, Lesson, RuleLine, in_order, smoothed
from sitelode.text_rules.token_table import Codes, Flags, Rows, Span, TokenTable
from sitelode_lab.text_rules.rule_table import RuleTable

LONGEST_LIST = 40  # tokens of all list items before, in or behind a value together, whatever a file says
NEW_LINE, SAME_LINE = "new", "same"
MOST_ITEMS = 60  # of a pattern
_ITEM_SIZE, _LIST_SIZE, _WORD_SIZE, _TAG_SIZE = 2, 3, 2, 1  # as the published size of rules counts them
_SIZE_UNIT = 100
_BOTH_SIDES = 2  # rules with a new item before the value that get one behind it as well
_NEAR = np.arange(1, 4)  # tokens beside a value that make two examples alike


@dataclass(frozen=True, slots=True)
class Item:
    """One token, or up to `longest` of them, that satisfy all constraints; an empty constraint is none."""

    words: tuple[str, ...] = ()  # in lower case
    tags: tuple[str, ...] = ()
    meanings: tuple[str, ...] = ()
    longest: int = 0  # 0: exactly one token; n: a list of 0 to n
    line: str = ""  # "new": the first token of its line; "same": any other; empty: wherever

    def __str__(self) -> str:
        parts = [f"list of up to {self.longest}"] if self.longest else []
        for name, allowed in (("word", self.words), ("tag", self.tags), ("meaning", self.meanings)):
            if allowed:
                parts.append(f"{name} {'|'.join(allowed)}")
        if self.line:
            parts.append(f"{self.line} line")
        return f"[{', '.join(parts) or 'any'}]"

    @property
    def size(self) -> float:
        choices = _WORD_SIZE * max(0, len(self.words) - 1) + _TAG_SIZE * max(0, len(self.tags) - 1)
        return ((_LIST_SIZE if self.longest else _ITEM_SIZE) + choices) / _SIZE_UNIT

    def allows(self, table: RuleTable, rows: Rows) -> Flags:
        """Which of some rows satisfy the constraints."""
        found = table.is_token[rows]
        if self.words:
            found &= _is_one_of(table.word[rows], self.words, table.word_numbers)
        if self.tags:
            codes, numbers = table.tags
            found &= _is_one_of(codes[rows], self.tags, numbers)
        if self.line:
            found &= (table.line_breaks[rows] > 0) == (self.line == NEW_LINE)
        if self.meanings:
            found &= np.logical_or.reduce([table.with_meaning(each)[rows] for each in self.meanings])
        return found


def _is_one_of(codes: Codes, allowed: tuple[str, ...], numbers: Mapping[str, int]) -> Flags:
    found = np.zeros(len(codes), np.bool_)
    for each in allowed:
        number = numbers.get(each)
        if number is not None:
            found |= codes == number
    return found


@dataclass(frozen=True, slots=True)
class Pattern:
    """All three parts; `before` and `behind` touch the value."""

    before: tuple[Item, ...]
    filler: tuple[Item, ...]
    behind: tuple[Item, ...]

    def __str__(self) -> str:
        parts = (("before", self.before), ("value", self.filler), ("behind", self.behind))
        return "; ".join(f"{name} {' '.join(map(str, items))}" for name, items in parts if items)

    def __len__(self) -> int:
        return len(self.before) + len(self.filler) + len(self.behind)

    @property
    def size(self) -> float:
        return sum(item.size for item in (*self.before, *self.filler, *self.behind))

    def matches(self, table: RuleTable) -> tuple[Rows, Rows]:
        """First and stop rows of all values the pattern finds."""
        first = self._possible_starts(table)
        first = _unique(_follow(table, first, first - 1, self.before[::-1], -1)[0])
        begin, stop = _follow(table, first, first, self.filler, 1)
        keep = stop > begin
        begin, stop = begin[keep], stop[keep]
        number = np.arange(len(begin))
        kept = _unique(_follow(table, number, stop, self.behind, 1)[0])
        return begin[kept], stop[kept]

    def _possible_starts(self, table: RuleTable) -> Rows:
        """By the rarest word, else the rarest tags, at a fixed distance from the start; else every token."""
        fixed = list(self._fixed_items())
        places = [table.rows_of_words(item.words) - offset for offset, item in fixed if item.words]
        places = places or [table.rows_of_tags(item.tags) - offset for offset, item in fixed if item.tags]
        if not places:
            return table.token_rows
        best = min(places, key=len)
        found = best[(best >= 0) & (best < len(table))]
        return found[table.is_token[found]]

    def _fixed_items(self) -> Iterator[tuple[int, Item]]:
        for distance, item in enumerate(reversed(self.before), start=1):
            if item.longest:
                break
            yield -distance, item
        for distance, item in enumerate(self.filler):
            if item.longest:
                break
            yield distance, item


def _follow(
    table: RuleTable, numbers: NDArray[np.int64], places: Rows, items: tuple[Item, ...], step: int
) -> tuple[NDArray[np.int64], Rows]:
    """Walk items from many places at once; a number may arrive at several places, where items are lists."""
    room = LONGEST_LIST
    for item in items:
        if not len(places):
            break
        if not item.longest:
            fits = item.allows(table, places)
            numbers, places = numbers[fits], places[fits] + step
            continue
        all_numbers, all_places = [numbers], [places]
        for _ in range(min(item.longest, room)):
            fits = item.allows(table, places)
            numbers, places = numbers[fits], places[fits] + step
            if not len(numbers):
                break
            all_numbers.append(numbers)
            all_places.append(places)
        room = max(0, room - item.longest)
        numbers, places = _unique_pairs(np.concatenate(all_numbers), np.concatenate(all_places))
    return numbers, places


def _unique_pairs(numbers: NDArray[np.int64], places: Rows) -> tuple[NDArray[np.int64], Rows]:
    width = int(places.max(initial=0)) + 2
    keys = _unique(np.sort(numbers * width + places + 1, kind="stable"))  # runs in order: merged in linear time
    return keys // width, keys % width - 1


def _unique(ascending: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each number once; `np.unique` would sort or hash what is in order already."""
    new: Flags = np.append(True, ascending[1:] != ascending[:-1])[: len(ascending)]
    found: NDArray[np.int64] = ascending[new]
    return found


@dataclass(frozen=True, slots=True)
class RapierRule:
    name: str
    field: str
    pattern: Pattern
    right: int
    wrong: int


@dataclass(frozen=True, slots=True)
class RapierRules:
    rules: tuple[RapierRule, ...]

    def findings(self, table: TokenTable) -> list[Finding]:
        found = [each for rule in self.rules for each in _findings_of(rule, RuleTable.of(table))]
        return sorted(found, key=in_order)

    def lines(self) -> list[RuleLine]:
        return [RuleLine(rule.name, rule.field, str(rule.pattern), rule.right, rule.wrong) for rule in self.rules]

    def without(self, names: Collection[str]) -> "RapierRules":
        return RapierRules(tuple(rule for rule in self.rules if rule.name not in names))

    def to_data(self) -> Mapping[str, Any]:
        data: Mapping[str, Any] = msgspec.to_builtins(self)
        return data


def _findings_of(rule: RapierRule, table: RuleTable) -> Iterator[Finding]:
    precision = smoothed(rule.right, rule.wrong)
    first, stop = rule.pattern.matches(table)
    yield from map(Finding, repeat(rule.field), map(Span, first.tolist(), stop.tolist()), repeat(rule.name), repeat(precision))


@dataclass(frozen=True, slots=True)
class Rapier:
    """The learner and its settings."""

    beam: int = 6  # published
    pairs: int = 5  # tried for one new rule; published
    partners: int = 8  # most similar examples of which one is paired with a random one; the original pairs at random
    failures: int = 4  # new rules in a row that compress nothing, before the search for a field ends
    widest: int = 6  # tokens looked at before and behind a value
    choices: int = 12  # ways to generalise a filler, and to add one item
    least_texts: int = 3  # with a word in or near a value, for it to be an alternative of another; of few texts, all but two
    noise: float = 0.1  # share of wrong matches at which a rule is no longer specialised
    least_right: int = 3  # texts with a right value: one more than the pair it was made of; of fewer texts, all
    seed: int = 0

    def learn(self, lesson: Lesson) -> RapierRules:
        rules = [rule for field in lesson.fields for rule in _FieldSearch(self, lesson, field).rules()]
        return RapierRules(tuple(rules))

    def read(self, data: Mapping[str, Any]) -> RapierRules:
        rules = msgspec.convert(data, RapierRules)
        for rule in rules.rules:
            if len(rule.pattern) > MOST_ITEMS or not rule.pattern.filler:
                raise ValueError(f"rule {rule.name} needs items for the value, and at most {MOST_ITEMS} items")
        return rules


@dataclass(frozen=True, slots=True, eq=False)
class _Matches:
    """Everything that a filler alone matches in training, in order of rows."""

    first: Rows
    stop: Rows
    right: Flags
    text: Rows


@dataclass(frozen=True, eq=False)
class _Candidate:
    """A rule being made, and which of its filler's matches it keeps."""

    pattern: Pattern
    matches: _Matches
    kept: Rows

    @cached_property
    def right(self) -> Rows:
        return self.kept[self.matches.right[self.kept]]

    @cached_property
    def hits(self) -> int:
        """Texts with a right match: a name that stands in one text three times is one example, as in a filled template."""
        texts = self.matches.text[self.right]  # ascending
        return int((texts[1:] != texts[:-1]).sum()) + 1 if len(texts) else 0

    @property
    def misses(self) -> int:
        return len(self.kept) - len(self.right)

    @cached_property
    def value(self) -> float:
        """Small is good: RAPIER's blend of informativity and size."""
        return -log2((self.hits + 1) / (self.hits + self.misses + 2)) + self.pattern.size / max(self.hits, 0.5)

    def is_clean(self, noise: float) -> bool:
        return self.misses <= noise * (self.hits + self.misses)


class _FieldSearch:
    """For the rules of one field."""

    def __init__(self, settings: Rapier, lesson: Lesson, field: str) -> None:
        self.settings, self.table, self.field = settings, RuleTable.of(lesson.table), field
        self.examples = [each.span for each in lesson.of_field(field)]
        self.longest = max(each.stop - each.first for each in self.examples)
        self.keys = np.unique([self._key(each.first, each.stop) for each in self.examples])
        self.random = random.Random(f"{settings.seed} {field}")  # noqa: S311 (which pairs are tried, nothing secret)
        texts = len({each.text for each in lesson.of_field(field)})
        self.least_texts = min(settings.least_texts, max(1, texts - 2))  # three examples have hardly a word three times
        self.least_right = min(settings.least_right, texts)
        self.texts_near = self._texts_near()
        self.tag_names = list(self.table.tags[1])
        self.item_flags: dict[Item, Flags] = {}
        self.fillers: dict[tuple[Item, ...], _Candidate] = {}

    def _key(self, first: Any, stop: Any) -> Any:  # noqa: ANN401 (one row or many)
        return first * (self.longest + 1) + (stop - first)

    def rules(self) -> list[RapierRule]:
        found: list[RapierRule] = []
        open_ones = list(self.examples)
        failures = 0
        while len(open_ones) >= self.least_right and failures < self.settings.failures:
            best = self._best_of_pairs(open_ones)
            rest = self._uncovered(open_ones, best) if best else open_ones
            if best is None or best.hits < self.least_right or len(rest) == len(open_ones) or not best.is_clean(0.5):
                failures += 1
                continue
            failures = 0
            open_ones = rest
            found.append(RapierRule(f"{self.field}-{len(found) + 1}", self.field, best.pattern, best.hits, best.misses))
        return found

    def _uncovered(self, open_ones: Sequence[Span], rule: _Candidate) -> list[Span]:
        matches = rule.matches
        covered = set(zip(matches.first[rule.right].tolist(), matches.stop[rule.right].tolist(), strict=True))
        return [each for each in open_ones if (each.first, each.stop) not in covered]

    def _best_of_pairs(self, open_ones: Sequence[Span]) -> _Candidate | None:
        best: _Candidate | None = None
        for _ in range(self.settings.pairs):
            left = self.random.choice(open_ones)
            found = self._from_pair(left, self._partner(left, open_ones))
            if found is not None and (best is None or found.value < best.value):
                best = found
        return best

    def _partner(self, left: Span, open_ones: Sequence[Span]) -> Span:
        """One of the examples that stand most like this one: of two that share nothing, nothing is learnt."""
        rows = np.array([[each.first, each.stop] for each in open_ones])
        places = np.concatenate((rows[:, :1] - _NEAR, rows[:, 1:] - 1 + _NEAR), axis=1)
        mine = np.concatenate((left.first - _NEAR, left.stop - 1 + _NEAR))
        tags, _ = self.table.tags
        alike = 2.0 * (self.table.word[places] == self.table.word[mine]).sum(axis=1) + (tags[places] == tags[mine]).sum(axis=1)
        alike += 2.0 * (rows[:, 1] - rows[:, 0] == left.stop - left.first)
        same_text = self.table.text_of[rows[:, 0]] == self.table.text_of[left.first]
        best = np.argsort(np.where(same_text, -1.0, alike), kind="stable")[::-1][: self.settings.partners]
        chosen: int = self.random.choice(best.tolist())
        return open_ones[chosen]

    def _from_pair(self, left: Span, right: Span) -> _Candidate | None:
        """Generalise the fillers, then add items before and behind, outwards, while the rule gets better."""
        beam = self._best(self._of_filler(filler) for filler in self._common_fillers(left, right))
        best = beam[0] if beam else None
        for _ in range(self.settings.widest):
            if best is None or best.is_clean(self.settings.noise):
                break
            grown = [longer for rule in beam for longer in self._longer(rule, left, right)]
            beam = self._best([*beam, *grown])
            if not beam or beam[0].value >= best.value:
                break
            best = beam[0]
        return best

    def _best(self, rules: Iterator[_Candidate] | Sequence[_Candidate]) -> list[_Candidate]:
        return sorted((rule for rule in rules if rule.hits), key=lambda rule: rule.value)[: self.settings.beam]

    def _of_filler(self, filler: tuple[Item, ...]) -> _Candidate:
        found = self.fillers.get(filler)
        if found is None:
            pattern = Pattern((), filler, ())
            first, stop = pattern.matches(self.table)
            short = stop - first <= self.longest
            first, stop = first[short], stop[short]
            matches = _Matches(first, stop, np.isin(self._key(first, stop), self.keys), self.table.text_of[first])
            found = self.fillers[filler] = _Candidate(pattern, matches, np.arange(len(first)))
        return found

    def _longer(self, rule: _Candidate, left: Span, right: Span) -> list[_Candidate]:
        """With one more item before, behind, or both; each stands just outside of those that the rule has on that side."""
        before_it, behind_it = len(rule.pattern.before) + 1, len(rule.pattern.behind)
        before = [self._with_before(rule, item) for item in self._common_items(left.first - before_it, right.first - before_it)]
        items = self._common_items(left.stop + behind_it, right.stop + behind_it)
        behind = [self._with_behind(each, item) for each in (rule, *self._best(before)[:_BOTH_SIDES]) for item in items]
        return [*before, *behind]

    def _with_before(self, rule: _Candidate, item: Item) -> _Candidate:
        keep = self._flags(item)[rule.matches.first[rule.kept] - len(rule.pattern.before) - 1]
        return _Candidate(replace(rule.pattern, before=(item, *rule.pattern.before)), rule.matches, rule.kept[keep])

    def _with_behind(self, rule: _Candidate, item: Item) -> _Candidate:
        keep = self._flags(item)[rule.matches.stop[rule.kept] + len(rule.pattern.behind)]
        return _Candidate(replace(rule.pattern, behind=(*rule.pattern.behind, item)), rule.matches, rule.kept[keep])

    def _flags(self, item: Item) -> Flags:
        """Which rows of the whole table an item allows; the same items are asked for again and again."""
        found = self.item_flags.get(item)
        if found is None:
            found = self.item_flags[item] = item.allows(self.table, np.arange(len(self.table)))
        return found

    def _common_items(self, left: int, right: int) -> list[Item]:
        """Generalisations of two tokens: their words, their tags, or any token; with their place in the line, where that is the same."""
        if not (self.table.is_token[left] and self.table.is_token[right]):
            return []
        words = tuple(sorted({self._word(left), self._word(right)}))
        tags = tuple(sorted({self._tag(left), self._tag(right)}))
        plain = [Item(tags=tags), Item()]
        if len(words) == 1 or all(self.texts_near[word] >= self.least_texts for word in words):
            plain.insert(0, Item(words=words))
        new_line = self.table.line_breaks[left] > 0, self.table.line_breaks[right] > 0
        if new_line[0] == new_line[1]:
            line = NEW_LINE if new_line[0] else SAME_LINE
            lines = [replace(item, line=line) for item in plain if line == NEW_LINE or not item.words]
            # Of equally good rules the first is kept: in the middle of a line a word says more than a tag and the line.
            return [*lines, *plain] if line == NEW_LINE else [*plain[:-2], *lines, *plain[-2:]]
        return plain

    def _texts_near(self) -> Counter[str]:
        """For each word in or beside values, in how many texts: one that is not repeated is a name, and no sign of the field."""
        texts: dict[str, set[int]] = {}
        for span in self.examples:
            text = int(self.table.text_of[span.first])
            for row in range(span.first - len(_NEAR), span.stop + len(_NEAR)):
                texts.setdefault(self._word(row), set()).add(text)
        return Counter({word: len(found) for word, found in texts.items()})

    def _word(self, row: int) -> str:
        return self.table.lower_forms[int(self.table.word[row])]

    def _tag(self, row: int) -> str:
        codes, _ = self.table.tags
        return self.tag_names[int(codes[row])]

    def _common_fillers(self, left: Span, right: Span) -> Iterator[tuple[Item, ...]]:
        lengths = (left.stop - left.first, right.stop - right.first)
        if lengths[0] == lengths[1]:
            choices = [self._common_items(left.first + place, right.first + place) for place in range(lengths[0])]
            yield from islice(product(*choices), self.settings.choices)
            yield tuple(Item(tags=tuple(sorted({self._tag(left.first + at), self._tag(right.first + at)}))) for at in range(lengths[0]))
        tags = tuple(sorted({self._tag(row) for span in (left, right) for row in range(span.first, span.stop)}))
        yield (Item(tags=tags, longest=max(lengths)),)
        if max(lengths) > 1:
            yield from ((item, Item(tags=tags, longest=max(lengths) - 1)) for item in self._common_items(left.first, right.first)[:3])
        if lengths[0] != lengths[1] and min(lengths) > 1:
            yield from self._common_ends(left, right, max(lengths) - 1, tags)

    def _common_ends(self, left: Span, right: Span, longest: int, tags: tuple[str, ...]) -> Iterator[tuple[Item, ...]]:
        """The last token of both, and a list for the rest."""
        for item in self._common_items(left.stop - 1, right.stop - 1)[:2]:
            yield Item(tags=tags, longest=longest), item
