"""Two studios on one result, and files that others change: nothing that anybody said is lost, and everybody sees it."""

import json
import time

import pytest

from sitelode.articles.corrections import CorrectionLog
from sitelode.page_kinds.kinds import PageCorrection
from sitelode.studio.result_files import FolderWatch
from sitelode.studio.session import StudioSession
from sitelode.studio.views.corrections import correction_of, effect_of
from sitelode.studio.views.pages import page_regions


@pytest.fixture
def other_session(own_session):
    opened = StudioSession(own_session.folder, own_session.folder)
    opened.start().result()
    yield opened
    opened.close()


def until(condition):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen")


def test_corrections_of_two_studios_are_kept_and_seen_by_both(own_session, other_session):
    urls = [article.url for article in own_session.articles.values()][:2]
    own_session.correct(PageCorrection((urls[0],), "other"))
    other_session.correct(PageCorrection((urls[1],), "index"))

    assert [each.pages for each in CorrectionLog.of_folder(own_session.folder).holding] == [(urls[0],), (urls[1],)]
    until(lambda: len(own_session.corrections.holding) == len(other_session.corrections.holding) == 2)
    until(lambda: len(own_session.articles) == len(other_session.articles) == 52)
    written = [json.loads(line)["url"] for line in (own_session.folder / "articles.jsonl").read_text(encoding="utf-8").splitlines()]
    assert not set(urls) & set(written)


def test_a_watch_notices_others_and_not_itself(tmp_path):
    told, (file, gone) = [], (tmp_path / "a.json", tmp_path / "b.json")
    file.write_text("1")
    gone.write_text("1")
    watch = FolderWatch(tmp_path, ("a.json", "b.json"), told.append)
    watch._seen = watch._look()
    assert watch.changed() == set()
    with watch:
        file.write_text("22")
        assert watch.changed() == set()
    assert watch.changed() == set()
    file.write_text("333")
    gone.unlink()
    assert watch.changed() == {"a.json", "b.json"}
    assert watch.changed() == set()


def test_the_effect_of_a_correction_is_known_before_it_is_kept(own_session):
    page = next(entry.number for entry in own_session.site.entries if entry.origin in own_session.articles)
    found = page_regions(own_session, page)
    taken = next(region for region in range(len(found)) if found.taken[region])
    given = {"page": page, "row": found.rows(taken)[0], "role": "not content"}

    effect = effect_of(own_session, correction_of(own_session, given))

    assert 0 < effect["changed"] <= effect["pages"] == effect["looked_at"]
    assert effect["exact"]
    assert effect["examples"][0]["page"] == page
    assert effect["examples"][0]["gone"]
    assert effect["examples"][0]["characters"][1] < effect["examples"][0]["characters"][0]
    assert own_session.corrections.holding == []
