"""Models of classes and rules for texts that were damaged or forged: refused in one line or used; nothing else happens."""

import json
import random

import pytest
from made_texts import talks
from tests.damaged_data import damaged

from sitelode.classify.contract import Sample
from sitelode.classify.reading import read_html
from sitelode.classify.registry import PAGES, NamedModel, classifier, classifiers, model_bytes, model_of_bytes
from sitelode.errors import SitelodeError
from sitelode.text_rules.rules_file import learn_rules, rules_from_bytes, rules_to_bytes, systems

ROUNDS = 40
TOPICS = {
    "cook": "Boil the soup with onion and pepper, then bake the bread.",
    "sail": "Hoist the sail before the wind turns in the harbour.",
}


def sample(topic, number):
    html = f"<title>{topic} {number}</title><h1>{topic.title()}</h1><p>{TOPICS[topic]} Lesson {number}.</p><a href=/{topic}/{number + 1}>next {topic}</a>"
    return Sample(f"{topic}{number}", (read_html(html, f"https://school.test/{topic}/{number}"),), topic)


def refused_in_one_line(use):
    try:
        use()
    except SitelodeError as problem:
        message = str(problem)
        assert "\n" not in message
        assert len(message) < 2_000
        return True
    return False


@pytest.mark.parametrize("name", list(classifiers()))
def test_damaged_models_of_classes(name):
    samples = [sample(topic, number) for number in range(6) for topic in TOPICS]
    whole, chance = json.loads(model_bytes(NamedModel(name, PAGES, classifier(name).fit(samples)))), random.Random(5)
    unseen = Sample("unseen", sample("cook", 40).pages)

    def use():
        model_of_bytes(json.dumps(changed).encode()).model.predict(unseen)

    outcomes = set()
    for _ in range(ROUNDS):
        changed = damaged(whole, chance)
        outcomes.add(refused_in_one_line(use))
    assert True in outcomes


@pytest.mark.parametrize("name", list(systems()))
def test_damaged_rules_for_texts(name):
    whole, chance = json.loads(rules_to_bytes(learn_rules(talks(), name))), random.Random(6)
    texts = [each.text for each in talks(2, first=20)]

    def use():
        rules = rules_from_bytes(json.dumps(changed).encode())
        list(rules.values(texts))
        [str(line) for line in rules.lines()]

    outcomes = set()
    for _ in range(ROUNDS):
        changed = damaged(whole, chance)
        outcomes.add(refused_in_one_line(use))
    assert True in outcomes
