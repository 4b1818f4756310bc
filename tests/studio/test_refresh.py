"""Watch: a result is compared with its source of today; what changed is kept, and the result can be brought up to date."""

import json
import time
from contextlib import closing
from pathlib import Path

import pytest
from browser_window import window
from crawl_server import Reply, Site, SiteServer, page
from running_studio import served_result
from test_watching import expect, new_page, old_page, written

from sitelode.errors import SettingError
from sitelode.output.changes.watch_log import WatchRun, add_run, read_runs, runs_file
from sitelode.output.result import write_result
from sitelode.pipeline import mine
from sitelode.progress import no_progress
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.studio.open_result import OpenResult
from sitelode.studio.session import StudioSession
from sitelode.studio.views.watching import refresh, start_refresh, stop_task, watch_view

SETTINGS = CrawlSettings(allow_private=True, delay=0, autothrottle=False)


@pytest.fixture(scope="module")
def articles(mined_folder):
    lines = (mined_folder / "articles.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if '"language": "en"' in line][:14]


@pytest.fixture
def watched(tmp_path, articles):
    """A session on a result whose source can be changed, and that source."""
    source, folder = tmp_path / "site.jsonl", tmp_path / "mined"
    write_result(mine(written(source, old_page, articles), folder=folder), folder)
    opened = StudioSession(folder, folder)
    opened.start().result()
    yield opened, source
    opened.close()


def ended(session):
    for _ in range(600):
        if not session.task.name:
            return watch_view(session)
        time.sleep(0.05)
    raise AssertionError(session.task.name)


def events_of(run, kind):
    return {(event["event"], event["key"]): event for event in run["events"] if event["kind"] == kind}


def test_what_changed_is_told_by_key_and_the_result_follows_on_request(watched, articles):
    session, source = watched
    gone, changed, *same = articles
    lines = changed["text"].splitlines()
    added = {**same[0], "url": "https://made.example/added.html", "title": "Added since", "text": f"Added. {same[0]['text']} Added."}
    written(
        source, old_page, [{**changed, "title": "Another title", "text": "\n".join([*lines[:-1], "A last line of today."])}, *same, added]
    )
    start_refresh(session, {})
    view = ended(session)

    (run,) = view["runs"]
    found = events_of(run, "article")
    assert set(found) == {("new", added["url"]), ("gone", gone["url"]), ("changed", changed["url"])}
    changes = {each["field"]: each for each in found["changed", changed["url"]]["changes"]}
    assert (changes["title"]["from"], changes["title"]["to"]) == (changed["title"], "Another title")
    assert changes["text"]["to"].endswith("A last line of today.")
    assert view["waiting"]
    assert view["verdicts"][0]["pages"] == 2  # the new page and the changed one

    opened = OpenResult(session)
    opened.update()
    while opened.state["state"] != "ready":
        assert opened.state["state"] != "failed", opened.state
        time.sleep(0.05)
    assert "Another title" in {each.title for each in opened.session.articles.values()}
    assert gone["url"] not in {each.url for each in opened.session.articles.values()}
    assert not watch_view(opened.session)["waiting"]
    start_refresh(opened.session, {})
    assert ended(opened.session)["runs"][0]["events"] == []
    opened.close()


def test_a_run_in_the_window(browser, watched, articles):
    session, source = watched
    written(source, old_page, [{**articles[0], "title": "Another title"}, *articles[1:]])
    with closing(OpenResult(session)) as opened, served_result(opened) as keys, window(browser, keys) as page:
        page.goto(page.base + "watch")
        expect(page.locator(".watch-page")).to_contain_text("Nothing to compare yet")
        page.get_by_role("button", name="Refresh").click()
        expect(page.locator(".event .badge")).to_have_text(["changed"])
        expect(page.locator(".change").first).to_contain_text(articles[0]["title"])
        expect(page.locator(".change ins").first).to_contain_text("Another title")
        page.get_by_role("button", name="Update the result").click()
        expect(page.locator(".watch-page")).to_contain_text("The result is up to date with it.")


def test_a_redesign_is_an_event_and_a_changed_layout_once_it_is_mined_again(watched, articles):
    session, source = watched
    written(source, new_page, articles)
    start_refresh(session, {})
    (broken,) = [event for event in ended(session)["runs"][0]["events"] if event["kind"] == "wrapper"]
    assert broken["event"] == "broken"
    assert broken["reasons"]

    opened = OpenResult(session)
    opened.update()
    while opened.state["state"] != "ready":
        time.sleep(0.05)
    run = watch_view(opened.session)["runs"][0]
    assert "layout changed" in {event["event"] for event in run["events"]}
    assert run["is_taken"]
    opened.close()


def test_a_source_that_is_gone_is_said(watched):
    session, source = watched
    source.unlink()

    with pytest.raises(SettingError, match="is not there"):
        start_refresh(session, {})
    assert not watch_view(session)["can_refresh"]


def test_one_run_at_a_time_which_can_be_stopped(watched):
    session, _ = watched

    def forever(progress):
        while True:
            progress("compare", 1, 2)
            time.sleep(0.01)

    running = session.task.start("refresh", forever)
    with pytest.raises(SettingError, match="under way"):
        start_refresh(session, {})
    stop_task(session, {})
    running.result(timeout=10)
    assert "stopped" in watch_view(session)["problem"]


def test_a_crawl_is_asked_for_what_changed(tmp_path, articles):
    from sitelode.sources.crawl.source import crawl  # noqa: PLC0415 (with the extra)

    paths = [f"/story-{number}.html" for number in range(len(articles))]
    replies = {path: Reply(old_page(article).encode()) for path, article in zip(paths, articles, strict=True)}
    folder, site = tmp_path / "mined", Site({"/": page("News", "The news of the day", paths), **replies})
    with SiteServer(site) as server:
        crawl(server.url, folder / "crawl", SETTINGS)
        write_result(mine(str(folder / "crawl"), folder=folder), folder)
        session = StudioSession(folder, folder)
        session.start().result()
        site.replies[paths[3]] = Reply(old_page({**articles[3], "title": "A title of today"}).encode())
        refresh(session, session.source_of_today, SETTINGS, no_progress)
    session.close()

    (run,) = read_runs(folder / "wrapper.json")
    (changed,) = [event for event in run.events if event["event"] == "changed"]
    assert changed["key"].endswith(paths[3])
    assert changed["changes"][0]["to"] == "A title of today"


def test_a_relative_source_is_found_beside_the_result(tmp_path, articles, monkeypatch):
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    source, folder = written(Path("site.jsonl"), old_page, articles), Path("mined")
    write_result(mine(source, folder=folder), folder)
    monkeypatch.chdir(tmp_path)
    session = StudioSession(tmp_path / "work" / "mined", tmp_path / "work" / "mined")
    session.open_here()

    assert session.source_of_today == str(tmp_path / "work" / "site.jsonl")
    (tmp_path / "work" / "site.jsonl").unlink()
    assert session.source_of_today == str(session.folder)
    session.close()


def test_a_log_of_runs_is_bounded_and_skips_what_is_none(tmp_path):
    wrapper = tmp_path / "wrapper.json"
    runs_file(wrapper).write_text('{"at": 3}\n[]\n{broken\n', encoding="utf-8")
    for number in range(60):
        add_run(wrapper, WatchRun.of(f"2031-01-{number}", "x", number, []))

    assert [run.pages for run in read_runs(wrapper)] == list(range(10, 60))
