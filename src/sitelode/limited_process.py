"""Another process of this program for work that may go wrong in compiled code: it may be killed, by a limit or by its own fault.

Compiled code looks at no clock, and a library may end its process where it should raise an error; only a process of its own makes a limit
that always holds. Time is CPU time, by a timer of the system whose signal ends the process, whatever code runs. Where there is no such
timer, or where nothing moves at all, a clock does the same. Only Linux can limit memory.
"""

import faulthandler
import os
import signal
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

SLOWEST_CLOCK = 20  # times the limit on CPU time: machines are busy
_STATM = Path("/proc/self/statm")


def start(module: str, *arguments: str, given: IO[bytes] | None = None) -> "subprocess.Popen[bytes]":
    """Run a module of this program: `given` is its standard input, a pipe by default; what it answers is read from a pipe."""
    import subprocess  # noqa: PLC0415 (few runs need it, and one page in a new process shall start fast)

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(  # noqa: S603 (this very program)
        [sys.executable, "-m", module, *arguments],
        stdin=given or subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )


def end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.communicate()


# What the process itself does


def limit_memory(memory: int) -> None:
    """From here on, this process may take so many bytes more than it has."""
    if not _STATM.exists():
        return
    import resource  # noqa: PLC0415 (not on every system)

    in_use = int(_STATM.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (in_use + memory, in_use + memory))


def limit_time(seconds: float) -> None:
    """End this process after so much CPU time, unless this is called again before; 0 takes the limit back."""
    faulthandler.cancel_dump_traceback_later()
    if seconds:
        faulthandler.dump_traceback_later(SLOWEST_CLOCK * seconds, exit=True)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
