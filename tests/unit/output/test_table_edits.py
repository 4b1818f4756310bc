"""Columns as people want them: kept beside the result, found again when tables get other numbers, followed by the files."""

import csv
import json

import pytest

from sitelode.errors import ResultError, SettingError
from sitelode.output.tables.column_edits import (
    ColumnEdit,
    TableEdits,
    as_found,
    as_number,
    checked_columns,
    keep_edit,
    write_edited_tables,
    write_table,
)
from sitelode.output.tables.read_tables import tables_of

FIELDS = {"heading": "Lamp", "text": "1.250,50 €", "text_2": "9 May 2031", "tags": ["new", "red"]}


def made_result(folder, *, number=1):
    line = {"url": "https://a.example/shop/", "list": number, "position": 1, "fields": FIELDS}
    lines = [json.dumps({**line, "position": place}) for place in (1, 2)]
    folder.mkdir(exist_ok=True)
    (folder / "records.jsonl").write_text("\n".join([*lines, "{damaged"]) + "\n", encoding="utf-8")
    return folder


def rows(path):
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize(
    ("text", "number"),
    [("1.250,50 €", "1250.50"), ("$1,250.50", "1250.50"), ("1 250", "1250"), ("EUR 12", "12"), ("3.000 pieces", "3000"), ("none", "none")],
)
def test_numbers_of_any_form(text, number):
    assert as_number(text) == number


def test_edits_rename_move_retype_merge_and_hide(tmp_path):
    folder = made_result(tmp_path / "mined")
    columns = [
        ColumnEdit("price", ("text",), "number", converts=True),
        ColumnEdit("day", ("text_2",), "date", converts=True),
        ColumnEdit("name", ("heading", "tags")),
    ]
    keep_edit(folder, ["https://a.example/shop/"], [*columns, ColumnEdit("rest", ("tags",), hidden=True)])

    assert write_edited_tables(folder) == 1
    first = rows(folder / "records" / "list-1.csv")[0]

    assert first == {
        "url": "https://a.example/shop/", "position": "1", "price": "1250.50", "day": "2031-05-09", "name": "Lamp new | red",
    }  # fmt: skip


def test_a_table_with_another_number_is_the_same_table(tmp_path):
    folder = made_result(tmp_path / "mined")
    keep_edit(folder, tables_of(folder)[0].pages, [ColumnEdit("what", ("heading",))])
    made_result(folder, number=7)

    write_edited_tables(folder)

    assert rows(folder / "records" / "list-7.csv")[0]["what"] == "Lamp"
    keep_edit(folder, ["https://a.example/shop/"], None)
    assert TableEdits.of_folder(folder).edits == ()


def test_as_found_nothing_is_converted(tmp_path):
    folder = made_result(tmp_path / "mined")
    (table,) = tables_of(folder)

    write_table(table, as_found(table))

    assert rows(folder / "records" / "list-1.csv")[0]["text"] == FIELDS["text"]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ([], "1 to 60"),
        ([{"name": "", "sources": ["heading"]}], "1 to 60"),
        ([{"name": "a", "sources": ["nothing"]}], "no column 'nothing'"),
        ([{"name": "a", "sources": ["heading"]}, {"name": "a", "sources": ["text"]}], "same name"),
        ([{"name": "a", "sources": ["heading"], "type": "colour"}], "not columns"),
        ("columns", "1 to 60"),
    ],
)
def test_what_is_no_column_is_one_clear_line(given, problem):
    with pytest.raises(SettingError, match=problem):
        checked_columns(given, ["heading", "text"])


def test_a_damaged_file_says_what_to_do(tmp_path):
    (tmp_path / "tables.json").write_text('{"tables": [{"pages": 1}]}', encoding="utf-8")

    with pytest.raises(ResultError, match="mend that file"):
        TableEdits.of_folder(tmp_path)
