from dataclasses import replace

import pytest
from made_articles import article_source, page_of
from made_wrappers import known, redesigned_pages, site

from sitelode.wrappers.applying import Applier
from sitelode.wrappers.known_content import KnownArticle, RepairEvidence
from sitelode.wrappers.repair.article_repair import with_missing_fields
from sitelode.wrappers.repair.repairing import repair
from sitelode.wrappers.verify.verifying import Verdict, verify


def without_author():
    [layout] = site()[2].layouts
    fields = {name: profile for name, profile in layout.profile.fields.items() if name != "author"}
    return replace(layout, name="article-2", profile=replace(layout.profile, fields=fields))


@pytest.mark.parametrize(
    ("seen", "hidden", "said", "expected"),
    [
        pytest.param(
            True,
            False,
            "author is lost in article-2: 12 of 12 pages still show it; run: sitelode wrapper teach",
            True,
            id="shown",
        ),
        pytest.param(True, True, "author is lost in article-2: not found on its pages", False, id="no longer shown"),
        pytest.param(False, False, "author is lost in article-2: not found on its pages", False, id="nothing to compare"),
    ],
)
def test_a_lost_field_is_told_and_expected_where_pages_still_show_it(seen, hidden, said, expected):
    name = "Someone Else" if hidden else "Ann Author"
    pages = [page_of(article_source(number)[0].replace("Ann Author", name), f"https://example.test/{number}") for number in range(12)]

    layout, changes = with_missing_fields(without_author(), pages, site()[2].layouts, RepairEvidence(known() if seen else None))

    assert changes == [said]
    assert ("author" in layout.profile.fields) is expected


def test_fields_that_are_there_or_never_were_are_not_lost():
    pages, _, wrapper = site()
    [layout] = wrapper.layouts

    assert with_missing_fields(layout, pages, wrapper.layouts, RepairEvidence(known())) == (layout, [])


def test_a_repair_says_what_the_new_design_lacks_and_verifying_then_fits():
    _, _, wrapper = site()

    mended = repair(wrapper, redesigned_pages(), RepairEvidence(known()))

    assert any(change.startswith("author is lost in article-2") for change in mended.changes)
    assert any("author is lost" in line for line in mended.wrapper.history)
    assert mended.after.main_verdict is Verdict.FITS


def test_a_field_that_pages_still_show_is_missed_by_verifying():
    pages, _, wrapper = site()
    layout, _ = with_missing_fields(without_author(), pages, wrapper.layouts, RepairEvidence(known()))
    readings = [reading for page in pages for reading in Applier(wrapper.with_layouts([layout])).read(page)]
    empty = [replace(each, found=replace(each.found, values={**each.found.values, "author": ""})) for each in readings]

    assert "author empty on 12 of 12 pages" in verify(empty).reasons


def test_values_that_stand_on_pages_are_kept_with_known_articles():
    mined = {"url": "https://h.example/1", "title": "T", "text": "A line that is long enough to be remembered.", "author": "Ann Author"}
    [first, *_] = known().articles

    assert KnownArticle.from_data(mined).shown == first.shown == {"author": "Ann Author"}
    assert KnownArticle.from_data(first.to_data()) == first
