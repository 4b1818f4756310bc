"""Figures on a small sample of the corpora hold their pinned values, and a damaged feature does not go unnoticed."""

import pytest
from bench import article_samples, floors
from bench.corpora import CorpusNotFoundError, corpora_folder
from bench.floor_scores import Figures, parts
from bench.floors import Floors, FloorsError, measure

from sitelode.articles.body.feature_names import FEATURES

PARTS = {part.name: part for part in parts()}


@pytest.fixture
def corpora():
    try:
        return corpora_folder()
    except CorpusNotFoundError as absent:
        pytest.skip(f"quality floors not checked: {absent}")


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.usefixtures("corpora")
def test_no_figure_is_below_its_floor(name):
    assert Floors.read().broken_by(measure([PARTS[name]])) == []


def test_every_part_is_pinned():
    pinned = Floors.read()
    assert pinned.samples.keys() == PARTS.keys()
    assert {name.rsplit(", ", 1)[0] for name in pinned.floors} == PARTS.keys()
    assert {f"body model, {name}" for name in FEATURES} <= pinned.columns.keys()


@pytest.mark.nightly
@pytest.mark.usefixtures("corpora")
def test_swapped_feature_columns_break_a_floor(monkeypatch):
    whole = article_samples.class_features

    def damaged(evidence):
        features = whole(evidence)
        one, other = FEATURES.index("in_title"), FEATURES.index("of_title")
        features.table[:, [one, other]] = features.table[:, [other, one]]
        return features

    monkeypatch.setattr(article_samples, "class_features", damaged)
    broken = Floors.read().broken_by(measure([PARTS["body model"]]))
    assert any("likelihood" in line and "below its floor" in line for line in broken)
    assert any("its mean is" in line for line in broken)


PINNED = Floors({"lists, F1": 0.5, "kinds, F1": 0.25}, {"lists, width": 2.0}, {"lists": "aa", "kinds": "bb"})


def test_raising_pins_what_rose_and_lowers_nothing():
    better = Figures({"lists, F1": 0.75, "kinds, F1": 0.125}, {"lists, width": 2.0}, {"lists": "aa", "kinds": "bb"})
    raised = PINNED.raised_by(better)
    assert raised.floors == {"lists, F1": 0.75, "kinds, F1": 0.25}
    assert raised.broken_by(better) == ["kinds, F1: 0.12500 is below its floor 0.25000"]


def test_lowering_needs_the_name_of_the_floor():
    worse = Figures({"lists, F1": 0.25, "kinds, F1": 0.125}, {}, {})
    assert PINNED.lowered_to(worse, ["lists, F1"]).floors == {"lists, F1": 0.25, "kinds, F1": 0.25}
    with pytest.raises(FloorsError, match="no floor is called tables"):
        PINNED.lowered_to(worse, ["tables"])


def test_another_sample_neither_passes_nor_raises():
    other = Figures({"lists, F1": 0.9}, {"lists, width": 2.0}, {"lists": "cc"})
    assert PINNED.broken_by(other) == ["lists: measured on another sample than its floors"]
    with pytest.raises(FloorsError, match="another one"):
        PINNED.raised_by(other)


def test_a_figure_that_is_gone_or_new_and_a_changed_column_are_told():
    measured = Figures({"lists, recall": 0.9}, {"lists, width": 2.1}, {"lists": "aa"})
    assert PINNED.broken_by(measured) == [
        "lists, recall: is not pinned",
        "lists, F1: is no longer measured",
        "lists, width: its mean is 2.1, was 2",
    ]


def test_floors_survive_writing_and_a_score_passes_its_own_floor(tmp_path):
    measured = Figures({"lists, F1": 2 / 3}, {"lists, width": 1 / 3}, {"lists": "aa"})
    Floors.of(measured).write(tmp_path / "floors.json")
    assert Floors.read(tmp_path / "floors.json").broken_by(measured) == []


def test_absent_corpora_are_told_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SITELODE_CORPORA", str(tmp_path / "none"))
    assert floors.main([]) == 1
    assert capsys.readouterr().err.count("\n") == 1
