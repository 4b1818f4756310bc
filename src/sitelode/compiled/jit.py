"""How kernels are compiled: once per machine, without holding the interpreter's lock, and anew when anything they are made of changes.

numba keeps machine code beside the source, or in the user's cache folder, and calls it old when the function's own file has changed. What
a function calls is compiled into it and lies in other files, so each function carries a stamp of all it is made of.
"""

from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numba.core.dispatcher import Dispatcher

Function = TypeVar("Function", bound=Callable[..., Any])


def jit(target: Any) -> Any:  # noqa: ANN401 (a function, or the signature of one: numba's types are its own)
    """Compile a function and keep the result: `@jit`, or `@jit(signature)` where it shall be compiled when its module is loaded.

    Arguments are arrays, numbers and plain tuples: the kept file names their types, and must not name a class that may change.
    """
    if isinstance(target, FunctionType):
        return _kept(target)
    return lambda function: _kept(function, target)


def inner(function: Function) -> Function:
    """Compile a function that only kernels call: without what Python needs to call it, which makes compiling much shorter."""
    return cast("Function", _stamped(njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function), function))


def borrowing(function: Function) -> Function:
    """Compile an inner function that neither makes nor returns an array: it does without counting references to those it is given.

    Where a function is called for every pair of nodes, counting them takes longer than what it does.
    """
    return cast("Function", _stamped(njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)(function), function))


def inner_kept(signature: Any) -> Callable[[Any], Any]:  # noqa: ANN401 (a type of numba's)
    """Compile an inner function with this signature when its module is loaded, and keep the result."""
    return lambda function: _kept(function, signature, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _kept(function: Callable[..., Any], signature: Any = None, **options: bool) -> Any:  # noqa: ANN401 (numba's)
    try:
        dispatcher = _stamped(njit(cache=True, nogil=True, **options)(function), function)
        dispatcher._cache._cache_file._source_stamp = dispatcher.stamp  # noqa: SLF001  there is no public way
    except RuntimeError:  # there is no folder to keep it in: compiled anew by each process, which is slow, and right
        dispatcher = _stamped(njit(nogil=True, **options)(function), function)
    if signature is not None:
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher


def _stamped(dispatcher: Any, function: Callable[..., Any]) -> Any:  # noqa: ANN401 (numba's)
    """The dispatcher with a digest of its own file, of the constants it sees, and of the functions compiled into it."""
    digest = blake2b(_file_state(function.__code__.co_filename).encode(), digest_size=12)
    for name, value in sorted(function.__globals__.items()):
        if isinstance(value, Dispatcher):
            digest.update(getattr(value, "stamp", "").encode())
        elif isinstance(value, np.ndarray):
            digest.update(value.tobytes())
        elif isinstance(value, int | float | str | tuple | np.number) and not name.startswith("__"):
            digest.update(f"{name}={value!r}".encode())
    dispatcher.stamp = digest.hexdigest()
    return dispatcher


def _file_state(path: str) -> str:
    state = Path(path).stat()
    return f"{state.st_mtime} {state.st_size}"
