"""How much text start pages give where: the table of words in title, description, keywords and body (2.4, Table 2.1).

J. M. Pierre: "On the automated classification of web sites", Computer and Information Science 6, 2001, has it for 29,998 domains.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sitelode.classify.reading import PageText
from sitelode.classify.words import words

PLACES = ("title", "description", "keywords", "body")
BOUNDS = (0, 10, 50)  # words: none, 1 to 10, 11 to 50, more
COLUMNS = ("0", "1-10", "11-50", "51+")


@dataclass(frozen=True, slots=True)
class Inventory:
    """For each place the share of pages with none, few, some and many words."""

    pages: int
    shares: dict[str, tuple[float, ...]]

    def lines(self) -> list[str]:
        """The table as text, shares in per cent."""
        head = f"{'words':<12}" + "".join(f"{column:>8}" for column in COLUMNS)
        rows = (f"{place:<12}" + "".join(f"{share:>7.0%} " for share in self.shares[place]).rstrip() for place in PLACES)
        return [head, *rows]


def inventory(start_pages: Iterable[PageText]) -> Inventory:
    """Count the words of every start page."""
    counts = {place: [0] * len(COLUMNS) for place in PLACES}
    pages = 0
    for page in start_pages:
        pages += 1
        for place in PLACES:
            counts[place][_column(len(words(getattr(page, place))))] += 1
    return Inventory(pages, {place: tuple(count / max(1, pages) for count in row) for place, row in counts.items()})


def _column(number: int) -> int:
    return sum(number > bound for bound in BOUNDS)
