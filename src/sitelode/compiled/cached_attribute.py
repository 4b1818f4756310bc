"""An attribute that is worked out when it is asked for, and kept."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

_Value = TypeVar("_Value")


class cached_attribute(Generic[_Value]):  # noqa: N801 (used as a decorator)
    """As `functools.cached_property`, without the lock that it has before Python 3.12: threads that share a page would wait for it."""

    def __init__(self, work_out: Callable[[Any], _Value]) -> None:
        self._work_out, self._name, self.__doc__ = work_out, work_out.__name__, work_out.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> "cached_attribute[_Value]": ...
    @overload
    def __get__(self, instance: object, owner: type) -> _Value: ...
    def __get__(self, instance: object | None, owner: type) -> "cached_attribute[_Value] | _Value":
        if instance is None:
            return self
        found = instance.__dict__[self._name] = self._work_out(instance)  # where it is found from then on
        return found
