"""Home in a real Chromium: the articles first. Search, filters, doubts, bulk, downloads, and a table of a hundred thousand rows."""

import csv
import io
import json
import zipfile

import pytest
from browser_window import wait_until, window
from running_studio import served

from sitelode.studio.session import StudioSession

try:
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)
except ImportError:  # the fixture `browser` says so, and skips or fails
    expect = None


def titles(page):
    return page.locator(".grid .row .title-line").all_inner_texts()


def test_a_newcomer_sees_the_articles_and_reads_one(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base)
        expect(page.locator(".facts").first).to_contain_text("54 articles")
        expect(page.locator("article.article h1")).not_to_be_empty()
        first = page.locator(".grid .row").first
        expect(first).to_have_attribute("aria-selected", "true")
        second = page.locator(".grid .row").nth(1)
        words = second.locator(".title-line").inner_text()
        page.keyboard.press("j")
        expect(page.locator("article.article h1")).to_have_text(words)
        expect(page.locator(".grid")).to_have_attribute("aria-rowcount", "55")


def test_columns_sort_both_ways_and_the_address_says_so(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base)
        page.locator(".grid .row").first.wait_for()
        page.get_by_role("button", name="Date").click()
        page.wait_for_url("**sort=date&down=1")
        expect(page.get_by_role("columnheader", name="Date")).to_have_attribute("aria-sort", "descending")
        page.locator(".grid .row").first.wait_for()
        dates = page.locator(".grid .row .cell:nth-child(3)").all_inner_texts()
        assert dates == sorted(dates, reverse=True)
        page.get_by_role("button", name="Date").click()
        expect(page.get_by_role("columnheader", name="Date")).to_have_attribute("aria-sort", "ascending")
        page.reload()
        expect(page.get_by_role("columnheader", name="Date")).to_have_attribute("aria-sort", "ascending")


def test_search_looks_into_the_texts_and_marks_the_words(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base)
        page.locator(".grid .row").first.wait_for()
        page.keyboard.press("/")
        page.keyboard.type("euphonium")
        expect(page.locator(".facts").first).to_contain_text("1 of 54 articles")
        expect(page.locator(".grid .row")).to_have_count(1)
        expect(page.locator("article.article mark").first).to_have_text("euphonium")
        expect(page.locator(".grid .row mark").first).to_have_text("euphonium")
        page.get_by_role("button", name="Clear").click()
        expect(page.locator(".facts").first).to_contain_text("54 articles")
        page.get_by_label("All sections").select_option("=Town")
        expect(page.locator(".facts").first).to_contain_text("15 of 54 articles")
        page.get_by_label("Search all articles").fill("no such word anywhere")
        expect(page.locator(".list-note")).to_contain_text("No matching articles")


def test_downloads_hold_what_is_filtered(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base + "articles?section=Town")
        expect(page.locator(".facts").first).to_contain_text("15 of 54 articles")
        contents = {}
        for kind in ("CSV", "JSON lines", "Markdown"):
            page.locator("summary", has_text="Download").click()
            with page.expect_download() as download:
                page.get_by_role("link", name=kind).click()
            contents[kind] = download.value.path().read_bytes()
        rows = list(csv.DictReader(io.StringIO(contents["CSV"].decode("utf-8-sig"))))
        lines = [json.loads(line) for line in contents["JSON lines"].decode().splitlines()]
        assert len(rows) == len(lines) == 15
        assert [row["url"] for row in rows] == [line["url"] for line in lines]
        with zipfile.ZipFile(io.BytesIO(contents["Markdown"])) as archive:
            assert len(archive.namelist()) == 15
            assert archive.read(archive.namelist()[0]).startswith(b'---\ntitle: "')


def test_many_articles_are_corrected_at_once_and_the_files_follow(browser, own_session):
    with served(own_session) as keys, window(browser, keys) as page:
        page.goto(page.base)
        page.locator(".grid .row").nth(3).wait_for()
        for place in (0, 2):
            page.locator(".grid .row").nth(place).get_by_role("checkbox").check()
        expect(page.locator(".pick-bar")).to_contain_text("2 articles selected")
        gone = titles(page)[0]
        page.locator(".pick-bar").get_by_role("button", name="Not articles").click()
        expect(page.locator(".toast")).to_contain_text("2 pages: not an article")
        expect(page.locator("footer")).to_contain_text("52 articles")
        expect(page.locator(".facts").first).to_contain_text("52 articles")
        assert gone not in titles(page)
        written = (own_session.folder / "articles.jsonl").read_text(encoding="utf-8")
        assert len(written.splitlines()) == 52
        page.get_by_role("button", name="Undo (1)").click()
        expect(page.locator("footer")).to_contain_text("54 articles")


def test_a_checked_article_is_no_longer_doubtful(browser, own_session):
    with served(own_session) as keys, window(browser, keys) as page:
        doubtful = {"name": "0-date", "layout": 0, "reason": "No date, though most have one", "count": 1, "of": 24, "articles": []}
        page.goto(page.base)
        page.locator(".preview .primary", has_text="Right").click()
        expect(page.locator(".preview")).to_contain_text("Checked")
        expect(page.locator(".grid .row .checked").first).to_be_visible()
        page.get_by_label("Checked or not").select_option("=unchecked")
        expect(page.locator(".facts").first).to_contain_text("53 of 54 articles")

        def answer(route):
            found = route.fetch().json()
            route.fulfill(json={**found, "doubts": [doubtful]})

        page.route("**/api/overview", answer)
        page.goto(page.base)
        expect(page.locator(".doubts")).to_contain_text("No date, though most have one")
        page.locator(".doubt .plain").click()
        page.wait_for_url("**doubt=0-date")


def test_a_hundred_thousand_articles_stay_few_elements_and_scroll_at_once(browser, studio):
    def answer(route):
        query = dict(pair.split("=") for pair in route.request.url.split("?")[1].split("&"))
        start, count = int(query["start"]), int(query["count"])
        about = {"date": "2031-01-01", "author": "A", "section": "S", "confidence": 0.9, "language": "en", "layout": 0, "checked": False}
        rows = [{"page": 4, "url": f"https://a.example/{n}", "title": f"Article {n}", **about} for n in range(start, start + count)]
        route.fulfill(json={"total": 100_000, "all": 100_000, "start": start, "articles": rows})

    with window(browser, studio) as page:
        page.route("**/api/articles?*", answer)
        page.goto(page.base)
        expect(page.locator(".grid .row").first).to_contain_text("Article 0")
        page.locator(".grid").evaluate("list => { list.scrollTop = list.scrollHeight }")
        expect(page.locator(".grid .row", has_text="Article 99999")).to_be_visible()
        assert page.locator(".grid .row").count() < 60
        wait_until(page, "() => document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize(
    ("words", "asked", "direction"),
    [
        ("הנמל היה שקט והמעבורת איחרה, אמר שומר המגדלור, שכבר ראה הכול בימי חייו הארוכים ליד הים. ", "שומר", "rtl"),
        ("港口很安静，渡轮晚点了，灯塔的看守人说，他在海边漫长的一生中什么都见过。", "渡轮", "ltr"),
    ],
)
def test_scripts_from_right_to_left_and_without_spaces(browser, tmp_path, words, asked, direction):
    pages = [
        {"url": f"https://made.example/{n}", "html": f"<title>{n} {words[:12]}</title><h1>{n} {words[:12]}</h1><p>{n}: {words * 4}"}
        for n in range(9)
    ]
    (tmp_path / "made.jsonl").write_text("\n".join(map(json.dumps, pages)), encoding="utf-8")
    session = StudioSession(tmp_path / "made.jsonl", tmp_path / "out")
    session.start().result()
    with served(session) as keys, window(browser, keys) as page:
        page.goto(page.base)
        expect(page.locator(".facts").first).to_contain_text("9 articles")
        assert page.locator("article.article .body").evaluate("body => getComputedStyle(body.closest('article')).direction") == direction
        page.get_by_label("Search all articles").fill(asked)
        expect(page.locator("article.article mark").first).to_have_text(asked)
        expect(page.locator(".grid .row")).to_have_count(9)
    session.close()


@pytest.mark.parametrize("width", [360, *(pytest.param(each, marks=pytest.mark.nightly) for each in (768, 1200))])
def test_every_screen_fits_its_window(browser, studio, width):
    with window(browser, studio, viewport={"width": width, "height": 780}) as page:
        for screen in ("articles", "tables", "site", "page", "watch"):
            page.goto(f"{page.base}{screen}")
            page.locator("main .screen").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= width, screen
            tools = "[...document.querySelectorAll('.tools *')].filter((each) => !each.closest('.sheet-of-options'))"  # closed
            assert page.evaluate(f"Math.max(...{tools}.map((each) => each.getBoundingClientRect().right))") <= width


def test_an_article_on_a_phone_is_two_touches_away(browser, studio):
    with window(browser, studio, viewport={"width": 360, "height": 780}) as page:
        page.goto(page.base)
        page.locator(".grid .row").nth(2).click()
        expect(page.locator("article.article h1")).to_be_in_viewport()
        page.get_by_role("link", name="Correct on the page").click()
        page.wait_for_url("**/page/*")
