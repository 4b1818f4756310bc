"""Frozen dataclasses as JSON data and back: one way for all rules, profiles and remembered pages that are kept in files.

A class derived from `JsonData` is written as an object with one key per field, in the order of the fields. The type of a field says how
its value is written and read; an annotation adds what the type cannot say: `Annotated[tuple[str, ...], Key("class"), Bounds(1, 16)]`.
Files may be damaged or forged, so everything that is read is checked: a value of another type, a number out of bounds, NaN, or a list that
is too long is refused in one line that names its place.

msgspec was tried for this: it accepts NaN and numbers of any size, has no fixed order of sets that leaves dictionaries as they are, and
cannot round numbers when it writes them.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from math import isfinite
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, NoReturn, Self, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
from numpy.typing import NDArray

from sitelode.errors import DamagedDataError

T = TypeVar("T")
LARGEST_NUMBER: Final = 2**63 - 1  # what array columns hold
LONGEST_SHOWN: Final = 40  # characters of a wrong text that a message repeats
ARRAY_DECIMALS: Final = 6  # of the numbers of a model; more would double its size and change no answer


def read_json(content: bytes) -> Any:  # noqa: ANN401 (any data)
    """JSON of others; half a character, which may be written there, becomes a question mark: no file and no answer could hold it."""
    found = json.loads(content)
    return json.loads(json.dumps(found, ensure_ascii=False).encode("utf-8", "replace")) if b"\\ud" in content.lower() else found


def shipped_json(module: str, name: str) -> Any:  # noqa: ANN401 (any data)
    """A data file of the package, beside a module that gives its `__file__`."""
    return msgspec.json.decode(Path(module).with_name(name).read_bytes())


@dataclass(frozen=True, slots=True)
class Key:
    """The name of a field in the file, where it differs from the name in the code."""

    name: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """The range of a number, or of the length of a text or a list."""

    least: float = 0
    most: float = LARGEST_NUMBER

    def __str__(self) -> str:
        if self.most == LARGEST_NUMBER:
            return f"at least {self.least}"
        return f"{self.least} to {self.most}" if self.least else f"at most {self.most}"


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """How values are written, and read from data; reading raises ValueError or TypeError for what is no such value."""

    write: Callable[[T], Any]
    read: Callable[[Any], T]


class Inline:
    """Marks a field whose keys stand among those of the object around it."""


Share = Annotated[float, Bounds(0, 1)]


def rounded(digits: int) -> Form[float]:
    """Numbers that are written with so many digits after the point."""
    return Form(lambda value: round(value, digits), _number)


def significant(digits: int) -> Form[float]:
    """Numbers that are written with so many digits that are not leading zeros."""
    return Form(lambda value: float(f"{value:.{digits}g}"), _number)


def hexadecimal(digits: int) -> Form[int]:
    """Codes: as numbers, those of 64 bits would not survive every JSON reader."""
    return Form(lambda code: f"{code:0{digits}x}", lambda data: _code(data, digits))


J = TypeVar("J", bound="JsonData")


class JsonData:
    """A dataclass that is kept in a file."""

    __slots__ = ()
    omits_empty: ClassVar[bool] = False  # whether empty values are left out where the field has a default

    def to_data(self) -> Any:  # noqa: ANN401 (an object, or a list for classes that are written as one)
        """Text, numbers, lists and dictionaries, fit for JSON."""
        data: dict[str, Any] = {}
        for part in self._parts():
            value = getattr(self, part.name)
            if part.is_inline:
                data |= value.to_data()
            elif part.is_needed or not self.omits_empty or value:
                data[part.key] = part.form.write(value)
        return data

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Check and read what `to_data` gave.

        Raises:
            DamagedDataError: it is something else.

        """
        try:
            return read_as(cls, data)
        except DamagedDataError as problem:
            raise DamagedDataError(f"{_not_a(cls.__name__)}: {problem}") from problem
        except RecursionError as problem:
            raise DamagedDataError(f"{_not_a(cls.__name__)}: too deeply nested") from problem

    @classmethod
    def read_data(cls, data: Any) -> Self:  # noqa: ANN401 (read from a file: anything)
        """Read the fields from data; a class that is written in another form has a `read_data` of its own."""
        values = {}
        for part in cls._parts():
            if part.is_inline:
                values[part.name] = part.form.read(data)
            elif part.key in _object(data):
                with _Inside(f".{part.key}"):
                    values[part.name] = part.form.read(data[part.key])
            elif part.is_needed:
                raise DamagedDataError(f"{part.key!r} is missing")
        return cls(**values)

    @classmethod
    def _parts(cls) -> "tuple[_Part, ...]":
        return _parts_of(cls)  # type: ignore[arg-type]  # mypy takes classes with slots for unhashable

    def check(self) -> None:
        """Raise ValueError where values do not fit each other."""


@dataclass(frozen=True, slots=True)
class _Part:
    """How one field is kept."""

    name: str
    key: str
    form: Form[Any]
    is_needed: bool
    is_inline: bool


@cache
def _parts_of(cls: type) -> tuple[_Part, ...]:
    hints = get_type_hints(cls, include_extras=True)
    found = []
    for each in fields(cls):
        if each.init:
            marks = getattr(hints[each.name], "__metadata__", ())
            key = next((mark.name for mark in marks if isinstance(mark, Key)), each.name)
            is_needed = each.default is MISSING and each.default_factory is MISSING
            found.append(_Part(each.name, key, form_of(hints[each.name]), is_needed, Inline in marks))
    return tuple(found)


@cache
def form_of(hint: Any) -> Form[Any]:  # noqa: ANN401 (a type, or what stands for one)
    """How values of a type are written and read."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        marks = hint.__metadata__
        form = next((mark for mark in marks if isinstance(mark, Form)), None) or form_of(inner[0])
        return next((_bounded(form, mark) for mark in marks if isinstance(mark, Bounds)), form)
    if origin is not None:
        return _generic_form(origin, inner)
    if isinstance(hint, type) and issubclass(hint, JsonData):
        return Form(lambda value: value.to_data(), lambda data: read_as(hint, data))
    return _SIMPLE[hint]


def _generic_form(origin: Any, inner: tuple[Any, ...]) -> Form[Any]:  # noqa: ANN401 (what stands for a type)
    if origin in (Union, UnionType):
        (some,) = (form_of(each) for each in inner if each is not NoneType)
        return Form(lambda value: None if value is None else some.write(value), lambda data: None if data is None else some.read(data))
    if origin is Literal:
        return Form(_same, lambda data: data if isinstance(data, str) and data in inner else _refuse(data, f"one of {', '.join(inner)}"))
    if origin is np.ndarray:
        return Form(lambda array: np.round(array, ARRAY_DECIMALS).tolist(), _array)
    if issubclass(origin, Mapping):
        return _mapping_form(form_of(inner[1]))
    return _list_form(inner[0], origin, None if origin is frozenset or inner[-1] is ... else len(inner))


def read_as(cls: type[J], data: object) -> J:
    """Read an object of a class that is part of a larger one, which names it in its errors.

    Raises:
        DamagedDataError: it is something else.

    """
    try:
        found = cls.read_data(data)
        found.check()
    except DamagedDataError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as problem:
        raise DamagedDataError(f"{problem} is missing" if isinstance(problem, KeyError) else str(problem)) from problem
    return found


class _Inside:
    """Adds a step to the place that an error names."""

    __slots__ = ("step",)

    def __init__(self, step: str) -> None:
        self.step = step

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, problem: object, __: object) -> None:
        if isinstance(problem, DamagedDataError):
            problem.place = self.step + problem.place
        elif isinstance(problem, TypeError | ValueError):
            outside = DamagedDataError(str(problem))
            outside.place = self.step
            raise outside from problem


def _list_form(inner: Any, kind: Callable[[Any], Any], length: int | None) -> Form[Any]:  # noqa: ANN401 (a type)
    form = form_of(inner)

    def read(data: object) -> Any:  # noqa: ANN401 (a collection of the kind)
        if not isinstance(data, list) or length not in (None, len(data)):
            _refuse(data, "a list" if length is None else f"a list of {length}")
        found = []
        for place, each in enumerate(data):
            with _Inside(f"[{place}]"):
                found.append(form.read(each))
        return kind(found)

    return Form(lambda value: list(map(form.write, sorted(value) if kind is frozenset else value)), read)


def _mapping_form(form: Form[Any]) -> Form[Any]:
    def read(data: object) -> dict[str, Any]:
        found = {}
        for name, each in _object(data).items():
            with _Inside(f".{name}"):
                found[str(name)] = form.read(each)
        return found

    return Form(lambda value: {name: form.write(each) for name, each in value.items()}, read)


def _bounded(form: Form[Any], bounds: Bounds) -> Form[Any]:
    def read(data: object) -> Any:  # noqa: ANN401 (as the form has it)
        size = len(data) if isinstance(data, str | list | dict) else data
        if isinstance(size, int | float) and not bounds.least <= size <= bounds.most:
            raise DamagedDataError(f"{'is' if size is data else 'has the length'} {_shown(size)}, where {bounds} is needed")
        return form.read(data)

    return Form(form.write, read)


def _same(value: T) -> T:
    return value


def _object(data: object) -> dict[str, Any]:
    return data if isinstance(data, dict) else _refuse(data, "an object")


def _text(data: object) -> str:
    return data if isinstance(data, str) else _refuse(data, "a text")


def _code(data: object, digits: int) -> int:
    code = int(_text(data), 16)
    return code if 0 <= code < 16**digits else _refuse(data, f"a code of {digits} hexadecimal digits")


def _flag(data: object) -> bool:
    return data if isinstance(data, bool) else _refuse(data, "true or false")


def _whole_number(data: object) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or abs(data) > LARGEST_NUMBER:
        _refuse(data, "a whole number")
    return data


def _number(data: object) -> float:
    if isinstance(data, float) and isfinite(data):
        return data
    return float(_whole_number(data)) if isinstance(data, int) else _refuse(data, "a number")


def _array(data: object) -> NDArray[np.float64]:
    found = np.array(data if isinstance(data, list) else None)  # lists of several lengths raise ValueError
    if found.dtype.kind not in "fiu" or not np.isfinite(found).all():
        _refuse(data, "a list of numbers")
    return found.astype(np.float64)


def _refuse(data: object, wanted: str) -> NoReturn:
    raise DamagedDataError(f"is {_shown(data)}, where {wanted} is needed")


def _shown(data: object) -> str:
    if data is None or isinstance(data, bool):
        return {None: "null", True: "true", False: "false"}[data]
    if isinstance(data, str):
        return repr(data[:LONGEST_SHOWN])
    if isinstance(data, int) and abs(data) > LARGEST_NUMBER:
        return "a huge number"  # Python refuses to write out very long ones
    return "a list" if isinstance(data, list) else "an object" if isinstance(data, dict) else repr(data)


def _not_a(name: str) -> str:
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()
    return f"not {words}" if words.endswith("s") else f"not a {words}"


_SIMPLE: Final[Mapping[Any, Form[Any]]] = {
    str: Form(_same, _text),
    int: Form(_same, _whole_number),
    float: Form(_same, _number),
    bool: Form(_same, _flag),
    Any: Form(_same, _same),
}
