"""The documentation builds as a web site without a warning: no broken link, no name that is gone."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import sitelode

ROOT = Path(__file__).parents[1]


@pytest.mark.nightly  # and in the workflow: docs
def test_the_site_builds_and_holds_the_reference(tmp_path):
    if find_spec("mkdocs") is None or find_spec("mkdocstrings") is None:
        assert not os.environ.get("CI"), "CI installs the group docs"
        pytest.skip("the group docs is not installed")
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "-q",
        "--config-file",
        str(ROOT / "mkdocs.yml"),
        "--site-dir",
        str(tmp_path),
    ]
    built = subprocess.run(command, check=False, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})

    assert built.returncode == 0, built.stderr
    reference = (tmp_path / "reference" / "index.html").read_text(encoding="utf-8")
    names = {*sitelode.__all__, "errors.PageError", "errors.SitelodeError"} - {"SitelodeError"}
    assert {name for name in names if f'id="sitelode.{name}"' not in reference} == set()
    assert (tmp_path / "index.html").is_file()
