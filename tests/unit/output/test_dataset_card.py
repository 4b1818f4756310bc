"""What a folder of Parquet files says of itself, and llms.txt."""

import hashlib
import json
import re

import pytest
from small_site import HOST, small_site

import sitelode
from sitelode.model import Article
from sitelode.output.dataset_card import OURS, write_dataset_card
from sitelode.output.llms_text import LlmsText, section_of
from sitelode.output.result import write_result


def article(url, title, **known):
    return Article(url, title, "A text.", "en", known.pop("date", ""), 0, 1.0, url, **known)


@pytest.fixture
def folder(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    row = {
        "url": "https://a.example/1", "hostname": "a.example", "language": "en", "licence": "CC BY 4.0", "date": "2031-03-04",
        "fetched": "2031-05-01T10:00:00Z", "tags": ["tide"], "confidence": 0.9,
    }  # fmt: skip
    pq.write_table(pa.Table.from_pylist([row]), tmp_path / "articles.parquet")
    (tmp_path / "records").mkdir()
    pq.write_table(pa.Table.from_pylist([{"url": "https://a.example/", "price": 3}]), tmp_path / "records" / "list-1.parquet")
    (tmp_path / "site.json").write_text('{"source": "https://a.example/"}')
    return tmp_path


def test_croissant_describes_every_table_and_column(folder):
    write_dataset_card(folder)
    found = json.loads((folder / "croissant.json").read_text())

    files = {each["@id"]: each for each in found["distribution"]}
    assert list(files) == ["articles.parquet", "records/list-1.parquet"]
    assert files["articles.parquet"]["sha256"] == hashlib.sha256((folder / "articles.parquet").read_bytes()).hexdigest()
    assert (found["url"], found["license"]) == ("https://a.example/", "CC BY 4.0")
    assert found["datePublished"] == "2031-05-01"
    fields = {field["@id"]: field for each in found["recordSet"] for field in each["field"]}
    assert fields["records/list-1/price"]["dataType"] == "sc:Integer"
    assert fields["articles/tags"]["repeated"] is True
    assert fields["articles/url"]["source"] == {"fileObject": {"@id": "articles.parquet"}, "extract": {"column": "url"}}
    assert all(name.split("/")[0] == "articles" or name.startswith("records/") for name in fields)


def test_words_of_any_script_are_written_as_they_are(folder):
    (folder / "site.json").write_text('{"source": "暴風雨"}', encoding="utf-8")
    write_dataset_card(folder)

    assert all(" of 暴風雨, " in (folder / name).read_text("utf-8") for name in ("croissant.json", "README.md"))


def test_the_card_is_written_again_and_one_of_a_person_stays(folder):
    write_dataset_card(folder)
    card = (folder / "README.md").read_text()
    assert card.startswith(f"---\n{OURS}\n")
    assert 'language: ["en"]' in card
    assert "Dates from 2031-03-04 to 2031-03-04." in card

    (folder / "README.md").write_text("my own words")
    write_dataset_card(folder)
    assert (folder / "README.md").read_text() == "my own words"


def test_without_parquet_nothing_is_described_any_more(folder):
    write_dataset_card(folder)
    (folder / "articles.parquet").unlink()
    write_dataset_card(folder)

    assert not (folder / "croissant.json").exists()
    assert not (folder / "README.md").exists()


def test_llms_text_lists_articles_by_section_the_newest_first():
    written = []
    form = LlmsText(written.append)
    form.add(article("https://a.example/news/one.html", "One [first]", date="2031-03-04", site_name="The A"))
    form.add(article("https://a.example/news/two.html", "Two", date="2031-04-04", description="What\nhappened", site_name="The A"))
    form.add(article("https://a.example/sea/x(1).html", "Three", categories=("Sea",)))
    form.add(article("https://a.example/alone.html", "Four"))
    form.end()

    assert "".join(written) == (
        "# The A\n\n> 4 articles in 3 sections.\n\n"
        "## news\n\n"
        "- [Two](https://a.example/news/two.html): What happened (2031-04-04)\n"
        "- [One (first)](https://a.example/news/one.html): A text. (2031-03-04)\n\n"
        "## Sea\n\n- [Three](https://a.example/sea/x%281%29.html): A text.\n\n"
        "## Other articles\n\n- [Four](https://a.example/alone.html): A text.\n"
    )


def test_llms_text_has_the_sections_that_list_the_articles(tmp_path):
    write_result(sitelode.mine((f"{HOST}{path}", source) for path, source in small_site().items()), tmp_path, ["llms"])
    written = (tmp_path / "llms.txt").read_text("utf-8")

    assert re.findall(r"^## (.*)$", written, re.MULTILINE) == ["Sport", "Town"], "what only the front page lists is in no section"
    assert written.count("\n- [") == len((tmp_path / "articles.jsonl").read_text("utf-8").splitlines())


@pytest.mark.parametrize(
    ("path", "section"),
    [
        ("/news/2031/05/rain.html", "news"),
        ("/2031/05/rain.html", ""),
        ("/", ""),
        ("/rain.html", ""),
        ("/rain/", ""),
        ("/news/rain/", "news"),
        ("/news/rain/index.html", "news"),
    ],
)
def test_section_of_an_address(path, section):
    assert section_of(f"https://a.example{path}") == section
