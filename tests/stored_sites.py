"""Builders: one small site in every form a source can read, and the bytes of archives written by hand."""

import bz2
import gzip
import io
import json
import lzma
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from sitelode import zstd
from sitelode.model import Dropped, Fetched
from sitelode.sources.source import Source, SourceLimits

HOST = "news.example"
PATHS = ["", "a/", "a/one.html", "b/two.html", "b/three.html"]
URLS = [f"https://{HOST}/{path}" for path in PATHS]


def page(url: str, text: str = "") -> bytes:
    head = f'<meta charset="utf-8"><link rel="canonical" href="{url}">'
    return f"<!doctype html><html><head>{head}</head><p>Ärger über {url} {text}</p>".encode()


BODIES = {url: page(url) for url in URLS}


def warc_record(url: str, block: bytes, kind: str = "response", content_type: str = "application/http; msgtype=response") -> bytes:
    lines = [
        "WARC/1.1",
        f"WARC-Type: {kind}",
        f"WARC-Target-URI: {url}",
        "WARC-Date: 2024-01-02T03:04:05Z",
        "WARC-Record-ID: <urn:uuid:550e8400-e29b-41d4-a716-446655440000>",
        f"Content-Type: {content_type}",
        f"Content-Length: {len(block)}",
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


def http_response(body: bytes, status: str = "200 OK", content_type: str = "text/html", headers: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\n{headers}\r\n".encode() + body


def site_records() -> list[bytes]:
    return [warc_record(url, http_response(body)) for url, body in BODIES.items()]


def json_lines() -> bytes:
    return b"".join(json.dumps({"url": url, "html": body.decode()}).encode() + b"\n" for url, body in BODIES.items())


def zipped(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, content in files.items():
            bundle.writestr(name, content)
    return target.getvalue()


def write_files(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def write_mirror(folder: Path) -> Path:
    names = ["index.html", "a/index.html", "a/one.html", "b/two.html", "b/three.html"]
    return write_files(folder, {f"{HOST}/{name}": BODIES[url] for name, url in zip(names, URLS, strict=True)})


def write_plain_folder(folder: Path) -> Path:
    return write_files(folder, {f"page{number}.html": body for number, body in enumerate(BODIES.values())})


def write_packed_pages(folder: Path) -> Path:
    return write_files(folder, {f"page{number}.html.gz": gzip.compress(body) for number, body in enumerate(BODIES.values())})


def write_folder_of_archives(folder: Path) -> Path:
    records = site_records()
    return write_files(folder, {"1.warc": b"".join(records[:2]), "2.warc.gz": b"".join(map(gzip.compress, records[2:]))})


def _file_writer(name: str, content: bytes):
    def write(folder: Path) -> Path:
        write_files(folder, {name: content})
        return folder / name

    return write


def parquet(columns: dict[str, object], **how: object) -> bytes:
    target = io.BytesIO()
    pq.write_table(pa.table(columns), target, **how)
    return target.getvalue()


def site_parquet(**how: object) -> bytes:
    return parquet({"url": list(BODIES), "html": [body.decode() for body in BODIES.values()]}, **how)


STORED_FORMS = {
    "mirror": write_mirror,
    "plain folder": write_plain_folder,
    "packed pages": write_packed_pages,
    "folder of archives": write_folder_of_archives,
    "jsonl": _file_writer("site.jsonl", json_lines()),
    "ndjson": _file_writer("site.ndjson", json_lines()),
    "jsonl.gz": _file_writer("site.jsonl.gz", gzip.compress(json_lines())),
    "jsonl.xz": _file_writer("site.jsonl.xz", lzma.compress(json_lines())),
    "jsonl.bz2": _file_writer("site.jsonl.bz2", bz2.compress(json_lines())),
    "jsonl.zst": _file_writer("site.jsonl.zst", zstd.compress(json_lines())),
    "jsonl of another name": _file_writer("site.txt", json_lines()),
    "warc": _file_writer("site.warc", b"".join(site_records())),
    "warc.gz": _file_writer("site.warc.gz", b"".join(map(gzip.compress, site_records()))),
    "warc.gz as one piece": _file_writer("site.warc.gz", gzip.compress(b"".join(site_records()))),
    "warc.zst": _file_writer("site.warc.zst", b"".join(map(zstd.compress, site_records()))),
    "warc of another name": _file_writer("archive", b"".join(map(gzip.compress, site_records()))),
    "parquet": _file_writer("site.parquet", site_parquet(row_group_size=2)),
    "wacz": _file_writer(
        "site.wacz", zipped({"archive/site.warc.gz": b"".join(map(gzip.compress, site_records())), "pages/pages.jsonl": b""})
    ),
    "wacz of another name": _file_writer("download", zipped({"archive/site.warc": b"".join(site_records())})),
}

SMALL = SourceLimits(max_page_bytes=100_000)


def pages_of(source: Source) -> list[Fetched]:
    return [item for item in source.items() if isinstance(item, Fetched)]


def dropped_of(source: Source) -> list[Dropped]:
    return [item for item in source.items() if isinstance(item, Dropped)]


def reasons_of(source: Source) -> list[str]:
    return [item.reason for item in dropped_of(source)]
