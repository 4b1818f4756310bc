"""News Ripper, chapter 13: its worked example, and its quadratic algorithm as the oracle."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.html.parse import parse
from sitelode.text.segments import segments_of
from sitelode_lab.separators.leaf_difference import LeafDifference, formatted_article, plain_article
from sitelode_lab.trees.tag_selection import EVERY_TAG

TO_THE_LETTER = LeafDifference(tolerance=0)


def leaves(page):
    segments = segments_of(page)
    spans = zip(segments.first, segments.first[1:], strict=False)
    return [" ".join("".join(page.text(row) for row in segments.rows[first:last]).split()) for first, last in spans]


def kept(separator, pages):
    template = separator.study(pages)
    return [
        [leaf for leaf, score in zip(leaves(page), template.segment_scores(segments_of(page)), strict=True) if score >= 0.5]
        for page in pages
    ]


def kept_by_the_thesis(pages):
    """Section 13.3: every pair of pages, every pair of leaves; what is equal goes."""
    vectors = [list(leaves(page)) for page in pages]
    equal = [set() for _ in pages]
    for i in range(len(vectors)):
        for j in range(i + 1, len(vectors)):
            for leaf in vectors[i]:
                for other in vectors[j]:
                    if leaf == other:
                        equal[i].add(leaf)
                        equal[j].add(other)
    return [[leaf for leaf in vector if leaf not in gone] for vector, gone in zip(vectors, equal, strict=True)]


def test_two_articles_of_a_made_up_paper():
    """Figures 13.1-13.3 rebuilt from their words: equal titles go, headings and sentences stay, marked words do not divide a sentence."""
    template = "<title>The Paper</title><div>Home</div><h1>{}</h1><p>{}</p><div>Contact</div>"
    pages = [
        parse(template.format("Raid planned", "They will strike <i>Baghdad</i> tonight.").encode()),
        parse(template.format("Talks fail", "Envoys left <i>Baghdad</i> at noon.").encode()),
    ]

    assert kept(TO_THE_LETTER, pages) == [
        ["Raid planned", "They will strike Baghdad tonight."],
        ["Talks fail", "Envoys left Baghdad at noon."],
    ]


def test_a_leaf_equal_by_chance_is_not_lost():
    """The thesis' own counter-example: a place name in a line of its own, on two of many pages."""
    pages = [parse(f"<div>Home</div><h2>{'Baghdad' if n < 2 else f'Place {n}'}</h2><p>Story {n}.</p>".encode()) for n in range(20)]

    assert "Baghdad" not in kept(TO_THE_LETTER, pages)[0]
    assert kept(LeafDifference(), pages)[0] == ["Baghdad", "Story 0."]
    assert all("Home" not in page for page in kept(LeafDifference(), pages))


@given(st.lists(st.lists(st.sampled_from("abcdefg"), max_size=6), min_size=1, max_size=6))
def test_agrees_with_the_thesis_algorithm(texts):
    pages = [parse(("<div>" + "".join(f"<p>{text}</p>" for text in page)).encode()) for page in texts]

    assert kept(TO_THE_LETTER, pages) == kept_by_the_thesis(pages)


@pytest.mark.parametrize("count", [1, 1000])
def test_one_page_or_the_same_page_many_times(count):
    page = parse(b"<p>Only text.</p>")
    scores = LeafDifference().study([page] * count).content_scores(page)

    assert scores[page.text_rows[0]] == (1.0 if count == 1 else 0.0)
    assert scores.shape == (len(page),)


def test_scores_do_not_depend_on_the_order_of_pages():
    pages = [parse(f"<p>Home</p><p>Text {n % 3}</p>".encode()) for n in range(9)]
    straight, reverse = LeafDifference().study(pages), LeafDifference().study(pages[::-1])

    assert all(np.array_equal(straight.content_scores(page), reverse.content_scores(page)) for page in pages)


BAGHDAD = [
    (
        "<title>The News</title><body><h1>U.S. will bomb Bagdad</h1><p>The American Air Force intends to bomb <i>Baghdad</i> this night.</p>"
        "<p>The spokesman at the White House said:<q>Yes it is &lt;true&gt;</q></p></body>"
    ),
    "<title>The News</title><body><h1>Life goes on</h1><p>In <i>Baghdad</i> people go to the market.</p><p>They buy bread.</p></body>",
]


def test_the_article_of_13_4_is_laid_out_with_headings_and_paragraphs():
    pages = [parse(source.encode()) for source in BAGHDAD]
    template = LeafDifference(tolerance=0).study(pages)

    assert plain_article(pages[0], template) == (
        "U.S. WILL BOMB BAGDAD\n\nThe American Air Force intends to bomb Baghdad this night.\n\n"
        "The spokesman at the White House said:Yes it is <true>"
    )


def test_the_article_of_13_5_keeps_its_formatting():
    pages = [parse(source.encode()) for source in BAGHDAD]
    template = LeafDifference(tolerance=0).study(pages)

    assert formatted_article(pages[0], template).splitlines() == [
        "<h1>U.S. will bomb Bagdad</h1>",
        "<p>The American Air Force intends to bomb <i>Baghdad</i> this night.</p>",
        "<p>The spokesman at the White House said:<q>Yes it is &lt;true&gt;</q></p>",
    ]


def test_with_all_tags_kept_the_word_that_both_have_is_lost():
    """13.3.3: kept inline tags make the word a leaf of its own, and the extraction fails as the thesis says."""
    pages = [parse(source.encode()) for source in BAGHDAD]
    template = TextOfBoth()

    assert "BAGDAD" in plain_article(pages[0], template, EVERY_TAG)
    assert "Baghdad" not in plain_article(pages[0], template, EVERY_TAG)


class TextOfBoth:
    """The leaves of the thesis with every tag selected: the word alone is on both pages."""

    def content_scores(self, page):
        scores = np.zeros(len(page))
        for row in page.text_rows.tolist():
            scores[row] = page.text(row).strip() not in ("Baghdad", "The News")
        return scores


def test_a_line_break_ends_a_word():
    pages = [parse(f"<body><p>Come {n} by bus<br>and by train</p><p>Imprint</p>".encode()) for n in range(2)]
    template = LeafDifference().study(pages)

    assert plain_article(pages[0], template) == "Come 0 by bus and by train"
    assert formatted_article(pages[0], template) == "<p>Come 0 by bus<br>and by train</p>"
