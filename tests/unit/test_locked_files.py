"""CI installs what was tested: every version has the hash of its file, and together they meet what the project asks for."""

import re

from bench.locked_files import LOCKED, contradictions


def test_every_pinned_version_has_a_hash():
    for line in LOCKED.read_text("utf-8").splitlines():
        assert re.fullmatch(r"[a-z0-9-]+==\S+ --hash=sha256:[0-9a-f]{64}", line), line


def test_the_locked_versions_meet_what_the_project_asks_for():
    assert contradictions() == []


def test_pre_commit_runs_the_ruff_of_ci():
    [rev] = re.findall(r"rev: v(\S+)", (LOCKED.parent / ".pre-commit-config.yaml").read_text("utf-8"))

    assert f"ruff=={rev} " in LOCKED.read_text("utf-8")
