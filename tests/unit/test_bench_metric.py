"""The measure of article text: worked out by hand, and equal to the reference scorer where that is at hand."""

import importlib.util
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # bench is run from the project's root and installed nowhere

from bench.metric import Agreement, agreement, summarise, tokens  # noqa: E402

REFERENCE = ROOT.parent / "shared" / "score" / "corpora.py"
# Scripts with and without spaces, things NFKC changes (ligature, full width, final sigma), and characters that vanish.
TEXTS = st.text(alphabet="abAB 1_-.,\nßİΣς\u00ad\u200bﬁ①日本語カナ한글กข\u0e33あ\ud7b0\uff0cé\u0301", max_size=40)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="empty"),
        pytest.param("...!", [], id="no word"),
        pytest.param("One, two: THREE", ["one", "two", "three"], id="lower case, no punctuation"),
        pytest.param("snake_case 3.5", ["snake_case", "3", "5"], id="a word is letters, digits, underscores"),
        pytest.param("日本 text", ["日", "本", "text"], id="characters without spaces count one by one"),
        pytest.param("iPhone한글", list("iphone한글"), id="one such character splits the whole word"),
        pytest.param("ﬁne \uff21\uff22", ["fine", "ab"], id="NFKC"),
        pytest.param("hyphen\u00adation zero\u200bwidth", ["hyphenation", "zerowidth"], id="invisible characters"),
    ],
)
def test_tokens(text, expected):
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("extracted", "true", "expected"),
    [
        pytest.param("", " ", (1, 1, 1), id="both empty"),
        pytest.param("", "word", (0, 0, 0), id="nothing found"),
        pytest.param("word", "", (0, 0, 0), id="nothing wanted"),
        pytest.param("a b", "c d", (0, 0, 0), id="nothing in common"),
        pytest.param("b a", "A, B", (1, 1, 1), id="order and case do not matter"),
        pytest.param("a a a b", "a b c", (2 / 4, 2 / 3, 4 / 7), id="a word counts as often as it stands in both"),
        pytest.param("a b c d", "a b", (1 / 2, 1, 2 / 3), id="too much"),
        pytest.param("日本", "日本語", (1, 2 / 3, 4 / 5), id="by character"),
    ],
)
def test_agreement(extracted, true, expected):
    found = agreement(extracted, true)

    assert (found.precision, found.recall, found.f1) == pytest.approx(expected)


def test_summary_is_over_pages_except_the_spread_which_is_over_sites():
    f1_by_site = {"a": [1.0, 0.4], "b": [0.6]}
    summary = summarise((site, Agreement(f1, f1, f1)) for site, values in f1_by_site.items() for f1 in values)

    assert (summary.pages, summary.sites, summary.failed, summary.perfect) == (3, 2, 1, 1)
    assert summary.f1 == summary.precision == summary.recall == pytest.approx(2 / 3)
    assert summary.median_f1 == 0.6
    assert summary.site_mean_f1 == pytest.approx((0.7 + 0.6) / 2)
    assert summary.spread_within_site == pytest.approx((0.3 + 0) / 2)


@pytest.mark.skipif(not REFERENCE.is_file(), reason="the reference scorer does not lie beside the project")
@given(TEXTS, TEXTS)
def test_equals_the_reference_scorer(extracted, true):
    reference = reference_scorer()
    expected = reference.precision_recall_f1(reference.bag(extracted), reference.bag(true))
    found = agreement(extracted, true)

    assert tokens(extracted) == reference.tokens(extracted)
    assert (found.precision, found.recall, found.f1) == expected


def reference_scorer():
    name = "reference_corpora"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, REFERENCE)
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]
