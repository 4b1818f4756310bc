import json
from dataclasses import replace

import pytest

from sitelode.model import Article
from sitelode.output.chunks import chunk_lines, chunks_of
from sitelode.plugs.documents import NearDuplicates, SiteDocuments

WORDS = "ferry quay harbour tide bell lamp rope net gull crew storm clock bridge market boat stair mole wind salt".split()


def article(markdown, url="https://a.example/1"):
    return Article(url, "The ferry", markdown, "en", "", 0, 0.9, "", markdown=markdown)


def test_sections_know_the_headings_above_them():
    found = list(chunks_of(article("Lead.\n\n## Tides\n\nLow.\n\n### Neap\n\nSmall.\n\n## Boats\n\nBlue.")))

    assert [(each.headings, each.text) for each in found] == [
        (("The ferry",), "Lead."),
        (("The ferry", "Tides"), "Low."),
        (("The ferry", "Tides", "Neap"), "Small."),
        (("The ferry", "Boats"), "Blue."),
    ]
    assert [each.number for each in found] == [0, 1, 2, 3]


def test_a_heading_in_code_is_code():
    (found,) = chunks_of(article("```\n# no heading\n```"))

    assert found.text == "```\n# no heading\n```"


def test_a_line_has_the_piece_its_headings_and_its_place():
    given = article("Lead.\n\n## Tides\n\nLow.\n")
    lines = [json.loads(line) for line in chunk_lines(given).splitlines()]

    assert [(line["id"], line["text"], line["headings"]) for line in lines] == [
        ("https://a.example/1#0", "Lead.", ["The ferry"]),
        ("https://a.example/1#1", "Low.", ["The ferry", "Tides"]),
    ]
    assert all(given.markdown[line["start"] : line["end"]] == line["text"] for line in lines)
    assert lines[0]["url"] == given.url


@pytest.mark.parametrize("longest", [10, 25, 100])
def test_long_sections_are_cut_and_nothing_is_lost(longest):
    text = "\n\n".join(f"Paragraph {number} {'x' * number}" for number in range(20))
    pieces = [each.text for each in chunks_of(article(text), longest)]

    assert max(map(len, pieces)) <= longest
    assert "".join("".join(pieces).split()) == "".join(text.split())


def test_nearly_the_same_text_is_marked_once_it_was_seen():
    seen, text = NearDuplicates(), " ".join(f"{one} {other}" for one in WORDS for other in WORDS)
    first, again = article(text), article(text + " indeed", "https://a.example/2")
    other = article(" ".join(f"{number} votes {number * 7}" for number in range(200)), "https://a.example/3")

    assert [seen.earlier(each) for each in (first, other, again)] == ["", "", first.url]
    assert seen.earlier(replace(first, text="")) == ""


def test_documents_of_a_site(lantern):
    documents = list(SiteDocuments(lantern))
    whole = list(SiteDocuments(lantern, whole=True))

    assert len(whole) == 54 < len(documents)
    assert len({each.id for each in documents}) == len(documents)
    stages = next(each for each in documents if each.about["headings"].endswith("> The stages"))
    assert stages.about["headings"] == "Around Gannet Head, with a tide in hand > The stages"
    assert stages.text.startswith("- Coal Quay to Weir beach")
    assert all(isinstance(value, str | int | float) for each in documents for value in each.about.values())
