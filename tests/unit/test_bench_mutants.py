"""Small changes for `bench.mutants`: the same for the same seed, each a valid program that differs in one place, and what no test could notice left out."""

import importlib
import json
from pathlib import Path
from types import SimpleNamespace

from bench import mutants
from bench.covered_lines import Coverage, LineNotes, concerned_tests
from bench.mutants import ROOMS, all_of, drawn
from bench.small_changes import mutants_of


def test_changes_are_small_and_the_same_for_the_same_seed():
    chosen = drawn("layout", 12, 4)

    assert len(chosen) == 12
    assert chosen == drawn("layout", 12, 4)
    for each in chosen:
        source = (mutants.ROOT / "src" / each.path).read_bytes()
        assert source[each.start : each.end].decode() == each.was
        assert each.applied(source) != source
        assert each.text in source.decode()


def test_every_kind_of_change_is_made():
    made = {(each.was, each.put) for room in ("layout", "text") for each in drawn(room, 1_000, 1)}

    assert made >= {("<", "<="), (">", ">="), ("==", "!="), ("+", "-"), ("*", "+"), ("and", "or"), ("or", "and"), ("not ", ""), ("0", "1")}


def change_in(path, text):
    return next(each for each in mutants_of(Path(path)) if text in each.text)


def test_the_tests_that_execute_a_line_run_and_the_quick_ones_first():
    change = change_in("sitelode/layout/clusters.py", "likeness = common / union")
    coverage = Coverage(
        seconds={"a.py::slow": 2.0, "a.py::quick": 1.0, "b.py::other": 0.5, "c.py::by_fixture": 0.1},
        places={
            "a.py::slow": {"sitelode/layout/clusters.py": [change.line]},
            "a.py::quick": {"sitelode/layout/clusters.py": [change.line - 1, change.line]},
            "b.py::other": {"sitelode/layout/clusters.py": [change.line - 1]},
            "c.py": {"sitelode/layout/clusters.py": [change.line]},
        },
    )

    assert concerned_tests(change, coverage) == ["c.py::by_fixture", "a.py::quick", "a.py::slow", "b.py::other"]


def test_a_constant_is_executed_where_its_name_stands():
    change = change_in("sitelode/layout/clusters.py", "BARE = ")
    source = (mutants.SOURCES / change.path).read_text("utf-8").splitlines()
    used = next(at for at, line in enumerate(source, 1) if "BARE" in line and at > change.line)
    coverage = Coverage(
        seconds={"a.py::uses": 1.0, "a.py::enters": 1.0},
        places={"a.py::uses": {change.path.as_posix(): [used]}, "a.py::enters": {change.path.as_posix(): [1]}},
    )

    assert concerned_tests(change, coverage) == ["a.py::uses", "a.py::enters"]


def test_a_kernel_is_executed_by_what_enters_its_importers():
    change = next(each for each in all_of("text") if each.path.as_posix() == "sitelode/text/kernels/tokens.py")
    coverage = Coverage(
        seconds={"a.py::cuts": 1.0, "a.py::does_not": 1.0},
        places={"a.py::cuts": {"sitelode/text/tokens.py": []}, "a.py::does_not": {"sitelode/text/value_types.py": []}},
    )

    assert concerned_tests(change, coverage) == ["a.py::cuts"]


def test_what_runs_in_a_process_of_its_own_is_executed_by_what_enters_its_starter():
    change = change_in("sitelode/sources/crawl/spider.py", "PAGE_TYPES = ")
    coverage = Coverage(
        seconds={"a.py::crawls": 1.0, "a.py::does_not": 1.0},
        places={"a.py::crawls": {"sitelode/sources/crawl/source.py": []}, "a.py::does_not": {"sitelode/sources/crawl/traps.py": []}},
    )

    assert concerned_tests(change, coverage) == ["a.py::crawls"]


def test_lines_are_noted_by_test(tmp_path, monkeypatch):
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "noted_room.py").write_text("def double(one):\n    if one:\n        return 2 * one\n    return 0\n")
    monkeypatch.syspath_prepend(tmp_path / "room")
    double = importlib.import_module("noted_room").double
    notes = LineNotes(tmp_path, [Path("room")], tmp_path / "notes.json")
    for number in (1, 0):
        for _ in notes.pytest_runtest_call(SimpleNamespace(nodeid=f"a.py::{number}")):
            double(number)
    notes.pytest_sessionfinish()
    places = json.loads((tmp_path / "notes.json").read_text("utf-8"))["places"]

    assert [places[f"a.py::{number}"]["room/noted_room.py"] for number in (1, 0)] == [[2, 3], [2, 4]]


def test_rooms_and_what_cannot_be_noticed_are_there():
    for folder, tests in ROOMS.values():
        assert (mutants.ROOT / "src" / "sitelode" / folder).is_dir()
        assert all((mutants.ROOT / each).exists() for each in tests)
    assert all(each["mutant"] and each["why"] for each in json.loads(mutants.EQUIVALENT.read_text("utf-8")))
