"""HITS, SALSA, LAMIS and its variants as they are written down: dictionaries, loops, dense lists."""

from collections import Counter, defaultdict
from math import log, log2, log10, sqrt

from sitelode.text.tokens import terms


def term_entropies(pages, links):
    counts = defaultdict(Counter)
    for source, _, anchor, _ in links:
        for term in terms(anchor):
            counts[term][source] += 1
    entropies = {}
    for term, by_page in counts.items():
        total = sum(by_page.values())
        entropies[term] = -sum(count / total * log(count / total, pages) for count in by_page.values()) if pages > 1 else 0.0
    return entropies


def anchor_entropy(anchor, entropies):
    distinct = set(terms(anchor))
    return sum(entropies[term] for term in distinct) / len(distinct) if distinct else 1.0


def link_weight(anchor, entropies, parts):
    weight = 1 - anchor_entropy(anchor, entropies) if "lamis" in parts else 1.0
    if "tw" in parts:
        weight *= 1 + log10(max(len(terms(anchor)), 1))
    return weight


def slow_rank(pages, links, name, iterations):
    """Score of each page; links are (page, target, anchor, block)."""
    parts = name.split("-")
    if name == "ol":
        return [float(len({target for source, target, _, _ in links if source == page})) for page in range(pages)]
    entropies = term_entropies(pages, links)
    edges = {}
    for source, target, anchor, block in links:
        hub = (source, block) if "cb" in parts else (source, None)
        weight = link_weight(anchor, entropies, parts)
        if weight > 1e-12:
            edges[hub, target] = max(edges.get((hub, target), 0.0), weight)
    hubs, authorities = _iterated(pages, links, edges, parts, iterations)
    factor = max(0.0, log2(len(links) / 1000)) if "hr" in parts and links else 0.0
    return [sum(value for (source, _), value in hubs.items() if source == page) - factor * authorities[page] for page in range(pages)]


def _iterated(pages, links, edges, parts, iterations):
    hubs = {(source, block if "cb" in parts else None): 0.0 for source, _, _, block in links}
    if "cb" not in parts:
        hubs |= {(page, None): 0.0 for page in range(pages)}
    if not edges:
        return hubs, [0.0] * pages
    out_sum, in_sum = Counter(), Counter()
    for (hub, target), weight in edges.items():
        out_sum[hub] += weight if "ln" in parts else 0
        in_sum[target] += weight if "ln" in parts else 0
    hubs = dict.fromkeys(hubs, 1.0)
    for _ in range(iterations):
        authorities = [0.0] * pages
        for (hub, target), weight in edges.items():
            authorities[target] += hubs[hub] * weight / (out_sum[hub] or 1)
        authorities = _of_length_1(authorities)
        hubs = dict.fromkeys(hubs, 0.0)
        for (hub, target), weight in edges.items():
            hubs[hub] += authorities[target] * weight / (in_sum[target] or 1)
        hubs = dict(zip(hubs, _of_length_1(hubs.values()), strict=True))
    return hubs, authorities


def _of_length_1(values):
    values = list(values)
    length = sqrt(sum(value * value for value in values))
    return [value / length for value in values] if length else values
