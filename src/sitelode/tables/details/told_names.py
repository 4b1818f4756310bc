"""Names for columns that no label names: the words that all values have beside their figures, or where their links lead.

"28 MPG City / 36 MPG Hwy" is `mpg city hwy`, a link to `/company/lw13/` a `company`, one to `?vendor=337` a `vendor`. Limits set by hand.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from sitelode.tables.column_roles import LONGEST_NAME, TELL_LITTLE
from sitelode.tables.details.text_nodes import TextNodes

AGREEING: Final = 0.8  # share of the values or links that must have a word
LEAST_VALUES: Final = 4
MOST_WORDS: Final = 4  # of a name
LEAST_LETTERS: Final = 4  # of one of the words: shorter ones alone are units
LEAST_OF_AN_ADDRESS: Final = 3  # letters of a word of an address
STEPS_TO_LINK: Final = 3
_INNER_LABEL = re.compile(r"(?<![^\W_])([^\W\d_][^:\uff1a\d]{0,30})[:\uff1a](?!//)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_PARTS = re.compile(r"[/?&=#]+")
_LETTERS = re.compile(r"[^\W\d_]+(?:[-_][^\W\d_]+)*")


def shared_words(values: Sequence[str]) -> str:
    """The words that nearly all values have, in the order of the first, if values begin with figures: "28 MPG", not "Maker 1"."""
    if len(values) < LEAST_VALUES or sum(value[:1].isdigit() for value in values) < AGREEING * len(values):
        return ""
    words = [list(dict.fromkeys(word.lower() for word in _WORD.findall(value))) for value in values]
    counts = Counter(word for each in words for word in each)
    shared = [word for word, count in counts.items() if count >= AGREEING * len(values)]
    tells = any(len(word) >= LEAST_LETTERS for word in shared) and len(shared) <= MOST_WORDS
    return " ".join(shared)[:LONGEST_NAME].strip() if tells else ""


def further_labels(values: Sequence[str]) -> str:
    """Labels within values ("16 Highway: 23"), that nearly all have."""
    found = Counter(label for value in values for label in dict.fromkeys(map(str.strip, _INNER_LABEL.findall(value))))
    shared = [label for label, count in found.items() if count >= AGREEING * len(values)] if len(values) >= LEAST_VALUES else []
    return " ".join(shared[:MOST_WORDS])


def linked_word(places: Sequence[tuple[TextNodes, int]]) -> str:
    """The word before what varies in the addresses that the values are links to."""
    if not any(nodes.ways.in_link[node] for nodes, node in places[:LEAST_VALUES]):
        return ""
    links = [address for nodes, node in places if (address := _address(nodes, node))]
    if len(links) < LEAST_VALUES or len(links) < AGREEING * len(places) or len(set(links)) == 1:
        return ""
    parts = [[part for part in _PARTS.split(link.partition("://")[2] or link) if part] for link in links]
    common = next((place for place, column in enumerate(zip(*parts, strict=False)) if len(set(column)) > 1), min(map(len, parts)))
    varying = {found[0].lower() if (found := _LETTERS.match(each[common])) else "" for each in parts if len(each) > common}
    before = [part.rpartition(".")[0] or part for part in parts[0][:common]][1 if "://" in links[0] else 0 :]
    own = set(_PARTS.split(places[0][0].page.url))  # what the pages' own addresses have tells nothing
    for word in (*(varying if len(varying) == 1 else ()), *reversed(before)):
        name = re.sub(r"[\W_]+", " ", word.lower()).strip()
        if len(name) >= LEAST_OF_AN_ADDRESS and _LETTERS.fullmatch(word) and name not in TELL_LITTLE and word not in own:
            return name[:LONGEST_NAME]
    return ""


def _address(nodes: TextNodes, node: int) -> str:
    """The address of the link around a text."""
    if not nodes.ways.in_link[node]:
        return ""
    page = nodes.page
    row = int(nodes.home[node])
    for _ in range(STEPS_TO_LINK):
        if row < 0:
            break
        if page.tag_name(row) == "a":
            return page.attribute(row, "href") or ""
        row = int(page.columns.parent[row])
    return ""
