"""Libraries that other programs bring along: what is made for them is tested with the real ones."""

import os
from importlib import import_module

import pytest


def real_library(name, extra):
    """The module; where the extra is not installed the test is skipped and says so, except in CI, which installs them all."""
    if os.environ.get("CI"):
        return import_module(name)
    return pytest.importorskip(name, reason=f"the extra {extra} is not installed")
