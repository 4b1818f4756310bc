"""Run the kernels as plain Python where they could not be compiled: slower, with the same results.

Kernels are Python files that Cython compiles when the package is built. Uncompiled they only need the names by which they declare types,
which the package Cython has (where it is not installed either, the stand-in below serves), and what they import from each other as C.
"""

import sys
import warnings
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

# Not from `typing`, and no `importlib.util`: this is loaded before anything answers Ctrl-C, so it loads next to nothing.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

COMPILED = "sitelode.compiled.memoryviews"  # is there exactly when kernels were compiled
CIMPORTS = "cython.cimports."


class _Type:
    """Any C type: `cython.int`, `cython.int[::1]`, `cython.const[cython.int][:, ::1]`, or `cython.uchar[256]`, which has a size."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size

    def __getitem__(self, what: object) -> "_Type":
        return _Type(what) if isinstance(what, int) else self


class _NoLock:
    """`with cython.nogil:`, and `@cython.nogil`."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass

    def __call__(self, function: "Callable[..., Any]") -> "Callable[..., Any]":
        return function


class _StandIn(ModuleType):
    compiled = False
    nogil = gil = _NoLock()

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
    def declare(known: object = None, value: object = None) -> object:
        return [0] * known.size if isinstance(known, _Type) and known.size else value

    @staticmethod
    def cast(_: object, value: object, **_options: bool) -> object:
        return value.item() if hasattr(value, "item") else value  # a number of numpy has few bits and runs over

    @staticmethod
    def cfunc(function: "Callable[..., Any]") -> "Callable[..., Any]":
        return function

    ccall = cclass = inline = cfunc

    @staticmethod
    def exceptval(*_: object, **_options: bool) -> "Callable[[Callable[..., Any]], Callable[..., Any]]":
        return lambda function: function

    returns = locals = exceptval


class _Cimports:
    """Finds `cython.cimports.NAME`, by which a kernel takes C functions of another one, in the Python module NAME."""

    @staticmethod
    def find_spec(name: str, *_: object) -> ModuleSpec | None:
        return ModuleSpec(name, _Cimports(), is_package=True) if name.startswith(CIMPORTS) else None  # type: ignore[arg-type]

    @staticmethod
    def create_module(_: ModuleSpec) -> None:
        """As usual."""

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        name = module.__name__.removeprefix(CIMPORTS).removeprefix("libc.")
        if name != "libc":
            sys.modules[module.__name__] = import_module(name)


def install_fallback() -> None:
    """Say in one line that nothing was compiled, and see to it that kernels can be loaded all the same."""
    warnings.warn(
        "sitelode runs without compiled code, which is very slow: install it again on a machine with a C compiler, or a wheel",
        RuntimeWarning,
        stacklevel=2,
    )
    try:
        import_module("cython")
    except ImportError:
        sys.modules["cython"] = _StandIn("cython")
    package = sys.modules[CIMPORTS[:-1]] = ModuleType(CIMPORTS[:-1])  # instead of Cython's own, which finds no modules
    package.__path__, package.__spec__ = [], ModuleSpec(package.__name__, None, is_package=True)
    sys.meta_path.append(_Cimports)


def is_compiled() -> bool:
    return PathFinder.find_spec(COMPILED, list(sys.modules[__package__].__path__)) is not None
