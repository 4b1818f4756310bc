"""How slow this machine is just now: bounds of CPU time in tests were set on a quiet one."""

import time
from statistics import median

import numpy as np

QUIET = 0.0125  # seconds of `_some_work` where the bounds were set, with nothing else running


def slowness() -> float:
    """What to multiply a bound of seconds with; never less than one. Measured anew at each call, for machines become busy."""
    return max(1.0, median(_some_work() for _ in range(3)) / QUIET)


def _some_work() -> float:
    """As tests do: objects and strings by the interpreter, and a walk through more memory than caches hold."""
    start = time.process_time()
    {str(number): [number] for number in range(20_000)}
    np.random.default_rng(0).random(500_000)[::-1].cumsum()
    return time.process_time() - start
