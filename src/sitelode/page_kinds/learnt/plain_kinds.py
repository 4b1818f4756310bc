"""Kinds that pages tell without comparison, in whatever language: errors, files and talk by their names, forms and media by being bare.

They are too rare among labelled pages to be learnt, and need not be.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.decide import ERROR, FORM, MAJORITY, NO_TEXT, RICH_TEXT, PageText, Verdicts
from sitelode.page_kinds.learnt.title_shapes import first_part, named_after_a_page, named_kinds
from sitelode.page_kinds.looks.file_addresses import is_medium
from sitelode.page_kinds.own_titles import RawTitles
from sitelode.page_kinds.page_groups import Groups, Measures

Flags = NDArray[np.bool_]
# What HTTP itself calls them, by number and by phrase: generators keep these in any language. Other numbers are mostly amounts.
_ERROR: Final = re.compile(r"(?<!\w)(?:40[34]|not found|forbidden)(?!\w)", re.IGNORECASE)


def told_by_names(titles: Sequence[RawTitles], layout: Sequence[int], text: PageText, found: Verdicts) -> dict[str, Flags]:
    """For each finer kind the pages that are of it."""
    short = text.own < RICH_TEXT
    return {
        "media": _named_as_files(titles) & short,
        "thread": _talk(titles, layout),
        ERROR: _named_as_errors(titles) & short & (found.listings == 0),
    }


def bare_kinds(evidence: Mapping[str, Measures], text: PageText) -> dict[str, Flags]:
    """Pages without text that differs from page to page, by what they have instead: a picture or file, else a field to fill in."""
    bare = text.varying < NO_TEXT
    shows = (evidence["pictures of its own"] > 0) | (evidence["files of its own"] > 0)
    return {"media": bare & shows, FORM: bare & ~shows & (evidence["fields"] > 0)}


def _named_as_files(titles: Sequence[RawTitles]) -> Flags:
    """A page that is called as a file shows that file."""
    return np.array([is_medium(first_part(each)) or is_medium(each.main) for each in titles], dtype=np.bool_)


def _talk(titles: Sequence[RawTitles], layout: Sequence[int]) -> Flags:
    """Pages with one name before a colon, after which most have the title of another page: "Talk: ..", as wikis call them."""
    named = Groups.of(named_kinds(titles, layout))
    share = named.mean(named_after_a_page(titles).astype(np.float64))[named.of_page]
    return np.asarray((named.of_page > 0) & (share >= MAJORITY))


def _named_as_errors(titles: Sequence[RawTitles]) -> Flags:
    said = ((each.title, *each.headings) for each in titles)
    return np.array([any(map(_ERROR.search, texts)) for texts in said], dtype=np.bool_)
