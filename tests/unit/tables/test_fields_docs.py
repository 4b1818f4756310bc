"""What the pages on fields and on repeats show is what happens."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("page", ["fields", "iepad"])
def test_examples_are_true(page):
    result = doctest.testfile(str(ROOT / "docs" / "algorithms" / f"{page}.md"), module_relative=False, encoding="utf-8")

    assert (result.failed, result.attempted > 2) == (0, True)
