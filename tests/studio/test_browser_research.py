"""The further instruments of Research in a real browser."""

import pytest
from browser_window import wait_until, window


@pytest.fixture
def page(browser, studio):
    with window(browser, studio) as opened:
        yield opened


def visit(page, path):
    page.goto(f"{page.base.rstrip('/')}/{path}")


def test_words_are_searched_while_they_are_typed(page):
    visit(page, "research/search")
    page.get_by_label("Search", exact=True).fill("tide gannet")
    page.locator(".hit h2 a", has_text="Around Gannet Head").wait_for()
    page.get_by_role("button", name="Stories").click()
    page.locator(".story").first.wait_for()

    page.wait_for_url("**words=tide*")


def test_a_pattern_is_chosen_and_its_records_shown(page):
    visit(page, "research/repeats?density=0.15&drop=special")
    page.locator("table.data tbody tr.active").first.wait_for()
    rows = page.locator(".two-columns table.data").first.locator("tbody tr")
    if rows.count() > 1:
        rows.nth(1).click()
        wait_until(page, "() => location.search.includes('pattern=1')")

    page.locator("h2", has_text="Occurrences of the chosen pattern").wait_for()


def test_articles_sources_and_clusters_of_news_ripper(page):
    visit(page, "research/ripper")
    page.locator("pre.wrapped").first.wait_for()
    page.get_by_label("Separator").select_option("block-entropy")
    page.get_by_role("button", name="Formatted").click()
    wait_until(page, "() => document.querySelector('pre.wrapped')?.textContent.includes('<p>')")
    page.get_by_role("button", name="Source").last.click()
    page.locator(".coloured b").first.wait_for()
    page.get_by_role("button", name="Edit").click()
    source = page.get_by_label("Source", exact=True)
    source.fill(source.input_value() + "<p>written by hand</p>")
    page.get_by_role("button", name="Show content").click()
    wait_until(page, "() => document.querySelector('.coloured')?.textContent.includes('written by hand')")
    page.get_by_role("button", name="As written").click()
    page.get_by_role("button", name="Clusters").click()
    page.locator(".cluster-colour-0").wait_for()

    page.wait_for_url("**research/ripper/clusters*")


def test_the_common_tree_of_two_pages_is_saved(page):
    visit(page, "research/compare/0/1")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save common tree").click()

    assert waiting.value.suggested_filename.endswith(".html")
