"""Kinds of a site mined again: only new pages are judged, in the company of some known pages.

Known pages keep their kinds. A new page of a layout whose known pages are nearly all of one kind is of that kind. Every other one is judged
as when a site is mined, but among a part of the site: all new pages, some pages of each of their layouts, some index pages, the front page.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from sitelode.incremental.layouts import spread
from sitelode.page_kinds.decide import INDEX
from sitelode.page_kinds.kinds import KindSettings, SiteKinds, judge
from sitelode.page_kinds.page_evidence import read_evidence
from sitelode.page_kinds.repetitions import Repetitions
from sitelode.progress import Progress, no_progress
from sitelode.site.site import Site

# Set by hand; `bench.renewal` shows how often the kinds are those that mining everything gives.
OF_A_LAYOUT: Final = 20  # known pages beside the new ones of a layout
INDEX_PAGES: Final = 30  # known index pages
LEAST_KNOWN: Final = 10  # pages of a layout whose kind may be that of a new one
NEARLY_ALL: Final = 0.95  # of them


def renewed_kinds(
    known: SiteKinds, site: Site, of_page: Sequence[int], before: Sequence[int | None], progress: Progress = no_progress
) -> SiteKinds:
    """Kinds of all pages of a site; `of_page` has their layouts, `before` their places in the site as it was, None for new ones."""
    fresh = [place for place, old in enumerate(before) if old is None]
    now = {old: place for place, old in enumerate(before) if old is not None}
    chosen = _company(known, site, of_page, before, fresh) if fresh else []
    part = site.part([site.entries[place] for place in chosen])
    layouts = {layout: number for number, layout in enumerate(dict.fromkeys(of_page[place] for place in chosen))}
    judged = judge(read_evidence(part, progress), [layouts[of_page[place]] for place in chosen], KindSettings()) if fresh else None
    rows = [_known_row(known, old, now) if old is not None else None for old in before]
    usual = _usual_kinds(known, of_page, before)
    for number, place in enumerate(chosen):
        if judged is not None and rows[place] is None:
            rows[place] = _new_row(judged, number, chosen, usual.get(of_page[place]))
    return _joined([row for row in rows if row is not None], known)


def _company(known: SiteKinds, site: Site, of_page: Sequence[int], before: Sequence[int | None], fresh: Sequence[int]) -> list[int]:
    """The new pages and those that they are judged with, in the order of the site."""
    layouts = {of_page[place] for place in fresh}
    members: dict[int, list[int]] = defaultdict(list)
    index_pages = []
    for place, old in enumerate(before):
        if old is not None and of_page[place] in layouts:
            members[of_page[place]].append(place)
        if old is not None and known.kind[old] == INDEX:
            index_pages.append(place)
    front = min(range(len(before)), key=lambda place: (len(site.entries[place].url), place))
    some = {place for each in members.values() for place in spread(each, OF_A_LAYOUT)}
    return sorted({*fresh, front, *some, *spread(index_pages, INDEX_PAGES)})


_Row = tuple[str, float, str, np.ndarray, int | None, str, str, float, str]


def _known_row(kinds: SiteKinds, place: int, now: Mapping[int, int]) -> _Row:
    original = kinds.repetitions.original[place]
    repeats = now.get(original) if original is not None else None
    role = kinds.repetitions.role[place] if repeats is not None else ""
    of_page = kinds.kind[place], float(kinds.score[place]), kinds.evidence[place], kinds.informative[place]
    return *of_page, repeats, role, kinds.finer[place], float(kinds.confidence[place]), kinds.names[place]


def _new_row(judged: SiteKinds, number: int, chosen: Sequence[int], usual: tuple[str, str, float, str] | None) -> _Row:
    row = _known_row(judged, number, dict(enumerate(chosen)))
    if usual is None or usual[1] == judged.finer[number]:
        return row
    kind, finer, share, why = usual
    return kind, float(kind == INDEX), why, row[3], row[4], row[5], finer, share, row[8]


def _usual_kinds(known: SiteKinds, of_page: Sequence[int], before: Sequence[int | None]) -> dict[int, tuple[str, str, float, str]]:
    """For layouts whose known pages are nearly all of one kind: that kind, the finer one, their share, and a reason in words."""
    counts: dict[int, Counter[tuple[str, str]]] = defaultdict(Counter)
    for place, old in enumerate(before):
        if old is not None:
            counts[of_page[place]][known.kind[old], known.finer[old]] += 1
    found = {}
    for layout, kinds in counts.items():
        (kind, finer), count = kinds.most_common(1)[0]
        total = kinds.total()
        if total >= LEAST_KNOWN and count >= NEARLY_ALL * total:
            found[layout] = kind, finer, count / total, f"{count:,} of {total:,} known pages of its layout are of this kind"
    return found


def _joined(rows: Sequence[_Row], known: SiteKinds) -> SiteKinds:
    kind, score, evidence, informative, original, role, finer, confidence, names = (list(column) for column in zip(*rows, strict=True))
    repetitions = Repetitions(original, role)
    scores, confidences = np.array(score, known.score.dtype), np.array(confidence, known.confidence.dtype)
    return SiteKinds(kind, scores, evidence, informative, repetitions, finer, confidences, names, list(known.trace))
