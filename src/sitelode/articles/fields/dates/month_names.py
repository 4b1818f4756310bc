"""The names of the months in all languages of CLDR, as data of the package that `bench/make_month_names.py` writes."""

import json
from functools import cache
from importlib.resources import files


@cache
def month_names(language: str) -> dict[str, int]:
    """The names that a language has for the months, in lower case, with their numbers; none for a code that CLDR does not know."""
    months = _names_by_language().get(language, "").split("|")
    return {name: number for number, names in enumerate(months, start=1) for name in filter(None, names.split(","))}


@cache
def _names_by_language() -> dict[str, str]:
    found: dict[str, str] = json.loads(files(__package__).joinpath("month_names.json").read_text(encoding="utf-8"))
    return found
