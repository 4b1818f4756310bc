"""How compiled functions are compiled: once per machine, and without holding the interpreter's lock."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def inner(function: Function) -> Function:
    """Compile a function that only compiled code calls: without what Python needs to call it, which makes compiling much shorter."""
    return cast("Function", njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function))


def borrowing(function: Function) -> Function:
    """Compile an inner function that neither makes nor returns an array: it does without counting references to those it is given.

    Where a function is called for every pair of nodes, counting them takes longer than what it does.
    """
    return cast("Function", njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)(function))


def entry_point(function: Function) -> Function:
    """Compile a function that is called from Python, and keep the result beside its source, or in the user's cache folder.

    Its arguments are arrays, numbers and plain tuples: the kept file names their types, and must not name a class that may change.
    """
    try:
        dispatcher = njit(cache=True, nogil=True)(function)
    except RuntimeError:  # there is no folder to keep it in: compiled anew by each process, which is slow, and right
        return cast("Function", njit(nogil=True)(function))
    # numba looks only at the file of the function itself to see whether the kept code is old; what it calls is in other files.
    dispatcher._cache._cache_file._source_stamp = _SOURCES  # noqa: SLF001  there is no public way
    return cast("Function", dispatcher)


def _state_of_sources() -> tuple[float, int]:
    """Newest time and total size of the files that compiled code comes from."""
    states = [source.stat() for source in Path(__file__).parent.glob("*.py")]
    return max(state.st_mtime for state in states), sum(state.st_size for state in states)


_SOURCES = _state_of_sources()
