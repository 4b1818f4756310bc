"""Every classifier keeps the same promises: it learns from few samples, says why, can be written and read again, and breaks on nothing."""

import json

import pytest

from sitelode.classify.contract import Sample
from sitelode.classify.reading import PageText, read_html, text_page
from sitelode.classify.registry import PAGES, NamedModel, classifier, classifiers, model_bytes, model_of_bytes
from sitelode.errors import ClassifyError

TOPICS = {
    "cook": "Boil the soup with onion and pepper, then bake the bread until the crust is brown.",
    "sail": "Hoist the sail before the wind turns, then steer the boat past the harbour light.",
}


def page(topic, number):
    text = TOPICS[topic]
    html = (
        f"<html><head><title>{topic} lesson {number}</title><meta name=description content='{text}'><meta name=keywords content='{topic}ing'>"
        f"</head><body><h1>{topic.title()} {number}</h1><p>{text}</p><p>Lesson {number} of the {topic} school.</p>"
        f"<a href='/{topic}/{number + 1}.html'>{topic} next</a></body></html>"
    )
    return read_html(html, f"https://school.test/{topic}/{number}.html")


@pytest.fixture(scope="module")
def samples():
    return [Sample(f"{topic}{number}", (page(topic, number),), topic) for number in range(12) for topic in TOPICS]


@pytest.fixture(scope="module")
def models(samples):
    return {name: classifier(name).fit(samples) for name in classifiers()}


@pytest.fixture(params=list(classifiers()))
def name(request):
    return request.param


def unseen(topic):
    return Sample("unseen", (page(topic, 40),))


@pytest.mark.parametrize("topic", list(TOPICS))
def test_it_tells_plain_classes_apart(name, models, topic):
    verdict = models[name].predict(unseen(topic))

    assert verdict.label == topic
    assert 0 < verdict.score <= 1
    assert verdict.reason
    assert "\n" not in verdict.reason


def test_probabilities_are_of_all_classes_and_sum_to_one(name, models):
    verdict = models[name].predict(unseen("cook"))

    assert set(verdict.probabilities) == set(TOPICS) == set(models[name].classes)
    assert sum(verdict.probabilities.values()) == pytest.approx(1)


def test_several_at_once_get_an_answer_each(name, models):
    verdicts = models[name].predict_together([unseen("cook"), unseen("sail"), unseen("cook")])

    assert [verdict.label for verdict in verdicts] == ["cook", "sail", "cook"]
    assert models[name].predict_together([]) == []


def test_written_as_json_and_read_again_it_answers_the_same(name, models):
    written = model_bytes(NamedModel(name, PAGES, models[name]))
    again = model_of_bytes(written)
    before, after = models[name].predict(unseen("sail")), again.model.predict(unseen("sail"))

    json.loads(written)
    assert again.system == name
    assert after.label == before.label
    assert after.score == pytest.approx(before.score, abs=1e-3)


def test_learning_twice_gives_the_same_model(name, models, samples):
    assert model_bytes(NamedModel(name, PAGES, classifier(name).fit(samples))) == model_bytes(NamedModel(name, PAGES, models[name]))


@pytest.mark.parametrize(
    "strange",
    [
        pytest.param(Sample("nothing", ()), id="no page"),
        pytest.param(Sample("empty", (PageText(""),)), id="empty page"),
        pytest.param(Sample("foreign", (text_page("東京タワーは高い。\n空。"),)), id="unknown words"),
        pytest.param(Sample("broken", (read_html("<\x00" + "<p>" * 3000 + "\ufffd" * 50, "::::"),)), id="broken page"),
        pytest.param(Sample("long", (text_page("onion " * 200_000),)), id="one word, often"),
    ],
)
def test_strange_samples_get_an_answer(name, models, strange):
    verdict = models[name].predict(strange)

    assert verdict.label in (*TOPICS, "")
    assert all(0 <= value <= 1 for value in verdict.probabilities.values())


@pytest.mark.parametrize("labels", [[], ["cook", "cook", "cook"], ["", "", ""]])
def test_one_class_or_none_is_refused_in_one_line(name, labels):
    given = [Sample(str(number), (page("cook", number),), label) for number, label in enumerate(labels)]

    with pytest.raises(ClassifyError, match="class") as refusal:
        classifier(name).fit(given)
    assert "\n" not in str(refusal.value)


def test_samples_without_any_text_are_learnt_from_without_a_crash(name):
    given = [Sample(str(number), (PageText(f"https://a.test/{number % 2}/{number}"),), "xy"[number % 2]) for number in range(10)]

    assert classifier(name).fit(given).predict(given[0]).label in ("x", "y", "")


@pytest.mark.parametrize(
    "written",
    [
        b"", b"{", b"[]", b'{"format": "other"}', b'{"format": "sitelode-classes-1", "system": "gold", "model": {}}',
        b'{"format": "sitelode-classes-1", "system": 7}', b"[" * 100_000, "\ud800".encode("utf-8", "surrogatepass"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_model_is_refused_in_one_line(written):
    with pytest.raises(ClassifyError) as refusal:
        model_of_bytes(written)
    assert "\n" not in str(refusal.value)


def test_a_model_with_other_contents_is_refused(name):
    with pytest.raises(ClassifyError, match="not a model"):
        model_of_bytes(json.dumps({"format": "sitelode-classes-1", "system": name, "model": {"classes": 3}}).encode())
