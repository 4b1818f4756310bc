import pytest
from bench.body_labels import body_shares

BODY = [f"word{number}" for number in range(60)]


@pytest.mark.parametrize(
    ("segments", "expected"),
    [
        pytest.param([BODY[:30], BODY[30:]], [1, 1], id="all of it"),
        pytest.param([["menu", "entry"], BODY], [0, 1], id="something else before it"),
        pytest.param([BODY, BODY], [1, 0], id="each token is used once"),
        pytest.param([BODY[20:22], BODY[:20], BODY[20:22], BODY[22:]], [0, 1, 1, 1], id="a heading counts in its place, not in the menu"),
        pytest.param([[], BODY], [0, 1], id="a segment without tokens"),
        pytest.param([BODY[:2], BODY[2:4]], [1, 1], id="nothing but short segments"),
    ],
)
def test_shares(segments, expected):
    assert body_shares(segments, BODY).tolist() == expected
