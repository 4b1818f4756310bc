import gzip

import pytest
from stored_sites import SMALL, dropped_of, http_response, page, pages_of, reasons_of, warc_record, write_files

from sitelode.errors import SourceError
from sitelode.sources.folder import FolderSource

HTML = b"<html><p>text</p>"


def folder_source(folder, files):
    return FolderSource(write_files(folder, files), SMALL)


def test_wget_mirror(tmp_path):
    source = folder_source(
        tmp_path,
        {
            "www.news.example/index.html": HTML,
            "www.news.example/index.html?p=3": HTML,
            "www.news.example/view.php?id=4.html": HTML,
            "www.news.example/view.php?id=4.html.orig": HTML,
            "www.news.example/page.html@id=4": HTML,
            "www.news.example/about": HTML,
            "www.news.example/style.css?ver=5.8": b"p {}",
            "cdn.example/frame.html": HTML,
        },
    )

    assert [page.url for page in pages_of(source)] == [
        "https://cdn.example/frame.html",
        "https://www.news.example/about",
        "https://www.news.example/",
        "https://www.news.example/?p=3",
        "https://www.news.example/page.html?id=4",
        "https://www.news.example/view.php?id=4",
    ]
    assert sorted(reasons_of(source)) == ["backup copy", "not HTML"]


def test_httrack_mirror(tmp_path):
    note = b"<!-- Mirrored from www.news.example/story.asp?id=9 by HTTrack Website Copier/3.x [XR], Tue, 05 May 2020 10:00:00 GMT -->"
    source = folder_source(
        tmp_path / "news.example",
        {
            "index.html": b"<html><!-- Mirror and index made by HTTrack Website Copier/3.49 -->",
            "hts-cache/new.zip": b"PK",
            "hts-log.txt": b"log",
            "www.news.example/story9f2.html": b"<html>\n" + note + b"<a href='http://www.news.example/x'>",
            "www.news.example/moved.html": b'<HTML><!-- Created by HTTrack Website Copier --><META HTTP-EQUIV="Refresh" CONTENT="0">',
        },
    )
    (found,) = pages_of(source)

    assert found.url == "http://www.news.example/story.asp?id=9"
    assert found.fetched_at == "2020-05-05T10:00:00+00:00"
    assert source.aliases["http://www.news.example/story9f2.html"] == found.url
    assert sorted(reasons_of(source)) == ["hidden folder", "made by the mirror", "made by the mirror", "not HTML"]


def test_plain_folder_without_any_address(tmp_path):
    source = folder_source(tmp_path / "saved", {"b.html": HTML, "a/index.html": HTML, "A.htm": HTML})

    assert [page.url for page in pages_of(source)] == ["file:///A.htm", "file:///b.html", "file:///a/index.html"]
    assert source.expected == 3
    assert str(tmp_path) not in "".join(page.url for page in pages_of(source))


def test_pages_saved_by_a_browser(tmp_path):
    source = folder_source(
        tmp_path,
        {
            "My page.html": b"<!-- saved from url=(0028)https://news.example/my-page --><html>",
            "My page_files/ad.html": HTML,
            "other_files/page.html": HTML,
        },
    )

    assert [page.url for page in pages_of(source)] == ["https://news.example/my-page", "file:///other_files/page.html"]
    assert reasons_of(source) == ["parts of a saved page"]


def test_every_file_that_is_no_page_is_counted(tmp_path):
    source = folder_source(
        tmp_path,
        {
            "picture.png": b"\x89PNG",
            "picture.html": b"\x89PNG\r\n\x1a\n",
            "notes": b"just words",
            "feed": b"<rss><item>",
            "empty.html": b"",
            "huge.html": b"<html>" + b"x" * SMALL.max_page_bytes,
            "huge.html.gz": gzip.compress(b"<html>" + b"x" * SMALL.max_page_bytes),
            "broken.html.gz": b"no gzip at all",
            ".git/index.html": HTML,
            "script.php": b"<!doctype html><p>served as php",
        },
    )

    assert [page.url for page in pages_of(source)] == ["file:///script.php"]
    assert {dropped.where.removeprefix(str(tmp_path) + "/"): dropped.reason for dropped in dropped_of(source)} == {
        "picture.png": "not HTML",
        "picture.html": "not HTML",
        "notes": "not HTML",
        "empty.html": "empty",
        "huge.html": "too large",
        "huge.html.gz": "too large",
        "broken.html.gz": "empty",
        ".git": "hidden folder",
    }


def test_a_site_that_calls_every_page_home(tmp_path):
    home = page("https://h.example/")
    source = folder_source(tmp_path / "public", {"index.html": home, "a.html": home, "b/index.html": home})

    assert {page.url for page in pages_of(source)} == {"https://h.example/", "https://h.example/a.html", "https://h.example/b/"}


def test_archives_in_a_folder_are_read_and_a_broken_one_is_counted(tmp_path):
    record = warc_record("http://h.example/a", http_response(HTML))
    source = folder_source(tmp_path, {"good.warc": record, "bad.warc.gz": b"rubbish", "bad.wacz": b"rubbish"})

    assert [page.url for page in pages_of(source)] == ["http://h.example/a"]
    assert reasons_of(source) == ["archive damaged", "archive damaged"]


def test_a_folder_that_is_gone(tmp_path):
    with pytest.raises(SourceError, match="cannot read the folder"):
        list(FolderSource(tmp_path / "gone", SMALL).items())


def test_a_folder_of_any_name_is_on_the_host_that_its_pages_link_to(tmp_path):
    names = ["index.html", "a/index.html", "a/rain.html", "b.html"]
    links = "".join(f'<a href="https://h.example/{path}">x</a>' for path in ("", "a/", "a/rain.html", "b"))
    source = folder_source(tmp_path, {name: f"<h1>{name}</h1>{links}".encode() for name in names})

    found = {page.origin.removeprefix(f"{tmp_path}/"): page.url for page in pages_of(source)}

    assert found == {name: f"https://h.example/{name.removesuffix('index.html')}" for name in names}
    assert source.aliases["https://h.example/b"] == "https://h.example/b.html"
