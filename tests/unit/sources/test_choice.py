import gzip
import io
import os
import sys

import pytest
from stored_sites import BODIES, URLS, http_response, pages_of, reasons_of, warc_record, write_files

from sitelode.errors import ArchiveError, NoPagesError, SourceError, SourceNotFoundError
from sitelode.sources.choice import StreamSource, open_source
from sitelode.sources.folder import FolderSource
from sitelode.sources.framesets import HtmlFileSource
from sitelode.sources.jsonl import JsonLinesSource
from sitelode.sources.source import SourceLimits
from sitelode.sources.warc import WaczSource, WarcSource


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.html", HtmlFileSource),
        ("a.HTM", HtmlFileSource),
        ("a.xhtml", HtmlFileSource),
        ("a.html.gz", HtmlFileSource),
        ("a.jsonl", JsonLinesSource),
        ("a.ndjson.gz", JsonLinesSource),
        ("a.jsonl.xz", JsonLinesSource),
        ("a.warc", WarcSource),
        ("a.WARC.gz", WarcSource),
        ("a.wacz", WaczSource),
        ("a", StreamSource),
        ("folder/", FolderSource),
    ],
)
def test_names_decide(tmp_path, name, kind):
    write_files(tmp_path, {name + ("x" if name.endswith("/") else ""): b""})

    assert type(open_source(str(tmp_path / name))) is kind


def test_what_is_not_there(tmp_path):
    with pytest.raises(SourceNotFoundError, match="no such source"):
        open_source(tmp_path / "nothing.html")
    for name in ("x" * 5_000, "a\x00b"):
        with pytest.raises(SourceError):
            open_source(name)


def test_what_cannot_be_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SourceError, match="neither a file nor a folder"):
        open_source(tmp_path / "pipe")
    write_files(tmp_path, {"old.arc.gz": b"filedesc://"})
    with pytest.raises(ArchiveError, match="warcio"):
        open_source(tmp_path / "old.arc.gz")


@pytest.mark.parametrize("name", ["a.html", "a.jsonl", "a.warc", "a.wacz", "a"])
def test_a_file_that_vanishes_in_between(tmp_path, name):
    write_files(tmp_path, {name: b"x"})
    source = open_source(tmp_path / name)
    (tmp_path / name).unlink()

    with pytest.raises(SourceNotFoundError):
        list(source.items())


def test_single_files(tmp_path):
    write_files(
        tmp_path, {"a b.html": b"<p>1", "photo.html": b"\xff\xd8\xff", "empty.html": b"", "page": BODIES[URLS[1]], "words": b"only words"}
    )

    assert [page.url for page in pages_of(open_source(tmp_path / "a b.html"))] == ["file:///a%20b.html"]
    assert [page.url for page in pages_of(open_source(tmp_path / "page"))] == [URLS[1]]
    assert reasons_of(open_source(tmp_path / "photo.html")) == ["not HTML"]
    assert reasons_of(open_source(tmp_path / "empty.html")) == ["empty"]
    assert reasons_of(open_source(tmp_path / "words")) == ["not HTML"]
    assert reasons_of(open_source(tmp_path / "a b.html", limits=SourceLimits(max_page_bytes=3))) == ["too large"]


@pytest.mark.parametrize(("content", "error"), [(b"", NoPagesError), (b"PK\x03\x04", ArchiveError), (b"\x1f\x8b rubbish", ArchiveError)])
def test_standard_input_that_holds_nothing(monkeypatch, content, error):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    with pytest.raises(error, match="standard input"):
        list(open_source("-").items())


def test_a_url_is_a_crawl_that_keeps_its_pages_where_told(tmp_path):
    source = open_source("https://news.example/", folder=tmp_path)

    assert source.name == "https://news.example/"
    assert source.folder == tmp_path / "crawl"
    temporary = open_source("HTTP://news.example/")
    assert temporary.folder.is_dir()
    folder = temporary.folder
    del temporary
    assert not folder.exists()


def test_the_folder_of_an_earlier_crawl_gives_each_page_as_it_was_last(tmp_path):
    older, newer = (warc_record(URLS[0], http_response(b"<p>" + age)) for age in (b"older", b"newer"))
    write_files(tmp_path, {"crawl.json": b"{}", "pages.warc.gz": gzip.compress(older), "pages-2.warc.gz": gzip.compress(newer)})
    source = open_source(tmp_path)

    assert [(found.url, found.body) for found in pages_of(source)] == [(URLS[0], b"<p>newer")]
    assert source.expected == 1
