"""Targets that are given files: sources of every form, wrappers of others, and a result folder that was changed."""

import gzip
import io
import json
import random
import sqlite3
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from bench.fuzz import seed_pages
from bench.fuzz.cases import Pieces
from bench.fuzz.data_mutations import mutated_bytes
from bench.fuzz.markup_mutations import mutated, odd_value
from bench.fuzz.page_targets import fetched, wrappers
from bench.fuzz.target import REFUSED, Outcome, Target, by_bytes, by_json, by_lines, in_place, magnitude, scratch_folder
from sitelode import mine
from sitelode.html.feeds import read_feed
from sitelode.html.parse import parse
from sitelode.model import Fetched
from sitelode.output.saved_state import LEARNT_FILE as LEARNT_NAME
from sitelode.output.saved_state import load_learnt, save_learnt
from sitelode.site.columns_file import UNPACKING_FAILS, pack, unpack
from sitelode.site.site import STORE_NAME, reopen_site
from sitelode.sources.choice import open_source
from sitelode.sources.parquet_file import PROBLEMS as PARQUET_PROBLEMS
from sitelode.sources.parquet_file import rows_of
from sitelode.sources.source import SourceLimits
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.exchange.importing import imported
from sitelode.wrappers.exchange.rule_selectors import rule_selectors
from sitelode.wrappers.wrapper import Wrapper, read_wrapper

_LIMITS = SourceLimits(max_page_bytes=1_000_000)
_ODD_NUMBERS = (-1, 0, 1, 2, 255, 65535, 1 << 20, 1 << 30, (1 << 31) - 1, -(1 << 31), (1 << 63) - 1)


# Sources


def _warc() -> bytes:
    records = []
    for number, page in enumerate(seed_pages.pages()[:3]):
        block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(page) + page
        head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://paper.example/{number}\r\nWARC-Date: 2031-01-02T03:04:05Z\r\nContent-Type: application/http\r\nContent-Length: {len(block)}\r\n\r\n"
        records.append(head.encode() + block + b"\r\n\r\n")
    return b"".join(records)


def _wacz() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr(zipfile.ZipInfo("archive/a.warc"), _warc())
        bundle.writestr(zipfile.ZipInfo("pages/pages.jsonl"), json.dumps({"url": "https://paper.example/1", "title": "x"}))
    return target.getvalue()


def _json_lines() -> bytes:
    return b"\n".join(
        json.dumps({"url": f"https://paper.example/{number}", "html": page.decode("utf-8", "replace")}).encode()
        for number, page in enumerate(seed_pages.pages()[:3])
    )


def _parquet() -> list[Pieces]:
    """Small ones: a case is cut at some thousand bytes, and a file without its end is refused at once."""
    pages = [page[:400].decode("utf-8", "replace") for page in seed_pages.pages()[:4]]
    table = pa.table({"url": [f"https://paper.example/{number}" for number in range(4)], "html": pages})
    how: tuple[dict[str, Any], ...] = (
        {"compression": "none"},
        {"compression": "zstd", "row_group_size": 2},
        {"use_dictionary": False, "column_encoding": {"url": "DELTA_LENGTH_BYTE_ARRAY", "html": "DELTA_BYTE_ARRAY"}},
        {"compression": "gzip", "data_page_version": "2.0", "use_dictionary": False},
    )
    files = [io.BytesIO() for _ in how]
    for file, chosen in zip(files, how, strict=True):
        pq.write_table(table, file, store_schema=False, **chosen)
    return [(file.getvalue(),) for file in files]


def _read_file(name: str) -> Callable[[Pieces], Outcome]:
    def run(pieces: Pieces) -> Outcome:
        with scratch_folder() as folder:
            (folder / name).write_bytes(pieces[0])
            return _items(folder / name)

    return run


def _parquet_rows(pieces: Pieces) -> Outcome:
    """Here and not in a process of its own: what ends it is to be seen."""
    try:
        rows = list(rows_of(io.BytesIO(pieces[0])))
    except PARQUET_PROBLEMS as problem:
        return REFUSED, type(problem).__name__
    return magnitude(len(rows)), sum(row.page is None for row in rows), sum(row.texts["url"] is None for row in rows)


def _items(path: Path) -> Outcome:
    source = open_source(path, limits=_LIMITS)
    items = list(source.items())
    pages = [item for item in items if isinstance(item, Fetched)]
    return magnitude(len(pages)), magnitude(len(items) - len(pages)), len(source.feeds)


def _folder(pieces: Pieces) -> Outcome:
    """Pieces are names and contents in turn."""
    with scratch_folder() as folder:
        (folder / "site").mkdir()
        for name, content in zip(pieces[::2], pieces[1::2], strict=False):
            path = folder / "site" / name.decode("utf-8", "surrogateescape").replace("\0", "").lstrip("/")
            if folder not in path.resolve().parents or ".." in path.parts:
                continue
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            except OSError:  # no such name on this system
                continue
        return _items(folder / "site")


def _folder_seeds() -> list[Pieces]:
    names = (b"index.html", b"paper.example/a/index.html", b"b%2Fc.html?x=1.html", b"feed.xml", b"page.html.gz", b"n.mhtml", b"readme.txt")
    contents = (
        *seed_pages.pages()[:3],
        seed_pages.feed(1),
        gzip.compress(seed_pages.article(2), mtime=0),
        b"From: x\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n\r\n<p>x",
        b"text",
    )
    return [tuple(part for pair in zip(names, contents, strict=True) for part in pair)]


def _mutated_folder(pieces: Pieces, chance: random.Random, pool: Sequence[Pieces], most: int) -> Pieces:
    changed = list(pieces)
    place = chance.randrange(len(changed))
    if place % 2 == 0:
        changed[place] = chance.choice(
            (
                mutated_bytes(changed[place], chance, 300),
                b"\xff\xfe.html",
                b"a" * 200 + b".html",
                b"%00.html",
                b"\n.html",
                b"CON.html",
                b"x/" * 40 + b"y.html",
            )
        )
    else:
        changed[place] = mutated(changed[place], chance, [pool[0][1]], most)
    return tuple(changed)


def _feed(pieces: Pieces) -> Outcome:
    return (magnitude(len(read_feed(pieces[0], "https://paper.example/feed"))),)


# Wrappers


def _import(pieces: Pieces) -> Outcome:
    wrapper = imported(pieces[0].decode("utf-8", "replace"), "paper.example")
    return len(wrapper.layouts), *_use(wrapper)


def _import_seeds() -> list[Pieces]:
    fields = [
        {"name": "title", "selector": "h1", "type": "text"},
        {"name": "link", "selector": "a.x > b:nth-child(2)", "type": "attribute", "attribute": "href"},
        {"name": "all", "selector": "ul li", "type": "list"},
    ]
    schema = {"name": "posts", "baseSelector": "ul.list > li.item", "fields": fields}
    selectors = {
        "title": "//h1[@class='a']/text()",
        "date": "time::attr(datetime)",
        "body": "div#main p, article > p",
        "tags": "//a[contains(@rel,'tag')]",
    }
    given = [json.dumps(each).encode() for each in (schema, [schema], selectors, {"layout": selectors})]
    return [(each,) for each in given]


def _wrapper(pieces: Pieces) -> Outcome:
    with scratch_folder() as folder:
        (folder / "wrapper.json").write_bytes(pieces[0])
        wrapper = read_wrapper(folder / "wrapper.json")
    wrapper.text()
    return len(wrapper.layouts), *_use(wrapper)


def _use(wrapper: Wrapper) -> list[object]:
    """Everything that is done with a wrapper of others."""
    applier = Applier(wrapper)
    outcome: list[object] = [magnitude(len(rule_selectors(layout))) for layout in wrapper.layouts if "nothing" not in layout.rules]
    for page in (seed_pages.article(1), seed_pages.listing(1)):
        outcome += [magnitude(len(reading.found.values)) for reading in applier.read(parse(page, "https://paper.example/story/1"))]
    return outcome


def _wrapper_seeds() -> list[Pieces]:
    return [(wrapper.text().encode(),) for wrapper in wrappers()]


# A result folder whose files somebody changed. A case is a list of edits, so that findings stay small and readable.


@cache
def _result() -> dict[str, bytes]:
    """The files of a small result."""
    with scratch_folder() as folder:
        pages = [*(seed_pages.article(number) for number in range(1, 4)), seed_pages.listing(1), seed_pages.feed(1)]
        mined = mine(fetched(tuple(pages)), folder=folder)
        save_learnt(folder, mined.site, mined.layouts, mined.readers)
        mined.site.store.close()
        return {name: (folder / name).read_bytes() for name in (STORE_NAME, LEARNT_NAME)}


def mutated_edits(pieces: Pieces, chance: random.Random, pool: Sequence[Pieces], most: int) -> Pieces:  # noqa: ARG001 (the signature)
    edits = json.loads(pieces[0])[-3:]
    for _ in range(chance.randint(1, 3)):
        edits.append(_edit(chance))
    return (json.dumps(edits).encode(),)


def _edit(chance: random.Random) -> dict[str, Any]:
    """One change of a number in an array, of a cell of the table of pages, of what is said about the site, or of bytes."""
    how = chance.random()
    if how < 0.5:
        return {
            "page": chance.randrange(4),
            "array": chance.randrange(30),
            "index": chance.randrange(400),
            "value": chance.choice(_ODD_NUMBERS),
        }
    if how < 0.6:
        return {"page": chance.randrange(4), "array": chance.randrange(30), "keep": chance.randrange(60)}
    if how < 0.8:
        cell = chance.choice("number url origin encoding size digest twin columns links".split())
        return {
            "page": chance.randrange(4),
            "cell": cell,
            "value": chance.choice((None, -1, 1 << 40, "", "x" * 3000, "\x00", 1.5, "http://[")),
        }
    if how < 0.9:
        return {"about": chance.choice(("format", "source", "complete", "aliases")), "value": json.dumps(odd_value(chance, 2))[:2000]}
    return {"offset": chance.randrange(200_000), "byte": chance.randrange(256)}


def _store(pieces: Pieces) -> Outcome:
    with scratch_folder() as folder:
        path = folder / STORE_NAME
        path.write_bytes(_result()[STORE_NAME])
        for edit in json.loads(pieces[0]):
            _edit_store(path, edit)
        mined = mine(str(folder))
        articles = list(mined.articles)
        return len(mined.clusters.members()), len(articles), *sorted(set(mined.kinds.kind)), len(mined.lists)


def _edit_store(path: Path, edit: dict[str, Any]) -> None:
    if "offset" in edit:
        content = bytearray(path.read_bytes())
        content[edit["offset"] % len(content)] = edit["byte"]
        path.write_bytes(content)
        return
    database = sqlite3.connect(path)
    try:
        if "array" in edit:
            (blob,) = database.execute("select columns from pages where number = ?", (edit["page"],)).fetchone() or (b"",)
            database.execute("update pages set columns = ? where number = ?", (_edited_columns(blob, edit), edit["page"]))
        elif "cell" in edit:
            database.execute(f"update pages set {edit['cell']} = ? where number = ?", (edit["value"], edit["page"]))  # noqa: S608 (a name of the list above)
        elif "about" in edit:
            database.execute("update about set value = ? where name = ?", (edit["value"], edit["about"]))
        database.commit()
    except (sqlite3.Error, OverflowError, *UNPACKING_FAILS):
        database.rollback()  # an earlier edit left nothing to edit here
    finally:
        database.close()


def _edited_columns(blob: bytes, edit: dict[str, Any]) -> bytes:
    parts = unpack(blob)
    arrays = [name for name, part in parts.items() if isinstance(part, np.ndarray) and len(part)]
    name = arrays[edit["array"] % len(arrays)]
    column = parts[name].copy()
    if "keep" in edit:
        column = column[: edit["keep"]]
    else:
        column[edit["index"] % len(column)] = np.array(edit["value"]).astype(column.dtype)
    return pack(parts | {name: column})


def _learnt(pieces: Pieces) -> Outcome:
    with scratch_folder() as folder:
        for name, content in _result().items():
            (folder / name).write_bytes(content)
        with np.load(io.BytesIO(_result()[LEARNT_NAME])) as stored:
            arrays = {name: stored[name] for name in stored.files}
        for edit in json.loads(pieces[0]):
            edit_arrays(arrays, edit)
        np.savez(folder / LEARNT_NAME, **arrays)
        site = reopen_site(folder)
        found = load_learnt(folder, site)
        if found is None:
            return ("not taken",)
        layouts, readers = found
        outcome = [
            type(readers[cluster].article(page, page.url)).__name__
            for cluster, page in zip(layouts.clusters.of_page, site.pages(), strict=False)
        ]
        site.store.close()
        return len(readers), *sorted(set(outcome))


def edit_arrays(arrays: dict[str, Any], edit: dict[str, Any]) -> None:
    if "array" not in edit:
        text = bytearray(arrays["about"].tobytes())
        text[edit.get("offset", 7) % len(text)] = edit.get("byte", 48)
        arrays["about"] = np.frombuffer(bytes(text), np.uint8)
        return
    names = [name for name, array in arrays.items() if array.size and name != "about"]
    name = names[edit["array"] % len(names)]
    if "keep" in edit:
        arrays[name] = arrays[name][: edit["keep"]] if arrays[name].ndim else arrays[name]
        return
    flat = arrays[name].copy().reshape(-1)
    flat[edit["index"] % len(flat)] = np.array(edit["value"]).astype(flat.dtype)
    arrays[name] = flat.reshape(arrays[name].shape)


def no_edits() -> list[Pieces]:
    return [(b"[]",)]


TARGETS = (
    Target("html file", lambda: [(page,) for page in seed_pages.pages()], by_bytes, _read_file("page.html"), 2, makes_pages=False),
    Target("folder", _folder_seeds, _mutated_folder, _folder, 2, makes_pages=False),
    Target("jsonl", lambda: [(_json_lines(),)], by_lines, _read_file("site.jsonl"), 3, makes_pages=False),
    Target("warc", lambda: [(_warc(),), (gzip.compress(_warc(), mtime=0),)], by_bytes, _read_file("site.warc"), 4, makes_pages=False),
    Target("wacz", lambda: [(_wacz(),)], by_bytes, _read_file("site.wacz"), 3, makes_pages=False),
    Target("parquet", _parquet, in_place, _parquet_rows, 3, makes_pages=False),
    Target("feed", lambda: [(seed_pages.feed(1),), (seed_pages.atom(1),)], by_bytes, _feed, 2, makes_pages=False),
    Target("import", _import_seeds, by_json, _import, 4, makes_pages=False),
    Target("wrapper", _wrapper_seeds, by_json, _wrapper, 3, makes_pages=False),
    Target("store", no_edits, mutated_edits, _store, 1, makes_pages=False),
    Target("learnt", no_edits, mutated_edits, _learnt, 1, makes_pages=False),
)
