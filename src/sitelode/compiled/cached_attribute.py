"""An attribute that is worked out when it is asked for, and kept."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from sitelode.compiled.kernels.once import Once

_Value = TypeVar("_Value")


class once(Once, Generic[_Value]):  # noqa: N801 (used as a decorator)
    """As `functools.cached_property`, without the lock that it has before Python 3.12, and compiled."""

    def __init__(self, work_out: Callable[[Any], _Value]) -> None:
        super().__init__(work_out)
        self.__doc__ = work_out.__doc__

    if TYPE_CHECKING:

        @overload
        def __get__(self, instance: None, owner: type) -> "once[_Value]": ...

        @overload
        def __get__(self, instance: object, owner: type) -> _Value: ...

        def __get__(self, instance: object | None, owner: type) -> "once[_Value] | _Value": ...
