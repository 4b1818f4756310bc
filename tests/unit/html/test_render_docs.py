import doctest
from pathlib import Path

GUIDE = Path(__file__).parents[3] / "docs" / "how-to" / "rendering.md"


def test_examples_of_the_guide_are_true():
    result = doctest.testfile(str(GUIDE), module_relative=False)

    assert (result.failed, result.attempted > 5) == (0, True)
