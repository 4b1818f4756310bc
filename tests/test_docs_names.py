"""Documents and docstrings name modules that exist: a moved file takes its mentions along."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
MENTION = re.compile(r"`((?:\w+/)*\w+\.py)`")
PLACEHOLDERS = {"cli/NAME.py"}
FILES = {f"/{path.relative_to(ROOT)}" for folder in ("src", "tests", "bench", "examples") for path in (ROOT / folder).rglob("*.py")} | {
    "/setup.py"
}
TEXTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md"), *(ROOT / "src").rglob("*.py")]


def test_modules_that_are_named_exist():
    known = {file[place + 1 :] for file in FILES for place, sign in enumerate(file) if sign == "/"}
    missing = {}
    for path in TEXTS:
        named = {name for name in MENTION.findall(path.read_text(encoding="utf-8")) if not name.startswith("shared/")}
        if wrong := named - PLACEHOLDERS - known:
            missing[str(path.relative_to(ROOT))] = wrong

    assert missing == {}
