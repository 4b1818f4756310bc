"""Read the texts of JSON-LD values in all forms that pages use: a text, a list, an object, or a reference to an object elsewhere."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

MOST_VALUES: Final = 50  # of one list; a bound
_OF_PICTURES: Final = ("url", "contentUrl")
_OF_OTHERS: Final = ("name", "@value")


def texts_of(value: object, by_id: Mapping[str, Mapping[str, Any]], *, picture: bool = False) -> Iterator[str]:
    """The texts of a value: itself, its name, or the name of the object it refers to; for a picture, its address."""
    if isinstance(value, str | int | float):
        yield str(value)
    elif isinstance(value, list):
        for each in value[:MOST_VALUES]:
            if not isinstance(each, list):
                yield from texts_of(each, by_id, picture=picture)
    elif isinstance(value, dict):
        yield from _texts_of_object(value, by_id, picture=picture)


def _texts_of_object(value: Mapping[str, Any], by_id: Mapping[str, Mapping[str, Any]], *, picture: bool) -> Iterator[str]:
    keys = _OF_PICTURES if picture else _OF_OTHERS
    known = value if any(value.get(key) for key in keys) else by_id.get(str(value.get("@id")), value)
    said = next((known[key] for key in keys if known.get(key)), None)
    if isinstance(said, list):  # several persons may be written as one object with several names
        yield from (each for each in said[:MOST_VALUES] if isinstance(each, str))
    elif isinstance(said, str):
        yield said
    elif picture:
        yield str(known.get("@id") or "")
    else:
        yield " ".join(part for key in ("givenName", "familyName") if isinstance(part := known.get(key), str))
