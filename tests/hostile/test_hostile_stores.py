"""A result that somebody else made, or changed: one line, never a crash of compiled code, never a traceback."""

import json
import os
import sqlite3
import subprocess
import sys
import zlib
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode import zstd
from sitelode.errors import ResultError
from sitelode.html.page import Columns
from sitelode.html.parse import parse
from sitelode.model import Fetched
from sitelode.output.saved_state import LEARNT_FILE, load_learnt, save_learnt
from sitelode.pipeline import mine
from sitelode.site.columns_file import UNPACKING_FAILS, checked_columns, pack, pack_columns, unpack_columns
from sitelode.site.site import STORE_NAME, open_site, reopen_site

CONTENT_SIZE_FLAG = 200  # of zstd
HTML = (
    "<!doctype html><html lang=de><title>Häfen {0}</title><body class=b><h1 id=t>Häfen {0}</h1><p class=x>Über {0} <a href=/{0}>Wörter</a> <b>hier</b>."
    "<ul><li>eins<li>zwei</ul><my-tag x=ü>drei</my-tag>"
)
ROW_COLUMNS = ("tag", "parent", "depth", "end", "text_start", "text_end", "class_", "id_", "role")
ARRAYS = (*ROW_COLUMNS, "attribute_node", "attribute_name", "attribute_value", "string_start")
WRONG = (-(2**31), -7, -2, 1, 3, 99, 2**15, 2**30, 2**31 - 1)


def columns_of_a_page() -> Columns:
    return parse(HTML.format(1).encode()).columns


def changed(columns: Columns, name: str, place: int, value: int) -> Columns:
    column = getattr(columns, name).copy()
    column[place] = value % 2**16 if name == "tag" else value
    return replace(columns, **{name: column})


def parts_of(columns: Columns) -> dict[str, object]:
    return {name: getattr(columns, name) for name in columns.__slots__}


def is_whole(columns: Columns) -> bool:
    """The same as the checks under test, row by row: what a page must be so that nothing leaves its arrays."""
    rows, strings = len(columns.tag), len(columns.string_start) - 1
    starts = columns.string_start.tolist()
    if starts[0] != 0 or starts != sorted(starts) or starts[-1] != len(columns.strings):
        return False
    open_rows: list[int] = []
    before = 0
    for row in range(rows):
        while open_rows and columns.end[open_rows[-1]] <= row:
            open_rows.pop()
        parent = open_rows[-1] if open_rows else -1
        holds = (
            columns.parent[row] == parent
            and columns.depth[row] == len(open_rows)
            and row < columns.end[row] <= (columns.end[parent] if open_rows else rows)
            and (open_rows or row == 0)
            and before <= columns.text_start[row] <= columns.text_end[row]
            and columns.text_end[row] <= (columns.text_end[parent] if open_rows else len(columns.text))
            and (columns.tag[row] < 153 or 1024 <= columns.tag[row] < 1024 + len(columns.unknown_tags))
            and (columns.tag[row] != 0 or columns.end[row] == row + 1)
            and all(-1 <= named[row] < strings for named in (columns.class_, columns.id_, columns.role))
        )
        if not holds:
            return False
        before = columns.text_start[row]
        open_rows.append(row)
    nodes = columns.attribute_node.tolist()
    if nodes != sorted(nodes) or any(not 0 <= node < rows or columns.tag[node] == 0 for node in nodes):
        return False
    if any(not 0 <= number < strings for number in (*columns.attribute_name.tolist(), *columns.attribute_value.tolist())):
        return False
    cuts = [(columns.text, cut) for cut in (*columns.text_start.tolist(), *columns.text_end.tolist())] + [
        (columns.strings, cut) for cut in starts
    ]
    return all(cut == len(text) or text[cut] & 0xC0 != 0x80 for text, cut in cuts)


def test_pages_as_they_are_pass():
    for html in (HTML.format(1), "<p>", "<frameset><frame>", "<x-y><z>" * 50, "<p>" + "<b>é" * 40):
        columns = parse(html.encode()).columns

        assert is_whole(columns)
        assert checked_columns(parts_of(columns)) == columns


@pytest.mark.parametrize("name", ARRAYS)
def test_every_wrong_number_is_noticed(name):
    """A number at every place of every column, against the slow check."""
    columns = columns_of_a_page()
    for place in range(len(getattr(columns, name))):
        for value in WRONG:
            wrong = changed(columns, name, place, value)
            try:
                checked_columns(parts_of(wrong))
                passes = True
            except ValueError:
                passes = False
            assert passes == is_whole(wrong), (name, place, value)


@given(data=st.data())
def test_several_wrong_numbers_are_noticed(data):
    columns = columns_of_a_page()
    for _ in range(data.draw(st.integers(1, 4))):
        name = data.draw(st.sampled_from(ARRAYS))
        place = data.draw(st.integers(0, len(getattr(columns, name)) - 1))
        columns = changed(columns, name, place, data.draw(st.integers(-2, 40)))
    try:
        checked_columns(parts_of(columns))
        passes = True
    except ValueError:
        passes = False
    assert passes == is_whole(columns)


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param({"tag": np.zeros(3, np.uint16)}, id="a column that is shorter"),
        pytest.param({"parent": np.zeros(30, np.int64)}, id="a column of another type"),
        pytest.param({"parent": np.zeros((30, 1), np.int32)}, id="a column of two dimensions"),
        pytest.param({"parent": b"abc"}, id="bytes for a column"),
        pytest.param({"text": np.zeros(3, np.int32)}, id="a column for the text"),
        pytest.param({"text": b"\xff" * 200}, id="no UTF-8"),
        pytest.param({"strings": b""}, id="strings that are not there"),
        pytest.param({"string_start": np.empty(0, np.int32)}, id="no strings at all"),
        pytest.param({"unknown_tags": ()}, id="tags without a name"),
        pytest.param({"unknown_tags": (1,)}, id="a number for a name"),
        pytest.param({"more": b""}, id="a column too many"),
        pytest.param({name: np.empty(0, np.uint16 if name == "tag" else np.int32) for name in ROW_COLUMNS}, id="no rows"),
    ],
)
def test_other_parts_are_refused(parts):
    with pytest.raises((ValueError, TypeError)):
        checked_columns(parts_of(columns_of_a_page()) | parts)


@pytest.mark.parametrize(
    "blob",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\x28\xb5\x2f\xfd", id="a beginning"),
        pytest.param(zstd.compress(b""), id="nothing, compressed"),
        pytest.param(zstd.compress(b"\xff\xff\xff\x7f[]"), id="a head that is not there"),
        pytest.param(zstd.compress((20).to_bytes(4, "little") + b'[["tag","<u2",-9999]]'), id="a length below zero"),
        pytest.param(zstd.compress((21).to_bytes(4, "little") + b'[["tag","|O",8]]     ' + b"12345678"), id="objects"),
        pytest.param(zstd.compress((50_000).to_bytes(4, "little") + b"[" * 50_000), id="nested"),
        pytest.param(pack({"tag": np.zeros(1, np.uint16)}), id="one column"),
        pytest.param(pack_columns(columns_of_a_page())[:-20], id="cut"),
        pytest.param(zstd.compress(b"x" * 1000, options={CONTENT_SIZE_FLAG: 0}), id="of unknown size"),
        pytest.param(b"\x28\xb5\x2f\xfd\xe0" + (2**60).to_bytes(8, "little") + bytes(20), id="2^60 bytes, it says"),
        pytest.param(pack_columns(columns_of_a_page()) + zstd.compress(bytes(1_000_000)), id="another frame behind it"),
        pytest.param(None, id="NULL"),
        pytest.param("text", id="a text"),
    ],
)
def test_other_bytes_are_refused(blob):
    with pytest.raises(UNPACKING_FAILS):
        unpack_columns(blob)


@pytest.fixture(scope="module")
def mined_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mined")
    pages = [Fetched(f"https://a.example/{n}", HTML.format(n).encode(), origin=str(n)) for n in range(4)]
    site = open_site(pages, "made up", folder)
    found = mine(folder)
    save_learnt(folder, site, found.layouts, found.readers)
    found.site.store.close()
    site.store.close()
    return folder


@pytest.fixture
def result(mined_folder, tmp_path):
    """A copy of a result, to be damaged."""
    for each in (STORE_NAME, LEARNT_FILE):
        (tmp_path / each).write_bytes((mined_folder / each).read_bytes())
    return tmp_path


def read_all(folder):
    """Everything that is kept of a site."""
    site = reopen_site(folder)
    try:
        for entry in site.all_entries:
            list(site.links(entry.number))
            site.steps(entry.number)
        return list(site.pages()), list(site.feeds()), site.dropped, list(site.store.dropped_examples()), site.twins, site.aliases
    finally:
        site.store.close()


COLUMNS = columns_of_a_page()
DAMAGES = {
    "a parent of 2^30": ("update pages set columns = ? where number = 1", [pack_columns(changed(COLUMNS, "parent", 9, 2**30))]),
    "a text far behind the end": ("update pages set columns = ? where number = 1", [pack_columns(changed(COLUMNS, "text_end", 9, 2**30))]),
    "columns that are a text": ("update pages set columns = 'text'", []),
    "no columns": ("update pages set columns = null", []),
    "an address that is no text": ("update pages set url = x'00'", []),
    "no encoding": ("update pages set encoding = null", []),
    "numbers that are not in order": ("update pages set number = 90 where number = 2", []),
    "a twin that is not there": ("update pages set twin = 77 where number = 2", []),
    "a digest that is none": ("update pages set digest = 5", []),
    "links of another page": (
        "update pages set links = ?",
        [
            pack(
                {"rows": np.array([2**30], np.int32), "blocks": np.array([5], np.int32), "targets": ["x"], "anchors": ["y"], "outside": [0]}
            )
        ],
    ),
    "links that are no addresses": (
        "update pages set links = ?",
        [pack({"rows": np.array([1], np.int32), "blocks": np.array([1], np.int32), "targets": [7], "anchors": ["y"], "outside": [0]})],
    ),
    "links that are a text": ("update pages set links = 'text'", []),
    "a feed that is none": ("insert into feeds values ('a', 'b', null, ?)", [b"no zlib"]),
    "a feed without an address": ("insert into feeds values (null, 'b', null, ?)", [zlib.compress(b"x")]),
    "counts that are none": ("insert into dropped_counts values ('x', 'many')", []),
    "aliases that are a list": ("insert or replace into about values ('aliases', '[1]')", []),
    "aliases that are nested": ("insert or replace into about values ('aliases', ?)", ["[" * 100_000]),
    "a view for a table": ("create view more as select 1", []),
    "a trigger": ("create trigger t after update on pages begin delete from pages; end", []),
    "a column that is computed": ("alter table pages add column more as (number * 2)", []),
    "no table of pages": ("drop table pages", []),
    "another format": ("update about set value = '99' where name = 'format'", []),
}


@pytest.mark.parametrize(("command", "values"), DAMAGES.values(), ids=DAMAGES.keys())
def test_a_changed_store_is_one_line(result, command, values):
    with sqlite3.connect(result / STORE_NAME) as database:
        database.execute(command, values)
    database.close()

    with pytest.raises(ResultError) as problem:
        read_all(result)
    assert "\n" not in str(problem.value)
    assert len(str(problem.value)) < 400


def test_random_damage_to_a_store_is_one_line_or_harmless(result):
    whole, chance = (result / STORE_NAME).read_bytes(), np.random.default_rng(7)
    for _ in range(120):
        damaged = bytearray(whole)
        for place in chance.integers(0, len(whole), 20).tolist():
            damaged[place] = int(chance.integers(256))
        for ending in ("-wal", "-shm"):
            (result / (STORE_NAME + ending)).unlink(missing_ok=True)
        (result / STORE_NAME).write_bytes(damaged)
        with suppress(ResultError):
            read_all(result)


@pytest.mark.parametrize(
    "content", [b"", b"no database at all" * 300, b"SQLite format 3\0" + bytes(5_000)], ids=["empty", "words", "a head alone"]
)
def test_another_file_in_place_of_a_store(result, content):
    (result / STORE_NAME).write_bytes(content)

    with pytest.raises(ResultError):
        read_all(result)


def test_mining_into_the_folder_of_a_foreign_store_makes_it_anew(result):
    with sqlite3.connect(result / STORE_NAME) as database:
        database.execute("create view more as select 1")
    database.close()
    pages = [Fetched("https://a.example/1", HTML.format(1).encode(), origin="1")]

    open_site(pages, "made up", result).store.close()
    assert len(read_all(result)[0]) == 1


@pytest.mark.parametrize(
    "command", [["clusters"], ["structure"], ["explain", "{}", "0"], ["mine", "{}", "-o", "{}-again"]], ids=lambda each: each[0]
)
def test_commands_say_one_line_and_never_crash(result, command):
    with sqlite3.connect(result / STORE_NAME) as database:
        database.execute("update pages set columns = ?", [pack_columns(changed(COLUMNS, "parent", 9, 2**30))])
    database.close()
    given = [part.format(result) for part in command] if len(command) > 1 else [*command, str(result)]
    run = subprocess.run(
        [sys.executable, "-m", "sitelode", *given], capture_output=True, text=True, check=False, env=os.environ | {"CI": ""}
    )

    assert run.returncode == 1, run.stderr
    assert run.stderr.strip().splitlines()[-1].startswith("sitelode: ")
    assert "Traceback" not in run.stderr


def rewritten(folder, change):
    """What was learnt, with its JSON and its arrays changed."""
    with np.load(folder / LEARNT_FILE) as file:
        arrays = {name: file[name] for name in file.files}
    about = json.loads(arrays["about"].tobytes())
    change(about, arrays)
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez_compressed(folder / LEARNT_FILE, **arrays)


def body_of(about):
    return about["templates"]["list"][0]["has"]["body"]["has"]


LEARNT_DAMAGES = {
    "probabilities of another shape": lambda about, arrays: arrays.update({body_of(about)["probability"]["array"]: np.zeros(2)}),
    "codes of another type": lambda about, arrays: arrays.update({body_of(about)["code"]["array"]: np.zeros(2, np.int8)}),
    "codes that do not ascend": lambda about, arrays: arrays.update({body_of(about)["code"]["array"]: np.array([5, 4], np.uint64)}),
    "a page in no layout": lambda about, _: about["layouts"]["has"]["clusters"]["has"]["of_page"]["list"].__setitem__(0, 99),
    "a layout below zero": lambda about, _: about["layouts"]["has"]["templates"]["has"]["of_page"]["list"].__setitem__(0, -1),
    "fewer pages": lambda about, _: about["layouts"]["has"]["clusters"]["has"]["of_page"]["list"].pop(),
    "no readers": lambda about, _: about["templates"]["list"].clear(),
    "a text for a number": lambda about, _: about["templates"]["list"][0]["has"].__setitem__("size", "many"),
    "an array that is not there": lambda about, _: body_of(about)["code"].__setitem__("array", "none"),
    "a class of another kind": lambda about, _: about["templates"]["list"][0].__setitem__("is", "FieldRules"),
    "paths without what is known of them": lambda _, arrays: arrays.update(authors=np.zeros(1, np.bool_)),
    "path sets that overlap": lambda _, arrays: arrays.update({"codes.lengths": arrays["codes.lengths"] + 1}),
    "a place that is none": lambda about, _: about["templates"]["list"][0]["has"]["titles"]["has"].__setitem__("region", 5),
}


@pytest.mark.parametrize("change", LEARNT_DAMAGES.values(), ids=LEARNT_DAMAGES.keys())
def test_changed_knowledge_is_not_taken(result, change):
    site = reopen_site(result)
    assert load_learnt(result, site) is not None
    rewritten(result, change)

    assert load_learnt(result, site) is None
