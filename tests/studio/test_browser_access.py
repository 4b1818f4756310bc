"""Everybody can use the studio: axe-core on every screen, light and dark; nothing overlaps at 900 pixels or at 200 % zoom."""

import pytest
from browser_window import wait_until, window
from running_studio import served_result

from sitelode.studio.open_result import OpenResult

try:
    from axe_playwright_python.sync_playwright import Axe
except ImportError:
    Axe = None
try:
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)
except ImportError:  # the fixture `browser` says so, and skips or fails
    expect = None

# Each screen with what shows that it is drawn.
SCREENS = {
    "articles": "article.article",
    "articles?words=harbour": "article.article mark",
    "tables": ".grid .row",
    "tables/page": "table.data",
    "site": ".tree-box .row",
    "page": "article.article",
    "page?tab=regions": ".region",
    "watch": ".watch-page table",
    "research/layouts": ".card",
    "research/template/0": ".region",
    "research/compare": ".tree .row",
    "research/curves/0": "figure img",
    "research/alike?like=5": ".alike li",
    "research/classes": ".virtual .row",
    "research/rules": ".plain-text",
    "research/search?words=tide": ".hit h2 a",
    "research/search?mode=stories": ".story",
    "research/repeats?density=0.15": "table.data tbody tr.active",
    "research/ripper/articles": "pre.wrapped",
    "research/ripper/source": ".coloured b",
    "research/ripper/clusters": ".cluster-colour-0",
    "research/ranks": "table.data",
}


def problems(page, *rules):
    """What axe-core finds serious or worse; frames show pages of the site, which are theirs."""
    options = {"iframes": False, "resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = Axe().run(page, context={"exclude": [["iframe"]]}, options=options).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:160]} {each['nodes'][0].get('failureSummary', '')[:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


def test_axe_finds_nothing_serious_on_any_screen(browser, studio):
    if Axe is None:
        pytest.skip("axe-playwright-python is not installed")
    found = {}
    with window(browser, studio, color_scheme="light", reduced_motion="reduce") as page:
        for screen, drawn in SCREENS.items():
            page.emulate_media(color_scheme="light")
            page.goto(page.base + screen)
            page.locator(drawn).first.wait_for()
            found[screen, "light"] = problems(page)
            if not screen.startswith("research/"):  # those have the same colours
                page.emulate_media(color_scheme="dark")
                found[screen, "dark"] = problems(page, "color-contrast")  # what a scheme can change
    assert {screen: serious for screen, serious in found.items() if serious} == {}


def test_axe_finds_nothing_serious_on_the_start_and_in_help(browser, tmp_path):
    if Axe is None:
        pytest.skip("axe-playwright-python is not installed")
    opened = OpenResult(results=tmp_path)
    with served_result(opened) as keys, window(browser, keys) as page:
        page.goto(page.base)
        page.get_by_role("heading", name="Mine a web site").wait_for()
        page.locator("summary", has_text="Options").click()
        assert problems(page) == []
        page.keyboard.press("Escape")
        page.get_by_label("Keys and help").first.click()
        assert problems(page) == []


OVERLAPS = """() => {
    const shown = [...document.querySelectorAll(".tools > *, header.top > *, .head > *")].filter((each) => each.offsetWidth && getComputedStyle(each).position === "static" && !each.matches(".grow"));
    const boxes = shown.map((each) => [each, each.getBoundingClientRect()]);
    const found = [];
    for (const [one, a] of boxes) for (const [other, b] of boxes) {
        if (one === other || one.contains(other) || other.contains(one) || one.parentElement !== other.parentElement) continue;
        if (a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom) found.push(one.outerHTML.slice(0, 80) + " and " + other.outerHTML.slice(0, 80));
    }
    return found;
}"""


def test_nothing_overlaps_or_sticks_out(browser, studio):
    """At 900 pixels, and at 700, which are left of a window of 1400 at 200 %."""
    with window(browser, studio) as page:
        for screen, drawn in SCREENS.items():
            for width, height in ((900, 700), (700, 450)):
                page.set_viewport_size({"width": width, "height": height})
                if width == 900:
                    page.goto(page.base + screen)
                page.locator(drawn).first.wait_for(state="attached")
                wait_until(page, "() => document.documentElement.scrollWidth <= innerWidth")
                assert page.evaluate(OVERLAPS) == [], (screen, width)


CUT_LABELS = """() => [...document.querySelectorAll(".area:not(.small)")].filter((area) => {
    const [label, count] = area.children, room = area.getBoundingClientRect();
    return count && (label.getBoundingClientRect().bottom > count.getBoundingClientRect().top + 1 || count.getBoundingClientRect().bottom > room.bottom);
}).map((area) => area.textContent)"""


def test_labels_of_sections_can_be_read(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base + "site")
        page.locator(".area").first.wait_for()
        shown = page.locator(".area-label").all_inner_texts()

        assert page.locator(".facts").first.inner_text().split() == "21 sections 3 other pages 32 index pages 55 articles".split()
        assert page.evaluate(CUT_LABELS) == []
        assert {"boats", "food", "Town"} <= set(shown), "what begins alike is left out"
        assert page.locator(".areas").get_by_title("All about: boats").count() == 1


def test_no_tab_of_a_page_is_out_of_reach(browser, studio):
    with window(browser, studio, viewport={"width": 900, "height": 700}) as page:
        page.goto(page.base + "page")
        last = page.get_by_role("tab").last
        last.wait_for()

        assert last.inner_text() == "Markdown"
        assert page.evaluate("() => { const tabs = document.querySelector('.tabs'); return tabs.scrollWidth <= tabs.clientWidth; }")


def test_a_person_with_a_keyboard_alone_reaches_and_checks_an_article(browser, own_session):
    with served_result(OpenResult(own_session)) as keys, window(browser, keys) as page:
        page.goto(page.base)
        page.locator(".grid .row").nth(2).wait_for()
        page.keyboard.press("Tab")
        expect(page.locator("a.skip")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_focused()
        page.locator(".grid").focus()
        page.keyboard.press("ArrowDown")
        expect(page.locator(".grid .row").nth(1)).to_have_attribute("aria-selected", "true")
        assert page.locator(".grid").get_attribute("aria-activedescendant") == page.locator(".grid .row").nth(1).get_attribute("id")
        page.keyboard.press("r")
        expect(page.locator(".grid .row .checked")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator("nav.screens a[data-screen=page]")).to_have_attribute("aria-current", "page")
