"""One layout: how the consensus and each published separator score every region of a page."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.errors import SettingError
from sitelode.layout.site_layouts import common_url_pattern
from sitelode.studio.frame import Marks
from sitelode.studio.session import StudioSession
from sitelode.studio.views.pages import MOST_REGIONS, page_regions
from sitelode.studio.views.regions import region_data, verdict
from sitelode.studio.views.tables import typical_member
from sitelode_lab.separators.registry import SEPARATORS
from sitelode_lab.separators.separator import Template

CONSENSUS = "consensus"
VOICES = (CONSENSUS, *SEPARATORS)
MOST_STUDIED = 40  # pages that a separator studies here, set by hand: ten are nearly enough, and a person waits
ABOUT = {
    CONSENSUS: "what Sitelode takes: all evidence weighed per path",
    "alternation": "text outside frequent n-grams (Ikeda et al. 2001)",
    "amplification": "text outside strings that all occur equally often (Ikeda et al. 2003)",
    "leaf-difference": "leaves that differ between pages (News Ripper 2005)",
    "style-tree": "nodes with diverse content (Yi et al. 2003)",
    "block-entropy": "blocks whose terms stand on few pages (Lin, Ho 2002)",
    "tree-pattern": "what wildcards of the pattern match (Reis et al. 2004)",
    "page-grammar": "fields of the union-free grammar (RoadRunner 2001)",
    "header-tail": "between common beginning and end (baseline)",
    "table-breakdown": "cells that differ (baseline)",
}


def checked_voices(names: Sequence[str]) -> list[str]:
    unknown = [name for name in names if name not in VOICES]
    if unknown:
        raise SettingError(f"no separator is called {unknown[0]!r}; take some of {', '.join(VOICES)}")
    return list(dict.fromkeys(names)) or [CONSENSUS]


def cluster_view(session: StudioSession, cluster: int) -> dict[str, Any]:
    members = cluster_members(session, cluster)
    urls = [session.site.entries[member].url for member in members]
    return {
        "cluster": cluster,
        "clusters": len(session.members),
        "pages": len(members),
        "articles": sum(session.site.entries[member].origin in session.articles for member in members),
        "common": session.cache.get(("common", cluster), lambda: round(session.layouts.common_share(members), 3)),
        "pattern": common_url_pattern(urls),
        "typical": session.site.entries[members[typical_member(session, members)]].number,
        "taken_from": round(session.readers[cluster].body.taken_from, 3),
        "voices": [{"name": name, "about": ABOUT.get(name, "")} for name in VOICES],
    }


def cluster_members(session: StudioSession, cluster: int) -> list[int]:
    if not 0 <= cluster < len(session.members):
        raise SettingError(f"no layout {cluster}; this site has layouts 0 to {len(session.members) - 1}")
    return session.members[cluster]


def voice_scores(session: StudioSession, number: int, voices: Sequence[str]) -> dict[str, NDArray[np.float64]]:
    """For each separator one number per row of the page: 0 template, 1 content."""
    return {voice: session.cache.get(("view", "scores", number, voice), partial(_scores, session, number, voice)) for voice in voices}


def _scores(session: StudioSession, number: int, voice: str) -> NDArray[np.float64]:
    if voice == CONSENSUS:
        regions = page_regions(session, number)
        return regions.on_rows(regions.probability)
    return _template(session, session.cluster_of(number), voice).content_scores(session.page(number))


def _template(session: StudioSession, cluster: int, voice: str) -> Template:
    def study() -> Template:
        members = cluster_members(session, cluster)
        step = max(len(members) // MOST_STUDIED, 1)
        chosen = [session.site.entries[member].number for member in members[::step][:MOST_STUDIED]]
        return SEPARATORS[voice]().study(session.site.pages(chosen))

    return session.cache.get(("template", cluster, voice), study)


def template_marks(session: StudioSession, number: int, voices: Sequence[str], pick: str) -> Marks:
    """The page with template greyed, by the mean score of these separators."""
    scores = voice_scores(session, number, voices)
    mean: NDArray[np.float64] = np.mean(list(scores.values()), axis=0)
    regions = page_regions(session, number)
    hint = {
        row: "  ".join(f"{voice} {values[row]:.2f}" for voice, values in scores.items()) + f"   {_verdict(mean[row])}"
        for row in regions.page.text_rows.tolist()
    }
    return Marks(mean, hint, regions.places(), {}, {}, pick)


def _verdict(score: float) -> str:
    return "content" if score >= 0.5 else "template"  # noqa: PLR2004 (more likely than not)


def template_regions(session: StudioSession, number: int, voices: Sequence[str]) -> dict[str, Any]:
    """The regions of a page with the score of each separator."""
    regions, scores = page_regions(session, number), voice_scores(session, number, voices)
    shown = range(min(len(regions), MOST_REGIONS))
    said = {voice: _by_region(regions.segments.first, values[regions.segments.rows]) for voice, values in scores.items()}
    return {
        "page": number,
        "url": session.entry(number).url,
        "voices": list(voices),
        "regions": [
            {**region_data(regions, region, verdict(regions, region)), "said": [round(float(said[voice][region]), 3) for voice in voices]}
            for region in shown
        ],
        "content_share": {voice: _share(values, regions.segments.width) for voice, values in said.items()},
    }


def _by_region(first: NDArray[np.int32], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of the values of each region's texts."""
    if len(first) <= 1:
        return np.zeros(0)
    means: NDArray[np.float64] = np.add.reduceat(values, first[:-1]) / np.maximum(np.diff(first), 1)
    return means


def _share(scores: NDArray[np.float64], width: NDArray[np.int32]) -> float:
    return round(float(width[scores >= 0.5].sum() / max(int(width.sum()), 1)), 3)  # noqa: PLR2004 (more likely than not)
