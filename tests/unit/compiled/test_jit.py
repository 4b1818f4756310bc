"""Kept machine code is thrown away when anything compiled into it changes, and no folder to keep it in is no reason to fail."""

import os
import subprocess
import sys
import textwrap

import pytest

HELPER = "from sitelode.compiled.jit import jit\n\nFACTOR = {factor}\n\n@jit\ndef scaled(number):\n    return number * FACTOR\n"
KERNEL = "from sitelode.compiled.jit import jit\nfrom helper import scaled\n\n@jit\ndef total(number):\n    return scaled(number) + 1\n"


def answer(folder, **environment):
    code = "import kernel; print(kernel.total(10))"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return int(run.stdout)


@pytest.fixture
def kernels(tmp_path):
    (tmp_path / "kernel.py").write_text(KERNEL)
    (tmp_path / "helper.py").write_text(HELPER.format(factor=2))
    return tmp_path


def test_a_changed_helper_is_seen_by_what_it_was_compiled_into(kernels):
    assert answer(kernels) == 21

    (kernels / "helper.py").write_text(HELPER.format(factor=3))

    assert answer(kernels) == 31


def test_without_a_folder_to_keep_code_in_it_is_compiled_anew(kernels):
    code = textwrap.dedent("""
        from numba.core import caching
        caching.CacheImpl._locator_classes = []
        import kernel
        print(kernel.total(10))
    """)
    run = subprocess.run([sys.executable, "-c", code], cwd=kernels, capture_output=True, text=True, check=False)

    assert run.stdout == "21\n", run.stderr
