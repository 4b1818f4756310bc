"""Frozen dataclasses to JSON and arrays, and back. Only a given class and the classes of its fields can be read, never code."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

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


def unpacked(data: Any, arrays: Arrays, known: dict[str, type]) -> Any:  # noqa: ANN401 (any plain data)
    """Restore a packed value; raises KeyError, TypeError or ValueError if the data is anything else."""
    if not isinstance(data, dict):
        return data
    if "array" in data:
        return arrays[data["array"]]
    if "is" in data:
        return known[data["is"]](**{name: unpacked(each, arrays, known) for name, each in data["has"].items()})
    if "dict" in data:
        return {unpacked(key, arrays, known): unpacked(each, arrays, known) for key, each in data["dict"]}
    for name, kind in _COLLECTIONS.items():
        if name in data:
            return kind(unpacked(each, arrays, known) for each in data[name])
    raise ValueError("no plain data")


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
