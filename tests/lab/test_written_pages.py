"""The source of a page is read again, byte by byte, from where the page came from; and its texts are found in it."""

import gzip
import json

import pytest

from sitelode.html.parse import parse
from sitelode.site.reading import read_site
from sitelode_lab.strings.page_source import written_spans
from sitelode_lab.studio.written_pages import written_page

PAGE = "<!-- by hand --><title>Gr&uuml;&szlig;e {0}</title><body onload='x()'><p>Ein  Wort\n{0} &amp; noch eins<br>mehr"


@pytest.mark.parametrize("name", ["site.jsonl", "site.jsonl.gz"])
def test_a_page_of_an_archive(tmp_path, name):
    lines = "".join(json.dumps({"url": f"https://x.example/{n}", "html": PAGE.format(n)}) + "\n" for n in range(4)).encode()
    (tmp_path / name).write_bytes(gzip.compress(lines) if name.endswith("gz") else lines)
    site = read_site(tmp_path / name, folder=tmp_path / "result")

    assert written_page(site, site.entries[2]).text == PAGE.format(2)


def test_a_file_in_its_own_encoding_until_it_changes(tmp_path):
    file = tmp_path / "site" / "a.html"
    file.parent.mkdir()
    source = '<meta charset="iso-8859-1"><title>Grüße</title><p>Ein Wort von uns an alle, die es hören'
    file.write_bytes(source.encode("latin-1"))
    site = read_site(file.parent)
    assert written_page(site, site.entries[0]).text == source

    file.write_text("<p>Something else", encoding="utf-8")
    assert "has changed since" in written_page(site, site.entries[0]).problem
    file.unlink()
    assert "is gone" in written_page(site, site.entries[0]).problem


def spans(source):
    page = parse(source.encode(), "https://x.example/")
    found = written_spans(source, page)
    return {" ".join(page.text(row).split()): source[slice(*found[row])] for row in page.text_rows.tolist() if row in found}


def test_texts_stand_where_they_were_written():
    assert spans(PAGE.format(1)) == {
        "Grüße 1": "Gr&uuml;&szlig;e 1", "Ein Wort 1 & noch eins": "Ein  Wort\n1 &amp; noch eins", "mehr": "mehr",
    }  # fmt: skip


def test_a_text_that_the_parser_moves_is_found_all_the_same():
    source = "<p>before it all</p><table><tr><td>in a cell of the table</td></tr>this stands in the wrong place</table>"

    assert all(spans(source)[text] == text for text in ("before it all", "in a cell of the table", "this stands in the wrong place"))


def test_scripts_comments_and_broken_tags_are_no_texts():
    assert spans("<p>one<script>var two = 'two'</script><!-- three -->four<b") == {"one": "one", "four": "four"}
