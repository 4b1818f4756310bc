"""Link graphs for tests: by hand, and from small made-up sites."""

from collections import Counter

import numpy as np

from sitelode.model import Fetched
from sitelode.site.link_graph import LinkGraph
from sitelode.site.site import open_site


def graph_of(pages, links):
    """From (page, target, anchor) or (page, target, anchor, block), ordered by page; without blocks each link is one of its own."""
    links = sorted(((*link, f"own {place}") if len(link) == 3 else link for place, link in enumerate(links)), key=lambda link: link[0])
    anchors = {anchor: number for number, anchor in enumerate(dict.fromkeys(anchor for _, _, anchor, _ in links))}
    blocks = {block: number for number, block in enumerate(dict.fromkeys((source, block) for source, _, _, block in links))}
    before = Counter()
    columns = [[], [], [], [], []]
    for source, target, anchor, block in links:
        for column, value in zip(columns, (source, target, blocks[source, block], before[source], anchors[anchor]), strict=True):
            column.append(value)
        before[source] += 1
    urls = [f"https://site.example/{page}" for page in range(pages)]
    return LinkGraph(urls, *(np.array(each, np.int32) for each in columns), list(anchors))


def site_of(bodies, host="https://site.example"):
    """A site of pages with these bodies by path; each has a text of its own, or it would be taken for a repetition."""
    pages = []
    for number, (path, body) in enumerate(bodies.items()):
        url = path if path.startswith("http") else f"{host}{path}"
        words = " ".join(f"word{number}x{place}" for place in range(12))
        html = f"<title>Page {number}</title><p>{words}</p>{body}"
        pages.append(Fetched(url, html.encode(), "text/html; charset=utf-8", origin=str(number)))
    return open_site(pages, "test")


def edges_of(graph):
    return sorted(zip(graph.source.tolist(), graph.target.tolist(), strict=True))
