"""Killed at any moment, or with a full disk, commands leave whole files or none, and the same command then gives the whole result."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.flaky(reruns=1)  # moments are those of a clock: on a busy machine another one may come
@pytest.mark.skipif(sys.platform != "linux", reason="forks, and sends signals to whole groups of processes")
@pytest.mark.parametrize(
    "scenarios", ["mine", *(pytest.param(each, marks=pytest.mark.nightly) for each in ("repair teach", "crawl", "watch"))]
)
def test_nothing_is_lost_half_written_or_doubled(scenarios):
    kinds, times = "kill,limit", 6  # a hundred of each: python -m bench.kills --times 100
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")))}
    command = [sys.executable, "-m", "bench.kills", *scenarios.split(), "--kinds", kinds, "--times", str(times), "--seed", "7"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=1_800, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines() if line.startswith("| ")][1:]
    assert [row[:3] for row in rows] == [[name, kind, str(times)] for name in scenarios.split() for kind in kinds.split(",")]
    assert sum(int(row[3]) for row in rows) >= times, "most were hit while they worked"
    assert "0 problems in" in done.stdout
