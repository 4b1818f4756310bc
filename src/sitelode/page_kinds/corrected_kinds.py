"""What people said about whole pages: this is an article, an index page, neither; or: it was checked and is right as it is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

import numpy as np

from sitelode.json_data import Bounds, JsonData, form_of
from sitelode.page_kinds.kinds import SiteKinds

KINDS: Final = ("article", "index", "other")
RIGHT: Final = "right"  # nothing is wrong: somebody looked at it
BY_A_PERSON: Final = "a person said so"
MOST_PAGES: Final = 20_000  # in one go; a bound, for the log is read whole


@dataclass(frozen=True, slots=True)
class PageCorrection(JsonData):
    """One thing that a person said about one page, or about many at once."""

    pages: Annotated[tuple[str, ...], Bounds(1, MOST_PAGES)]  # their addresses
    says: Annotated[str, form_of(Literal[*KINDS, RIGHT])]


def said_of_pages(corrections: Iterable[PageCorrection]) -> dict[str, str]:
    """The last word on each address."""
    return {url: each.says for each in corrections for url in each.pages}


def corrected_kinds(kinds: SiteKinds, urls: Sequence[str], corrections: Iterable[PageCorrection]) -> SiteKinds:
    """The kinds of all pages, with those that people know better."""
    said = {url: kind for url, kind in said_of_pages(corrections).items() if kind in KINDS}
    places = [place for place, url in enumerate(urls) if url in said]
    if not places:
        return kinds
    kind, finer, evidence = list(kinds.kind), list(kinds.finer), list(kinds.evidence)
    confidence, score = kinds.confidence.copy(), kinds.score.copy()
    for place in places:
        stated = said[urls[place]]
        if kind[place] != stated or (stated, finer[place]) == ("other", "thread"):  # threads are read as articles until somebody objects
            finer[place] = "page" if stated == "other" else stated
        kind[place], evidence[place] = stated, BY_A_PERSON
    confidence[places] = 1.0
    score[places] = np.array([said[urls[place]] == "index" for place in places], dtype=score.dtype)
    return replace(kinds, kind=kind, finer=finer, evidence=evidence, confidence=confidence, score=score)
