"""Input that is broken, or made to do harm: it costs itself, and little time and memory."""

import gzip
import io
import json
import os
import random
import resource
import socket
import subprocess
import sys
import time
import zlib
from pathlib import Path

import brotli
import pyarrow as pa
import pytest
from machine_speed import slowness
from stored_sites import (
    BODIES,
    SMALL,
    URLS,
    dropped_of,
    http_response,
    json_lines,
    page,
    pages_of,
    parquet,
    reasons_of,
    site_parquet,
    site_records,
    warc_record,
    write_files,
    zipped,
)

from sitelode import zstd
from sitelode.errors import ArchiveError, SitelodeError
from sitelode.model import Dropped, Fetched
from sitelode.sources.choice import open_source
from sitelode.sources.parquet_file import rows_of

MEGABYTE = 1_000_000
HTML = b"<html><p>text"


def test_an_archive_cut_anywhere_gives_whole_pages_and_says_so(tmp_path):
    members = [gzip.compress(record) for record in site_records()]
    whole = b"".join(members)
    ends = [sum(map(len, members[: count + 1])) for count in range(len(members))]
    for size in range(1, len(whole), 100):
        path = tmp_path / f"{size}.warc.gz"
        path.write_bytes(whole[:size])
        try:
            items = list(open_source(path, limits=SMALL).items())
        except ArchiveError:
            assert size < ends[0]
            continue
        complete = sum(end <= size for end in ends)
        pages = [item for item in items if isinstance(item, Fetched)]
        assert [found.body for found in pages] == list(BODIES.values())[: len(pages)]
        assert len(pages) >= complete
        assert len(pages) == complete + 1 or [item.reason for item in items[len(pages) :]] == ["archive truncated"]


@pytest.mark.parametrize("seed", range(4))
def test_archives_with_bytes_changed_never_break_out(tmp_path, seed):
    chance = random.Random(seed)
    originals = {
        "a.warc": b"".join(site_records()),
        "a.warc.gz": b"".join(map(gzip.compress, site_records())),
        "a.wacz": zipped({"archive/a.warc.gz": gzip.compress(b"".join(site_records()))}),
        "a.jsonl.gz": gzip.compress(json_lines()),
        "a.jsonl.zst": zstd.compress(json_lines()),
        "a.parquet": site_parquet(row_group_size=2),
    }
    for name, original in originals.items():
        for _ in range(2 if name.endswith(".parquet") else 40):  # each is a process of its own
            content = bytearray(original)
            for _ in range(chance.randint(1, 5)):
                place = chance.randrange(len(content))
                content[place : place + chance.randrange(20)] = chance.randbytes(chance.randrange(20))
            (tmp_path / name).write_bytes(content)
            try:
                items = list(open_source(tmp_path / name, limits=SMALL).items())
            except SitelodeError as error:
                assert "\n" not in str(error)  # noqa: PT017 - either outcome is right
            else:
                assert all(isinstance(item, Fetched | Dropped) for item in items)


def zeros(size):
    return bytes(size)


def gzip_bomb(megabytes):
    return gzip.compress(zeros(10 * MEGABYTE)) * (megabytes // 10)


def packed_response(encoding, body):
    return warc_record("http://h.example/bomb", http_response(body, headers=f"Content-Encoding: {encoding}\r\n"))


def one_page_in_many_rows(page, rows):
    """Written once, and then as a run of references to it."""
    same = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), [page])
    return parquet({"url": same, "html": same}, compression="zstd")


BOMBS = {
    "gzip.warc": lambda: packed_response("gzip", gzip_bomb(1_000)),
    "gzip-twice.warc": lambda: packed_response("gzip, gzip", gzip.compress(gzip_bomb(1_000))),
    "deflate.warc": lambda: packed_response("deflate", zlib.compress(zeros(120 * MEGABYTE), 1)),
    "brotli.warc": lambda: packed_response("br", brotli.compress(zeros(120 * MEGABYTE), quality=1)),
    "zstd.warc": lambda: packed_response("zstd", zstd.compress(zeros(10 * MEGABYTE)) * 100),
    "record.warc.gz": lambda: (
        gzip.compress(
            warc_record("http://h.example/", b"").replace(b"Content-Length: 0", b"Content-Length: 150000000").rstrip() + b"\r\n\r\n"
        )
        + gzip_bomb(150)
    ),
    "header.warc.gz": lambda: gzip.compress(site_records()[0]) + gzip.compress(b"WARC/1.1\r\nX: " + b"a" * 50 * MEGABYTE),
    "line.jsonl.gz": lambda: gzip.compress(b'{"html": "' + b"x" * 10 * MEGABYTE) + gzip_bomb(150),
    "line.jsonl.zst": lambda: zstd.compress(b"x" * 10 * MEGABYTE) * 30,
    "stream.jsonl.zst": lambda: zstd.compress(b" " * 10 * MEGABYTE) * 400,  # 4 GB of nothing
    "page.parquet": lambda: one_page_in_many_rows("<p>" + "x" * 10 * MEGABYTE, 1_000),
    "rows.parquet": lambda: one_page_in_many_rows("<p>x", 2_000_000),
    "page.html.gz": lambda: gzip_bomb(1_000),
    "unnamed": lambda: gzip.compress(HTML) + gzip_bomb(1_000),
}

READ_IT = """
import json, sys, time
from sitelode.errors import SitelodeError
from sitelode.sources.choice import open_source
from sitelode.sources.parquet_file import rows_of
import sitelode.sources.warc, fastwarc.warc

def most_memory():  # getrusage would tell of the process that started this one
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))

before, started = most_memory(), time.process_time()
try:
    outcome = [getattr(item, "reason", "page") for item in open_source(sys.argv[1]).items()]
except SitelodeError as error:
    outcome = [str(error)]
print(json.dumps({"outcome": outcome, "kilobytes": most_memory() - before, "seconds": time.process_time() - started}))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from there")
@pytest.mark.parametrize("name", BOMBS)
def test_a_small_file_that_unpacks_to_much_costs_little(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(BOMBS[name]())
    assert path.stat().st_size < 11 * MEGABYTE
    answer = subprocess.run([sys.executable, "-c", READ_IT, str(path)], capture_output=True, check=True, timeout=60)
    report = json.loads(answer.stdout)

    assert "page" not in report["outcome"][-1:]
    assert len(report["outcome"]) <= 3
    assert report["kilobytes"] < 150_000  # a page of 20 MB, its line, and copies of both
    assert report["seconds"] < 6


def test_rows_of_parquet_come_one_by_one_where_they_are_large(monkeypatch):
    monkeypatch.setattr("sitelode.sources.parquet_file.BYTES_AT_ONCE", 1)
    for how in ({}, {"use_dictionary": False, "column_encoding": {"html": "DELTA_BYTE_ARRAY", "url": "DELTA_LENGTH_BYTE_ARRAY"}}):
        rows = list(rows_of(io.BytesIO(site_parquet(**how))))
        assert {row.texts["url"]: row.page.to_pybytes() for row in rows} == BODIES


def test_the_end_of_the_process_that_reads_parquet_is_one_line(tmp_path, monkeypatch):
    """The library may end it, and so may a limit."""
    monkeypatch.setattr("sitelode.sources.parquet_file.READER", "sitelode.no_such_module")
    (tmp_path / "a.parquet").write_bytes(site_parquet())
    with pytest.raises(ArchiveError, match="it takes too much time or memory, or is damaged"):
        list(open_source(tmp_path / "a.parquet").items())


def test_an_answer_that_breaks_off_gives_the_rows_before_it(tmp_path):
    whole = b'{"size": 4, "is_text": true, "url": null, "content_type": null, "fetched_at": null}\n<p>x'
    source = open_source(tmp_path.joinpath("a.parquet").touch() or tmp_path / "a.parquet")
    for cut in (whole + whole[:-1], whole + whole[:30], whole):
        page, dropped = source._items(io.BytesIO(cut))
        assert (page.body, dropped.reason, dropped.where) == (b"<p>x", "archive damaged", f"{tmp_path}/a.parquet:2")


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({"url": URLS[:1]}, "it needs the columns url and html or body or content or raw_html, with texts or bytes"),
        ({"url": URLS[:1], "html": [["<p>x"]]}, "with texts or bytes"),
        ({"url": URLS[:1], "html": [{"html": "<p>x"}]}, "with texts or bytes"),
        ({"url": URLS[:1], "html": [7]}, "with texts or bytes"),
        ({"url": [7], "html": ["<p>x"]}, "with texts or bytes"),
    ],
)
def test_columns_of_other_kinds_are_said_in_one_line(tmp_path, columns, told):
    (tmp_path / "a.parquet").write_bytes(parquet(columns))
    with pytest.raises(ArchiveError, match=told):
        list(open_source(tmp_path / "a.parquet").items())


def test_bytes_in_parquet_keep_their_encoding_and_odd_cells_cost_themselves(tmp_path):
    columns = {
        "url": pa.array([URLS[0], None, "no address", "x" * 20_000, URLS[1]]).dictionary_encode(),
        "body": pa.array([b"<p>\xe4", None, b"<p>b", b"<p>c", b"<p>" + b"x" * 200_000], pa.large_binary()),
        "content_type": ["text/html; charset=latin-1"] * 5,
        "fetched_at": pa.array([1, 2, 3, 4, 5]),
    }
    (tmp_path / "a.parquet").write_bytes(parquet(columns))
    items = list(open_source(tmp_path / "a.parquet", limits=SMALL).items())

    assert items[0] == Fetched(URLS[0], b"<p>\xe4", "text/html; charset=latin-1", f"{tmp_path}/a.parquet:1")
    assert [item.url for item in items[2:4]] == ["file:///a.parquet/3", "file:///a.parquet/4"]
    assert [(item.reason, item.where.rpartition(":")[2]) for item in items if isinstance(item, Dropped)] == [
        ("bad row", "2"),
        ("too large", "5"),
    ]


def test_folders_with_traps(tmp_path):
    folder = write_files(tmp_path / "site", {"good.html": HTML, "sub/also.html": HTML, "named.html/inside.html": HTML})
    write_files(tmp_path, {"outside.html": HTML})
    (folder / "sub" / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "self.html").symlink_to(folder / "self.html")
    (folder / "zero.html").symlink_to("/dev/zero")
    (folder / "outside.html").symlink_to(tmp_path / "outside.html")
    (folder / "dangling.html").symlink_to(folder / "nowhere.html")
    (folder / "inside.html").symlink_to(folder / "good.html")
    os.mkfifo(folder / "pipe.html")
    server = socket.socket(socket.AF_UNIX)
    os.chdir(folder)  # names of sockets are short
    server.bind("socket.html")
    server.close()
    source = open_source(folder)

    assert [found.url for found in pages_of(source)] == [
        "file:///good.html",
        "file:///inside.html",
        "file:///named.html/inside.html",
        "file:///sub/also.html",
    ]
    assert sorted(reasons_of(source)) == ["not a regular file"] * 2 + ["symbolic link"] * 5


@pytest.fixture(autouse=True)
def _stay_in_place():
    here = os.getcwd()  # noqa: PTH109
    yield
    os.chdir(here)


def test_a_pipe_put_in_place_of_a_page_is_not_waited_for(tmp_path):
    write_files(tmp_path, {"a.html": HTML, "b.html": HTML})
    stream = open_source(tmp_path).items()
    assert next(stream).body == HTML
    (tmp_path / "b.html").unlink()
    os.mkfifo(tmp_path / "b.html")

    (dropped,) = stream
    assert (dropped.reason, dropped.detail) == ("unreadable", "not a regular file")


def test_files_that_vanish_while_the_folder_is_read(tmp_path):
    write_files(tmp_path, {"a.html": HTML, "b.html": HTML, "c.html": HTML})
    stream = open_source(tmp_path).items()
    next(stream)
    (tmp_path / "b.html").unlink()
    rest = list(stream)

    assert [type(item) for item in rest] == [Dropped, Fetched]
    assert rest[0].reason == "unreadable"


def test_files_and_folders_closed_to_us(tmp_path, monkeypatch):
    """Permissions do not stop the superuser, who may be running this; hence by hand."""
    write_files(tmp_path, {"open.html": HTML, "closed.html": HTML, "closed/a.html": HTML})
    real_open, real_scandir = os.open, os.scandir

    def refusing(real):
        def call(path, *rest):
            if str(path).rstrip("/").endswith(("closed.html", "closed")):
                raise PermissionError(13, "Permission denied")
            return real(path, *rest)

        return call

    monkeypatch.setattr(os, "open", refusing(real_open))
    monkeypatch.setattr(os, "scandir", refusing(real_scandir))
    source = open_source(tmp_path)

    assert len(pages_of(source)) == 1
    assert [(dropped.reason, dropped.detail) for dropped in dropped_of(source)] == [("unreadable", "Permission denied")] * 2


def test_names_that_are_no_text(tmp_path):
    addresses = {
        b"caf\xe9.html": "file:///caf%E9.html",
        b"new\nline.html": "file:///new%0Aline.html",
        b"quote'\".html": "file:///quote'%22.html",
        b"-.html": "file:///-.html",
        b"%2e%2e.html": "file:///%252e%252e.html",
        b"a?b#c.html": "file:///a%3Fb%23c.html",
        "日本.html".encode(): "file:///%E6%97%A5%E6%9C%AC.html",
    }
    for name in addresses:
        with open(os.path.join(os.fsencode(tmp_path), name), "wb") as file:  # noqa: PTH118, PTH123 - bytes
            file.write(HTML)
    pages = pages_of(open_source(tmp_path))

    assert {found.url for found in pages} == set(addresses.values())
    assert all(found.origin.encode() for found in pages)


def test_files_of_gigabytes_are_not_read(tmp_path):
    for name in ("film.mp4", "page.html", "unknown"):
        with (tmp_path / name).open("wb") as file:
            file.write(HTML * 100 if name == "page.html" else b"\x00\x00\x00 ftyp")
            file.truncate(5_000_000_000)
    started = time.process_time()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    assert sorted(reasons_of(open_source(tmp_path))) == ["not HTML", "not HTML", "too large"]
    assert reasons_of(open_source(tmp_path / "page.html")) == ["too large"]
    assert time.process_time() - started < 2 * slowness()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_folders_deeper_than_python_recurses(tmp_path):
    folder = tmp_path.joinpath(*["d"] * 400)
    folder.mkdir(parents=True)
    (folder / "page.html").write_bytes(HTML)
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(300)
    try:
        assert len(pages_of(open_source(tmp_path))) == 1
    finally:
        sys.setrecursionlimit(usual)


def test_many_small_files_are_read_in_no_time(tmp_path):
    for number in range(5_000):
        (tmp_path / f"{number}.html").write_bytes(page(f"https://h.example/{number}"))
    source = open_source(tmp_path)
    started = time.process_time()
    pages = pages_of(source)

    assert len({found.url for found in pages}) == source.expected == 5_000
    assert time.process_time() - started < 10 * slowness()  # about 1 s where measured
