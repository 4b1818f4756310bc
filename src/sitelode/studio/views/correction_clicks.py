"""From a click on a text to a correction of its layout: how much may be meant, and which places of the layout that is."""

from typing import Any

import numpy as np

from sitelode.articles.body.evidence import segment_codes
from sitelode.articles.body.features import REPEATED
from sitelode.articles.corrections import ROLES, Correction
from sitelode.errors import SettingError
from sitelode.paths.path_codes import PathCoder
from sitelode.studio.session import StudioSession
from sitelode.studio.views.lesson_clicks import learnt_by, said_of
from sitelode.studio.views.pages import page_regions
from sitelode.studio.views.regions import Regions, path_words
from sitelode.text.segments import segments_of
from sitelode.wrappers.wrapper import read_wrapper

MOST_LEVELS = 6  # elements around a text that are offered; further up is the whole page
MOST_LOOKED_AT = 60  # pages of the layout
SHOWN_TEXT = 200  # characters
KEPT_TEXT = 80  # characters of the text in the log


def levels_around(session: StudioSession, number: int, row: int) -> dict[str, Any]:
    """A region and the elements around it, for a person to say how much is meant."""
    regions = page_regions(session, number)
    region = _region(regions, row)
    columns, at = regions.page.columns, int(regions.segments.block[region])
    levels: list[dict[str, Any]] = []
    while at > 0 and len(levels) < MOST_LEVELS:
        inside = (regions.segments.block >= at) & (regions.segments.block < columns.end[at])
        levels.append({"row": at, "path": path_words(regions.page, at, 1), "regions": int(inside.sum())})
        at = int(columns.parent[at])
    text, role = regions.text(region)[:SHOWN_TEXT], regions.role(region)
    return {"page": number, "region": region, "text": text, "role": role, "levels": levels, "roles": list(ROLES)}


def correct(session: StudioSession, given: Any) -> None:  # noqa: ANN401 (it is checked here)
    """Take note of what a person said about a text row, or about an element with all that is inside."""
    if not isinstance(given, dict) or given.get("role") not in ROLES or not all(isinstance(given.get(key), int) for key in ("page", "row")):
        raise SettingError(f"a correction names a page, a row and a role, one of {', '.join(ROLES)}")
    number, level = given["page"], given.get("level")
    regions = page_regions(session, number)
    region = _region(regions, given["row"])
    meant = {region}
    if isinstance(level, int) and 0 < level < len(regions.page):
        inside = (regions.segments.block >= level) & (regions.segments.block < regions.page.columns.end[level])
        meant |= set(np.flatnonzero(inside).tolist())
    paths = places_like(session, number, regions, sorted(meant))
    repeated = bool(regions.kind[region] == REPEATED)
    session.correct(Correction(session.entry(number).url, paths, given["role"], repeated, regions.text(region)[:KEPT_TEXT]))


def taught_view(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (it is checked where it is used)
    """Learn a field from one more click, keep the lesson, and show what the field gives on other pages."""
    said = said_of(session, given)
    shown = learnt_by(read_wrapper(session.folder / "wrapper.json"), said, session.lessons, session)
    session.teach(said)  # only what can be learnt from is kept
    return {**shown, "holding": len(session.lessons.holding)}


def _region(regions: Regions, row: int) -> int:
    region = regions.of_row(row)
    if region is None:
        raise SettingError("this text is no part of any region: controls and hidden texts are left out")
    return region


def places_like(session: StudioSession, number: int, regions: Regions, meant: list[int]) -> tuple[int, ...]:
    """The paths of these regions on any page of the layout.

    A path of the reader tells sections apart that give their body a class of its own; a person means the place in all of them.
    """
    coder = PathCoder(session.layouts.class_names.counting)
    wanted = np.unique(coder.paths(regions.page)[regions.segments.block[meant]])
    found = set(regions.codes[meant].tolist())
    members = session.members[session.cluster_of(number)]
    for member in members[:: max(len(members) // MOST_LOOKED_AT, 1)][:MOST_LOOKED_AT]:
        page = session.page(session.site.entries[member].number)
        segments = segments_of(page)
        if len(segments):
            alike = np.isin(coder.paths(page)[segments.block], wanted)
            found |= set(segment_codes(page, segments, regions.reader.studied.labels)[alike].tolist())
    return tuple(sorted(found))
