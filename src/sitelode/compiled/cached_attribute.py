"""An attribute that is worked out when it is asked for, and kept."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

_Value = TypeVar("_Value")


class once(Generic[_Value]):  # noqa: N801 (used as a decorator)
    """As `functools.cached_property`, without the lock that it has before Python 3.12: a page has some dozens of these."""

    def __init__(self, work_out: Callable[[Any], _Value]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> "once[_Value]": ...

    @overload
    def __get__(self, instance: object, owner: type) -> _Value: ...

    def __get__(self, instance: object | None, owner: type) -> "once[_Value] | _Value":
        if instance is None:
            return self
        found = instance.__dict__[self._name] = self._work_out(instance)
        return found
