"""In a checkout all kernels are compiled."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import sitelode

SOURCE = Path(sitelode.__file__).parent


def test_every_kernel_of_this_checkout_is_compiled():
    kernels = [path for path in SOURCE.rglob("kernels/*.py") if "import cython" in path.read_text(encoding="utf-8")]

    missing = [path for path in kernels if not any(path.with_name(path.stem + suffix).exists() for suffix in EXTENSION_SUFFIXES)]

    assert kernels
    assert missing == []
