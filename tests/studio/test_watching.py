"""Watch: a wrapper is checked, verdicts are kept, a repair is shown before and after and then kept; in a window too."""

import json

import pytest
from browser_window import window
from running_studio import served

from sitelode.errors import SettingError
from sitelode.output.result import write_result
from sitelode.pipeline import mine
from sitelode.studio.session import StudioSession
from sitelode.studio.views.watching import check_wrapper, keep_repair, propose_repair, watch_view
from sitelode.wrappers.verify.verdict_log import read_verdicts, verdicts_file
from sitelode.wrappers.wrapper import read_wrapper

try:
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)
except ImportError:  # the fixture `browser` says so, and skips or fails
    expect = None

MENU = "<ul class=menu><li>Home<li>About us<li>Tides</ul>"
FOOT = "<div class=foot>Printed above the tide line since 1871. All rights reserved by the harbour press.</div>"


def old_page(article):
    paragraphs = "".join(f"<p>{line}" for line in article["text"].splitlines() if line)
    return f"<title>{article['title']}</title><body>{MENU}<div class=story><h1>{article['title']}</h1>{paragraphs}</div>{FOOT}"


def new_page(article):
    paragraphs = "".join(f"<div class=par>{line}</div>" for line in article["text"].splitlines() if line)
    return (
        f"<title>{article['title']}</title><body><header>{MENU}</header><main><section class=shell><h2 class=headline>{article['title']}</h2>"
        f"<div class=prose>{paragraphs}</div></section></main><footer>{FOOT}</footer>"
    )


@pytest.fixture(scope="module")
def articles(mined_folder):
    """Real texts, for pages of another make."""
    lines = (mined_folder / "articles.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if '"language": "en"' in line][:20]


def written(path, make, articles):
    pages = [{"url": article["url"], "html": make(article)} for article in articles]
    path.write_text("".join(json.dumps(page) + "\n" for page in pages), encoding="utf-8")
    return str(path)


@pytest.fixture
def made_session(tmp_path, articles):
    folder = tmp_path / "mined"
    write_result(mine(written(tmp_path / "old.jsonl", old_page, articles), folder=folder), folder)
    opened = StudioSession(folder, folder)
    opened.start().result()
    yield opened
    opened.close()


def test_a_wrapper_fits_its_own_pages_and_a_redesign_is_repaired(made_session, tmp_path, articles):
    session, changed = made_session, written(tmp_path / "new.jsonl", new_page, articles)
    assert check_wrapper(session, {})["verdict"] == "fits"
    broken = check_wrapper(session, {"source": changed})
    assert broken["verdict"] == "broken"
    assert broken["reasons"]
    view = watch_view(session)
    assert [each["verdict"] for each in view["verdicts"]] == ["broken", "fits"]
    with pytest.raises(SettingError, match="no repair was proposed"):
        keep_repair(session, {})

    proposal = propose_repair(session, {"source": changed})

    assert proposal["repaired"], proposal
    assert proposal["after"]["verdict"] == "fits"
    assert proposal["examples"][0]["after"]["text"].startswith(articles[0]["text"][:40])
    assert proposal["examples"][0]["before"] != proposal["examples"][0]["after"]
    repaired = read_wrapper(tmp_path / "mined" / keep_repair(session, {})["file"])
    assert repaired.history


def test_lines_that_are_no_verdicts_are_skipped(tmp_path):
    wrapper = tmp_path / "wrapper.json"
    good = {"at": "2031-01-01T00:00:00Z", "source": "x", "verdict": "fits", "pages": 3, "match": 0.9, "reasons": []}
    lines = [json.dumps(good), "{broken", "[]", json.dumps({**good, "verdict": "fine"}), json.dumps({**good, "pages": -1})]
    verdicts_file(wrapper).write_text("\n".join(lines), encoding="utf-8")

    assert [each.pages for each in read_verdicts(wrapper)] == [3]


def test_a_check_and_a_repair_in_the_window(browser, made_session, tmp_path, articles):
    changed = written(tmp_path / "new.jsonl", new_page, articles)
    with served(made_session) as keys, window(browser, keys) as page:
        page.goto(page.base + "watch")
        expect(page.locator(".watch-page")).to_contain_text("Not checked yet")
        page.get_by_label("Pages of today").fill(changed)
        page.get_by_role("button", name="Check", exact=True).click()
        expect(page.get_by_role("heading", name="The wrapper no longer fits")).to_be_visible()
        expect(page.locator(".verdict-bars i.broken")).to_have_count(1)
        page.get_by_role("button", name="Look for a repair").click()
        expect(page.get_by_role("heading", name="A repair was found")).to_be_visible()
        expect(page.locator(".before-after").first).to_contain_text(articles[0]["text"][:40])
        page.get_by_role("button", name="Keep the repair").click()
        expect(page.locator(".toast")).to_contain_text("wrapper.repaired.json")
    assert (made_session.folder / "wrapper.repaired.json").is_file()
