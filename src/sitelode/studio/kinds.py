"""Which pages are index pages, which are articles, which neither; and which of their links are informative."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.studio.desk import Desk

SURE_FROM = 0.6  # confidence of an article


@dataclass(frozen=True)
class PageKinds:
    """One entry per page of the site."""

    kinds: list[str]  # index, article or other
    informative: list[NDArray[np.bool_]]  # one value for each link of the page
    evidence: list[str]  # why, in words


def page_kinds(desk: Desk) -> PageKinds:
    return desk.kept.get(("kinds",), lambda: _by_articles(desk))


def known_kinds(desk: Desk) -> list[str]:
    """The kinds of all pages where somebody asked for them before; empty else: lists do not wait for them."""
    found: PageKinds | None = desk.kept.known(("kinds",))
    return found.kinds if found else []


def _by_articles(desk: Desk) -> PageKinds:
    kinds, evidence = [], []
    for entry in desk.site.entries:
        article = desk.articles.get(entry.origin)
        kinds.append("article" if article and article.confidence >= SURE_FROM else "index")
        evidence.append(f"an article with confidence {article.confidence:.2f}" if article else "no article")
    return PageKinds(kinds, [np.ones(len(desk.site.links(entry.number)), np.bool_) for entry in desk.site.entries], evidence)
