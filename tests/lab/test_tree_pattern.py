"""ne-patterns as a separator, and the labelling of what their wildcards capture."""

import pytest

from sitelode.html.parse import parse
from sitelode_lab.separators.tree_pattern import Labelled, Passage, TreePattern, label_passages

STORY = " ".join(f"word{number}" for number in range(120))
CHINESE = "新闻报道内容文字" * 30


def page(title, body, extra=""):
    return parse(f"<body><div>Home News</div><h1>{title}</h1><div>{body}</div>{extra}<div>Imprint</div>".encode())


def kept(template, of):
    scores = template.content_scores(of)
    return [of.text(int(row)) for row in of.text_rows if scores[row] >= 0.5]


def test_wildcards_capture_what_differs():
    pages = [page("One", "<p>a b</p>"), page("Two", "<p>c</p><p>d</p>")]
    template = TreePattern().study(pages)

    assert [passage.text for passage in template.passages(pages[0])] == ["One", "a b"]
    assert kept(template, pages[0]) == ["One", "a b"]
    assert kept(template, pages[1]) == ["Two", "c", "d"]


def test_a_rejected_page_is_mapped_as_far_as_it_goes():
    template = TreePattern().study([page("One", "<p>a</p>"), page("Two", "<p>b</p>")])
    strange = page("Three", "<p>c</p>", extra="<table><tr><td>never seen</table>")

    assert template.passages(strange) == []
    assert "never seen" in kept(template, strange)
    assert "Home News" not in kept(template, strange)


def test_passages_of_a_page_are_labelled():
    stories = [f"word1 word2 story {STORY}", f"other {STORY} end"]
    pages = [page("Word1 story", f"<p>{stories[0]}</p>"), page("Other end", f"<p>{stories[1]}</p>")]
    labelled = TreePattern().study(pages).labelled(pages[0])

    assert labelled.body is not None
    assert labelled.body.text == stories[0]
    assert labelled.title is not None
    assert labelled.title.text == "Word1 story"


def test_paragraphs_side_by_side_are_one_body():
    halves = [" ".join(f"word{number}" for number in half) for half in (range(60), range(60, 120))]
    pages = [page(f"Title {n}", f"<p>{n} {halves[0]}</p><p>{n} {halves[1]}</p>") for n in range(2)]
    body = TreePattern().study(pages).labelled(pages[0]).body

    assert body is not None
    assert body.text == f"0 {halves[0]}\n0 {halves[1]}"


def passages(*texts):
    return [Passage(text, position, position) for position, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("texts", "body", "title"),
    [
        pytest.param([], None, None, id="no passages"),
        pytest.param(["short", "also short"], None, None, id="no body without a hundred words"),
        pytest.param(["word1 word2", STORY], 1, 0, id="title and body"),
        pytest.param(["word1 word2", "nothing common", "word3", STORY], 3, 2, id="closeness counts against common words"),
        pytest.param(["nothing", STORY], 1, None, id="no common word, no title"),
        pytest.param([STORY, STORY + " more"], 1, None, id="a title has no more than twenty words"),
        pytest.param(["天气冰川", CHINESE], 1, None, id="Chinese: pairs that the body lacks"),
        pytest.param(["新闻报道", CHINESE], 1, 0, id="Chinese"),
        pytest.param(["新闻", "新闻报道内容" * 20], None, None, id="Chinese: two characters are a word"),
    ],
)
def test_labelling(texts, body, title):
    candidates = passages(*texts)
    expected = Labelled(None if body is None else candidates[body], None if title is None else candidates[title])

    assert label_passages(candidates) == expected


def test_headings_and_paragraphs_side_by_side_in_the_body_are_title_and_text():
    stories = [f"harbour{n} opens {STORY} {n}" for n in range(2)]
    pages = [
        parse(f"<body><h1>Harbour{n} opens</h1><p>{story}</p><h2>Later{n}</h2><p>more {n}</p><p>Imprint</p>".encode())
        for n, story in enumerate(stories)
    ]
    labelled = TreePattern().study(pages).labelled(pages[0])

    assert labelled.title is not None
    assert labelled.title.text == "Harbour0 opens"
    assert labelled.body is not None
    assert labelled.body.text == f"{stories[0]}\nLater0\nmore 0"
