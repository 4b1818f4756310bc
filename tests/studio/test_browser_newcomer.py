"""What a newcomer does first, counted in clicks: look at the articles, correct one, take a table away; and every screen says what it is for."""

import json

import pytest
from browser_window import frame_of, window
from running_studio import served

try:
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)
except ImportError:  # the fixture `browser` says so, and skips or fails
    expect = None

SCREENS = {
    "articles": "Read, check and download the extracted articles.",
    "tables": "Lists and detail pages of the site as spreadsheets.",
    "site": "How the site is organised",
    "page": "Click a text of the page to correct it",
    "watch": "See what changed on the site",
}


class Mouse:
    """Counts its clicks."""

    def __init__(self):
        self.clicks = 0

    def click(self, place):
        self.clicks += 1
        place.click()


def test_articles_are_looked_at_within_three_clicks(browser, studio):
    mouse = Mouse()
    with window(browser, studio) as page:
        page.goto(page.base)
        row = page.locator(".grid .row").nth(2)
        mouse.click(row)
        expect(page.locator("article.article h1")).to_have_text(row.locator(".title-line").inner_text())
        mouse.click(page.get_by_role("link", name="Correct on the page"))
        expect(frame_of(page).locator("h1").first).to_be_visible()
    assert mouse.clicks <= 3


@pytest.mark.parametrize("width", [420, 1200])
def test_an_article_is_corrected_within_three_clicks(browser, own_session, width):
    mouse = Mouse()
    with served(own_session) as keys, window(browser, keys, viewport={"width": width, "height": 800}) as page:
        page.goto(page.base)
        page.locator(".grid .row").first.wait_for()
        mouse.click(page.get_by_role("link", name="Correct on the page"))
        mouse.click(frame_of(page).locator("a.body").nth(4))
        mouse.click(page.locator(".picker").get_by_role("button", name="Keep"))
        expect(page.locator(".toast").first).to_contain_text("Kept")
    log = json.loads((own_session.folder / "corrections.json").read_text(encoding="utf-8"))["log"]
    assert [entry["only_text"] for entry in log] == ["0" * 16]
    assert mouse.clicks <= 3


def test_a_table_is_taken_away_within_two_clicks(browser, studio):
    mouse = Mouse()
    with window(browser, studio) as page:
        page.goto(page.base)
        mouse.click(page.get_by_role("link", name="Tables"))
        with page.expect_download() as download:
            mouse.click(page.locator("a.button", has_text="CSV"))
        assert download.value.path().read_text(encoding="utf-8").startswith("url,")
    assert mouse.clicks <= 2


def test_only_one_text_is_struck(browser, own_session):
    with served(own_session) as keys, window(browser, keys) as page:
        page.goto(page.base)
        page.get_by_role("link", name="Correct on the page").click()
        frame_of(page).locator("a.body").nth(4).click()
        page.get_by_label("How much").select_option("text")
        expect(page.locator(".picker .effect")).to_contain_text("Changes 1 of")


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_says_what_it_is_for(browser, studio, screen):
    with window(browser, studio) as page:
        page.goto(page.base + screen)
        expect(page.get_by_text(SCREENS[screen])).to_be_visible()
