"""That this file is here lets tests import helpers such as `crawl_server` from this folder."""

import logging
import signal
import threading
import warnings

import pytest
from hypothesis import HealthCheck, settings

# How long a case takes says more about what else the machine does, or about code compiled at the first call, than about the code.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

# A shell starts what runs in its background with interrupts ignored, and children inherit that; tests interrupt their children.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# fastwarc warns about its own old names while it is imported, whoever imports it and whatever for.
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import fastwarc  # noqa: F401


@pytest.fixture(autouse=True)
def untouched_log() -> None:
    """A command sets up the log of its process for good, also one that a fixture of a whole module runs: every test begins without."""
    logger = logging.getLogger("sitelode")
    logger.handlers.clear()
    logger.setLevel(logging.NOTSET)
