"""How much text start pages give, and where (2.4, Table 2.1): words of titles, descriptions, keywords and bodies.

J. M. Pierre: "On the automated classification of web sites", Computer and Information Science 6, 2001, has the table for the start pages
of 29,998 domains. It is why metatags are worth reading: where they exist, they say in a few words what a body says in many.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sitelode.classify.reading import PageText
from sitelode.text.tokens import terms

PLACES = ("title", "description", "keywords", "body")
BOUNDS = {"0": 0, "1-10": 10, "11-50": 50, "51+": 1 << 62}  # columns of the table, each with its most words


@dataclass(frozen=True, slots=True)
class Inventory:
    """For each place the share of pages with no, few, some and many words."""

    shares: dict[str, tuple[float, ...]]

    @classmethod
    def of(cls, pages: Sequence[PageText]) -> "Inventory":
        shares = {}
        for place in PLACES:
            columns = Counter(bisect_left(list(BOUNDS.values()), len(terms(getattr(page, place)))) for page in pages)
            shares[place] = tuple(columns[column] / max(1, len(pages)) for column in range(len(BOUNDS)))
        return cls(shares)

    def lines(self) -> list[str]:
        """The table as text, shares in per cent."""
        rows = (f"{place:<12}" + "".join(f"{share:>7.0%} " for share in self.shares[place]).rstrip() for place in PLACES)
        return [f"{'words':<12}" + "".join(f"{column:>8}" for column in BOUNDS), *rows]
