"""Why a page is of its kind, in one line: the finer kind, what is typical of it on this page, and what the three kinds are told by."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from sitelode.counted import counted
from sitelode.page_kinds.decide import CoarseAndFine, Verdicts
from sitelode.page_kinds.learnt.evidence import Case
from sitelode.page_kinds.page_groups import Measures

# For finer kinds the columns of evidence that show them best, with the noun for what they count.
_TYPICAL: Final = {
    "detail": (
        ("values under labels", "value under a label", "values under labels"),
        ("labels in lines", "labelled line", "labelled lines"),
    ),
    "thread": (("blocks", "block", "blocks"), ("dates of its own", "date", "dates")),
    "media": (
        ("pictures of its own", "picture of its own", "pictures of its own"),
        ("files of its own", "file of its own", "files of its own"),
    ),
    "form": (("fields", "field", "fields"),),
}


def reasons(found: Verdicts, likely: CoarseAndFine, case: Case, evidence: Mapping[str, Measures]) -> list[str]:
    """One line a page."""
    return [_reason(page, found, likely.fine[page], case, evidence) for page in range(len(case.reading))]


def _reason(page: int, found: Verdicts, finer: str, case: Case, evidence: Mapping[str, Measures]) -> str:
    announced, listings, layout = (int(column[page]) for column in (found.announced, found.listings, case.layouts.of_page))
    typical = [(round(float(np.expm1(evidence[name][page]))), one, more) for name, one, more in _TYPICAL.get(finer, ())]
    parts = [
        *(counted(number, one, more) for number, one, more in typical if number),
        f"announces {counted(announced, 'page')}" if announced else "announces no page",
        f"listed by {counted(listings, 'index page')}" if listings else "listed by no index page",
        f"{case.text.own[page]:.0f} characters of its own",
        f"layout {layout} ({counted(int(case.layouts.size[layout]), 'page')})",
        *["in a menu"] * bool(found.in_menus[page]),
    ]
    return f"{finer}: {', '.join(parts)}"
