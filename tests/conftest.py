"""That this file is here lets tests import helpers such as `crawl_server` from this folder."""

import logging
import os
import signal
import threading
import warnings

import pytest
from hypothesis import HealthCheck, settings

# How long a case takes says more about what else the machine does, or about code compiled at the first call, than about the code.
NIGHT = bool(os.environ.get("NIGHTLY"))
settings.register_profile(
    "any machine",
    deadline=None,
    max_examples=300 if NIGHT else 40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("any machine")

# A shell starts what runs in its background with interrupts ignored, and children inherit that; tests interrupt their children.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# fastwarc warns about its own old names while it is imported, whoever imports it and whatever for.
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import fastwarc  # noqa: F401


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """What takes long and checks again, in larger sizes or more forms, what other tests check runs at night: NIGHTLY=1 make tests."""
    late = [] if NIGHT else [item for item in items if item.get_closest_marker("nightly")]
    if late:
        config.hook.pytest_deselected(items=late)
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]


@pytest.fixture(autouse=True)
def untouched_log() -> None:
    """A command sets up the log of its process for good, also one that a fixture of a whole module runs: every test begins without."""
    logger = logging.getLogger("sitelode")
    logger.handlers.clear()
    logger.setLevel(logging.NOTSET)
