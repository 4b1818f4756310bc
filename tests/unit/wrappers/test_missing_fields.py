from dataclasses import replace

from made_wrappers import known, redesigned_pages, site

from sitelode.wrappers.known_content import KnownArticle
from sitelode.wrappers.repair.article_repair import missing_fields
from sitelode.wrappers.repair.repairing import repair
from sitelode.wrappers.verify.verifying import Verdict


def test_a_lost_field_is_told():
    [layout] = site()[2].layouts
    fields = {name: profile for name, profile in layout.profile.fields.items() if name != "author"}
    found = replace(layout, name="article-2", profile=replace(layout.profile, fields=fields))

    assert missing_fields(found, [layout]) == [
        "author is lost in article-2: not found on its pages; an example teaches it: sitelode wrapper teach"
    ]


def test_fields_that_are_there_or_never_were_are_not_lost():
    [layout] = site()[2].layouts

    assert missing_fields(layout, [layout]) == []


def test_a_repair_says_what_the_new_design_lacks_and_verifying_then_fits():
    _, _, wrapper = site()

    mended = repair(wrapper, redesigned_pages(), known())

    assert any(change.startswith("author is lost in article-2") for change in mended.changes)
    assert any("author is lost" in line for line in mended.wrapper.history)
    assert mended.after.main_verdict is Verdict.FITS


def test_known_articles_are_read_as_they_are_written():
    [first, *_] = known().articles.articles

    assert KnownArticle.from_data(first.to_data()) == first
