from sitelode.html.parse import parse
from sitelode.model import Article
from sitelode.wrappers import multi_page as joining
from sitelode.wrappers.applying import Reading
from sitelode.wrappers.multi_page import PageJoiner
from sitelode.wrappers.readers import Extraction

SITE = "https://paper.example"


def reading(path, text, links=(), **values):
    page = parse("".join(f'<a href="{link}">x</a>' for link in links).encode() or b"<p>", SITE + path)
    article = Article(SITE + path, "One title", text, "en", "", 0, 0.9, path) if text else None
    return page, Reading(
        page.url, path, None, 1.0, Extraction({"title": "One title", **values}, article=article, reason="" if text else "none")
    )


def passed(readings):
    joiner = PageJoiner()
    at_once = [each for page, found in readings for each in joiner.add(page, found)]
    return at_once, list(joiner.rest())


def test_pages_that_go_on_are_one_and_all_others_pass_at_once():
    at_once, later = passed(
        [
            reading("/other.html", "Another text", ["/news", "/2031/02/old.html"]),
            reading("/walk.html", "First part", ["walk-2.html"], price=""),
            reading("/index.html", "", ["/walk.html", "/walk-2.html"]),
            reading("/walk-2.html", "Second part", ["walk.html", "walk-3.html"], price="3"),
            reading("/walk-3.html", "Third part", ["walk-2.html"]),
        ]
    )

    assert [each.url for each in at_once] == [SITE + "/other.html", SITE + "/index.html"]
    [whole] = later
    assert whole.found.article.text == "First part\n\nSecond part\n\nThird part"
    assert whole.found.article.pages == (SITE + "/walk.html", SITE + "/walk-2.html", SITE + "/walk-3.html")
    assert whole.found.values == {"title": "One title", "price": "3"}


def test_links_of_a_mirror_lead_to_the_names_of_files():
    pages = [reading("/walk/", "First part", ["2/index.html"]), reading("/walk/2/", "Second part", ["../index.html"])]

    at_once, [whole] = passed(pages)

    assert at_once == []
    assert whole.found.article.pages == (SITE + "/walk/", SITE + "/walk/2/")


def test_a_part_without_the_others_is_itself():
    at_once, later = passed([reading("/walk-2.html", "Second part", ["walk.html"]), reading("/a/", "Text", ["2/", "?page=2"])])

    assert at_once == []
    assert [each.found.article.text for each in later] == ["Second part", "Text"]
    assert not any(each.found.article.pages for each in later)


def test_what_waits_is_bounded(monkeypatch):
    monkeypatch.setattr(joining, "MOST_WAITING", 4)
    at_once, later = passed([reading(f"/{name}.html", name, [f"{name}-2.html"]) for name in "abcdefg"])

    assert [each.found.article.text for each in at_once + later] == list("abcdefg")
    assert len(at_once) == 5


def test_parts_that_only_say_what_comes_next_wait_and_so_does_what_shows_them_at_once():
    first, second = reading("/walk.html", "First part"), reading("/walk-two.html", "Second part")
    pages = [
        (with_html(first[0], '<a rel="next" href="walk-two.html">on</a> <a href="walk.html?all">all</a>'), first[1]),
        (with_html(second[0], '<a rel="prev" href="walk.html">back</a> <a href="walk.html?all">all</a>'), second[1]),
        reading("/walk.html?all", "First part\n\nSecond part"),
    ]

    at_once, [whole] = passed(pages)

    assert at_once == []
    assert whole.found.article.text == "First part\n\nSecond part"
    assert whole.found.article.pages == tuple(page.url for page, _ in pages)


def test_neighbours_of_a_site_pass_at_once():
    page, found = reading("/2031/walk/", "A text")

    at_once, later = passed([(with_html(page, '<a rel="next" href="/2031/rain/">Rain</a>'), found)])

    assert (at_once, later) == ([found], [])


def with_html(page, html):
    return parse(html.encode(), page.url)
