import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from sitelode.cli.terminal import patient_interrupts


def interrupted(steps):
    signal.raise_signal(signal.SIGINT)
    steps.append("went on")


def go_on_after(function, steps):
    function(steps)
    for _ in range(1000):
        time.sleep(0.01)


class InterruptsWhenGone:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)


def test_an_interrupt_in_the_clean_up_of_an_object_is_not_lost():
    with pytest.raises(KeyboardInterrupt), patient_interrupts():
        go_on_after(lambda steps: steps.append(InterruptsWhenGone()) or steps.clear(), [])


def test_other_errors_in_a_clean_up_are_reported(monkeypatch):
    reported = []
    monkeypatch.setattr(sys, "unraisablehook", reported.append)

    class Fails:
        def __del__(self):
            raise ValueError("bad")

    with patient_interrupts():
        Fails()

    assert [str(each.exc_value) for each in reported] == ["bad"]


def test_an_interrupt_comes_at_once():
    steps = []

    with pytest.raises(KeyboardInterrupt), patient_interrupts():
        interrupted(steps)

    assert steps == []


def test_what_else_was_to_happen_on_an_interrupt_still_happens():
    happened = []
    before = signal.signal(signal.SIGINT, lambda *_: happened.append("seen"))
    try:
        with patient_interrupts():
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)

    assert happened == ["seen"]


def test_afterwards_interrupts_are_as_they_were():
    before = signal.getsignal(signal.SIGINT)

    with patient_interrupts():
        pass

    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("loading", ["click", "sitelode.cli.terminal", "sitelode.errors"])
def test_ctrl_c_while_the_program_is_loaded_is_one_line(loading):
    """Whatever is being imported when the signal comes."""
    code = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {loading!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from sitelode.__main__ import main\n"
        "main()\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert run.returncode == 130
    assert run.stderr == "sitelode: interrupted\n"


def test_next_to_nothing_is_loaded_before_ctrl_c_has_its_answer():
    code = "import sys; before = set(sys.modules); import sitelode.__main__; print(*sorted(set(sys.modules) - before))"
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"], capture_output=True, text=True, check=True
    )

    assert set(run.stdout.split()) - {"sitelode", "sitelode.__main__"} <= {
        "importlib",
        "importlib._bootstrap",
        "importlib._bootstrap_external",
        "warnings",
    }


def test_the_command_begins_there():
    scripts = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]

    assert scripts == {"sitelode": "sitelode.__main__:main"}
