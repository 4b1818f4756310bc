"""Write the names of months in all languages of CLDR to the package's data.

python -m bench.make_calendar_names   (needs Babel, of the group "dev")

Month names are the wide and abbreviated ones, in the forms used in a date and alone, in lower case, NFKC, without the dots of
abbreviations. Narrow names (one letter) are too ambiguous.
"""

import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from babel import localedata
from babel.core import get_global

TARGET = Path(__file__).parent.parent / "src/sitelode/articles/fields"
MONTHS = 12
ALIAS_LETTERS = 2  # longer old codes of languages are not what pages state
# Forms that sites write and CLDR does not have: older spellings and abbreviations, with the number of the month.
NOT_IN_CLDR = {
    "az": {"i̇yun": 6, "i̇yul": 7},
    "bs": {"avgust": 8, "avg": 8},
    "cs": {"únr": 2, "črv": 7, "črc": 7},
    "de": {"mrz": 3, "feber": 2},
    "fr": {"jun": 6, "jul": 7},
    "he": {"מרס": 3, "במרס": 3, "מארס": 3, "במארס": 3},
    "hi": {"सितम्बर": 9, "अक्तूबर": 10, "नवम्बर": 11, "दिसम्बर": 12},
    "hu": {"ii": 2, "iii": 3, "iv": 4, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "xi": 11, "xii": 12},
    "id": {
        "mrt": 3,
        "djanuari": 1,
        "djan": 1,
        "pebruari": 2,
        "peb": 2,
        "djuni": 6,
        "djuli": 7,
        "agt": 8,
        "ag": 8,
        "nopember": 11,
        "nop": 11,
    },
    "pl": {"pazdziernik": 10, "pazdziernika": 10, "paz": 10},
}
_LANGUAGE = re.compile("[a-z]{2,3}")
_READABLE = re.compile(r"[^\W\d_][^\s\d]+(?:\s\d{1,2})?")  # a word, or a word and a number (tháng 1); 1月 is read by its number
_LITERAL = r"(?:'([^\W\d_]+)'|([^\W\d_a-zA-Z]+))?"  # letters of a date format that mean themselves
_FORMAT_OF_NAME = re.compile(rf"{_LITERAL}(?:MMMM?|LLLL?){_LITERAL}")

Months = list[Counter[str]]  # names of each month, and how many locales have each


def names_by_language() -> dict[str, list[list[str]]]:
    """The names of the twelve months of every language, in all its countries and scripts."""
    found: dict[str, Months] = defaultdict(lambda: [Counter() for _ in range(MONTHS)])
    for identifier in sorted(localedata.locale_identifiers(), key=lambda each: (len(each), each)):
        language = identifier.partition("_")[0]
        if _LANGUAGE.fullmatch(language):
            for month, name in _names(identifier):
                found[language][month - 1][name] += 1
    for language, names in NOT_IN_CLDR.items():
        for name, month in names.items():
            found[language][month - 1][name] += 1
    named = {language: _unambiguous(months) for language, months in found.items() if any(months)}
    for other, language in (*get_global("parent_exceptions").items(), *get_global("language_aliases").items()):
        if len(other) == ALIAS_LETTERS and other not in named and language in named:
            named[other] = named[language]
    return dict(sorted(named.items()))


def _names(identifier: str) -> Iterator[tuple[int, str]]:
    # What a locale has of its own: merged with what it inherits, Babel's tables of one language leak into those of others.
    data = localedata.load(identifier, merge_inherited=False)
    affixes = {("", ""), *_affixes(data.get("date_formats", {}))}
    for widths in data.get("months", {}).values():
        for width in ("wide", "abbreviated"):
            names = widths.get(width, {}) if isinstance(widths, dict) else {}
            for month, name in names.items() if isinstance(names, dict) else ():
                yield from ((month, plain) for before, after in sorted(affixes) if (plain := _plain(before + name + after)))


def _affixes(formats: dict[str, object]) -> Iterator[tuple[str, str]]:
    """What a language writes before or after the name of a month without a space: Hebrew, Basque."""
    for each in formats.values():
        match = _FORMAT_OF_NAME.search(str(getattr(each, "pattern", "")))
        if match:
            yield match[1] or match[2] or "", match[3] or match[4] or ""


def _plain(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).lower().replace(".", "").strip()
    return plain if _READABLE.fullmatch(plain) else ""


def _unambiguous(months: Months) -> list[list[str]]:
    """A name that is two months in different countries is the one that most of them mean."""
    meaning = {name: max(range(MONTHS), key=lambda month: months[month][name]) for counts in months for name in counts}
    return [[name for name in counts if meaning[name] == month] for month, counts in enumerate(months)]


def main() -> None:
    path = TARGET / "month_names.json"
    lines = {language: "|".join(map(",".join, names)) for language, names in names_by_language().items()}
    path.write_text(json.dumps(lines, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(f"{path.name}: {len(lines)} languages, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
