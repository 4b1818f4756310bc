"""Learn concept nodes from marked phrases: AutoSlog.

Ellen Riloff: "Automatically Constructing a Dictionary for Information Extraction Tasks", AAAI 1993; section 8.4.1 of the News Ripper
thesis. A node has a trigger word, the syntactic field that holds the value (subject, direct object, prepositional phrase), and enabling
conditions (the voice of the verb). It is made from the place of a marked phrase in its clause. What the original asks of a person,
accepting or rejecting every node, is prepared here: nodes are printed with how often each was right in training, and those below a
precision are dropped. Implemented are the thirteen patterns of the original: the subject of an active or passive verb, of a verb with an
infinitive, or of a form of be with a noun; the object of an active or passive verb, of an infinitive with or without a verb before it, of a
gerund, or behind a noun and a form of be; the phrase of an active or passive verb or of a noun with its preposition.

The parse is shallow: noun groups, verb groups with their voice, prepositional phrases, by the words of a language that form a closed class
(auxiliaries, prepositions, articles) and the endings of participles, as plain data: English is there, others can be given in the same form.
A text in a language without lists has no clauses, and gives no nodes.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final

import msgspec
import numpy as np

from sitelode.text_rules.contract import Finding, Lesson, RuleLine, in_order, smoothed
from sitelode.text_rules.token_table import Span, TokenTable
from sitelode_lab.text_rules.rule_table import RuleTable

SUBJECT, OBJECT, PHRASE = "subject", "object", "phrase"
ACTIVE, PASSIVE = "active", "passive"
INFINITIVE, GERUND, AUXILIARY = "infinitive", "gerund", "auxiliary"
LONGEST_GROUP = 15  # tokens
_ENDS: Final = frozenset('.!?;:"()\u3002\uff01\uff1f')
NOUN = "noun"


@dataclass(frozen=True, slots=True)
class ClosedClasses:
    """The word lists of one language, all in lower case."""

    be: tuple[str, ...]
    auxiliaries: tuple[str, ...]
    prepositions: tuple[str, ...]
    determiners: tuple[str, ...]
    pronouns: tuple[str, ...]
    conjunctions: tuple[str, ...]
    adverbs: tuple[str, ...] = ()
    participle_endings: tuple[str, ...] = ()
    irregular_participles: tuple[str, ...] = ()
    irregular_past: tuple[str, ...] = ()
    verb_endings: tuple[str, ...] = ()
    gerund_endings: tuple[str, ...] = ()
    infinitive_signs: tuple[str, ...] = ()  # words before a verb's plain form
    plain_form_endings: tuple[str, ...] = ()  # a word that other words continue so is a verb's plain form


@cache
def english() -> ClosedClasses:
    data = files("sitelode_lab.text_rules").joinpath("english_words.json").read_bytes()
    return msgspec.json.decode(data, type=ClosedClasses)


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb group: its main verb and its voice; or an infinitive, a gerund, or a form of be alone."""

    row: int  # of the main verb
    first: int
    stop: int
    voice: str
    leader: int = -1  # of an infinitive: the row of the verb just before it


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun group, with the preposition before it, where there is one."""

    span: Span
    preposition: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb with what stands around it."""

    verb: Verb
    subject: Phrase | None
    objects: tuple[Phrase, ...]  # the first is the direct object, where the verb is active
    phrases: tuple[Phrase, ...]  # prepositional, behind the verb


@dataclass(frozen=True, slots=True)
class Attachment:
    """A prepositional phrase and the noun just before it."""

    noun: int  # row
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Parse:
    clauses: tuple[Clause, ...] = ()
    attachments: tuple[Attachment, ...] = field(default=())


def plain_forms(table: RuleTable, language: ClosedClasses) -> frozenset[str]:
    """Words that are plain forms of verbs, by the other forms of them in the same texts: `kill`, where `killed` stands somewhere."""
    known = table.word_numbers
    return frozenset(form for form in known if form.isalpha() and any(form + ending in known for ending in language.plain_form_endings))


def parse_texts(table: RuleTable, language: ClosedClasses, plain: Collection[str], words_wanted: Collection[str] | None = None) -> Parse:
    """All clauses of all texts, or of those sentences that have one of some words; `plain` are the verbs' plain forms."""
    wanted = np.ones(len(table), np.bool_)
    if words_wanted is not None:
        wanted[:] = False
        wanted[table.rows_of_words(words_wanted)] = True
    before = np.concatenate(([0], np.cumsum(wanted))).tolist()
    breaks = table.line_breaks.tolist()
    clauses: list[Clause] = []
    attachments: list[Attachment] = []
    words = [table.lower_forms[code] for code in table.word.tolist()]
    kinds = _Kinds(language, plain)
    for first, stop in zip(table.first.tolist(), table.stop.tolist(), strict=True):
        begin = first
        for row in range(first, stop + 1):
            if row == stop or words[row] in _ENDS or breaks[row] > 1:
                if before[row] > before[begin]:
                    found = _sentence(words, begin, row, kinds)
                    clauses += found.clauses
                    attachments += found.attachments
                begin = row + (row < stop and words[row] in _ENDS)
    return Parse(tuple(clauses), tuple(attachments))


class _Kinds:
    """What a word does in a sentence."""

    def __init__(self, language: ClosedClasses, plain: Collection[str]) -> None:
        self.language, self.plain = language, plain
        self.seen: dict[str, str] = {}

    def of(self, word: str) -> str:
        kind = self.seen.get(word)
        if kind is None:
            kind = self.seen[word] = self._kind(word)
        return kind

    def _kind(self, word: str) -> str:
        lists: Mapping[str, tuple[str, ...]] = {
            "be": self.language.be, "aux": self.language.auxiliaries, "prep": self.language.prepositions, "det": self.language.determiners,
            "pron": self.language.pronouns, "conj": self.language.conjunctions, "adv": self.language.adverbs,
        }  # fmt: skip
        for kind, members in lists.items():
            if word in members:
                return kind
        if not word[:1].isalnum():
            return "sign" if word not in ("-", "'") else "noun"
        if word in self.language.irregular_participles or word in self.language.irregular_past or word.endswith(self.language.verb_endings):
            return "verb"
        return "adv" if word.endswith("ly") and self.language.be else "noun"

    def of_sentence(self, words: Sequence[str], first: int, stop: int) -> dict[int, str]:
        """What each row does; what stands beside it decides whether a word is an infinitive or a gerund."""
        kind = {row: self.of(words[row]) for row in range(first, stop)}
        for row in range(first, stop - 1):
            if words[row] in self.language.infinitive_signs and words[row + 1] in self.plain and kind[row + 1] in ("noun", "verb"):
                kind[row], kind[row + 1] = "sign of infinitive", "infinitive"
            elif kind[row] == "noun" and words[row].endswith(self.language.gerund_endings or ("\n",)):
                before, behind = kind.get(row - 1, "sign"), kind[row + 1]
                if behind in ("det", "pron", "noun") and before not in ("det", "noun", "pron"):
                    kind[row] = "gerund"
        return kind


def _sentence(words: Sequence[str], first: int, stop: int, kinds: _Kinds) -> Parse:
    kind = kinds.of_sentence(words, first, stop)
    verbs = _verbs(first, stop, kind)
    in_verb = {row for verb in verbs for row in range(verb.first, verb.stop)}
    groups = _noun_groups(words, first, stop, kind, in_verb)
    clauses: list[Clause] = []
    for number, verb in enumerate(verbs):
        until = verbs[number + 1].first if number + 1 < len(verbs) else stop
        since = verbs[number - 1].stop if number else first
        before = [group for group in groups if since <= group.span.first < verb.first and not group.preposition]
        behind = [group for group in groups if verb.stop <= group.span.first < until]
        objects = tuple(group for group in behind[:1] if not group.preposition)
        # "the mayor of X was killed": the subject is the last group before the verb that no preposition leads.
        subject = before[-1] if before and verb.voice not in (INFINITIVE, GERUND) else None
        if verb.leader >= 0:
            subject = clauses[-1].subject  # of the verb that leads the infinitive
        clauses.append(Clause(verb, subject, objects, tuple(group for group in behind if group.preposition)))
    attachments = tuple(
        Attachment(left.span.stop - 1, right)
        for left, right in pairwise(groups)
        if right.preposition and right.span.first - left.span.stop <= 2  # noqa: PLR2004 (the preposition, and an article)
    )
    return Parse(tuple(clauses), attachments)


def _verbs(first: int, stop: int, kind: Mapping[int, str]) -> list[Verb]:
    """Groups of auxiliaries, adverbs and a main verb; passive where a form of be is followed by a participle."""
    found: list[Verb] = []
    row = first
    while row < stop:
        if kind[row] == "infinitive":
            leader = found[-1].row if found and found[-1].stop == row - 1 and found[-1].voice in (ACTIVE, PASSIVE) else -1
            found.append(Verb(row, row - 1, row + 1, INFINITIVE, leader))
        elif kind[row] == "gerund":
            found.append(Verb(row, row, row + 1, GERUND))
        elif kind[row] in ("be", "aux", "verb"):
            verb, row = _verb_group(row, first, stop, kind)
            found += [verb] if verb else []
            continue
        row += 1
    return found


def _verb_group(row: int, first: int, stop: int, kind: Mapping[int, str]) -> tuple[Verb | None, int]:
    """The group that begins at a row, and the row behind it."""
    begin, has_be, main = row, False, -1
    while row < stop and kind[row] in ("be", "aux", "verb", "adv"):
        if kind[row] == "verb":
            main = row
            row += 1
            break
        has_be |= kind[row] == "be"
        row += 1
    if main < 0 and has_be:
        if row < stop and kind[row] == "gerund":
            return Verb(row, begin, row + 1, ACTIVE), row + 1  # "were attacking the village"
        return Verb(row - 1, begin, row, AUXILIARY), row
    if main < 0 and begin < row < stop and kind[row] == "noun":
        main = row  # "will attack", "did kill": the base form is the word behind the auxiliary
        row += 1
    if main < 0:
        return None, row
    follows_noun = begin == main and main + 1 < stop and kind[main + 1] == "noun" and main > first and kind[main - 1] == "det"
    # "the kidnapped peasants": a participle inside a noun group
    return None if follows_noun else Verb(main, begin, row, PASSIVE if has_be else ACTIVE), row


def _noun_groups(words: Sequence[str], first: int, stop: int, kind: Mapping[int, str], in_verb: set[int]) -> list[Phrase]:
    found = []
    row = first
    while row < stop:
        preposition = ""
        if kind[row] == "prep":
            preposition = words[row]
            row += 1
        begin = row
        while row < stop and row not in in_verb and kind[row] in ("det", "noun", "verb", "pron") and row - begin < LONGEST_GROUP:
            if row > begin and kind[row] in ("det", "pron"):
                break
            row += 1
        if row > begin:
            found.append(Phrase(Span(begin, row), preposition))
        elif not preposition:
            row += 1
    return found


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
        table = RuleTable.of(table)
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


def _satisfies(node: ConceptNode, table: RuleTable, span: Span) -> bool:
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
        table = RuleTable.of(lesson.table)
        parse = parse_texts(table, self.language, plain_forms(table, self.language))
        places = list(_fields(table, parse))
        fired = Counter(trigger for trigger, _ in places)
        nodes = [node for name in lesson.fields for node in self._nodes(lesson, name, places, fired)]
        return AutoSlogRules(tuple(nodes), self.language)

    def _nodes(self, lesson: Lesson, name: str, places: list[tuple[Trigger, Span]], fired: Counter[Trigger]) -> Iterator[ConceptNode]:
        marked = [each.span for each in lesson.of_field(name)]
        covered = {row for span in marked for row in range(span.first, span.stop)}
        right = Counter(trigger for trigger, span in places if _holds(span, covered))
        table = RuleTable.of(lesson.table)
        constraint = _common_meaning(table, marked)
        for trigger, hits in sorted(right.items(), key=lambda one: (-one[1], one[0])):
            wrong = fired[trigger] - hits
            constant = next(iter(table.knowledge.classes(trigger.word)), "")
            if hits >= self.least_right and hits / fired[trigger] >= self.least_precision:
                yield ConceptNode(f"{name}-{trigger}-{trigger.word}", name, trigger, hits, wrong, constraint, constant)

    def read(self, data: Mapping[str, Any]) -> AutoSlogRules:
        return msgspec.convert(data, AutoSlogRules)


def _common_meaning(table: RuleTable, marked: list[Span]) -> str:
    """A class of meaning that the last words of all values have, as far as the user's lexicon knows them."""
    heads = [set(table.knowledge.classes(table.spellings[table.spelling[span.stop - 1]])) for span in marked]
    shared = set.intersection(*heads_known) if (heads_known := [each for each in heads if each]) else set()
    return min(shared, default="")


def _holds(span: Span, covered: set[int]) -> bool:
    """Whether a syntactic field holds a value: its head, the last word, is marked."""
    return span.stop - 1 in covered
