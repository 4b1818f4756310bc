"""What the pages on separators show is what happens."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = ["baselines", "block_entropy", "leaf_difference", "page_grammar", "style_tree", "tree_pattern"]


@pytest.mark.parametrize("page", PAGES)
def test_examples_are_true(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / "docs" / "algorithms" / f"{page}.md"), module_relative=False, encoding="utf-8")

    assert (result.failed, result.attempted > 2) == (0, True)
