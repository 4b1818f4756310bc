"""What docs/algorithms/lamis.md shows is what happens."""

import doctest
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[3]


def test_the_example_of_the_page(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(PROJECT)
    failed, tried = doctest.testfile(str(PROJECT / "docs" / "algorithms" / "lamis.md"), module_relative=False, encoding="utf-8")

    assert tried > 0
    assert failed == 0
