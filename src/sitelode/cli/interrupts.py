"""Ctrl-C that is neither lost nor late.

An interrupt is an exception between two steps of Python. If it hits the finalizer of an object, Python would ignore it: it is raised again
a little later. While the process ends it has no effect.
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
    """Lose no Ctrl-C while the block runs; does nothing if another handler for it is installed.

    After that, while the process ends, Ctrl-C has no effect: the work is done, and the exit code says so.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    report = sys.unraisablehook

    def again_or_report(unraisable: "sys.UnraisableHookArgs") -> None:
        if isinstance(unraisable.exc_value, KeyboardInterrupt):
            _again()
        else:
            report(unraisable)

    sys.unraisablehook = again_or_report
    try:
        yield
    finally:
        sys.unraisablehook = report
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def _again() -> None:
    again = Timer(SECONDS_TO_NEXT_TRY, signal.raise_signal, [signal.SIGINT])
    again.daemon = True
    again.start()
