"""The forms in which pages write authors in JSON-LD, and entities where nothing decodes them."""

import json

import pytest
from lantern_pages import TITLES, source
from made_articles import page_of

from sitelode.articles.reader import ClusterReader
from sitelode.html.metadata import unescaped

MAUD = {"@type": "Person", "@id": "#maud", "name": "Maud Ferrier", "url": "/maud"}


def read(stated, head=""):
    page = page_of(source(0, head=f'<script type="application/ld+json">{json.dumps(stated)}</script>{head}'), "https://lantern.example/0")
    return ClusterReader.learnt(0, [page]).article(page, "")


def article(**stated):
    return {"@context": "https://schema.org", "@type": "NewsArticle", "headline": TITLES[0], **stated}


@pytest.mark.parametrize(
    ("stated", "author"),
    [
        pytest.param(article(author="Maud Ferrier"), "Maud Ferrier", id="text"),
        pytest.param(article(author=["Maud Ferrier", "Ann Lee"]), "Maud Ferrier; Ann Lee", id="texts"),
        pytest.param(article(author=MAUD), "Maud Ferrier", id="object"),
        pytest.param(article(author=[{"@list": []}, MAUD]), "Maud Ferrier", id="objects, one of them nothing"),
        pytest.param(article(author={"name": ["Maud Ferrier", "Ann Lee"]}), "Maud Ferrier; Ann Lee", id="several names"),
        pytest.param(article(author={"name": {"@value": "x"}}), "", id="a name that is no text"),
        pytest.param(article(author={"@value": "Maud Ferrier"}), "Maud Ferrier", id="value"),
        pytest.param(article(author={"givenName": "Maud", "familyName": "Ferrier"}), "Maud Ferrier", id="parts of a name"),
        pytest.param({"@graph": [article(author={"@id": "#maud"}), MAUD]}, "Maud Ferrier", id="reference"),
        pytest.param({"@graph": [article(author={"@id": "#maud", "url": "/m"}), MAUD]}, "Maud Ferrier", id="reference with an address"),
        pytest.param([article(author=[{"@id": "#maud"}]), MAUD], "Maud Ferrier", id="reference into a list of documents"),
        pytest.param({"@type": "WebPage", "mainEntity": article(author=MAUD)}, "Maud Ferrier", id="article inside of a page"),
        pytest.param(article(author=MAUD) | {"@type": ["Article", "BlogPosting"]}, "Maud Ferrier", id="several types"),
        pytest.param(article(author="Maud O&#039;Hara"), "Maud O'Hara", id="entity"),
    ],
)
def test_authors_in_all_forms_of_json_ld(stated, author):
    assert read(stated).author == author


def test_entities_in_what_is_stated_are_decoded_and_addresses_of_pictures_kept():
    described = '<meta name="description" content="Tides &amp;amp;amp; winds&amp;nbsp;at night">'
    found = read(article(keywords="Tides &amp; Winds", image="/p.jpg?a=1&copy;=2"), described)
    assert (found.description, found.tags, found.image) == (
        "Tides & winds at night",
        ("Tides & Winds",),
        "https://lantern.example/p.jpg?a=1&copy;=2",
    )


@pytest.mark.parametrize(("text", "decoded"), [("R&D; AT&T", "R&D; AT&T"), ("a&copy=1", "a&copy=1"), ("&#x27;x&rsquo;", "'x’"), ("", "")])
def test_only_whole_entities_are_decoded(text, decoded):
    assert unescaped(text) == decoded
