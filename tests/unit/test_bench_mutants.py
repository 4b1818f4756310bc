"""Small changes for `bench.mutants`: the same for the same seed, each a valid program that differs in one place, and what no test could notice left out."""

import json
import random
from pathlib import Path

from bench import mutants
from bench.mutants import ROOMS, drawn, files_for, mutants_of

LAYOUT = Path("sitelode/layout/clusters.py")


def test_changes_are_small_and_the_same_for_the_same_seed():
    chosen = drawn("layout", 12, random.Random(4))

    assert len(chosen) == 12
    assert chosen == drawn("layout", 12, random.Random(4))
    for each in chosen:
        source = (mutants.ROOT / "src" / each.path).read_bytes()
        assert source[each.start : each.end].decode() == each.was
        assert each.applied(source) != source
        assert each.text in source.decode()


def test_every_kind_of_change_is_made():
    made = {(each.was, each.put) for room in ("layout", "text") for each in drawn(room, 10_000, random.Random(1))}

    assert made >= {("<", "<="), (">", ">="), ("==", "!="), ("+", "-"), ("*", "/"), ("and", "or"), ("or", "and"), ("not ", ""), ("0", "1")}


def test_tests_that_name_the_module_come_first():
    change = next(iter(mutants_of(LAYOUT)))
    files = files_for("layout", change)

    assert "clusters" in (mutants.ROOT / files[0]).read_text("utf-8")
    assert files[-1] == mutants.SITES or mutants.SITES in files


def test_rooms_and_what_cannot_be_noticed_are_there():
    for folder, tests in ROOMS.values():
        assert (mutants.ROOT / "src" / "sitelode" / folder).is_dir()
        assert all((mutants.ROOT / each).exists() for each in tests)
    for each in json.loads(mutants.EQUIVALENT.read_text("utf-8")):
        path = Path(each["mutant"].partition(": ")[0])
        assert each["mutant"] in {change.name for change in mutants_of(path)}, "the line is still there"
        assert each["why"]
