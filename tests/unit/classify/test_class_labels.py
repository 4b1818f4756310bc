"""Labels in every form, and what is wrong with them, told and left out."""

import pytest

from sitelode.classify.labels import read_labels
from sitelode.errors import ClassifyError

RDF = """<?xml version="1.0" encoding="UTF-8"?>
<RDF xmlns:r="http://www.w3.org/TR/RDF/">
<Topic r:id="Top/Arts/Music">
  <link r:resource="http://band.example/"></link>
  <link1 r:resource="http://song.example/?a=1&amp;b=2"></link1>
</Topic>
<ExternalPage about="http://ship.example/">
  <d:Title>Ships</d:Title>
  <topic>Top/Sports/Sailing</topic>
</ExternalPage>
</RDF>
"""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        pytest.param(
            "l.csv", "url,label\nhttp://a.test/,x\nhttp://b.test/,y\n", {"http://a.test/": "x", "http://b.test/": "y"}, id="with a head"
        ),
        pytest.param("l.csv", "http://a.test/,x\nhttp://b.test/,y\n", {"http://a.test/": "x", "http://b.test/": "y"}, id="without one"),
        pytest.param("l.csv", "class;page\nx;http://a.test/\n", {"http://a.test/": "x"}, id="semicolons"),
        pytest.param("l.tsv", "http://a.test/\tx y\n", {"http://a.test/": "x y"}, id="tabs"),
        pytest.param("l.jsonl", '{"url": "http://a.test/", "label": "x"}\n\n', {"http://a.test/": "x"}, id="JSON lines"),
        pytest.param("l.csv", "http://a.test/,x\nhttp://a.test/,y\n", {"http://a.test/": "x|y"}, id="two classes of one address"),
        pytest.param(
            "d.rdf",
            RDF,
            {
                "http://band.example/": "Top/Arts/Music",
                "http://song.example/?a=1&b=2": "Top/Arts/Music",
                "http://ship.example/": "Top/Sports/Sailing",
            },
            id="a directory's RDF",
        ),
    ],
)
def test_labels_are_read_from_what_people_have(tmp_path, name, text, expected):
    (tmp_path / name).write_text(text, encoding="utf-8")

    assert read_labels(tmp_path / name).of_url == expected


def test_a_broken_line_costs_only_itself_and_is_named(tmp_path):
    (tmp_path / "l.csv").write_text('http://a.test/,x\nlonely\nhttp://b.test/,\n"unclosed\n', encoding="utf-8")

    found = read_labels(tmp_path / "l.csv")

    assert found.of_url == {"http://a.test/": "x"}
    assert len(found.notes()) == 1
    assert "line 2: 1 of 2 columns" in found.notes()[0]
    assert "line 3: no label" in found.notes()[0]


@pytest.mark.parametrize("text", ["", "\n\n", "url,label\n", "{broken\n", "<rdf></rdf>\n", "\x00\x01\x02"])
def test_a_file_without_a_label_is_refused_in_one_line(tmp_path, text):
    (tmp_path / "l.csv").write_text(text, encoding="utf-8")

    with pytest.raises(ClassifyError, match="no label") as refusal:
        read_labels(tmp_path / "l.csv")
    assert "\n" not in str(refusal.value)


def test_a_missing_file_is_refused_in_one_line(tmp_path):
    with pytest.raises(ClassifyError, match="cannot read labels"):
        read_labels(tmp_path / "none.csv")
