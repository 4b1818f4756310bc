"""What names say of an element, one bit each."""

import pytest

from sitelode.paths.markers import HIDDEN_BIT, MARKERS, element_bits, marker_bits, page_calls


def marked(bits):
    return {name for place, name in enumerate(MARKERS) if bits >> place & 1}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["hidden"], {"word_hidden"}),
        (["is-hidden", "x"], {"word_hidden"}),
        (["isHidden"], {"word_hidden"}),
        (["unhiddenly"], set()),
        ([], set()),
    ],
)
def test_names_are_markers_by_their_words(names, expected):
    assert marked(marker_bits(names)) == expected


def test_every_marker_has_its_bit():
    assert marker_bits(["hidden"]) == HIDDEN_BIT
    assert [marked(element_bits(name)) for name in ("aside", "complementary", "nonsense")] == [{"in_aside"}, {"in_aside"}, set()]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [(["viewTopic"], (True, False, False)), (["a-shop", "docs"], (False, True, True)), (["shopping"], (False, False, False))],
)
def test_a_page_is_called_a_thread_a_shop_s_or_a_manual_s(texts, expected):
    assert page_calls(texts) == expected
