"""A system that somebody wants to compare, by the name of its function."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

System = Callable[..., Any]


def named_system(name: str) -> System:
    """The function of a name such as "package.module:function"; where there is none, one line says so."""
    module, _, function = name.partition(":")
    try:
        found: System = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as problem:
        raise SystemExit(f"no system {name!r}: {problem}; write package.module:function") from problem
    return found
