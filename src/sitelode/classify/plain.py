"""Models as plain data and back: dataclasses with arrays become lists and numbers; what does not fit is refused in one line."""

from dataclasses import is_dataclass
from typing import Any, TypeVar, get_origin

import msgspec
import numpy as np

from sitelode.classify.contract import PlainData
from sitelode.errors import ClassifyError

_Value = TypeVar("_Value")
_DECIMALS = 6  # of the numbers of a model; more would double its size and change no answer


def to_plain(value: object) -> PlainData:
    """A dataclass as JSON has it."""
    assert is_dataclass(value)
    plain: PlainData = msgspec.to_builtins(value, enc_hook=_encoded)
    return plain


def from_plain(kind: type[_Value], data: object) -> _Value:
    """The dataclass again.

    Raises:
        ClassifyError: when the data are not those of such a model.

    """
    try:
        return msgspec.convert(data, kind, dec_hook=_decoded)
    except (msgspec.ValidationError, ValueError, TypeError) as problem:
        raise ClassifyError(f"this is no model of that kind: {problem}; train it again with: sitelode classify train") from problem


def _encoded(value: object) -> Any:  # noqa: ANN401 (msgspec's hook)
    if isinstance(value, np.ndarray):
        return np.round(value, _DECIMALS).tolist() if value.dtype.kind == "f" else value.tolist()
    raise NotImplementedError(type(value))


def _decoded(kind: type, value: object) -> object:
    if get_origin(kind) is np.ndarray or kind is np.ndarray:
        array = np.array(value, dtype=float)
        if not np.isfinite(array).all():
            raise ValueError("a number of it is not finite")
        return array
    raise NotImplementedError(kind)
