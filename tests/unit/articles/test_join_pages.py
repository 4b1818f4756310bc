from itertools import pairwise

import pytest

from sitelode.articles.join_pages import joined, numbered_rows
from sitelode.model import Article, Comment


def article(url, text, title="The night of the seventeenth", **more):
    return Article(url, title, text, "en", "2031-05-24", 0, more.pop("confidence", 0.9), "", **more)


def linked(*pairs):
    links = {}
    for one, other in pairs:
        links.setdefault(one, set()).add(other)
    return lambda url: links.get(url, set())


@pytest.mark.parametrize(
    "urls",
    [
        pytest.param(["https://x.example/story", "https://x.example/story/2", "https://x.example/story/3"], id="a number in the path"),
        pytest.param(["https://x.example/story/", "https://x.example/story/2/"], id="with slashes"),
        pytest.param(["https://x.example/story/", "https://x.example/story/page/2/"], id="introduced by a word"),
        pytest.param(["https://x.example/story.html", "https://x.example/story-2.html"], id="in a file's name"),
        pytest.param(["https://x.example/story.html", "https://x.example/story-page-2.html"], id="in a file's name, with a word"),
        pytest.param(["https://x.example/story", "https://x.example/story?page=2"], id="a parameter"),
        pytest.param(["https://x.example/story?id=7", "https://x.example/story?id=7&page=2"], id="one parameter of two"),
        pytest.param(["https://x.example/story-1.html", "https://x.example/story-2.html"], id="the first has a number too"),
    ],
)
def test_rows_of_addresses(urls):
    links = linked(*pairwise(urls))

    assert numbered_rows(["https://x.example/", *reversed(urls)], links) == [tuple(urls)]


def test_pages_that_do_not_link_to_each_other_are_no_row():
    urls = ["https://x.example/story", "https://x.example/story/2"]

    assert numbered_rows(urls, linked()) == []


def test_pages_of_an_article_are_joined_and_others_pass():
    first, second = "https://x.example/story", "https://x.example/story/2"
    parts = [
        article(first, "One.\n\nTwo.", confidence=0.95, captions=("a",)),
        article("https://x.example/other", "Else.", "Another title"),
        article(second, "Three.", "The night of the seventeenth 2", comments=(Comment("R", "", "Yes."),), captions=("b",)),
    ]

    whole = list(joined(parts, [(first, second)]))

    assert [each.url for each in whole] == ["https://x.example/other", first]
    assert whole[1].text == "One.\n\nTwo.\n\nThree."
    assert whole[1].pages == (first, second)
    assert (whole[1].confidence, whole[1].captions, len(whole[1].comments)) == (0.9, ("a", "b"), 1)


def test_pages_of_comments_repeat_the_article_and_are_not_joined():
    first, second = "https://x.example/story", "https://x.example/story/2"
    parts = [article(first, "One.\n\nTwo."), article(second, "One.\n\nTwo.")]

    assert list(joined(parts, [(first, second)])) == parts


def test_articles_of_other_titles_are_not_joined():
    row = "https://x.example/post-1.html", "https://x.example/post-2.html"
    parts = [article(row[0], "One.", "Swing bridge sticks open"), article(row[1], "Two.", "Town clock stays fast")]

    assert list(joined(parts, [row])) == parts


def test_a_page_that_is_missing_parts_the_row():
    row = tuple(f"https://x.example/story-{number}.html" for number in (1, 2, 3, 4))
    parts = [article(row[number], f"Part {number}.") for number in (0, 2, 3)]

    assert [each.pages for each in joined(parts, [row])] == [(), (row[2], row[3])]
