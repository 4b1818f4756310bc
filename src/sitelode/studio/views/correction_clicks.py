"""Turn a click on a text into a correction of its layout: which element was meant, and which paths it has in the layout."""

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

MOST_LEVELS = 6  # enclosing elements of a text that are offered; further up is the whole page. All bounds here are set by hand
MOST_LOOKED_AT = 60  # pages of the layout
SHOWN_TEXT = 200  # characters
KEPT_TEXT = 80  # characters of the text in the log


def levels_around(session: StudioSession, number: int, row: int) -> dict[str, Any]:
    """A region and its enclosing elements, so that a person can say how much is meant."""
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


def correction_of(session: StudioSession, given: Any) -> Correction:  # noqa: ANN401 (checked here)
    """A person's correction of a text row, or of an element with everything inside it."""
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
    return Correction(session.entry(number).url, paths, given["role"], repeated, regions.text(region)[:KEPT_TEXT])


def taught_view(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked where it is used)
    """Learn a field from one more click, and show what it extracts on other pages; keep the lesson unless only a look is wanted."""
    said = said_of(session, given)
    shown = learnt_by(read_wrapper(session.folder / "wrapper.json"), said, session.lessons, session)
    is_kept = given.get("keep") is not False
    if is_kept:
        session.teach(said)  # keeps only lessons from which a rule can be learnt
    return {**shown, "kept": is_kept, "holding": len(session.lessons.holding)}


def _region(regions: Regions, row: int) -> int:
    region = regions.of_row(row)
    if region is None:
        raise SettingError("this text is no part of any region: controls and hidden texts are left out")
    return region


def places_like(session: StudioSession, number: int, regions: Regions, meant: list[int]) -> tuple[int, ...]:
    """The paths of these regions on any page of the layout.

    If sections give their body different classes, its paths differ from section to section; a person means the body in all of them.
    """
    coder = PathCoder.of_names(session.layouts.class_names)
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
