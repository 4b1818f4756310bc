"""Frozen dataclasses to JSON and arrays, and back. Only a given class and the classes of its fields can be read, never code.

What is read has the types of the fields, arrays included: files are shared, and compiled code trusts its arrays.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import repeat
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from sitelode.json_data import JsonData

Arrays = dict[str, NDArray[Any]]
_COLLECTIONS: dict[str, Any] = {"set": frozenset, "tuple": tuple, "list": list}


def packed(value: Any, arrays: Arrays) -> Any:  # noqa: ANN401 (any plain data; one return per kind)
    """The value as JSON; arrays go to `arrays`. A field whose name starts with _ is a cache and is left out."""
    if isinstance(value, np.ndarray):
        name = str(len(arrays))
        arrays[name] = value
        return {"array": name}
    if isinstance(value, np.generic):
        return value.item()
    if is_dataclass(value) and not isinstance(value, type):
        parts = {each.name: packed(getattr(value, each.name), arrays) for each in fields(value) if not each.name.startswith("_")}
        return {"is": type(value).__name__, "has": parts}
    if isinstance(value, dict):
        return {"dict": [[packed(key, arrays), packed(each, arrays)] for key, each in value.items()]}
    for name, kind in _COLLECTIONS.items():
        if isinstance(value, kind):
            return {name: [packed(each, arrays) for each in (sorted(value) if kind is frozenset else value)]}
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(f"{type(value).__name__} is no plain data")


def unpacked(data: Any, arrays: Arrays, hint: Any) -> Any:  # noqa: ANN401 (any plain data; a type, or what stands for one)
    """Restore a packed value of a type; raises KeyError, TypeError or ValueError if the data is anything else."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return unpacked(data, arrays, _chosen(data, inner))
    if origin is np.ndarray:
        return _array(arrays[data["array"]], get_args(inner[1])[0])
    if isinstance(hint, type) and is_dataclass(hint):
        return _restored(data, arrays, hint)
    if origin is not None and issubclass(origin, Mapping):
        return {unpacked(key, arrays, inner[0]): unpacked(each, arrays, inner[1]) for key, each in data["dict"]}
    for name, kind in _COLLECTIONS.items():
        if origin is kind:
            return kind(unpacked(each, arrays, hint) for each, hint in _with_hints(data[name], inner))
    if type(data) is not hint and not (hint is float and type(data) is int):
        raise TypeError(f"{data!r:.40} is no {hint}")
    return data


def _chosen(data: Any, hints: tuple[Any, ...]) -> Any:  # noqa: ANN401 (as above)
    """That one of several types which the data is of."""
    if data is None:
        return NoneType if NoneType in hints else hints[0]
    name = data.get("is") if isinstance(data, dict) else None
    return next((each for each in hints if each.__name__ == name), hints[0])


def _array(array: NDArray[Any], kind: type) -> NDArray[Any]:
    if array.dtype != np.dtype(kind):
        raise TypeError(f"an array of {array.dtype}, where {kind} is needed")
    return array


def _restored(data: Any, arrays: Arrays, kind: type) -> Any:  # noqa: ANN401 (as above)
    hints, given = get_type_hints(kind), data["has"]
    names = {each.name for each in fields(kind) if each.init and not each.name.startswith("_")}
    if data["is"] != kind.__name__ or not set(given) <= names:
        raise ValueError(f"no {kind.__name__}")
    made = kind(**{name: unpacked(each, arrays, hints[name]) for name, each in given.items()})
    if isinstance(made, JsonData):
        made.check()
    return made


def _with_hints(data: list[Any], inner: tuple[Any, ...]) -> Iterator[tuple[Any, Any]]:
    """The parts of a collection with their types: one type for all, or for each its own."""
    if len(inner) == 1 or inner[-1] is ...:
        return zip(data, repeat(inner[0]), strict=False)
    return zip(data, inner, strict=True)


def classes_of(whole: type) -> dict[str, type]:
    """A dataclass and all dataclasses of its fields, by name."""
    found: dict[str, type] = {}
    waiting = [whole]
    while waiting:
        kind = waiting.pop()
        if kind.__name__ not in found:
            found[kind.__name__] = kind
            waiting += [each for hint in get_type_hints(kind).values() for each in _dataclasses_in(hint)]
    return found


def _dataclasses_in(hint: Any) -> Iterator[type]:  # noqa: ANN401 (a type, or a generic alias)
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for part in get_args(hint):
        yield from _dataclasses_in(part)
