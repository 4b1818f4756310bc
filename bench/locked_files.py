"""The pinned versions of `requirements-lock.txt` with the hashes of their files: CI installs the bytes that were tested and no others.

    python -m bench.locked_files            writes requirements-hashes.txt: asks the package index, installs nothing
    python -m bench.locked_files --check    fails if the two files name different versions; needs no network

The hashes are those of the files that this Python takes (CI's: CPython 3.11 on Linux, x86-64); elsewhere write them anew.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parents[1]
LOCK, HASHES = HERE / "requirements-lock.txt", HERE / "requirements-hashes.txt"
_PINNED = re.compile(r"([A-Za-z0-9._-]+)==([^\s;]+)")


def versions_in(path: Path) -> dict[str, str]:
    """The version of every package that a file pins, by its normal name."""
    pinned = (_PINNED.match(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {normal_name(each[1]): each[2] for each in pinned if each}


def normal_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def hashed_lines() -> list[str]:
    """A line for every package, as `pip install --require-hashes` wants it."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--ignore-installed", "--no-deps"]
        subprocess.run([*command, "--report", str(report), "-r", str(LOCK)], check=True)  # noqa: S603 (nothing of it was read from elsewhere)
        chosen = json.loads(report.read_text(encoding="utf-8"))["install"]
    found = {}
    for each in chosen:
        about, files = each["metadata"], each["download_info"]["archive_info"]["hashes"]
        found[normal_name(about["name"])] = f"{normal_name(about['name'])}=={about['version']} --hash=sha256:{files['sha256']}"
    return [found[name] for name in sorted(found)]


def main() -> int:
    if "--check" not in sys.argv[1:]:
        HASHES.write_text("\n".join(hashed_lines()) + "\n", encoding="utf-8")
    locked, hashed = versions_in(LOCK), versions_in(HASHES)
    different = sorted(name for name in locked.keys() | hashed.keys() if locked.get(name) != hashed.get(name))
    if different:
        print(f"{HASHES.name} and {LOCK.name} differ in {', '.join(different)}; write the first anew with: python -m bench.locked_files")
        return 1
    print(f"{len(hashed)} packages with their hashes: {HASHES.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
