"""Tables as spreadsheets in a real Chromium: columns change, the file follows, rows are shown on their page."""

import csv

from browser_window import frame_of, window
from running_studio import served

try:
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)
except ImportError:  # the fixture `browser` says so, and skips or fails
    expect = None


def header(path):
    with path.open(encoding="utf-8") as file:
        return next(csv.reader(file))


def test_columns_are_renamed_moved_merged_hidden_and_taken_back(browser, own_session):
    path = own_session.folder / "records" / "list-1.csv"
    found, before = header(path), path.read_bytes()
    with served(own_session) as keys, window(browser, keys) as page:
        page.goto(page.base + "tables/list-1")
        heads = page.locator(".column-head .one-line")
        expect(heads).to_have_text(found[2:])
        assert found[2:5] == ["title", "link", "description"]
        rest = found[5:]
        page.locator(".column-head", has_text="title").click()
        page.get_by_label("Name of the column").fill("name")
        page.keyboard.press("Enter")
        expect(heads).to_have_text(["name", "link", "description", *rest])
        page.locator(".column-head", has_text="link").click()
        page.get_by_role("button", name="Left").click()
        expect(heads).to_have_text(["link", "name", "description", *rest])
        page.locator(".column-head", has_text="link").click()
        page.get_by_role("button", name="Hide").click()
        expect(heads).to_have_text(["name", "description", *rest])
        page.get_by_role("button", name="name", exact=True).click()
        page.get_by_label("Merge with another column").select_option(label="description")
        expect(heads).to_have_text(["name", *rest])
        page.locator(".column-head").nth(1).click()
        page.get_by_label("Type of the column").select_option("date")
        expect(page.locator(".grid .row").first.locator(".cell").nth(1)).to_have_text("2031-05-30")
        assert header(path) == ["url", "position", "name", *rest]
        page.reload()
        expect(heads).to_have_text(["name", *rest])
        page.locator(".hidden-columns .chip", has_text="link").click()
        expect(heads).to_have_text(["link", "name", *rest])
        page.locator(".sheet-box").get_by_role("button", name="Undo").click()
        expect(heads).to_have_text(["name", *rest])
        page.get_by_role("button", name="Reset").click()
        expect(heads).to_have_text(found[2:])
        assert path.read_bytes() == before, "byte for byte as it was"


def test_a_row_is_shown_on_the_page_it_comes_from(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base + "tables/list-1")
        row = page.locator(".grid .row").nth(2)
        row.click()
        target = frame_of(page).locator(":target")
        expect(target).to_contain_text(row.locator(".cell").first.inner_text().rstrip("…"))
        with page.expect_download() as download:
            page.locator("a.button", has_text="CSV").click()
        assert download.value.path().read_text(encoding="utf-8").startswith("url,position,")


def test_rows_are_sorted_filtered_and_copied(browser, studio):
    with window(browser, studio) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto(page.base + "tables/list-1")
        cells = page.locator(".grid .row .cell:nth-child(1)")
        cells.first.wait_for()
        page.locator(".column-head", has_text="title").click()
        page.get_by_role("button", name="Sort down").click()
        expect(page.locator(".column-head", has_text="title").locator("svg")).to_have_count(2)
        cells.nth(3).wait_for()
        shown = [each.casefold() for each in cells.all_inner_texts()]
        assert shown == sorted(shown, reverse=True)
        assert len(shown) > 3
        word = shown[2].split()[0]
        page.get_by_label("Filter rows").fill(word)
        expect(page.locator(".sheet-box .facts").first).to_contain_text(" of ")
        expect(cells.first).to_contain_text(word, ignore_case=True)
        cells.first.click()
        page.keyboard.press("Control+c")
        expect(page.locator(".toast").first).to_contain_text("Copied 1 cell")
        assert page.evaluate("navigator.clipboard.readText()") == cells.first.locator("span").get_attribute("title")
        page.get_by_label("Filter rows").fill("")
        expect(page.locator(".sheet-box .facts").first).not_to_contain_text(" of ")
        cells.first.click()
        page.locator(".grid .row").nth(2).locator(".cell").nth(1).click(modifiers=["Shift"])
        page.keyboard.press("Control+c")
        expect(page.locator(".toast").first).to_contain_text("Copied 6 cells")
        assert [line.count("\t") for line in page.evaluate("navigator.clipboard.readText()").split("\n")] == [1, 1, 1]
