"""Further instruments of Research: search, and News Ripper's program."""

import pytest
from running_studio import AppClient

from sitelode.errors import SettingError
from sitelode.studio.access import Keys
from sitelode.studio.app import make_app
from sitelode.studio.open_result import OpenResult
from sitelode_lab.studio.views.ripper import common_html, ripped_articles, ripper_clusters
from sitelode_lab.studio.views.search import search_view, stories_view
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, Treatment

KEYS = Keys(5000)


@pytest.fixture(scope="module")
def app(session):
    return AppClient(make_app(OpenResult(session), KEYS), f"http://{KEYS.hosts[0]}")


def asked(app, path):
    return app.get(f"/{KEYS.token}/api/{path}").json()


def test_words_are_found_with_the_page_they_are_on(session):
    found = search_view(session, "tide gannet")["hits"]

    assert found[0]["title"].startswith("Around Gannet Head")
    assert session.entry(found[0]["page"]).url == found[0]["url"]
    assert search_view(session, "  ")["hits"] == []
    with pytest.raises(SettingError, match="take one of all, articles, records"):
        search_view(session, "tide", "pictures")


def test_reports_on_one_event_stand_side_by_side(session):
    every = stories_view(session)

    assert every["articles"] > 50
    assert any("rovers" in story["shared"] for story in every["stories"])
    assert stories_view(session, "rovers")["articles"] < every["articles"]


def test_articles_of_one_layout_plain_and_formatted(session):
    plain, formatted = ripped_articles(session, 0), ripped_articles(session, 0, "block-entropy", formatted=True)

    assert plain["pages"] == formatted["pages"] > 20
    assert any(line.isupper() for line in plain["articles"][0]["text"].splitlines())
    assert "<p>" in formatted["articles"][0]["text"]
    with pytest.raises(SettingError, match="there is no layout 99"):
        ripped_articles(session, 99)
    with pytest.raises(SettingError, match="no separator is called"):
        ripped_articles(session, 0, "magic")


def test_articles_of_a_cluster_that_was_just_made_with_the_chosen_tags(session):
    selection = DEFAULT_SELECTION.changed({"p": Treatment.IGNORE})
    largest = ripper_clusters(session, selection, "fast", 0.6)["clusters"][0]["pages"]
    found = ripped_articles(session, 0, chosen=[each["page"] for each in largest], selection=selection, formatted=True)

    assert [each["url"] for each in found["articles"]] == [each["url"] for each in largest[:20]]
    assert found["pages"] == len(largest)
    assert "<div>" in found["articles"][0]["text"]


def test_clusters_by_a_mapping_with_chosen_tags(session):
    usual = ripper_clusters(session, DEFAULT_SELECTION, "fast", 0.6)
    coarse = ripper_clusters(session, DEFAULT_SELECTION.changed({"div": Treatment.IGNORE, "ul": Treatment.REMOVE}), "fine", 0.6)

    assert sum(len(each["pages"]) for each in usual["clusters"]) == usual["sample"] == usual["of"]
    assert [each["colour"] is None for each in usual["clusters"]] == [len(each["pages"]) == 1 for each in usual["clusters"]]
    assert coarse["clusters"]
    with pytest.raises(SettingError, match="no mapping is called"):
        ripper_clusters(session, DEFAULT_SELECTION, "magic")


def test_the_common_tree_of_two_pages_is_a_page(session):
    first, second = (session.site.entries[member].number for member in session.members[0][:2])
    html = common_html(session, first, second, DEFAULT_SELECTION)

    assert html.startswith("<!doctype html>")
    assert "<script" not in html


@pytest.mark.parametrize(
    "path",
    ["search?words=tide", "stories", "ripper/clusters?method=fast&threshold=x&tag.div=ignore&tag.p=odd",
     "ripper/articles/0?separator=leaf-difference&formatted=1", "ripper/common/0/1"],
)  # fmt: skip
def test_every_address_answers(app, path):
    assert "problem" not in asked(app, path)


@pytest.mark.parametrize(
    "path",
    ["search?words=%3F&kind=all", "ripper/articles/99", "ripper/articles/0?separator=odd", "ripper/common/0/1?method=odd"],
)
def test_what_cannot_be_answered_is_one_line(app, path):
    assert "\n" not in asked(app, path)["problem"]
