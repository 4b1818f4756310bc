"""InfoDiscoverer: the term entropies of its five-page site, the greedy threshold, and the failure the paper reports."""

import random

import numpy as np
import pytest

from sitelode.html.parse import parse
from sitelode.text.tokens import term_codes
from sitelode_lab.entropy import SpreadCounts
from sitelode_lab.separators.block_entropy import BlockEntropy, greedy_threshold
from sitelode_lab.separators.infodiscoverer import InfoDiscoverer, threshold_of

# Figure 7 rebuilt from the formulas of section 3.4: how often each term stands on each of the five pages.
TERM_COUNTS = {
    "hot": [1, 0, 0, 1, 1], "news": [1, 0, 0, 2, 2], "sales": [1, 1, 0, 1, 1], "flood": [0, 1, 0, 0, 1], "strike": [0, 1, 0, 1, 0],
    "home": [0, 1, 1, 1, 1],
}  # fmt: skip
NAMES = ["harbour", "council", "budget", "storm", "ferry", "market", "school", "verdict", "striker", "orchestra", "glacier", "tariff"]


@pytest.mark.parametrize(("term", "entropy"), [("hot", 0.682), ("news", 0.655), ("sales", 0.861), ("home", 0.861), ("flood", 0.430)])
def test_term_entropies_of_the_five_page_site(term, entropy):
    pages = [" ".join(word for word, counts in TERM_COUNTS.items() for _ in range(counts[page])) for page in range(5)]
    spread = SpreadCounts.of(map(term_codes, pages))

    assert spread.look_up(spread.entropies(5), term_codes(term))[0] == pytest.approx(entropy, abs=1e-3)


@pytest.mark.parametrize(
    ("lowest", "threshold"),
    [
        pytest.param([], 0.0, id="no features"),
        pytest.param([1.0] * 9, 0.0, id="nothing varies"),
        pytest.param([0.05] * 60 + [0.98] * 9, 0.1, id="one step"),
        pytest.param([0.05] * 30 + [0.35] * 70 + [0.95] * 3, 0.4, id="a gap before most features are in is no end"),
        pytest.param([step / 100 for step in range(100)], 1.0, id="features at every level"),
    ],
)
def test_greedy_threshold(lowest, threshold):
    assert greedy_threshold(np.array(lowest), 0.1, 0.01) == pytest.approx(threshold)


def words(number, count, offset=0):
    return " ".join(f"{NAMES[(number + place * place + offset) % 12]}{number * 31 + place + offset}" for place in range(count))


def page(number, related=0, comments=0):
    teasers = "".join(f'<li><a href="/{number}/{place}">{words(number, 8, 1000 * place + 500)}</a></li>' for place in range(related))
    talk = "".join(f"<div class=talk><p>{words(number, 15, 9000 + place)}</p></div>" for place in range(comments))
    body = "".join(f"<p>{words(number, 20, 100 * line)}</p>" for line in range(3))
    return parse(
        f"<body><div class=menu><a href=/>Home of the paper</a></div><div class=main><div class=text>{body}</div>"
        f"<ul class=related>{teasers}</ul><div class=answers>{talk}</div></div><div class=foot>Imprint and terms of use</div>".encode()
    )


def texts(template, of):
    scores = template.content_scores(of)
    return [of.text(int(row)) for row in of.text_rows if scores[row] >= 0.5]


def test_articles_are_informative_and_frames_are_not():
    pages = [page(number) for number in range(10)]

    assert texts(BlockEntropy().study(pages), pages[4]) == [words(4, 20, 100 * line) for line in range(3)]


def test_related_news_longer_than_the_article_are_not_content():
    """The paper's own failure (TTIMES, precision 0.530): a block of anchors that differ on every page."""
    pages = [page(number, related=20) for number in range(10)]
    as_published = BlockEntropy(most_linked=2.0, main_share=0)

    assert len(texts(as_published.study(pages), pages[4])) > 3
    assert texts(BlockEntropy().study(pages), pages[4]) == [words(4, 20, 100 * line) for line in range(3)]


def test_comments_of_some_pages_are_not_content():
    pages = [page(number, comments=9 if number % 3 == 0 else 0) for number in range(12)]

    assert texts(BlockEntropy().study(pages), pages[3]) == [words(3, 20, 100 * line) for line in range(3)]


def test_entropies_of_blocks_fall_into_two_groups():
    template = BlockEntropy().study([page(number) for number in range(10)])

    assert 0 < template.classes.threshold < 1
    assert template.classes.clearness > 0.8


def four_tables(number):
    """A page without any class: menu, article, related news and copyright, each a table."""
    related = " ".join(f"{NAMES[(number * 3 + place) % 12]} talks" for place in range(5))
    cells = ("Home News Sport Weather Search", words(number, 40), related, "Copyright the paper, all rights reserved")
    return parse("".join(f"<table><tr><td>{cell}</td></tr></table>" for cell in cells).encode())


def test_every_block_of_every_page_is_judged_by_its_own_terms():
    """4.3: on ten class-less pages of four tables, menu and copyright are redundant on all, the article informative on all."""
    pages = [four_tables(number) for number in range(10)]
    template = InfoDiscoverer().study(pages)
    entropy = np.array([template.cut(page).entropy for page in pages])

    assert template.blocks == "table"
    assert (entropy[:, [0, 3]] > 0.9).all()
    assert (entropy[:, 1] < 0.3).all()
    assert (entropy[:, 1] < entropy[:, 2]).all()
    for page in pages:
        assert not {"Home News Sport Weather Search", "Copyright the paper, all rights reserved"} & set(texts(template, page))
        assert any(len(text) > 100 for text in texts(template, page))


def test_blocks_may_be_containers():
    pages = [page(number) for number in range(10)]

    assert InfoDiscoverer().study(pages).blocks == "container"
    assert InfoDiscoverer("table").study(pages).cut(pages[0]).rows.tolist() == [0], "all text is one block where there is no table"
    assert "Home of the paper" not in texts(InfoDiscoverer().study(pages), pages[0])


def test_the_threshold_rises_until_a_step_brings_nothing():
    entropies = np.array([0.46, 0.51, 0.96, 1.0])
    terms = [[np.array(codes, np.uint64) for codes in ([1, 2, 3, 4], [5, 6], [7], [8])]]

    threshold, curve = threshold_of([entropies], terms, 0.1)

    assert threshold == pytest.approx(0.6)
    assert curve[-1] == (pytest.approx(0.7), 6)
    assert threshold_of([], [], 0.1)[0] == 0


def test_menu_and_text_in_cells_of_plain_tables_are_told_apart():
    rng = random.Random(3)
    words = [" ".join(f"word{rng.randrange(3000)}" for _ in range(120)) for _ in range(12)]
    menu = "".join(f"<td><a href={name}>{name}</a></td>" for name in ("home", "news", "sport"))
    pages = [parse(f"<table><tr>{menu}</table><table><tr><td>{text}</table><table><tr><td>Imprint</table>".encode()) for text in words]
    template = BlockEntropy().study(pages)

    for page, text in zip(pages, words, strict=True):
        scores = template.content_scores(page)
        assert [page.text(row) for row in page.text_rows.tolist() if scores[row] >= 0.5] == [text]
