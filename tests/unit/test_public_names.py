"""The public surface is a list that somebody decided on."""

import subprocess
import sys

import pytest

import sitelode


def test_every_public_name_can_be_had():
    assert {name for name in sitelode.__all__ if getattr(sitelode, name, None) is not None} == set(sitelode.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="gold"):
        _ = sitelode.gold


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, sitelode, sitelode.cli.main; print([m for m in ('numpy', 'scrapy') if m in sys.modules])"

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
