"""Documents and docstrings name modules that exist: a moved file takes its mentions along."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MENTION = re.compile(r"`((?:\w+/)*\w+\.py)`")
PLACEHOLDERS = {"cli/NAME.py"}
FILES = {f"/{path.relative_to(ROOT)}" for folder in ("src", "tests", "bench", "examples") for path in (ROOT / folder).rglob("*.py")} | {
    "/setup.py"
}
TEXTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md"), *(ROOT / "src").rglob("*.py")]


@pytest.mark.parametrize("path", sorted(TEXTS), ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_that_are_named_exist(path):
    named = set(MENTION.findall(path.read_text(encoding="utf-8"))) - PLACEHOLDERS
    missing = {name for name in named if not name.startswith("shared/") and not any(file.endswith(f"/{name}") for file in FILES)}

    assert not missing
