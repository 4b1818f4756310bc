import json

from made_articles import made_pages, page_of

from sitelode.articles.explain import explain
from sitelode.articles.reader import ClusterReader


def explained():
    pages, bodies = made_pages(6)
    reader = ClusterReader.learnt(0, pages)
    return explain(reader, pages[2], pages), pages[2], bodies[2]


def test_every_line_of_the_page_is_in_one_region():
    found, page, _ = explained()

    rows = [row for region in found.regions for row in region.rows]
    assert 0 < len(rows) == len(set(rows)) <= len(page)


def test_the_body_is_taken_because_it_stands_on_no_other_page():
    found, page, body = explained()

    taken = [region for region in found.regions if region.taken]
    text = " ".join(page.text(row) for region in taken for row in region.rows)
    assert all(paragraph in text for paragraph in body[:5])
    assert all(region.probability >= found.taken_from for region in taken)
    assert any("its text stands on no other page" in region.reasons for region in taken)


def test_what_is_dropped_says_why():
    found, _, _ = explained()

    dropped = {region.text: region.reasons for region in found.regions if not region.taken}
    footer = next(reasons for text, reasons in dropped.items() if text.startswith("All rights reserved"))
    assert "the same text stands on 100% of the pages" in footer
    assert "in a footer" in footer
    menu = next(reasons for text, reasons in dropped.items() if text.startswith("Home"))
    assert any(reason.startswith("mostly links") for reason in menu)
    assert any("it is the title" in reasons for reasons in dropped.values())


def test_fields_name_their_source():
    found, _, _ = explained()

    fields = {field.name: field for field in found.fields}
    assert fields["author"].value == "Ann Author"
    assert fields["author"].source.startswith("region ")
    assert "heading" in fields["title"].source
    assert json.loads(json.dumps(found.to_data()))["url"] == found.url


def test_a_page_without_an_article_is_explained_too():
    pages, _ = made_pages(3)
    reader = ClusterReader.learnt(0, pages)

    found = explain(reader, page_of("<title>x</title><p>Hi.</p>", "https://example.test/x"), pages)

    assert found.no_article == "no text of its own"
    assert [region.taken for region in found.regions] == [False]
    assert explain(reader, page_of("", "https://example.test/y")).regions == ()
