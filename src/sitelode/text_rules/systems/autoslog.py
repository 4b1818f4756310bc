"""Learn concept nodes from marked phrases: AutoSlog.

Ellen Riloff: "Automatically Constructing a Dictionary for Information Extraction Tasks", AAAI 1993; section 8.4.1 of the News Ripper
thesis. A node has a trigger word, the syntactic field that holds the value (subject, direct object, prepositional phrase), and enabling
conditions (the voice of the verb). It is made from the place of a marked phrase in its clause. What the original asks of a person,
accepting or rejecting every node, is prepared here: nodes are printed with how often each was right in training, and those below a
precision are dropped. Implemented are the thirteen patterns of the original: the subject of an active or passive verb, of a verb with an
infinitive, or of a form of be with a noun; the object of an active or passive verb, of an infinitive with or without a verb before it, of a
gerund, or behind a noun and a form of be; the phrase of an active or passive verb or of a noun with its preposition.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from sitelode.text_rules.contract import Finding, Lesson, RuleLine, in_order, smoothed
from sitelode.text_rules.systems.shallow_parse import (
    ACTIVE,
    AUXILIARY,
    GERUND,
    INFINITIVE,
    OBJECT,
    PASSIVE,
    PHRASE,
    SUBJECT,
    Clause,
    ClosedClasses,
    Parse,
    english,
    parse_texts,
    plain_forms,
)
from sitelode.text_rules.token_table import Span, TokenTable

NOUN = "noun"


@dataclass(frozen=True, slots=True, order=True)
class Trigger:
    """A word in a role, and the syntactic field it points to."""

    word: str  # of a verb and its infinitive, both
    place: str  # subject, object or phrase
    voice: str  # active, passive, infinitive, gerund, auxiliary (a form of be beside the noun), or noun (with a preposition)
    preposition: str = ""

    @property
    def last_word(self) -> str:
        """What a sentence must have; of `tried kill`, a verb and its infinitive, the infinitive."""
        return self.word.split(" ")[-1]

    def __str__(self) -> str:
        """The linguistic pattern, as the published names have it."""
        if self.voice == AUXILIARY:
            return "subject-auxiliary-noun" if self.place == SUBJECT else "noun-auxiliary-object"
        verb = self.voice if self.voice in (NOUN, GERUND, INFINITIVE) else f"{self.voice}-verb"
        if self.voice == INFINITIVE and " " in self.word:
            verb = "verb-infinitive"
        if self.place == SUBJECT:
            return f"subject-{verb}"
        return f"{verb}-object" if self.place == OBJECT else f"{verb}-{self.preposition}-phrase"


@dataclass(frozen=True, slots=True)
class ConceptNode:
    name: str
    field: str
    trigger: Trigger
    right: int
    wrong: int
    constraint: str = ""  # class of meaning that the value's last word must have, where the lexicon knows that word
    constant: str = ""  # a value the node stands for besides, such as the type of event


@dataclass(frozen=True, slots=True)
class AutoSlogRules:
    nodes: tuple[ConceptNode, ...]
    language: ClosedClasses = field(default_factory=english)

    def findings(self, table: TokenTable) -> list[Finding]:
        by_trigger: dict[Trigger, list[ConceptNode]] = {}
        for node in self.nodes:
            by_trigger.setdefault(node.trigger, []).append(node)
        found = []
        plain = {node.trigger.last_word for node in self.nodes if node.trigger.voice == INFINITIVE}
        parse = parse_texts(table, self.language, plain, {node.trigger.last_word for node in self.nodes})
        for trigger, span in _fields(table, parse):
            nodes = (node for node in by_trigger.get(trigger, ()) if _satisfies(node, table, span))
            found += [Finding(node.field, span, node.name, smoothed(node.right, node.wrong)) for node in nodes]
        return sorted(found, key=in_order)

    def lines(self) -> list[RuleLine]:
        return [RuleLine(node.name, node.field, _described(node), node.right, node.wrong) for node in self.nodes]

    def without(self, names: Collection[str]) -> "AutoSlogRules":
        return AutoSlogRules(tuple(node for node in self.nodes if node.name not in names), self.language)

    def to_data(self) -> Mapping[str, Any]:
        data: Mapping[str, Any] = msgspec.to_builtins(self)
        return data


def _described(node: ConceptNode) -> str:
    voice = "" if node.trigger.voice == NOUN else f", {node.trigger.voice}"
    place = node.trigger.place if node.trigger.place != PHRASE else f"phrase with '{node.trigger.preposition}'"
    constraint = f", which is a {node.constraint}" if node.constraint else ""
    constant = f"; it means {node.constant}" if node.constant else ""
    return f"trigger '{node.trigger.word}'{voice}, value is the {place}{constraint}{constant}"


def _satisfies(node: ConceptNode, table: TokenTable, span: Span) -> bool:
    classes = table.knowledge.classes(table.spellings[table.spelling[span.stop - 1]]) if node.constraint else ()
    return not classes or node.constraint in classes


def _fields(table: TokenTable, parse: Parse) -> Iterator[tuple[Trigger, Span]]:
    """Every syntactic field with every trigger that may point to it."""
    for clause in parse.clauses:
        yield from _fields_of(clause, table)
    for attachment in parse.attachments:
        yield Trigger(_word(table, attachment.noun), PHRASE, NOUN, attachment.phrase.preposition), attachment.phrase.span


def _fields_of(clause: Clause, table: TokenTable) -> Iterator[tuple[Trigger, Span]]:
    voice, places = clause.verb.voice, [(OBJECT, each) for each in clause.objects]
    if clause.subject is not None:
        places.insert(0, (SUBJECT, clause.subject))
    if voice == AUXILIARY:
        if len(places) > 1:  # "the victim was a judge": either noun may point to the other
            (_, subject), (_, noun) = places
            yield Trigger(_word(table, noun.span.stop - 1), SUBJECT, AUXILIARY), subject.span
            yield Trigger(_word(table, subject.span.stop - 1), OBJECT, AUXILIARY), noun.span
        return
    word = _word(table, clause.verb.row)
    if clause.verb.leader >= 0:
        both = f"{_word(table, clause.verb.leader)} {word}"
        yield from ((Trigger(both, place, voice), each.span) for place, each in places)
        places = [(place, each) for place, each in places if place == OBJECT]
    yield from ((Trigger(word, place, voice), each.span) for place, each in places)
    for phrase in clause.phrases if voice in (ACTIVE, PASSIVE) else ():
        yield Trigger(word, PHRASE, voice, phrase.preposition), phrase.span


def _word(table: TokenTable, row: int) -> str:
    return table.lower_forms[int(table.word[row])]


@dataclass(frozen=True, slots=True)
class AutoSlog:
    """The learner and its settings."""

    least_right: int = 1  # values of a node; one example makes one
    least_precision: float = 0.3  # in training; nodes below it would be rejected by whoever reviews them
    language: ClosedClasses = field(default_factory=english)

    def learn(self, lesson: Lesson) -> AutoSlogRules:
        parse = parse_texts(lesson.table, self.language, plain_forms(lesson.table, self.language))
        places = list(_fields(lesson.table, parse))
        fired = Counter(trigger for trigger, _ in places)
        nodes = [node for name in lesson.fields for node in self._nodes(lesson, name, places, fired)]
        return AutoSlogRules(tuple(nodes), self.language)

    def _nodes(self, lesson: Lesson, name: str, places: list[tuple[Trigger, Span]], fired: Counter[Trigger]) -> Iterator[ConceptNode]:
        marked = [each.span for each in lesson.of_field(name)]
        covered = {row for span in marked for row in range(span.first, span.stop)}
        right = Counter(trigger for trigger, span in places if _holds(span, covered))
        constraint = _common_meaning(lesson.table, marked)
        for trigger, hits in sorted(right.items(), key=lambda one: (-one[1], one[0])):
            wrong = fired[trigger] - hits
            constant = next(iter(lesson.knowledge.classes(trigger.word)), "")
            if hits >= self.least_right and hits / fired[trigger] >= self.least_precision:
                yield ConceptNode(f"{name}-{trigger}-{trigger.word}", name, trigger, hits, wrong, constraint, constant)

    def read(self, data: Mapping[str, Any]) -> AutoSlogRules:
        return msgspec.convert(data, AutoSlogRules)


def _common_meaning(table: TokenTable, marked: list[Span]) -> str:
    """A class of meaning that the last words of all values have, as far as the user's lexicon knows them."""
    heads = [set(table.knowledge.classes(table.spellings[table.spelling[span.stop - 1]])) for span in marked]
    shared = set.intersection(*heads_known) if (heads_known := [each for each in heads if each]) else set()
    return min(shared, default="")


def _holds(span: Span, covered: set[int]) -> bool:
    """Whether a syntactic field holds a value: its head, the last word, is marked."""
    return span.stop - 1 in covered
