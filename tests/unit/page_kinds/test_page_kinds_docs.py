import doctest
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_examples_in_the_docs_hold(monkeypatch):
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / "docs" / "algorithms" / "page_kinds.md"), module_relative=False)

    assert result.attempted > 5
    assert result.failed == 0
