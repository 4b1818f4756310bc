import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs" / "algorithms"


@pytest.mark.parametrize("page", ["tree_mapping.md", "ne_patterns.md"])
def test_examples_in_the_docs_hold(page):
    result = doctest.testfile(str(DOCS / page), module_relative=False)

    assert result.attempted > 5
    assert result.failed == 0
