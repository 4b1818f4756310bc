import errno
import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.errors import ArchiveError, ResultError
from sitelode.model import Fetched
from sitelode.sources.crawl.archive import (
    BODY_NOT_WANTED,
    Answer,
    ArchiveWriter,
    answer_at,
    cut_unfinished_record,
    read_answers,
    why_not_a_page,
)
from sitelode.sources.source import SourceLimits
from sitelode.sources.warc import WarcSource

WHEN = "2024-05-13T10:00:00Z"
HTML = (("Content-Type", "text/html; charset=utf-8"),)
ANSWERS = [
    Answer("http://e.example/", 200, (*HTML, ("ETag", '"1"')), b"<p>One</p>", WHEN),
    Answer("http://e.example/moved", 301, (("Location", "/two"),), b"", WHEN),
    Answer("http://e.example/two", 200, HTML, b"<p>Two \xff\x00</p>", WHEN),
    Answer("http://e.example/film", 200, (("Content-Type", "video/mp4"),), b"", WHEN, truncated=BODY_NOT_WANTED),
    Answer("http://e.example/huge", 0, fetched_at=WHEN, failure="too large"),
    Answer("http://e.example/same", 304, (("ETag", '"1"'),), b"", WHEN),
]


def without_length(answer: Answer) -> Answer:
    headers = tuple((name, value) for name, value in answer.headers if name != "Content-Length")
    return Answer(answer.url, answer.status, headers, answer.body, answer.fetched_at, answer.truncated, answer.failure)


@pytest.fixture(scope="module")
def archive(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("archive") / "pages.warc.gz"
    with closing(ArchiveWriter(path, "Sitelode/test")) as writer:
        for answer in ANSWERS:
            writer.write(answer, "2024-05-01T10:00:00Z" if answer.status == 304 else "")
    return path


def test_gives_back_what_was_written(archive):
    read = list(read_answers(archive))

    assert [without_length(answer) for _, answer in read] == ANSWERS
    assert [answer_at(archive, position) for position, _ in read] == [answer for _, answer in read]


def test_other_readers_of_archives_find_the_pages(archive):
    source = WarcSource(lambda: archive.open("rb"), str(archive), SourceLimits())
    items = list(source.items())

    assert {item.url: item.body for item in items if isinstance(item, Fetched)} == {
        "http://e.example/": b"<p>One</p>",
        "http://e.example/two": b"<p>Two \xff\x00</p>",
    }
    assert source.aliases == {"http://e.example/moved": "http://e.example/two"}


def test_a_file_cut_anywhere_keeps_its_complete_records_and_goes_on(archive, tmp_path):
    whole = archive.read_bytes()
    ends = [*[position for position, _ in read_answers(archive)][1:], len(whole)]
    for length in sorted({*range(0, len(whole), 13), *(end + by for end in ends for by in (-1, 0, 1) if end + by <= len(whole))}):
        cut = tmp_path / "cut.warc.gz"
        cut.write_bytes(whole[:length])
        complete = sum(end <= length for end in ends)

        cut_unfinished_record(cut)
        with closing(ArchiveWriter(cut, "Sitelode/test")) as writer:
            writer.write(ANSWERS[0])

        assert [without_length(answer) for _, answer in read_answers(cut)] == [*ANSWERS[:complete], ANSWERS[0]]


def test_damage_that_no_crash_leaves_is_not_deleted(archive, tmp_path):
    damaged = tmp_path / "pages.warc.gz"
    damaged.write_bytes(archive.read_bytes() + b"x" * 2000)

    with pytest.raises(ArchiveError, match="2,000 bytes from byte"):
        cut_unfinished_record(damaged, largest=1000)

    assert damaged.stat().st_size == archive.stat().st_size + 2000


def test_a_full_disk_leaves_no_half_record(tmp_path, monkeypatch):
    path = tmp_path / "pages.warc.gz"
    with closing(ArchiveWriter(path, "Sitelode/test")) as writer:
        writer.write(ANSWERS[0])
        genuine = os.write

        def write_half(file: int, data: memoryview) -> int:
            if len(data) < 100:
                raise OSError(errno.ENOSPC, "No space left on device")
            return genuine(file, data[: len(data) // 2])

        monkeypatch.setattr(os, "write", write_half)
        with pytest.raises(ResultError, match=r"pages\.warc\.gz: No space left on device; make room, and start it again"):
            writer.write(ANSWERS[2])
        monkeypatch.undo()
        writer.write(ANSWERS[1])

    assert [without_length(answer) for _, answer in read_answers(path)] == ANSWERS[:2]


def test_no_record_at_a_position(archive):
    with pytest.raises(ArchiveError, match="no record at byte 1"):
        answer_at(archive, 1)


header_text = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f\x85\xa0"), max_size=30).map(str.strip)


@given(
    body=st.binary(max_size=300),
    status=st.sampled_from([200, 404, 503, 599]),
    value=header_text,
    newline=st.sampled_from(["", "\r\n", "\n"]),
)
def test_any_body_and_header_survive(tmp_path, body, status, value, newline):
    shutil.rmtree(tmp_path / "any", ignore_errors=True)
    (tmp_path / "any").mkdir()
    path = tmp_path / "any" / "pages.warc.gz"
    with closing(ArchiveWriter(path, "Sitelode/test")) as writer:
        writer.write(Answer("http://e.example/", status, (("X-Any", f"{value}{newline}a: b"),), body, WHEN))
        writer.write(ANSWERS[0])

    (_, first), (_, second) = read_answers(path)
    assert (first.status, first.body) == (status, body)
    assert first.header("a") is None, "a header cannot smuggle in another one"
    assert without_length(second) == ANSWERS[0]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        pytest.param(Answer("u", 200, HTML, b"<p>x"), None, id="a page"),
        pytest.param(Answer("u", 200, (), b"<!doctype html><p>x"), None, id="a page of no stated type"),
        pytest.param(Answer("u", 200, HTML, b""), "empty", id="nothing in it"),
        pytest.param(Answer("u", 200, HTML, b"\x89PNG\r\n\x1a\n\x00\x00"), "not HTML", id="an image called HTML"),
        pytest.param(Answer("u", 200, (("content-type", "image/png"),), b"<p>x"), "not HTML", id="HTML called an image"),
        pytest.param(Answer("u", 404, HTML, b"<p>x"), "HTTP 404", id="gone"),
        pytest.param(Answer("u", 0, failure="too large"), "too large", id="no answer kept"),
    ],
)
def test_what_is_a_page(answer, reason):
    assert why_not_a_page(answer) == reason
