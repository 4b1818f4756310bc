"""Let no Ctrl-C get lost.

An interrupt is an exception between two steps of Python. If it hits the finalizer of an object, Python would ignore it: it is raised again
a little later. Compiled code runs to its end first, which is soon.
"""

import atexit
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

SECONDS_TO_NEXT_TRY: Final = 0.02  # set by hand


@contextmanager
def patient_interrupts() -> Iterator[None]:
    """Let no Ctrl-C get lost while the block runs; does nothing if another handler for it is installed.

    After that, while the process ends, Ctrl-C has no effect: the work is done, and the exit code says so.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    report = sys.unraisablehook

    def again_or_report(unraisable: "sys.UnraisableHookArgs") -> None:
        if isinstance(unraisable.exc_value, KeyboardInterrupt):
            _again(signal.SIGINT)
        else:
            report(unraisable)

    sys.unraisablehook = again_or_report
    try:
        yield
    finally:
        sys.unraisablehook = report
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def _again(number: int) -> None:
    again = Timer(SECONDS_TO_NEXT_TRY, signal.raise_signal, [number])
    again.daemon = True
    again.start()
