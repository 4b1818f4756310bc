"""The worked examples of chapter 8 of the News Ripper thesis: AutoSlog, RAPIER, SRV, WHISK."""

from typing import ClassVar

import pytest

from sitelode.text_rules.contract import Lesson
from sitelode.text_rules.marked_texts import Mark, MarkedText, with_value
from sitelode.text_rules.token_table import TokenTable
from sitelode_lab.text_rules.autoslog import AutoSlog
from sitelode_lab.text_rules.rapier import Item, Pattern, Rapier, RapierRule, RapierRules
from sitelode_lab.text_rules.rule_table import RuleLesson, RuleTable, WordKnowledge
from sitelode_lab.text_rules.srv import FIRST, LAST, LENGTH, MEANING, SOME, Predicate, SrvRule, SrvRules
from sitelode_lab.text_rules.whisk import Whisk, WhiskRule, WhiskRules

BOMBED = "The Parliament was bombed by the guerrillas."


def values(rules, text, knowledge=None):
    table = RuleTable([text], knowledge or WordKnowledge())
    return [(each.field, table.value(each.span)) for each in rules.findings(table)]


class TestAutoSlog:
    def lesson(self):
        meanings = WordKnowledge(
            lexicon={"parliament": ["phys-target"], "embassy": ["phys-target"], "victory": ["event"], "bombed": ["bombing"]}
        )
        marks = (Mark("target", 0, 14), Mark("perpetrator", 29, 43))
        return RuleLesson([MarkedText("1", BOMBED, marks)], meanings)

    def test_the_node_of_figure_8_1(self):
        node = next(node for node in AutoSlog().learn(self.lesson()).nodes if node.field == "target")

        assert node.name == "target-subject-passive-verb-bombed"
        assert (node.trigger.word, node.trigger.voice, node.trigger.place) == ("bombed", "passive", "subject")
        assert (node.constraint, node.constant) == ("phys-target", "bombing")

    def test_each_node_takes_its_whole_syntactic_field(self):
        rules = AutoSlog().learn(self.lesson())

        assert values(rules, BOMBED) == [("target", "The Parliament"), ("perpetrator", "the guerrillas")]
        assert ("target", "the embassy") in values(rules, "Yesterday the embassy was bombed by urban terrorists.")

    def test_an_active_verb_does_not_fire_the_passive_node(self):
        assert values(AutoSlog().learn(self.lesson()), "The guerrillas bombed the Parliament.") == []

    @pytest.mark.parametrize(
        ("text", "value", "pattern", "others"),
        [
            ("The mayor was bombed.", "The mayor", "subject-passive-verb-bombed", "The judge was bombed."),
            ("The rebels bombed a car.", "The rebels", "subject-active-verb-bombed", "The army bombed it."),
            ("The rebels tried to kill him. He killed.", "The rebels", "subject-verb-infinitive-tried kill", "The army tried to kill her."),
            ("The mayor was the victim.", "The mayor", "subject-auxiliary-noun-victim", "A judge was the victim."),
            ("He was killed a judge.", "a judge", "passive-verb-object-killed", "He was killed the mayor."),
            ("They bombed the embassy.", "the embassy", "active-verb-object-bombed", "They bombed a school."),
            ("They came to kill the judge. He killed.", "the judge", "infinitive-object-kill", "Plans to kill a mayor."),
            ("They tried to kill the judge. He killed.", "the judge", "verb-infinitive-object-tried kill", "He tried to kill a mayor."),
            ("He left after killing the judge.", "the judge", "gerund-object-killing", "He came by killing a mayor."),
            ("The victim was a judge.", "a judge", "noun-auxiliary-object-victim", "The victim was the mayor."),
            ("He saw a bomb against the embassy.", "the embassy", "noun-against-phrase-bomb", "A bomb against a school."),
            ("They threatened with a bomb.", "a bomb", "active-verb-with-phrase-threatened", "He threatened with a knife."),
            ("He was shot by rebels.", "rebels", "passive-verb-by-phrase-shot", "A judge was shot by soldiers."),
        ],
        ids=lambda given: given if "-" in given else "",
    )  # fmt: skip
    def test_all_thirteen_patterns_are_learnt_and_found_again(self, text, value, pattern, others):
        start = text.index(value)
        rules = AutoSlog().learn(Lesson([MarkedText("1", text, (Mark("x", start, start + len(value)),))]))

        assert f"x-{pattern}" in [node.name for node in rules.nodes]
        assert len(set(values(rules, others))) == 1

    def test_a_constraint_holds_where_the_lexicon_knows_the_word(self):
        lesson = self.lesson()

        assert values(AutoSlog().learn(lesson), "The victory was bombed.", lesson.table.knowledge) == []


class TestRapier:
    TAGS: ClassVar = {"ai": "nn", "firm": "nn", "database": "nn", "software": "nn", "company": "nn", "leading": "vbg"}
    AREA = RapierRules((
        RapierRule("area-1", "area", Pattern((Item(words=("leading",)),), (Item(tags=("nn", "nns"), longest=2),), (Item(words=("firm", "company")),)), 1, 0),
    ))  # fmt: skip

    POSTINGS: ClassVar = {
        "AI": "AI. C Programmer. 38-44K. Leading AI firm in need of an energetic individual to fill the following position",
        "database software": "Analyst. 50K. Leading database software company in need of people",
        "telecommunications": "Tester. 30K. Leading telecommunications firm seeks an individual",
    }

    def knowledge(self):
        return WordKnowledge(tagger=lambda tokens: [self.TAGS.get(token.lower(), "other") for token in tokens])

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("AI. C Programmer. 38-44K. Leading AI firm in need of an energetic individual to fill the following position", ["AI"]),
            ("a leading database software company in town", ["database software"]),
            ("a leading firm", []),
        ],
    )
    def test_the_rule_of_figure_8_2(self, text, expected):
        assert [value for _, value in values(self.AREA, text, self.knowledge())] == expected

    def test_such_a_rule_is_learnt_from_postings(self):
        texts = []
        for number, (area, word) in enumerate((("AI", "firm"), ("database", "company"), ("network", "firm"), ("graphics", "company"))):
            text = f"Programmer wanted. Leading {area} {word} in need of people."
            texts.append(MarkedText(str(number), text, (Mark("area", text.index(area), text.index(area) + len(area)),)))

        rules = Rapier().learn(Lesson(texts))

        assert ("area", "robotics") in values(rules, "Analyst wanted. Leading robotics firm in need of people.")

    def test_three_examples_of_figure_8_2_teach_its_rule(self):
        texts = [
            MarkedText(area, text, (Mark("area", text.index(area, text.index("Leading")), text.index(f" {area} ") + len(area) + 1),))
            for area, text in self.POSTINGS.items()
        ]

        rules = Rapier().learn(Lesson(texts))

        assert "before [word leading]" in rules.lines()[0].pattern
        assert "behind [word company|firm]" in rules.lines()[0].pattern
        assert values(rules, "Writer. 20K. Leading web search company in town") == [("area", "web search")]
        assert values(rules, "a leading firm") == []

    def test_fillers_may_be_given_without_their_place(self):
        """As in the filled templates of the figure: AI stands at the beginning of its posting, too."""
        texts = [with_value(MarkedText(area, text), "area", area) for area, text in self.POSTINGS.items()]
        (line,) = Rapier().learn(Lesson(texts)).lines()

        assert [len(text.marks) for text in texts] == [2, 1, 1]
        assert line.pattern.startswith("before [word leading]; value [list of up to 2, ")
        assert line.pattern.endswith("; behind [word company|firm]")


class TestSrv:
    ACQUISITION = SrvRules(
        (SrvRule("acquisition-1", "acquisition", (
            Predicate(LENGTH, test="<", length=2), Predicate(SOME, "capitalized"), Predicate(SOME, "all-lower-case", "true", "next-token"),
            Predicate(SOME, MEANING, "stock", "right-AN"),
        ), 2, 0, 0.8),), {"acquisition": (1, 3)},
    )  # fmt: skip
    STOCK = WordKnowledge(lexicon={"shares": ["stock"], "stock": ["stock"]})

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("to purchase 4.5 mln Trilogy shares at", ["Trilogy"]),
            ("acquire another 2.4 mln Roach shares", ["Roach"]),
            ("on Monday trading was slow", []),
        ],
    )
    def test_the_rule_of_figure_8_3(self, text, expected):
        assert [value for _, value in values(self.ACQUISITION, text, self.STOCK)] == expected

    def test_a_position_fixes_the_token(self):
        rule = SrvRule("n-1", "n", (Predicate(SOME, "numeric", place=LAST), Predicate(SOME, "capitalized", place=FIRST)), 1, 0, 0.5)

        assert [value for _, value in values(SrvRules((rule,), {"n": (2, 2)}), "in Wean 5409 or Doherty")] == ["Wean 5409"]


class TestWhisk:
    ADVERT = "Capitol Hill- 1 br twnhme. D/W W/D. Pkg incl $675. 3BR upper flr no gar. $995. (206) 999-9999"
    OTHER = "Fremont- 2 bdrm apt, big view. $500. 4br house, no pets. $1200. (206) 111-2222"

    def records(self, rules, text):
        table, found = TokenTable([text]), {}
        for each in rules.findings(table):
            found.setdefault(each.record, {})[each.field] = table.value(each.span)
        return [(record["Bedrooms"], record["Price"]) for record in found.values()]

    def lesson(self):
        return Lesson(
            [self.advert("1", self.ADVERT, ("1", "675"), ("3", "995")), self.advert("2", self.OTHER, ("2", "500"), ("4", "1200"))]
        )

    def advert(self, name, text, *records):
        marks, at = [], 0
        for number, (bedrooms, price) in enumerate(records, start=1):
            first = text.index(bedrooms, at)
            second = at = text.index(price, first)
            marks += [Mark("Bedrooms", first, first + len(bedrooms), number), Mark("Price", second, second + len(price), number)]
        return MarkedText(name, text, tuple(marks))

    def test_the_rule_of_figure_8_4(self):
        rules = WhiskRules((WhiskRule("rental", ("Bedrooms", "Price"), "* ( Digit ) ' BR' * '$' ( Nmb )", 1, 0),))

        assert self.records(rules, self.ADVERT) == [("1", "675"), ("3", "995")]

    def test_a_class_stands_for_its_alternatives(self):
        classes = {"Bedroom": ("br", "brs", "bdrm", "bedrooms", "bedroom")}
        rules = WhiskRules((WhiskRule("rental", ("Bedrooms", "Price"), "* ( Digit ) Bedroom * '$' ( Nmb )", 1, 0),), classes)

        assert self.records(rules, self.OTHER) == [("2", "500"), ("4", "1200")]

    def test_learnt_from_two_adverts_it_is_right_on_both(self):
        rules = Whisk().learn(self.lesson())

        assert self.records(rules, self.ADVERT) == [("1", "675"), ("3", "995")]
        assert self.records(rules, self.OTHER) == [("2", "500"), ("4", "1200")]
