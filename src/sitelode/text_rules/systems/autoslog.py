"""Learn concept nodes from marked phrases: AutoSlog.

Ellen Riloff: "Automatically Constructing a Dictionary for Information Extraction Tasks", AAAI 1993; section 8.4.1 of the News Ripper
thesis. A node has a trigger word, the syntactic field that holds the value (subject, direct object, prepositional phrase), and enabling
conditions (the voice of the verb). It is made from the place of a marked phrase in its clause. What the original asks of a person,
accepting or rejecting every node, is prepared here: nodes are printed with how often each was right in training, and those below a
precision are dropped. Implemented: subject with active or passive verb, active verb with object, active or passive verb with a preposition,
noun with a preposition.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from sitelode.text_rules.contract import Finding, Lesson, RuleLine, smoothed
from sitelode.text_rules.systems.shallow_parse import ACTIVE, OBJECT, PHRASE, SUBJECT, ClosedClasses, Parse, english, parse_texts
from sitelode.text_rules.token_table import Span, TokenTable

NOUN = "noun"


@dataclass(frozen=True, slots=True, order=True)
class Trigger:
    """A word in a role, and the syntactic field it points to."""

    word: str
    place: str  # subject, object or phrase
    voice: str  # active, passive, or noun for a noun with a preposition
    preposition: str = ""

    def __str__(self) -> str:
        """The linguistic pattern, as the published names have it."""
        verb = "noun" if self.voice == NOUN else f"{self.voice}-verb"
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
        parse = parse_texts(table, self.language, {node.trigger.word for node in self.nodes})
        for trigger, span in _fields(table, parse):
            nodes = (node for node in by_trigger.get(trigger, ()) if _satisfies(node, table, span))
            found += [Finding(node.field, span, node.name, smoothed(node.right, node.wrong)) for node in nodes]
        return sorted(found, key=lambda one: (one.span.first, one.span.stop, one.rule))

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
        word, voice = table.lower_forms[table.word[clause.verb.row]], clause.verb.voice
        if clause.subject is not None:
            yield Trigger(word, SUBJECT, voice), clause.subject.span
        if voice == ACTIVE:
            for each in clause.objects:
                yield Trigger(word, OBJECT, ACTIVE), each.span
        for phrase in clause.phrases:
            yield Trigger(word, PHRASE, voice, phrase.preposition), phrase.span
    for attachment in parse.attachments:
        word = table.lower_forms[table.word[attachment.noun]]
        yield Trigger(word, PHRASE, NOUN, attachment.phrase.preposition), attachment.phrase.span


@dataclass(frozen=True, slots=True)
class AutoSlog:
    """The learner and its settings."""

    least_right: int = 1  # values of a node; one example makes one
    least_precision: float = 0.3  # in training; nodes below it would be rejected by whoever reviews them
    language: ClosedClasses = field(default_factory=english)

    def learn(self, lesson: Lesson) -> AutoSlogRules:
        places = list(_fields(lesson.table, parse_texts(lesson.table, self.language)))
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
