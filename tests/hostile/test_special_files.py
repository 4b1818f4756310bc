"""Names that no file can have, and what is no file: pipes, devices, folders, sockets. One line, at once."""

import os
import socket
import subprocess
import sys

import pytest
from click.testing import CliRunner

from sitelode.cli.main import cli
from sitelode.errors import ResultError, SitelodeError
from sitelode.shared_file import SharedFile

LONG = "a" * 5_000
COMMANDS = {
    "mine": ["{}"], "records": ["{}"], "fields": ["{}"], "extract": ["{}"], "inspect": ["{}"], "clusters": ["{}"], "structure": ["{}"],
    "explain": ["page", "{}"], "apply": ["{}", "{}"], "verify": ["{}", "{}"], "repair": ["{}", "{}"], "watch": ["{}"],
    "teach": ["{}", "{}", "--field", "x", "--example", "a=b"], "wrapper": ["show", "{}"], "rules": ["learn", "{}", "--field", "x"],
    "classify": ["like", "{}", "--like", "x"], "lab": ["alternation", "{}"],
}  # fmt: skip


@pytest.fixture
def special(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    (tmp_path / "folder.html").mkdir()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("socket")
    yield ("pipe", "/dev/zero", "/dev/full", "socket", LONG, f"folder/{LONG}", "/dev/null/x", "")
    listener.close()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_one_line(special, command):
    for name in special:
        given = [command, *(part.format(name) for part in COMMANDS[command])]
        run = CliRunner().invoke(cli, given, input="")

        # The command's own check of its arguments, and what the system says, are one line in a terminal, too.
        assert isinstance(run.exception, SitelodeError | SystemExit | OSError), (name[:40], run.exception)
        assert run.exit_code != 0
        assert "\n" not in str(run.exception)


@pytest.mark.parametrize(
    "given",
    [
        ["mine", LONG],
        ["rules", "show", LONG],
        ["mine", ".", "-o", LONG],
        ["mine", ".", "-o", "/dev/null"],
    ],
)
def test_in_a_terminal(given, tmp_path):
    (tmp_path / "page.html").write_text("<p>A page with some words in it.")
    run = subprocess.run([sys.executable, "-m", "sitelode", *given], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)

    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    assert run.stderr.strip().splitlines()[-1].startswith("sitelode: ")
    assert len(run.stderr.strip().splitlines()[-1]) < 1_100, "no name of thousands of characters is repeated"


def test_a_small_file_takes_little_memory_however_large_its_kind_may_be(tmp_path):
    path = tmp_path / "some.json"
    path.write_bytes(b"[1]")
    assert SharedFile("thing", 10**15, ResultError, "try another").json(path) == [1]
