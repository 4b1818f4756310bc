"""`sitelode studio` from outside: an address, a guarded server, an end by Ctrl-C."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from sitelode.cli.studio import command
from sitelode.errors import MissingExtraError, SettingError
from sitelode.studio import server
from sitelode.studio.open_result import OpenResult
from sitelode.studio.session import StudioSession

EXAMPLE = Path(__file__).parents[2] / "examples" / "site"


def asked(address):
    with urllib.request.urlopen(address, timeout=90) as answer:
        return answer.read().decode()


@pytest.fixture
def started():
    processes = []

    def start(*arguments):
        # Buffered output would come only at the end.
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(
            [sys.executable, "-m", "sitelode", "studio", *arguments, "--no-browser"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        processes.append(process)
        line = process.stdout.readline()
        assert line.startswith("studio: http://127.0.0.1:"), process.communicate()[1]
        return process, line.split()[1]

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def test_a_result_is_served_until_ctrl_c(started, mined_folder):
    process, address = started(str(mined_folder))
    port, token = address.split(":")[2].split("/")[:2]

    assert "Sitelode studio" in asked(address)
    assert json.loads(asked(address + "api/state"))["folder"] == str(mined_folder)
    with pytest.raises(urllib.error.HTTPError, match="403"):
        asked(f"http://127.0.0.1:{port}/api/state")
    assert len(token) >= 20

    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=90)
    assert process.returncode == 0
    assert errors == ""


def test_ctrl_c_ends_mining_too(started, tmp_path):
    process, address = started(str(EXAMPLE), "-o", str(tmp_path / "out"))
    assert json.loads(asked(address + "api/state"))["state"] in ("opening", "ready")

    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0
    assert errors == ""


def test_a_port_that_is_taken_is_one_clear_line(mined_folder):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        with pytest.raises(SettingError, match=rf"cannot listen on port {port}: .*; give another port"):
            CliRunner().invoke(command, [str(mined_folder), "--port", port, "--no-browser"], catch_exceptions=False)


def test_without_its_libraries_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "uvicorn", None)

    with pytest.raises(MissingExtraError, match=r"the studio needs .* pip install .sitelode\[studio\]"):
        server.serve(OpenResult(StudioSession(tmp_path, tmp_path)), 0, print)
