"""Modules of compiled code, loaded when a page is there: numba takes longer to load than most commands take at all."""

from importlib import import_module
from typing import Any


class Compiled:
    """The functions of a module, which is loaded when one of them is asked for.

    An import inside of the function that needs it does the same, but takes a microsecond every time, and reading a page asks a dozen times.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (what numba makes has no type)
        found = self.__dict__[name] = getattr(import_module(self._module), name)
        return found
