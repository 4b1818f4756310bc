"""What `records` and `fields` learnt reads the pages of the site again, by the wrapper they write."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from sitelode.cli.main import cli

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"


def run(*arguments):
    found = CliRunner().invoke(cli, list(map(str, arguments)), catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found


def copied(folder, change):
    for path in EXAMPLE.rglob("*.html"):
        target = folder / path.relative_to(EXAMPLE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(change(path.read_text("latin-1")), "latin-1")  # each page in whatever it is in
    return folder


def applied_lines(folder, wrapper, pages):
    run("apply", folder / wrapper, pages, "-o", folder / "applied.jsonl")
    return [json.loads(line) for line in (folder / "applied.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture
def applied(tmp_path):
    return lambda pages: applied_lines(tmp_path, "wrapper.json", pages)


def test_a_list_is_a_wrapper(tmp_path, applied):
    run("records", EXAMPLE / "archive", "-o", tmp_path)
    records = [json.loads(line) for line in (tmp_path / "records.jsonl").read_text("utf-8").splitlines()]

    again = [record for page in applied(EXAMPLE / "archive") for record in page["records"]]
    assert len(records) == 54
    for record in records:
        assert record["fields"] in again


def test_a_wrapper_of_lists_fits_the_site_it_was_learnt_from(tmp_path):
    """Most pages of the site are articles, which look a good deal like its lists and have none."""
    run("records", EXAMPLE, "-o", tmp_path)

    assert run("verify", tmp_path / "wrapper.json", EXAMPLE).output.startswith("fits")


def test_lists_that_are_gone_are_missed(tmp_path):
    copy = copied(tmp_path / "copy", lambda html: re.sub(r'<ul class="teasers.*?</ul>', "", html, flags=re.DOTALL))
    run("records", EXAMPLE, "-o", tmp_path)
    found = CliRunner().invoke(cli, ["verify", str(tmp_path / "wrapper.json"), str(copy)])

    assert found.exit_code == 2
    assert "records empty on 15 of 15 pages" in found.output


def test_a_repair_of_lists_makes_none_where_there_was_none(tmp_path):
    copy = copied(tmp_path / "copy", lambda html: re.sub(r'class="([\w-]+)', r'class="new-\1', html))
    run("records", EXAMPLE, "-o", tmp_path)
    done = run("repair", tmp_path / "wrapper.json", copy, "-o", tmp_path / "repaired.json")

    assert "new layout records-" in done.output
    assert run("verify", tmp_path / "repaired.json", copy).output.startswith("fits")
    before = {page["url"]: len(page.get("records", ())) for page in applied_lines(tmp_path, "wrapper.json", EXAMPLE)}
    after = {page["url"]: len(page.get("records", ())) for page in applied_lines(tmp_path, "repaired.json", copy)}
    assert {url: after[url] for url, count in before.items() if count} == {url: count for url, count in before.items() if count}
    assert sum(count > before[url] for url, count in after.items()) <= 4  # whose layout has lists on its other pages


def test_pages_that_differ_in_their_titles_alone_are_no_table(tmp_path):
    """As a layout of a wrapper they would take every page of a redesign for their own, and nothing would be missed."""
    (tmp_path / "pages").mkdir()
    for name, words in (("Search", "{}"), ("Contact", "<p>Write to us.</p>{}"), ("Imprint", "{}<ul><li>Printed here</ul>")):
        (tmp_path / "pages" / f"{name}.html").write_text(f"<title>{name}</title>{words.format('<form>Type here</form>')}")
    learnt = run("fields", tmp_path / "pages", "--one-layout", "-o", tmp_path / "tables")

    assert learnt.output == "layout 0: 3 pages, no fields: no place but the page title has a value on half of the pages\n"
    assert not (tmp_path / "tables" / "wrapper.json").exists()


def test_detail_pages_are_a_wrapper(tmp_path, applied):
    run("fields", EXAMPLE / "2031" / "05", "-o", tmp_path)
    rows = [json.loads(line) for path in tmp_path.glob("layout-*/fields.jsonl") for line in path.read_text("utf-8").splitlines()]

    pages = {page["url"]: page for page in applied(EXAMPLE / "2031" / "05")}
    assert len(rows) == len(pages) > 10
    values = [(pages[row["url"]].get(name), value) for row in rows for name, value in row["fields"].items() if isinstance(value, str)]
    # Some of the few pages stand between two layouts.
    assert sum(again == value for again, value in values) > 0.85 * len(values)
