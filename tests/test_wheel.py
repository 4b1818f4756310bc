"""The wheel, installed into an empty environment, works for somebody who has no compiler, no home, and may write nothing but the results."""

import os
import shutil
import stat
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOBODY = 65534
READS_ALL = ["--clear-groups", "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]  # Python may lie in root's home
EXTRAS = "studio"


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}: {done.stderr[-2000:]}"
    return done.stdout


def install(folder, extras):
    """Install the wheel of a folder, with extras, into the environment there."""
    [wheel] = folder.glob("*.whl")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    pip = (str(folder / "env/bin/python"), "-m", "pip", "install", "-q", "--no-compile", "--disable-pip-version-check")
    run(*pip, f"{wheel}[{extras}]", env=clean)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """An environment with nothing in it but the wheel and what it requires."""
    folder = tmp_path_factory.mktemp("wheel")
    folder.chmod(0o755)
    for above in folder.parents:  # pytest keeps its folders to the user who runs it
        if os.geteuid() == 0 and not above.stat().st_mode & stat.S_IXOTH:
            above.chmod(0o755)
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", str(folder), str(ROOT))
    venv.create(folder / "env", with_pip=True)
    install(folder, EXTRAS)
    shutil.copytree(ROOT / "examples/site", folder / "site")
    return folder


@pytest.fixture
def as_nobody(installed, tmp_path):
    """Runs `sitelode` as a user who owns nothing but one folder for results, without a home, and without a compiler on the path."""
    results = tmp_path / "results"
    results.mkdir()
    results.chmod(0o777)
    for above in results.parents:
        if os.geteuid() == 0 and not above.stat().st_mode & stat.S_IXOTH:
            above.chmod(0o755)
    drop = [] if os.geteuid() or not shutil.which("setpriv") else ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", *READS_ALL]

    def call(*arguments):
        command = [shutil.which(drop[0]), *drop[1:]] if drop else []
        environment = {"HOME": "/nonexistent", "PATH": str(installed / "env/bin")}
        return run(*command, str(installed / "env/bin/sitelode"), *arguments, cwd=installed, env=environment)

    return call, results


def test_the_wheel_holds_compiled_kernels_and_no_compiler_is_needed(installed):
    names = run(sys.executable, "-m", "zipfile", "-l", str(next(installed.glob("*.whl"))))

    assert names.count("/kernels/") > 0
    assert "memoryviews." in names
    listed = run(str(installed / "env/bin/python"), "-m", "pip", "list", "--format=freeze").lower()
    assert not {"numba", "llvmlite", "cython"} & {line.split("==")[0] for line in listed.splitlines()}


def test_mine_apply_records_and_the_studio_s_help_run_from_it(as_nobody):
    call, results = as_nobody

    mined = call("mine", "site", "-o", str(results / "mined"))
    applied = call("apply", str(results / "mined/wrapper.json"), "site/2031/03/library-forgives-fines.html")
    records = call("records", "site/index.html")

    assert "articles" in mined
    assert '"title"' in applied
    assert records.count("\n") > 1
    assert "Usage" in call("studio", "--help")


def test_the_lab_is_in_it_and_says_what_it_needs(as_nobody, installed):
    call, _ = as_nobody
    names = run(sys.executable, "-m", "zipfile", "-l", str(next(installed.glob("*.whl"))))

    assert "sitelode_lab/studio/assets/research/screen.js" in names
    with pytest.raises(AssertionError, match=r"sitelode: the lab needs an optional part; install it with: pip install 'sitelode\[lab\]'"):
        call("lab")


@pytest.mark.nightly
def test_the_lab_runs_from_it_with_its_extra(installed, as_nobody):
    call, _ = as_nobody
    install(installed, "lab")

    assert "similarity" in call("lab", "map", "site/about.html", "site/contact.html")
    assert call("lab", "rank", "site").count("\n") > 3
