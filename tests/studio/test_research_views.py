"""Further instruments of Research: search, repeats of a page, and News Ripper's program."""

from pathlib import Path

import pytest
from running_studio import AppClient

from sitelode.errors import SettingError
from sitelode.studio.access import Keys
from sitelode.studio.app import make_app
from sitelode.studio.open_result import OpenResult
from sitelode_lab.studio.views.repeats import repeats_view
from sitelode_lab.studio.views.ripper import coloured_source, common_html, edited_source, ripped_articles, ripper_clusters
from sitelode_lab.studio.views.search import search_view, stories_view
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, Treatment

KEYS = Keys(5000)


@pytest.fixture(scope="module")
def app(session):
    return AppClient(make_app(OpenResult(session), KEYS), f"http://{KEYS.hosts[0]}")


def asked(app, path):
    return app.get(f"/{KEYS.token}/api/{path}").json()


def home(session):
    return session.number_of("https://www.pellmouth-lantern.example/")


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


def test_repeats_of_a_page_with_the_records_of_the_chosen_one(session):
    view = repeats_view(session, home(session), 0, ("text-level",), 0.15)

    assert view["patterns"][0]["count"] >= 3
    assert view["left"]["maximal"] > view["left"]["regularity"] >= len(view["patterns"][:1])
    assert view["records"]
    last = repeats_view(session, home(session), 9_999)
    assert last["records"] or not last["patterns"]
    with pytest.raises(SettingError, match="no such group of tags"):
        repeats_view(session, home(session), 0, ("strange",))


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


def test_a_source_in_two_colours(session):
    article = session.site.entries[session.members[0][0]].number
    view = coloured_source(session, article)
    content = "".join(text for text, is_content in view["runs"] if is_content)

    assert {is_content for _, is_content in view["runs"]} == {True, False}
    assert "<" not in content
    assert len(content) > 500


def test_the_common_tree_of_two_pages_is_a_page(session):
    first, second = (session.site.entries[member].number for member in session.members[0][:2])
    html = common_html(session, first, second, DEFAULT_SELECTION)

    assert html.startswith("<!doctype html>")
    assert "<script" not in html


@pytest.mark.parametrize(
    "path",
    ["search?words=tide", "stories", "repeats/0?drop=physical&density=nan&pattern=2", "ripper/clusters?method=fast&threshold=x&tag.div=ignore&tag.p=odd",
     "ripper/articles/0?separator=leaf-difference&formatted=1", "ripper/source/0", "ripper/common/0/1"],
)  # fmt: skip
def test_every_address_answers(app, path):
    assert "problem" not in asked(app, path)


@pytest.mark.parametrize(
    "path",
    ["search?words=%3F&kind=all", "repeats/99999", "ripper/articles/99", "ripper/source/0?separator=odd", "ripper/common/0/1?method=odd"],
)
def test_what_cannot_be_answered_is_one_line(app, path):
    assert "\n" not in asked(app, path)["problem"]


def test_a_source_is_shown_as_it_was_written(session):
    page = session.number_of("https://www.pellmouth-lantern.example/2031/03/around-gannet-head.html")
    shown = coloured_source(session, page)
    assert not shown["rebuilt"]
    assert "".join(text for text, _ in shown["runs"]) == Path(session.entry(page).origin).read_text(encoding="utf-8")
    content = " ".join("".join(text for text, is_content in shown["runs"] if is_content).split())
    assert "two ways to walk round Gannet Head" in content
    assert "All rights reserved" not in content


def test_an_edited_source_is_judged_by_the_same_template(session):
    page = session.number_of("https://www.pellmouth-lantern.example/2031/03/around-gannet-head.html")
    written = "".join(text for text, _ in coloured_source(session, page)["runs"])
    edited = written.replace("two ways to walk round Gannet Head", "nobody has ever walked round Gannet Head")
    shown = edited_source(session, {"page": page, "source": edited})

    assert "".join(text for text, _ in shown["runs"]) == edited
    assert any("nobody has ever walked" in text for text, is_content in shown["runs"] if is_content)
    assert "nobody has ever walked" not in "".join(text for text, _ in coloured_source(session, page)["runs"])
    for given in (None, {"page": page}, {"page": "1", "source": ""}, {"page": page, "source": "x" * 300_000}):
        with pytest.raises(SettingError, match="give the number of a page"):
            edited_source(session, given)
