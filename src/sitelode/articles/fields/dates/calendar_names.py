"""The names of months and weekdays in all CLDR languages, from data files written by `bench/make_calendar_names.py`."""

import json
from functools import cache
from importlib.resources import files


@cache
def month_names(language: str) -> dict[str, int]:
    """The names of the months in a language, in lower case, with their numbers; empty if CLDR does not know the code."""
    months = names_by_language("month_names.json").get(language, "").split("|")
    return {name: number for number, names in enumerate(months, start=1) for name in filter(None, names.split(","))}


def languages_of_month(word: str) -> tuple[str, ...]:
    """The languages in which a word, in lower case, is the name of a month."""
    return _languages_by_month().get(word, ())


@cache
def _languages_by_month() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for language in names_by_language("month_names.json"):
        for name in month_names(language):
            found[name] = (*found.get(name, ()), language)
    return found


def is_weekday(word: str) -> bool:
    """Whether a word is the full name of a weekday in some language."""
    return word.lower() in _weekdays()


@cache
def _weekdays() -> frozenset[str]:
    return frozenset(
        name for days in names_by_language("weekday_names.json").values() for name in days.replace("|", ",").split(",") if name
    )


@cache
def names_by_language(file: str) -> dict[str, str]:
    """For each language, the names of its months or weekdays: those of one are separated by commas, one from the next by a vertical bar."""
    found: dict[str, str] = json.loads(files(__package__).joinpath(file).read_text(encoding="utf-8"))
    return found
