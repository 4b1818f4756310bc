"""The start screen and the sections of a site, in a real Chromium."""

import pytest
from browser_window import window
from conftest import EXAMPLE
from running_studio import served_result

from sitelode.studio.open_result import OpenResult, RecentResults

try:
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)
except ImportError:  # the fixture `browser` says so, and skips or fails
    expect = None


@pytest.fixture
def opened(tmp_path):
    opened = OpenResult(recent=RecentResults(tmp_path / "state" / "recent.json"), results=tmp_path)
    yield opened
    opened.close()


def test_a_newcomer_mines_reads_and_comes_back_without_a_terminal(browser, opened):
    with served_result(opened) as keys, window(browser, keys) as page:
        page.goto(page.base)
        expect(page.get_by_role("heading", name="Mine a web site")).to_be_visible()
        source = page.get_by_label("Address, folder or file")
        expect(source).to_be_focused()
        source.fill(str(EXAMPLE))
        page.get_by_role("button", name="Mine", exact=True).click()
        expect(page.locator(".grid .row").first).to_be_visible()
        expect(page.locator("footer")).to_contain_text("54 articles, 90 pages, 8 layouts")
        page.locator("button.source").click()
        expect(page.locator(".recent li")).to_contain_text(["54 articles, 90 pages"])
        page.locator(".recent button").first.click()
        expect(page.locator(".grid .row").first).to_be_visible()


def test_a_source_that_is_not_there_is_one_sentence(browser, opened):
    with served_result(opened) as keys, window(browser, keys, allowed=["400"]) as page:
        page.goto(page.base)
        page.get_by_label("Address, folder or file").fill("/no/such/place")
        page.keyboard.press("Enter")
        expect(page.locator(".start-page [role=alert]")).to_contain_text("there is no file or folder")


def test_a_dropped_file_is_mined(browser, opened, tmp_path):
    words = "The harbour was quiet and the ferry late, said the keeper of the light, who had seen it all before. "
    lines = [
        f'{{"url": "https://made.example/{n}", "html": "<title>Story {n}</title><h1>Story {n}</h1><p>Story {n}: {words * 3}"}}'
        for n in range(9)
    ]
    (tmp_path / "made.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with served_result(opened) as keys, window(browser, keys) as page:
        page.goto(page.base)
        page.locator("input[type=file]").set_input_files(tmp_path / "made.jsonl")
        expect(page.locator("footer")).to_contain_text("9 articles")


def test_sections_are_a_tree_and_areas_that_lead_to_pages(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base + "site")
        expect(page.locator(".tools .facts")).to_contain_text("21 sections")
        page.get_by_role("button", name="Town: 15 articles").click()
        page.wait_for_url("**section=*")
        expect(page.locator(".site-columns h2")).to_have_text("Town")
        rows = page.locator(".site-columns > .column").last.locator(".row")
        expect(rows.first).to_contain_text("Town")
        page.get_by_label("Find a section").fill("ferries")
        tree = page.locator(".tree-box .row")
        expect(tree).to_have_count(1)
        expect(tree).to_contain_text("lists 9")
        tree.click()
        expect(page.locator(".crumbs")).to_contain_text("All about: ferries")


def test_an_unknown_page_is_a_sentence_in_the_frame_too(browser, studio):
    with window(browser, studio, allowed=["400", "404"]) as page:
        page.goto(page.base + "page/99999")
        expect(page.locator(".problem-state")).to_contain_text("no page 99999")
        expect(page.frame_locator(".frame-box iframe").locator("p.notice")).to_contain_text("no page 99999")
