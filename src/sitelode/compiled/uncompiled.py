"""Run the kernels as plain Python where they could not be compiled: some hundred times slower, and right.

Kernels are Python files that Cython compiles when the package is built. Uncompiled they only need the names by which they declare types.
The package Cython has these; where it is not installed either, the stand-in below serves.
"""

import sys
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

COMPILED = "sitelode.compiled.memoryviews"  # is there exactly when kernels were compiled


class _Type:
    """Any C type: `cython.int`, `cython.int[::1]`, `cython.const[cython.int][:, ::1]`."""

    def __getitem__(self, _: object) -> "_Type":
        return self


class _NoLock:
    """`with cython.nogil:`, and `@cython.nogil`."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return function


class _StandIn(ModuleType):
    compiled = False
    nogil = _NoLock()

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Type()

    @staticmethod
    def fused_type(*_: object) -> object:
        return _Type()

    @staticmethod
    def typedef(known: object) -> object:
        return known

    @staticmethod
    def declare(_: object = None, value: object = None) -> object:
        return value

    @staticmethod
    def cast(_: object, value: object, **_options: bool) -> object:
        return value

    @staticmethod
    def cfunc(function: Callable[..., Any]) -> Callable[..., Any]:
        return function

    ccall = inline = cfunc

    @staticmethod
    def exceptval(*_: object, **_options: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        return lambda function: function

    returns = locals = exceptval


def make_do() -> None:
    """Say in one line that nothing was compiled, and see to it that kernels can be loaded all the same."""
    warnings.warn(
        "sitelode runs without compiled code, which is very slow: install it again on a machine with a C compiler, or a wheel",
        RuntimeWarning,
        stacklevel=2,
    )
    if find_spec("cython") is None:
        sys.modules["cython"] = _StandIn("cython")


def is_compiled() -> bool:
    return find_spec(COMPILED) is not None
