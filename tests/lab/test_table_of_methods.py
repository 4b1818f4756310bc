"""The table in `sitelode_lab/__init__.py` is how a newcomer finds a method: it must stay true."""

import re
from pathlib import Path

import pytest

import sitelode_lab
from sitelode.cli.main import COMMANDS, RENAMED, SHORT
from sitelode_lab.cli.lab import COMMANDS as LAB

FOLDER = Path(sitelode_lab.__file__).parent
ROWS = [re.split(r" {2,}", line.strip()) for line in sitelode_lab.__doc__.splitlines() if ".py" in line and "sitelode " in line]


@pytest.mark.parametrize(("method", "file", "command"), ROWS, ids=[row[1] for row in ROWS])
def test_files_and_commands_are_there(method, file, command):
    _, *words = command.split()

    assert method
    assert (FOLDER / file).is_file()
    assert words[0] in {**COMMANDS, **SHORT, **RENAMED}
    assert words[0] != "lab" or words[1] in LAB


def test_every_separator_is_in_the_table():
    support = {"__init__", "separator", "registry"}
    files = {path.stem for path in (FOLDER / "separators").glob("*.py")} - support

    assert files == {Path(file).stem for _, file, _ in ROWS if file.startswith("separators/")}


@pytest.mark.parametrize("file", sorted({file for _, file, _ in ROWS}))
def test_every_method_names_its_document(file):
    about = (FOLDER / file).read_text("utf-8").split('"""')[1]

    assert re.search(r"\b(19|20)\d\d\b|Chang, Chun-Nan Hsu", about)
