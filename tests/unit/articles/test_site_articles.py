"""Which pages of a site are read as articles."""

from dataclasses import replace

import pytest
from small_site import HOST, small_site

from sitelode import mine
from sitelode.articles.site_articles import SiteArticles, SiteReader
from sitelode.layout.clusters import Clusters
from sitelode.page_kinds.kinds import PageCorrection, corrected_kinds
from sitelode.settings import MineSettings


@pytest.fixture(scope="module")
def mined():
    return mine((f"{HOST}{path}", source) for path, source in small_site().items())


def as_thread(mined):
    """The place of an article, and the kinds of the site if that page were a thread."""
    place = mined.kinds.kind.index("article")
    kind, finer = list(mined.kinds.kind), list(mined.kinds.finer)
    kind[place], finer[place] = "other", "thread"
    return place, replace(mined.kinds, kind=kind, finer=finer)


def test_the_text_of_a_thread_is_read_as_well_as_its_posts(mined):
    place, kinds = as_thread(mined)
    articles = SiteArticles(mined.reader, kinds)

    assert articles.holds_article(place)
    assert not articles.why_none(place)
    assert mined.site.entries[place].url in {article.url for article in articles}


def test_a_thread_that_somebody_calls_no_article_is_not_read(mined):
    place, kinds = as_thread(mined)
    urls = [entry.url for entry in mined.site.entries]
    articles = SiteArticles(mined.reader, corrected_kinds(kinds, urls, [PageCorrection((urls[place],), "other")]))

    assert articles.why_none(place) == "other pages"


def test_index_pages_are_not_read(mined):
    articles = SiteArticles(mined.reader, mined.kinds)

    assert articles.why_none(mined.kinds.kind.index("index")) == "index pages"


def test_a_shared_body_gets_its_rules_from_the_pages_of_the_largest_layout(mined, monkeypatch):
    templates = mined.layouts.templates.members()
    assert len(templates) > 1
    compiled = []
    monkeypatch.setattr(SiteReader, "_compiled", lambda _, reader, alike: compiled.append(len(alike)) or reader.body)
    upside_down = Clusters([len(templates) - 1 - each for each in mined.layouts.templates.of_page], mined.layouts.templates.threshold)
    layouts = replace(mined.layouts, clusters=upside_down, templates=upside_down)
    assert SiteReader(mined.site, layouts, [mined.reader._studied[0]] * len(templates), MineSettings()).readers

    assert compiled == [max(map(len, templates))]
