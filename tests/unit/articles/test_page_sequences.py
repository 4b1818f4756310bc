from itertools import pairwise

import pytest

from sitelode.articles.multi_page import PageSequence, find_page_sequences, near

X = "https://x.example"


def linked(urls, anchors=None):
    """Each page linked with the next one, and that one with it."""
    links = {}
    for number, (one, other) in enumerate(pairwise(urls), start=2):
        links.setdefault(one, {}).setdefault(other, []).append((anchors or {}).get(number, "on"))
        links.setdefault(other, {}).setdefault(one, []).append("back")
    return lambda url: links.get(url, {})


def unsaid(_):
    return (), ()


def said(urls):
    """Each page says which one comes next."""
    following = dict(pairwise(urls))
    return lambda url: ({following.get(url)} - {None}, ())


@pytest.mark.parametrize(
    "urls",
    [
        pytest.param([X + "/story", X + "/story/2", X + "/story/3"], id="a number in the path"),
        pytest.param([X + "/story/", X + "/story/2/"], id="with slashes"),
        pytest.param([X + "/story/", X + "/story/page/2/"], id="introduced by a word"),
        pytest.param([X + "/story.html", X + "/story-2.html"], id="in a file's name"),
        pytest.param([X + "/story.html", X + "/story-page-2.html"], id="in a file's name, with a word"),
        pytest.param([X + "/story", X + "/story?page=2"], id="a parameter"),
        pytest.param([X + "/story?id=7", X + "/story?id=7&page=2"], id="one parameter of two"),
        pytest.param([X + "/story-1.html", X + "/story-2.html"], id="the first has a number too"),
    ],
)
def test_rows_of_numbered_addresses(urls):
    assert find_page_sequences([X + "/", *reversed(urls)], linked(urls), unsaid) == [PageSequence(tuple(urls))]


def test_links_that_are_bare_numbers_count_pages():
    urls = [X + "/story", X + "/story/2", X + "/story/3"]

    [counted] = find_page_sequences(urls, linked(urls, {2: "[2]", 3: "3"}), unsaid)
    [worded] = find_page_sequences(urls, linked(urls, {2: "2", 3: "Issue 3"}), unsaid)

    assert (counted.counted, worded.counted) == (True, False)


@pytest.mark.parametrize(
    "links",
    [
        pytest.param({}, id="no links"),
        pytest.param({"/story": {"/story/2": ["2"]}}, id="no way back"),
        pytest.param({"/story/2": {"/story": ["the first issue"]}}, id="a mention of the one before"),
        pytest.param({"/": {"/node/2": ["2"]}, "/node/2": {"/": ["home"]}}, id="the front page"),
    ],
)
def test_pages_that_do_not_lead_to_each_other_are_no_row(links):
    whole = {X + source: {X + target: anchors for target, anchors in targets.items()} for source, targets in links.items()}

    assert find_page_sequences([X + "/", X + "/node/2", X + "/story", X + "/story/2"], lambda url: whole.get(url, {}), unsaid) == []


def test_the_way_back_may_have_a_number_that_the_first_page_has_not():
    urls = (X + "/story", X + "/story?page=2")
    links = {urls[0]: {urls[1]: ["2"]}, urls[1]: {X + "/story?page=1": ["1"]}}

    assert find_page_sequences(urls, lambda url: links[url], unsaid) == [PageSequence(urls, counted=True)]


def test_pages_without_numbers_are_a_row_where_they_say_what_comes_next():
    urls = [X + "/walk.html", X + "/walk-two.html", X + "/walk-three.html"]

    assert find_page_sequences(reversed(urls), linked(urls), said(urls)) == [PageSequence(tuple(urls))]
    assert find_page_sequences(urls, linked(urls), unsaid) == []


def test_articles_that_say_what_comes_next_are_no_row():
    urls = [X + "/2031/walk/", X + "/2031/rain/", X + "/2031/bridge/"]

    assert find_page_sequences(urls, linked(urls), said(urls)) == []


def test_what_all_pages_of_a_row_link_to_may_show_it_at_once():
    urls, every = (X + "/story.html", X + "/story.html?page=2"), X + "/story.html?all=1"
    links = {urls[0]: {urls[1]: ["2"], every: ["all"], X + "/": [""]}, urls[1]: {urls[0]: ["1"], every: ["all"], X + "/": [""]}}

    assert find_page_sequences([*urls, every, X + "/"], lambda url: links.get(url, {}), unsaid) == [PageSequence(urls, True, (every,))]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param("/walk.html", "/walk-two.html", True, id="one goes on from the other"),
        pytest.param("/walk-two.html", "/walk-three.html", True, id="another last word"),
        pytest.param("/walk-in-the-rain", "/walk-on-the-moon", False, id="several other words"),
        pytest.param("/walk?part=a", "/walk?part=b", True, id="a parameter"),
        pytest.param("/2031/rain/", "/2031/ruin/", False, id="names of their own"),
        pytest.param("/", "/walk", False, id="the front page"),
    ],
)
def test_near_addresses(one, other, expected):
    assert near(X + one, X + other) is near(X + other, X + one) is expected
