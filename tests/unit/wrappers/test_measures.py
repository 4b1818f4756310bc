import numpy as np
import pytest

from sitelode.model import Article
from sitelode.wrappers.readers import Extraction, TextOfPage
from sitelode.wrappers.verify.measures import TAKEN_REPEATED, batch_measures


def found(url, title, *codes):
    lines = np.array(codes, dtype=np.uint64)
    wide, none = np.full(len(codes), 100, dtype=np.int32), np.zeros(len(codes), dtype=np.int32)
    article = Article(f"https://x.example/{url}", title, "text", "en", "", 0, 0.9, "")
    return Extraction({}, article=article, text=TextOfPage(lines, wide, none, np.ones(len(codes), dtype=np.bool_)))


@pytest.mark.parametrize(
    ("title", "repeated"),
    [
        pytest.param("A walk", 0.0, id="parts and all of them at once are one thing"),
        pytest.param("Another walk", 1.0, id="the same text under other titles is repeated"),
    ],
)
def test_text_that_versions_of_a_page_share_is_their_own(title, repeated):
    pages = [found("walk", "A walk", 1), found("walk?page=2", title, 2), found("walk?all", "A walk" if repeated == 0 else "All", 1, 2)]

    assert batch_measures(pages)[TAKEN_REPEATED].middle == repeated


def test_no_page_has_no_measures():
    assert batch_measures([Extraction()]) == {}
