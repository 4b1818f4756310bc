"""The versions in `requirements-ci.txt` with the hashes of their files: CI installs the bytes that were tested and no others.

    python -m bench.locked_files            writes the hashes anew for the versions in the file: asks the package index, installs nothing
    python -m bench.locked_files --check    fails where the file leaves out or contradicts what pyproject.toml asks for; needs no network

The hashes are those of the files that CI takes: CPython 3.11 on Linux, x86-64. A `pylock.toml` was tried, and pip installs from it;
but it must name the address of each file, so that nobody could install from an index of their own.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement

HERE = Path(__file__).parents[1]
GROUPS = ("dev", "test", "docs", "bench")  # that CI installs
LOCKED = HERE / "requirements-ci.txt"
_PINNED = re.compile(r"([A-Za-z0-9._-]+)==([^\s;]+)")


def normal_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked_versions() -> dict[str, str]:
    """The version of every package in the file, by its normal name."""
    pinned = (_PINNED.match(line) for line in LOCKED.read_text(encoding="utf-8").splitlines())
    return {normal_name(each[1]): each[2] for each in pinned if each}


def wanted() -> list[Requirement]:
    """What pyproject.toml asks for: to run, in every extra and in these groups."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    several = [
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *(project["dependency-groups"][name] for name in GROUPS),
    ]
    return [Requirement(each) for some in several for each in some if isinstance(each, str)]


def contradictions() -> list[str]:
    """Requirements that the file does not meet."""
    locked = locked_versions()
    return [str(each) for each in wanted() if not each.specifier.contains(locked.get(normal_name(each.name), "0a0"), prereleases=False)]


def hashed_lines() -> list[str]:
    """A line for every package, as `pip install --require-hashes` wants it."""
    with TemporaryDirectory() as folder:
        report, versions = Path(folder) / "report.json", Path(folder) / "versions.txt"
        versions.write_text("\n".join(f"{name}=={version}" for name, version in locked_versions().items()), encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--ignore-installed", "--no-deps"]
        subprocess.run([*command, "--report", str(report), "-r", str(versions)], check=True)  # noqa: S603 (nothing of it was read from elsewhere)
        chosen = json.loads(report.read_text(encoding="utf-8"))["install"]
    found = {}
    for each in chosen:
        about, files = each["metadata"], each["download_info"]["archive_info"]["hashes"]
        found[normal_name(about["name"])] = f"{normal_name(about['name'])}=={about['version']} --hash=sha256:{files['sha256']}"
    return [found[name] for name in sorted(found)]


def main() -> int:
    if "--check" not in sys.argv[1:]:
        LOCKED.write_text("\n".join(hashed_lines()) + "\n", encoding="utf-8")
    if unmet := contradictions():
        print(f"{LOCKED.name} does not meet {', '.join(unmet)}")
        return 1
    print(f"{len(locked_versions())} packages with their hashes: {LOCKED.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
