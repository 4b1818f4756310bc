"""Arguments that Python programs pass: what is of a wrong type is refused at once, with a TypeError that names it."""

import os
from collections.abc import Collection
from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

PATHS = (str, os.PathLike)


def require(name: str, value: object, kinds: type | tuple[type, ...], words: str) -> None:
    """Refuse an argument that is of none of these kinds; `words` say what it may be."""
    if not isinstance(value, kinds):
        raise _wrong(name, words, value)


def require_path(name: str, value: object) -> None:
    """Refuse what is no path."""
    require(name, value, PATHS, "str or Path")


def require_callable(name: str, value: object) -> None:
    """Refuse what cannot be called."""
    if not callable(value):
        raise _wrong(name, "a function", value)


def require_names(name: str, values: object, known: Collection[str]) -> None:
    """Refuse what is no collection of known names: a single text would be taken for its letters."""
    if isinstance(values, str) or not isinstance(values, Collection):
        raise _wrong(name, f"a list of names ({', '.join(known)})", values)
    for value in values:
        if value not in known:
            raise ValueError(f"{name} may hold {', '.join(known)}, not {value!r}")


def check_fields(settings: Any) -> None:  # noqa: ANN401 (a dataclass)
    """Refuse a dataclass whose values are of other types than it declares; a list serves as a tuple, and a whole number as a float."""
    for name, hint in _declared(type(settings)).items():  # type: ignore[arg-type]  # a class has a hash
        if not _fits(value := getattr(settings, name), hint):
            raise _wrong(name, _words(hint), value)


def _wrong(name: str, words: str, value: object) -> TypeError:
    return TypeError(f"{name} must be {words}, not {type(value).__name__}")


@cache
def _declared(kind: Any) -> dict[str, Any]:  # noqa: ANN401 (a dataclass)
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}


def _fits(value: object, hint: Any) -> bool:  # noqa: ANN401 (any type)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, each) for each in inner)
    if origin is Literal:
        return True  # which values make sense is checked where they are used
    if origin is tuple:
        if not isinstance(value, tuple | list):
            return False
        return inner[-1] is not Ellipsis or all(_fits(each, inner[0]) for each in value)
    if hint is float:
        return isinstance(value, int | float)
    return isinstance(value, hint)


def _words(hint: Any) -> str:  # noqa: ANN401 (any type)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(_words(each) for each in inner)
    if origin is tuple:
        return "a tuple of " + _words(inner[0])
    if hint is NoneType:
        return "None"
    return "one of " + ", ".join(map(repr, inner)) if origin is Literal else str(getattr(hint, "__name__", hint))
