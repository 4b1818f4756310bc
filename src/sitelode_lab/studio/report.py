"""Parts of the mailed report: templates as each separator sees them, curves, two trees."""

from collections.abc import Iterator
from html import escape
from typing import Any

import numpy as np

from sitelode.studio.report import page_frame, picture
from sitelode.studio.session import StudioSession
from sitelode.studio.views.kinds import typical_member
from sitelode.studio.views.pages import page_regions
from sitelode_lab.studio.views.clusters import compare_view
from sitelode_lab.studio.views.curves import CURVES, curve
from sitelode_lab.studio.views.templates import CONSENSUS, VOICES, template_marks, voice_scores

MOST_TEMPLATES = 4  # layouts shown with a page, largest first; all bounds here are set by hand
MOST_TREE_LINES = 400


def templates(session: StudioSession) -> str:
    parts = []
    for layout, members in _shown_layouts(session):
        number = session.site.entries[members[typical_member(session, members)]].number
        words = f"Layout {layout}: template greyed, content in full colour, as the consensus sees it"
        frame = page_frame(session, number, template_marks(session, number, [CONSENSUS], ""), words)
        parts.append(f"<h3>Layout {layout}, {len(members):,} pages</h3>{frame}{_voices(session, number)}")
    return "".join(parts) or '<p class="quiet">No layout has two pages.</p>'


def _voices(session: StudioSession, number: int) -> str:
    """How much of the page's text each separator calls content, and how far it agrees with the consensus."""
    regions, scores = page_regions(session, number), voice_scores(session, number, VOICES)
    width = np.zeros(len(regions.page))
    width[regions.segments.rows] = (
        regions.page.columns.text_end[regions.segments.rows] - regions.page.columns.text_start[regions.segments.rows]
    )
    taken = {voice: values >= 0.5 for voice, values in scores.items()}  # noqa: PLR2004 (more likely than not)
    rows = "".join(
        f'<tr><td>{voice}<td class="number">{_share(width[chosen].sum(), width.sum())}'
        f'<td class="number">{_share(width[chosen & taken[CONSENSUS]].sum(), width[chosen | taken[CONSENSUS]].sum())}'
        for voice, chosen in taken.items()
    )
    head = '<tr><th>separator<th class="number">content<th class="number">as the consensus'
    return f"<details><summary>What each separator says about this page</summary><table>{head}{rows}</table></details>"


def _share(part: float, whole: float) -> str:
    return f"{part / whole:.0%}" if whole else "-"


def _shown_layouts(session: StudioSession) -> list[tuple[int, list[int]]]:
    return [(layout, members) for layout, members in enumerate(session.members) if len(members) > 1][:MOST_TEMPLATES]


def curves(session: StudioSession) -> str:
    cluster = next((layout for layout, _ in _shown_layouts(session)), 0)
    figures = (
        f"<figure>{picture(found.svg(), kind)}<figcaption>{escape(found.words)}</figcaption></figure>"
        for kind in CURVES
        for found in (curve(session, kind, cluster),)
    )
    return f'<p class="quiet">Layout {cluster}; the convergence is that of the whole site.</p><div class="two">{"".join(figures)}</div>'


def trees(session: StudioSession) -> str:
    places = session.members[0][:2]
    left, right = (session.site.entries[place].number for place in (places[0], places[-1]))
    found = compare_view(session, left, right, "restricted", {}, names=False)
    trees = "".join(
        f"<figure><pre>{''.join(_tree_lines(tree['nodes']))}</pre><figcaption>{escape(tree['url'])}</figcaption></figure>"
        for tree in (found["left"], found["right"])
    )
    said = f"Two pages of layout 0: similarity {found['similarity']:.1%}, {found['common']:,} nodes in common."
    return f'<p class="quiet">{said} What is in common is coloured.</p><div class="two">{trees}</div>'


def _tree_lines(nodes: list[list[Any]]) -> Iterator[str]:
    for depth, label, partner in nodes[:MOST_TREE_LINES]:
        yield f'<span class="{"common" if partner >= 0 else "other"}">{"  " * depth}{escape(label)}</span>\n'
    if len(nodes) > MOST_TREE_LINES:
        yield "…\n"
