import pytest

from sitelode.articles.multi_page import PageSequence, join_articles
from sitelode.model import Article, Comment


def article(url, text, title="The night of the seventeenth", date="2031-05-24", **more):
    return Article(url, title, text, "en", date, 0, more.pop("confidence", 0.9), "", **more)


def test_pages_of_an_article_are_joined_and_others_pass():
    first, second = "https://x.example/story", "https://x.example/story/2"
    parts = [
        article(first, "One.\n\nTwo.", confidence=0.95, captions=("a",)),
        article("https://x.example/other", "Else.", "Another title"),
        article(second, "Three.", "The night of the seventeenth 2", comments=(Comment("R", "", "Yes."),), captions=("b",)),
    ]

    whole = list(join_articles(parts, [PageSequence((first, second))]))

    assert [each.url for each in whole] == ["https://x.example/other", first]
    assert whole[1].text == "One.\n\nTwo.\n\nThree."
    assert whole[1].pages == (first, second)
    assert (whole[1].confidence, whole[1].captions, len(whole[1].comments)) == (0.9, ("a", "b"), 1)


def test_pages_of_comments_repeat_the_article_and_are_not_joined():
    first, second = "https://x.example/story", "https://x.example/story/2"
    parts = [article(first, "One.\n\nTwo."), article(second, "One.\n\nTwo.")]

    assert list(join_articles(parts, [PageSequence((first, second))])) == parts


def test_articles_of_other_titles_are_not_joined():
    row = "https://x.example/post-1.html", "https://x.example/post-2.html"
    parts = [article(row[0], "One.", "Swing bridge sticks open"), article(row[1], "Two.", "Town clock stays fast")]

    assert list(join_articles(parts, [PageSequence(row)])) == parts


def test_a_page_that_is_missing_parts_the_row():
    row = tuple(f"https://x.example/story-{number}.html" for number in (1, 2, 3, 4))
    parts = [article(row[number], f"Part {number}.") for number in (0, 2, 3)]

    assert [each.pages for each in join_articles(parts, [PageSequence(row)])] == [(), (row[2], row[3])]


ISSUES = ("https://x.example/issue/1", "https://x.example/issue/2")


@pytest.mark.parametrize(
    ("second", "counted", "together"),
    [
        pytest.param({"title": "This week 1"}, False, True, id="the same title"),
        pytest.param({"title": "This week 2"}, False, False, id="each has its number"),
        pytest.param({"title": "This week 2"}, True, True, id="each has its number, and links are bare numbers"),
        pytest.param({"title": "This week 2", "date": "2031-05-31"}, True, False, id="of another day"),
        pytest.param({"title": "This week 1", "date": "2031-05"}, False, True, id="the day is not said"),
        pytest.param({"title": "This week 1", "date": ""}, False, True, id="without a date"),
        pytest.param({"title": "This week 1", "author": "Ada Moor"}, False, False, id="by somebody else"),
        pytest.param({"title": "This week 1", "author": "Ada Moor; Ben Fell"}, False, True, id="by one of them"),
    ],
)
def test_what_speaks_for_one_article_and_against_it(second, counted, together):
    parts = [article(ISSUES[0], "One.", "This week 1", author="Ben Fell"), article(ISSUES[1], "Two.", **second)]

    assert [each.pages for each in join_articles(parts, [PageSequence(ISSUES, counted)])] == ([ISSUES] if together else [(), ()])


def test_a_page_that_shows_all_parts_at_once_is_no_article_of_its_own():
    first, second, every = "https://x.example/story", "https://x.example/story/2", "https://x.example/story?all"
    parts = [article(first, "One."), article(every, "One.\n\nTwo."), article(second, "Two.")]

    [whole] = join_articles(parts, [PageSequence((first, second), wholes=(every,))])

    assert (whole.url, whole.text, whole.pages) == (first, "One.\n\nTwo.", (first, second, every))


def test_a_page_that_says_more_than_the_parts_stays():
    first, second, other = "https://x.example/story", "https://x.example/story/2", "https://x.example/story/sources"
    parts = [article(first, "One."), article(second, "Two."), article(other, "Where it is from.")]

    assert [each.url for each in join_articles(parts, [PageSequence((first, second), wholes=(other,))])] == [first, other]
