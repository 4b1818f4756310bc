"""The commands of the tutorial, in order, as somebody types them."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_tutorial_works_when_typed(tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    typed = [line for block in blocks for line in block.splitlines() if line.startswith("sitelode ") and "https://" not in line]
    said = []
    for line in typed:
        run = subprocess.run([sys.executable, "-m", *shlex.split(line)], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert run.returncode == 0, (line, run.stderr)
        said.append(run.stdout)

    assert len(typed) == 6
    assert said[0].startswith("54 articles from 90 pages: mined/articles.jsonl")
    assert said[4].startswith("fits")
