from zlib import crc32

import pytest
from crawl_in_memory import START, crawl_in_memory
from crawl_server import Reply, Site, news_site, page, path_of, story
from hypothesis import given
from hypothesis import strategies as st

from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.crawl.traps import PATTERN_STALE_PAGES, SHAPE_STALE_PAGES, ParameterLore, malformed


def paths_read(answers):
    return [path_of(answer.url) for answer in answers if answer.status == 200]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        pytest.param(START + "2024/05/13/slug", None, id="an article"),
        pytest.param(START + "2011/11/11/11-things", None, id="a date that repeats"),
        pytest.param(START + "a/a/a", "repeating path", id="one directory again and again"),
        pytest.param(START + "x/a/b/a/b/a/b", "repeating path", id="two in turns"),
        pytest.param(START + "a/b/c/a/b/c/a/b/c/d", "repeating path", id="three in turns"),
        pytest.param(START + "a/b/a/b", None, id="twice is not yet a loop"),
        pytest.param(START + "/".join(map(str, range(20))), None, id="as deep as may be"),
        pytest.param(START + "/".join(map(str, range(21))), "too many directories", id="deep"),
        pytest.param(START + "?" + "&".join(f"f{n}=1" for n in range(11)), "too many parameters", id="many filters"),
        pytest.param(START + "x" * 2000, "address too long", id="long"),
    ],
)
def test_malformed_addresses(url, reason):
    assert malformed(url) == reason


@given(st.lists(st.sampled_from("ab"), max_size=12))
def test_loops_are_found_where_a_slow_search_finds_them(directories):
    length = len(directories)
    slow = any(
        directories[start : start + size] * 3 == directories[start : start + 3 * size]
        for size in (1, 2, 3)
        for start in range(length - 3 * size + 1)
    )

    assert (malformed(START + "/".join(directories)) == "repeating path") == slow


def test_a_big_archive_of_articles_is_read_whole():
    state, answers = crawl_in_memory(news_site(3_000, per_page=30))

    assert len(paths_read(answers)) == 3_000 + 100 + 2
    assert not state.left_out.counts


@pytest.mark.parametrize("path", ["/post/{}", "/post?id={}", "/blog/en/post-{}"])
def test_articles_whose_text_stands_in_a_list_before_are_read(path):
    """A blog that shows whole articles on its home page and in its archive."""
    site = Site()
    for number in range(0, 300, 10):
        shown = range(number, number + 10)
        links = [path.format(each) for each in shown] + [f"/page/{number // 10 + 1}"]
        site.replies[f"/page/{number // 10}" if number else "/"] = page("Blog", "</p><p>".join(map(story, shown)), links)
        site.replies |= {path.format(each): page("Blog", story(each)) for each in shown}
    _, answers = crawl_in_memory(site)

    assert set(paths_read(answers)) == set(site.replies)


@pytest.mark.parametrize(
    "href",
    [
        pytest.param("/calendar?month={year}-{month:02}", id="by a parameter"),
        pytest.param("/calendar/{year}/{month:02}/", id="by the path"),
    ],
)
def test_an_endless_calendar_ends(href):
    months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]

    def link(month: int) -> str:
        return href.format(year=2000 + month // 12, month=month % 12 + 1)

    def month_page(month: int) -> Reply:
        heading = f"Events in {months[month % 12]} {2000 + month // 12}"
        return page(heading, f"Nothing happens in {months[month % 12]}", [link(month - 1), link(month + 1)])

    site = news_site(60)
    site.replies["/"] = page("News", "The news of the day, every day", ["/archive?page=1", link(300)])
    site.replies.update({link(month): month_page(month) for month in range(6000)})
    state, answers = crawl_in_memory(site)

    assert sum(path.startswith("/calendar") for path in paths_read(answers)) <= 12 + PATTERN_STALE_PAGES
    assert sum("story" in path for path in paths_read(answers)) == 60
    assert state.traps.closed_patterns
    assert state.left_out.counts["pattern brings nothing new"] >= 1


def visited_shop(goods: int, visit_of) -> Site:
    """A shop whose links all carry a new number of the visit."""
    visits = iter(range(10**9))

    def linked(path: str) -> str:
        return f"{path}?visit={visit_of(next(visits))}"

    def route(asked) -> Reply | None:
        path = asked.path.partition("?")[0]
        others = [linked(f"/goods/{other}") for other in range(goods)]
        if path == "/":
            return page("Shop", "Everything that you need, and more of it", others)
        return page(path, story(int(path.rpartition("/")[2])), [linked("/"), *others]) if path.startswith("/goods/") else None

    return Site(routes=[route])


@pytest.mark.parametrize("visit_of", [lambda number: f"{number * 7919:08x}", str], ids=["hexadecimal", "counted"])
def test_a_number_of_the_visit_in_every_link_is_seen_through(visit_of):
    state, answers = crawl_in_memory(visited_shop(40, visit_of))
    read = paths_read(answers)

    assert {path.partition("?")[0] for path in read} == {"/"} | {f"/goods/{number}" for number in range(40)}, "nothing is lost"
    assert len(read) <= 40 + 1 + PATTERN_STALE_PAGES
    assert state.traps.ignored_parameters == ["visit"]


def test_filters_in_every_combination_are_bounded():
    colours, sizes, brands = ["red", "blue", "green", "white", "black"], list("smlx"), ["acme", "zenith", "nadir", "apex"]

    def route(asked) -> Reply | None:
        path, _, query = asked.path.partition("?")
        if path == "/goods":
            chosen = dict(each.split("=") for each in query.split("&") if each)
            options = [("colour", each) for each in colours] + [("size", each) for each in sizes] + [("brand", each) for each in brands]
            links = ["/goods?" + "&".join(f"{k}={v}" for k, v in sorted({**chosen, name: value}.items())) for name, value in options]
            items = [number for number in range(30) if (number + len(query)) % 3]
            heading = "Shoes " + " ".join(chosen.values())
            text = "</p><p>".join(story(number) for number in items)
            return page(heading, text, [*links, *(f"/item/{number}" for number in items)])
        return page(path, story(int(path.rpartition("/")[2]) + 1000)) if path.startswith("/item/") else None

    site = Site({"/": page("Shop", "All our shoes in one place", ["/goods"])}, [route])
    _, answers = crawl_in_memory(site)
    read = paths_read(answers)

    assert sum(path.startswith("/item/") for path in read) == 30
    assert sum(path.startswith("/goods") for path in read) <= 7 * (PATTERN_STALE_PAGES + 3), "seven sets of parameters, of 149 combinations"


def test_lists_without_text_stay_open_while_they_lead_on():
    """A gallery: the lists show pictures only, and each picture has a page with a text."""
    site = Site({"/": page("Home", "All our pictures, from the first to the last", ["/list/1"])})
    for number in range(1, 101):
        site.replies[f"/list/{number}"] = page("Pictures", "Look at our pictures", [f"/picture-{number}x", f"/list/{number + 1}"])
        site.replies[f"/picture-{number}x"] = page("Picture", story(number))
    _, answers = crawl_in_memory(site)

    assert sum(path.startswith("/picture") for path in paths_read(answers)) == 100


def test_a_calendar_with_a_page_for_each_day_ends():
    def route(asked) -> Reply | None:
        parts = asked.path.strip("/").split("/")
        if parts[0] != "calendar":
            return None
        month = int(parts[1])
        if len(parts) == 3:
            return page(f"Day {parts[2]}", "Nothing happens here on this day", [f"/calendar/{month}/"])
        return page(
            f"Month {month}",
            "Choose a day of this month",
            [f"/calendar/{month + 1}/", *(f"/calendar/{month}/{day}/" for day in range(1, 29))],
        )

    site = Site({"/": page("Home", "Everything that happens, day by day", ["/calendar/1/"])}, [route])
    _, answers = crawl_in_memory(site)

    assert len(paths_read(answers)) <= 4 * PATTERN_STALE_PAGES


def test_filters_in_the_path_are_bounded():
    words = "red blue green white black small large cheap fancy plain short tall".split()

    def route(asked) -> Reply | None:
        parts = asked.path.strip("/").split("/")
        if parts[0] != "shoes":
            return None
        chosen = parts[1:]
        links = ["/".join(["/shoes", *sorted([*chosen, word])]) for word in words if word not in chosen] if len(chosen) < 6 else []
        return page("Shoes " + " ".join(chosen), "</p><p>".join(story(number) for number in range(10)), links)

    site = Site({"/": page("Home", "Shoes for everybody, in every colour", ["/shoes"])}, [route])
    _, answers = crawl_in_memory(site)

    assert len(paths_read(answers)) <= 5 * SHAPE_STALE_PAGES, "of the 2,510 sets of up to six words"


def test_a_page_that_needs_its_parameter_keeps_it():
    lore = ParameterLore()
    menu = dict.fromkeys(range(1000, 1060), 20)
    for number in range(1, 50):
        for path in ("view", "print", "photo"):
            lore.learn(f"{START}{path}?id={number}", {**menu, number: 60})

    assert not lore.ignored, "the menu makes up most of these pages, and still they differ"


@pytest.mark.parametrize(("between", "ignored"), [(3, {"view"}), (4, set())])
def test_a_page_is_compared_with_the_latest_four_of_its_path(between, ignored):
    lore = ParameterLore()
    for path in ("a", "b", "c"):
        lore.learn(f"{START}{path}?view=1", {1: 50, 2: 50})
        for number in range(between):
            lore.learn(f"{START}{path}?part={number}", {100 + number: 50})
        lore.learn(f"{START}{path}?view=2", {1: 50, 2: 50})

    assert lore.ignored == ignored


def test_a_parameter_found_to_matter_after_all_is_taken_back():
    lore = ParameterLore()
    for path in ("a", "b", "c"):
        lore.learn(f"{START}{path}", {1: 50, 2: 50})
        lore.learn(f"{START}{path}?view=1", {1: 50, 2: 50})
    assert lore.ignored == {"view"}
    assert lore.leads_to_a_known_page(f"{START}a?view=7")

    lore.learn(f"{START}d?view=1", {3: 50})
    lore.learn(f"{START}d?view=2", {4: 50})

    assert not lore.ignored
    assert not lore.leads_to_a_known_page(f"{START}a?view=7")


def test_an_empty_answer_proves_nothing():
    """Searches beyond the last result look all the same; the first ones did not."""
    lore = ParameterLore()
    for path in ("a", "b", "c"):
        lore.learn(f"{START}{path}?q=1", dict.fromkeys(range(50), 50))
        lore.learn(f"{START}{path}?q=2", {1: 50})

    assert not lore.ignored


def test_a_maze_of_new_texts_is_ended_by_the_limits():
    def route(asked) -> Reply:
        number = crc32(asked.path.encode()) % 1_000_003
        return page("Maze", story(number), [f"{asked.path.rstrip('/')}/{number % 97}", f"/{number % 1009}x/"])

    state, answers = crawl_in_memory(Site(routes=[route]), CrawlSettings(max_pages=150))

    assert len(paths_read(answers)) <= 150 + 2
    assert state.limit_reached == "page limit"


@pytest.mark.parametrize(
    "links",
    [
        pytest.param(["sub/dir/"], id="two directories at a time"),
        pytest.param(["x/", "y/"], id="two ways down"),
        pytest.param(["a/", "b/", "c/", "d/", "./", "../"], id="four ways down, and back"),
        pytest.param(["x/page", "y/page", "page"], id="pages beside each other"),
    ],
)
def test_a_maze_of_identical_pages_ends(links):
    """Every address answers with the same bytes, whose links lead ever deeper."""
    copy = page("Welcome", "A page that is the same wherever it is asked for", links)
    site = news_site(40)
    site.replies["/"] = page("News", "The news of the day, every day", ["/archive?page=1", "/maze/"])
    site.routes.append(lambda asked: copy if asked.path.startswith("/maze/") else None)
    state, answers = crawl_in_memory(site)

    assert sum(path.startswith("/maze/") for path in paths_read(answers)) < 50
    assert sum("story" in path for path in paths_read(answers)) == 40
    assert state.left_out.counts["same page at a deeper path"] >= 1


def test_pages_that_are_the_same_at_two_depths_lead_on():
    """A list that is shown under two addresses."""
    site = Site()
    things = ("/things/one/", "/things/two/", "/things/more/three/")
    shown = page("List", "Everything there is, on one page", things)
    site.replies = {"/": shown, "/things/": shown} | {path: page("Thing", story(number)) for number, path in enumerate(things)}
    _, answers = crawl_in_memory(site)

    assert set(things) <= set(paths_read(answers))
