"""Delay Ctrl-C while native code runs that cannot handle it.

An interrupt is an exception between two steps of Python. If native code has called Python, to load compiled code or to return its
arrays, nothing handles that exception: the process crashes, or the interrupt turns into another error; and the owner of a native object
must not be left half built. Those calls are short, so the interrupt is raised again a little later. The same is done if it hits the
finalizer of an object, where Python would ignore it.
"""

import atexit
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from types import FrameType
from typing import Final

BESIDE_NATIVE_CODE: Final = ("llvmlite.binding.", "numba.core.serialize")  # prefixes of module names
SECONDS_TO_NEXT_TRY: Final = 0.02  # set by hand


@contextmanager
def patient_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait for native code while the block runs; does nothing if another handler for it is installed.

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

    signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = again_or_report
    try:
        yield
    finally:
        sys.unraisablehook = report
        signal.signal(signal.SIGINT, signal.default_int_handler)
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def _interrupt(number: int, frame: FrameType | None) -> None:
    if _is_beside_native_code(frame):
        _again(number)
    else:
        signal.default_int_handler(number, frame)


def _again(number: int) -> None:
    again = Timer(SECONDS_TO_NEXT_TRY, signal.raise_signal, [number])
    again.daemon = True
    again.start()


def _is_beside_native_code(frame: FrameType | None) -> bool:
    while frame is not None and not str(frame.f_globals.get("__name__")).startswith(BESIDE_NATIVE_CODE):
        frame = frame.f_back
    return frame is not None
