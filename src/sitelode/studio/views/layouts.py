"""Layouts of the site as cards: how many pages and articles, what their addresses have in common, which page is typical."""

from typing import Any

import numpy as np

from sitelode.layout.site_layouts import common_url_pattern
from sitelode.studio.session import StudioSession

EXAMPLES = 3


def layout_card(session: StudioSession, number: int, members: list[int]) -> dict[str, Any]:
    entries = [session.site.entries[member] for member in members]
    urls = [entry.url for entry in entries]
    mined = {session.layouts.clusters.of_page[member] for member in members}
    articles = [session.articles[entry.origin] for entry in entries if entry.origin in session.articles]
    return {
        "cluster": number,
        "mined_as": sorted(mined)[:EXAMPLES],
        "pages": len(members),
        "articles": len(articles),
        "confidence": round(float(np.mean([article.confidence for article in articles])), 3) if articles else None,
        "common": round(session.layouts.common_share(members), 3),
        "pattern": common_url_pattern(urls),
        "typical": entries[typical_member(session, members)].number,
        "examples": [{"page": entry.number, "url": entry.url} for entry in entries[:EXAMPLES]],
    }


def typical_member(session: StudioSession, members: list[int]) -> int:
    """The position in a group of the page of median size, which looks like most of the others."""
    sizes = [len(session.layouts.path_sets[member].codes) for member in members]
    return int(np.argsort(sizes, kind="stable")[len(sizes) // 2])
