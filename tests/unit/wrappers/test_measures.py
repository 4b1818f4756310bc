import numpy as np
import pytest

from sitelode.model import Article
from sitelode.wrappers.learn.profiling import LEAST_WIDTH, LINKED_FROM, OWN_TAKEN, TAKEN_REPEATED, _things, batch_measures
from sitelode.wrappers.readers import Extraction, TextOfPage
from sitelode.wrappers.wrapper import Range


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


def slowly(found):
    """The same, page by page."""
    pages, things = [each.text for each in found], _things(found)
    on: dict[int, set[int]] = {}
    for thing, page in zip(things, pages, strict=True):
        for code in page.loose.tolist():
            on.setdefault(code, set()).add(thing)
    own_taken, repeated = [], []
    for page in pages:
        rows = list(zip(page.loose.tolist(), page.width.tolist(), page.link_width.tolist(), page.taken.tolist(), strict=True))
        shared = [len(on[code]) > max(1, len(pages) // 50) for code, *_ in rows]
        own = [(width, taken) for (_, width, linked, taken), is_shared in zip(rows, shared, strict=True)
               if not is_shared and width >= LEAST_WIDTH and linked < LINKED_FROM * width]  # fmt: skip
        taken_rows = [(width, is_shared) for (_, width, _, taken), is_shared in zip(rows, shared, strict=True) if taken]
        if own:
            own_taken.append(sum(width for width, taken in own if taken) / sum(width for width, _ in own))
        if taken_rows:
            repeated.append(sum(width for width, is_shared in taken_rows if is_shared) / sum(width for width, _ in taken_rows))
    return {OWN_TAKEN: Range.of(own_taken), TAKEN_REPEATED: Range.of(repeated)}


@pytest.mark.parametrize("seed", range(20))
def test_all_pages_at_once_are_measured_as_page_by_page(seed):
    random = np.random.default_rng(seed)
    pages = []
    for number in range(int(random.integers(1, 130))):
        size = int(random.integers(0, 30))
        width = random.integers(1, 90, size, dtype=np.int32)
        text = TextOfPage(
            random.integers(0, 200, size).astype(np.uint64),
            width,
            width * random.integers(0, 2, size, dtype=np.int32),
            random.random(size) < 0.6,
        )
        article = Article(f"https://x.example/{number // 3}?p={number}", f"T{number // 3}", "text", "en", "", 0, 0.9, "")
        pages.append(Extraction({}, article=article if seed % 2 else None, text=text))
    assert batch_measures(pages) == slowly(pages)
