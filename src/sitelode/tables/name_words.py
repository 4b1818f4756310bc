"""The words that names of columns are made of: those of class names, ids and keys that people use for values; and names that differ."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from sitelode.text.value_types import IMAGE, LINK, NUMBER, TEXT

LONGEST_NAME: Final = 40  # characters of a name made of class names
MOST_WORDS_OF_A_CLASS: Final = 3
TELL_LITTLE: Final = frozenset(("name", "value", "text", "label", "content", "id", "url", "amount"))  # words of code: of anything
TELLING_WORDS: Final = frozenset(
    """
    title subtitle headline name author writer editor creator publisher director actor artist speaker organizer reviewer user username owner
    seller company employer brand manufacturer maker vendor organization team club position role occupation salary birthday
    date time year month day published posted updated modified created release start end deadline duration age
    price old regular original sale cost msrp amount currency discount shipping fee total tax rent rating score rank vote likes views
    comment reply review point count quantity stock availability category tag genre type kind topic subject keyword language format edition
    description summary excerpt abstract snippet biography caption quote answer question message
    address street city town state region country county zip postcode location place venue district neighborhood
    phone telephone mobile fax email website homepage isbn issn doi gtin mpn sku model upc ean code reference version license
    size weight height width length color colour material condition warranty engine fuel mileage mpg transmission capacity
    picture photo thumbnail logo avatar video ingredient calorie cuisine hour latitude longitude distance
    status level requirement skill experience education benefit industry department bedroom bathroom bed bath
    """.split()
)
"""Words of class names that people use for values, one of each (`comment` is also `comments`): mostly properties of schema.org."""

STYLE_WORDS: Final = frozenset("size color colour width height length weight type status format".split())
"""In class names, these are of letters, boxes and what a page builder makes."""
FIGURE_WORDS: Final = frozenset(
    """
    date time year month day published posted updated modified created release start end deadline duration age birthday
    price old regular original sale cost msrp amount discount shipping fee tax rent rating score rank vote likes views point count quantity
    phone telephone mobile fax zip postcode isbn ean upc mileage mpg latitude longitude distance
    """.split()
)
"""In class names, these are of values that hold figures, and of no text that is longer than a date."""

PICTURE_WORDS: Final = frozenset("picture photo thumbnail logo avatar video".split())  # of class names: they name no text
SHORT_FORMS: Final = {
    "addr": "address",
    "desc": "description",
    "tel": "phone",
    "loc": "location",
    "qty": "quantity",
    "pic": "picture",
    "lat": "latitude",
    "lon": "longitude",
    "ht": "height",
    "wt": "weight",
}
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[^\W\d_A-Z]+|[A-Z]+")


def words_of(name: str) -> list[str]:
    """The words of a class name or id, in lower case: `jobView_company` is job, view, company."""
    return [word.lower() for word in _WORD.findall(name)]


def telling_words(name: str, leave_out: Collection[str] = PICTURE_WORDS) -> str:
    """The words of a class name or id that people use for values, the last of them: `ctl00_poiAddr` is an address."""
    words = [SHORT_FORMS.get(word, word) for word in words_of(name)]
    telling = [word for word in words if is_telling(word) and STYLE_WORDS.union(leave_out).isdisjoint(_singular(word))]
    return " ".join([word for word in telling if word != "amount" or len(telling) == 1][-MOST_WORDS_OF_A_CLASS:])


def is_telling(name: str) -> bool:
    """Whether people use all words of a name for values."""
    words = words_of(name)
    return bool(words) and all(not TELLING_WORDS.isdisjoint((*_singular(word), SHORT_FORMS.get(word, ""))) for word in words)


def _singular(word: str) -> tuple[str, ...]:
    """The word as it is, and without the ending of several."""
    return word, word.removesuffix("s"), word.removesuffix("ies") + "y"


def says_nothing(name: str) -> bool:
    """Whether a name is only the type of its values, with a number or without: `text`, `number_2`."""
    return re.sub(r"[ _]\d+$", "", name) in (TEXT, NUMBER, LINK, IMAGE)


def unique_names(names: Iterable[str], joint: str = "_", reserved: Iterable[str] = ()) -> list[str]:
    """The names, with a number added to those that occurred before or are reserved; one that has such a number gets another."""
    used = set(reserved)
    unique = []
    for name in names:
        stem, _, number_before = name.rpartition(joint)
        stem = stem if stem in used and number_before.isdecimal() else name
        candidate, number = name, 1
        while candidate in used:
            number += 1
            candidate = f"{stem}{joint}{number}"
        used.add(candidate)
        unique.append(candidate)
    return unique


def key_name(keys: Sequence[str]) -> str:
    """The name of a column: `offers.price` is price, `brand.name` is brand, `image.height` is image height."""
    words = words_of(keys[-1]) or [keys[-1]]
    if len(keys) > 1 and (name := " ".join(words)) in TELL_LITTLE | STYLE_WORDS:
        words = words_of(keys[-2]) + (words if name != "name" else [])
    return " ".join(words)[:LONGEST_NAME].strip()


def unique_column_names(names: Iterable[str]) -> list[str]:
    """The names, with a number added to repeated ones; `url` is reserved for the page's address."""
    return unique_names(names, " ", ("url",))
