"""Pages ranked by how much they are tables of contents, by LAMIS and what it was compared with, with the values behind the rank."""

from typing import Any, Final

from sitelode.errors import SettingError
from sitelode.site.link_graph import LinkGraph, link_graph
from sitelode.studio.session import StudioSession
from sitelode.studio.views.pages import page_line
from sitelode_lab.links.rankings import Ranking, rank

METHODS: Final = {
    "ol": "how many pages a page links to",
    "hits": "HITS: hubs link to authorities, authorities are linked by hubs",
    "hits-cb": "HITS with content blocks of a page as hubs",
    "salsa": "SALSA: HITS with shares of links instead of whole ones",
    "lamis": "LAMIS: links weighted by the entropy of their anchors",
    "lamis-ln": "LAMIS with shares of links",
    "lamis-hr": "LAMIS, hub values less authority",
    "lamis-cb": "LAMIS with content blocks as hubs",
    "lamis-cb-tw": "LAMIS with content blocks, long anchors weighted up",
    "lamis-ln-cb-hr-tw": "all four together: the best of the paper",
}
MOST_SHOWN: Final = 300  # pages; set by hand


def site_graph(session: StudioSession) -> LinkGraph:
    return session.cache.get(("graph",), lambda: link_graph(session.site, session.progress))


def ranks_view(session: StudioSession, method: str) -> dict[str, Any]:
    """The first pages by one method, with the values of all of them."""
    if method not in METHODS:
        raise SettingError(f"no ranking is called {method!r}; take one of {', '.join(METHODS)}")
    ranking: Ranking = session.cache.get(("ranking", method), lambda: rank(site_graph(session), method))
    order = ranking.order()[:MOST_SHOWN].tolist()
    return {
        "method": method,
        "methods": [{"name": name, "words": words} for name, words in METHODS.items()],
        "pages": len(session.site.entries),
        "iterations": len(ranking.changes),
        "stop": str(ranking.stop or ""),
        "ranked": [
            {
                **page_line(session, place),
                "score": round(float(ranking.score[place]), 5),
                "hub": round(float(ranking.hub[place]), 5),
                "authority": round(float(ranking.authority[place]), 5),
            }
            for place in order
        ],
    }
