"""The command as a user meets it."""

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sitelode.classify.estimators import PageClassifier, SiteClassifier
from sitelode.classify.gathering import start_first
from sitelode.classify.reading import PageText
from sitelode.cli.classify import command
from sitelode.errors import ClassifyError, SitelodeError

TOPICS = {"cook": "Boil the soup with onion, bake the bread", "sail": "Hoist the sail, steer the boat past the harbour"}


def page(topic, number):
    return f"<html><head><title>{topic} {number}</title></head><body><h1>{topic}</h1><p>{TOPICS[topic]} {number} times.</p></body></html>"


@pytest.fixture
def site(tmp_path):
    for topic in TOPICS:
        for number in range(8):
            path = tmp_path / "site" / topic / f"{number}.html"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page(topic, number), encoding="utf-8")
    return tmp_path / "site"


def run(*arguments):
    result = CliRunner().invoke(command, [str(each) for each in arguments], catch_exceptions=True)
    if result.exception and not isinstance(result.exception, SitelodeError | SystemExit):
        raise result.exception
    return result


def write_labels(folder, rows):
    path = folder / "labels.csv"
    path.write_text("url,label\n" + "".join(f"{url},{label}\n" for url, label in rows), encoding="utf-8")
    return path


def test_pages_like_two_are_listed_and_written(site, tmp_path):
    out = tmp_path / "found.csv"
    result = run("pages", site, "--like", "cook/0.html", "--like", "cook/1.html", "--unlike", "sail/0.html", "--most", "6", "-o", out)
    shown = [line for line in result.stdout.splitlines() if "%" in line]
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))

    assert result.exit_code == 0
    assert len(shown) == 6
    assert all("/cook/" in line for line in shown)
    assert len(rows) == 13
    assert set(rows[0]) == {"url", "title", "probability", "reason"}


def test_trained_on_labels_and_applied(site, tmp_path):
    labels = write_labels(tmp_path, [(f"site/{topic}/{number}.html", topic) for topic in TOPICS for number in range(6)])
    trained = run("train", labels, "-o", tmp_path / "model.json")
    applied = run("apply", tmp_path / "model.json", site, "-o", tmp_path / "classes.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "classes.jsonl").read_text(encoding="utf-8").splitlines()]

    assert trained.exit_code == 0, trained.output
    assert "12 examples: cook 6, sail 6" in trained.output
    assert applied.exit_code == 0
    assert all(f"/{row['label']}/" in row["url"] and row["reason"] for row in rows)
    assert len(rows) == 16


def test_whole_sites_are_trained_and_judged(site, tmp_path):
    labels = write_labels(tmp_path, [("site/cook", "kitchen"), ("site/sail", "harbour")])
    trained = run("train", labels, "--sites", "-o", tmp_path / "model.json")
    judged = run("apply", tmp_path / "model.json", site / "sail")

    assert trained.exit_code == 0, trained.output
    assert "harbour" in judged.output
    assert judged.exit_code == 0


@pytest.mark.usefixtures("site")
def test_unknown_addresses_are_counted_and_named(tmp_path):
    known = [(f"site/{topic}/{number}.html", topic) for topic in TOPICS for number in range(4)]
    result = run("train", write_labels(tmp_path, [*known, ("gone.html", "cook")]), "-o", tmp_path / "m.json")

    assert result.exit_code == 0
    assert "1 of 9 labelled addresses are not among the pages: gone.html" in result.output


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        pytest.param([("site/cook/0.html", "cook"), ("site/cook/1.html", "cook")], "one class", id="one label only"),
        pytest.param([("http://a.test/", "x"), ("http://b.test/", "y")], "none of 2 labelled addresses", id="no page for any"),
    ],
)
@pytest.mark.usefixtures("site")
def test_labels_that_teach_nothing_are_refused_in_one_line(tmp_path, rows, problem):
    result = run("train", write_labels(tmp_path, rows), "-o", tmp_path / "m.json")

    assert isinstance(result.exception, ClassifyError)
    assert problem in str(result.exception)
    assert not (tmp_path / "m.json").exists()


def test_estimators_work_as_in_scikit_learn(tmp_path):
    pages = [page(topic, number) for number in range(8) for topic in TOPICS]
    labels = [topic for _ in range(8) for topic in TOPICS]
    found = PageClassifier().fit(pages, labels)
    found.save(tmp_path / "m.json")
    again = PageClassifier.load(tmp_path / "m.json")

    assert found.classes_ == ("cook", "sail")
    assert found.predict([page("sail", 99)]) == again.predict([page("sail", 99)]) == ["sail"]
    assert found.predict_proba(pages).shape == (16, 2)
    assert found.predict_proba(pages).sum(axis=1) == pytest.approx(1)


def test_estimators_say_what_is_missing():
    with pytest.raises(ClassifyError, match="call fit"):
        PageClassifier().predict(["<p>x"])
    with pytest.raises(ClassifyError, match="one label per example"):
        PageClassifier().fit(["<p>x"], [])
    with pytest.raises(ClassifyError, match="not int"):
        PageClassifier().fit([1, 2], ["a", "b"])
    with pytest.raises(ClassifyError, match="no classifier"):
        SiteClassifier("gold").fit([["<p>x"], ["<p>y"]], ["a", "b"])


def test_sites_in_python(tmp_path):
    sites = [[page(topic, number) for number in range(3)] for topic in TOPICS]
    found = SiteClassifier().fit(sites, list(TOPICS))
    found.save(tmp_path / "m.json")

    assert found.predict([[page("cook", 9)]]) == SiteClassifier.load(tmp_path / "m.json").predict([[page("cook", 9)]]) == ["cook"]
    with pytest.raises(ClassifyError, match="model of sites"):
        PageClassifier.load(tmp_path / "m.json")


def test_the_reading_of_a_missing_model_is_one_line(tmp_path):
    with pytest.raises(ClassifyError, match="cannot read"):
        PageClassifier.load(Path(tmp_path) / "none.json")


@pytest.mark.parametrize(
    ("pages", "start"),
    [
        pytest.param(["https://a.test/p0.html", "https://a.test/index.html"], "https://a.test/index.html", id="index"),
        pytest.param(["https://a.test/p.asp", "https://a.test/default.asp"], "https://a.test/default.asp", id="default"),
        pytest.param(["https://a.test/a", "https://a.test/"], "https://a.test/", id="root"),
        pytest.param(
            ["https://a.test/b/a/", "https://a.test/b/index.html", "https://a.test/b/a/1"], "https://a.test/b/index.html", id="in a folder"
        ),
        pytest.param(["https://a.test/p1", "https://a.test/start-here", "https://a.test/p2"], "https://a.test/start-here", id="linked to"),
    ],
)
def test_a_site_starts_at_its_root_or_its_index_or_where_most_links_lead(pages, start):
    links = (("https://a.test/start-here", "back"),)

    assert start_first([PageText(url, links=links) for url in pages])[0].url == start


def test_metatags_of_an_index_page_class_a_site_whose_other_addresses_are_shorter(tmp_path):
    """Table 2.1's places: the start page has the metatags, `p0.html` has none."""
    words = {"farm": "wheat harvest field", "bank": "loan credit interest", "mill": "wheat field flour"}
    for name, keywords in words.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "index.html").write_text(f"<title>{name}</title><meta name=keywords content='{keywords}'><p>Hi", encoding="utf-8")
        (folder / "p0.html").write_text("<title>News</title><p>Nothing to see", encoding="utf-8")
    labels = write_labels(tmp_path, [("farm", "farming"), ("bank", "finance")])
    run("train", labels, "--sites", "--system", "metatags", "-o", tmp_path / "model.json")

    found = json.loads(run("apply", tmp_path / "model.json", tmp_path / "mill").output)
    assert found["label"] == "farming"
    assert found["reason"].startswith("metatags: ")


def test_categories_are_learnt_from_their_names_and_a_site_may_have_several(tmp_path):
    labels = write_labels(
        tmp_path, [("text:mining and quarrying", "21"), ("text:retail trade", "44"), ("text:mining tools retail", "21|44")]
    )
    (tmp_path / "shop.html").write_text("<title>Shop</title><meta name=keywords content='retail of mining tools'>", encoding="utf-8")
    run("train", labels, "--sites", "--system", "metatags", "-o", tmp_path / "model.json")

    found = json.loads(run("apply", tmp_path / "model.json", tmp_path / "shop.html").output)
    assert set(found["label"].split("|")) == {"21", "44"}
