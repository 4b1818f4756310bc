"""IEPAD's pattern viewer: the repeats of a page, what each criterion left, and the records of the pattern that is chosen."""

from typing import Any

from sitelode.studio.session import StudioSession
from sitelode_lab.iepad.regular_repeats import PageRepeats, RepeatSettings, find_repeats
from sitelode_lab.iepad.token_classes import TAG_GROUPS, TranslationSettings
from sitelode_lab.studio.views.ripper import source_as_written

SHOWN_PATTERNS = 40  # all set by hand
SHOWN_RECORDS = 60
LONGEST_NAME = 600  # characters of a pattern
LONGEST_TEXT = 200  # characters of a field


def repeats_view(
    session: StudioSession, page: int, pattern: int = 0, dropped: tuple[str, ...] = (), density: float = 0.45
) -> dict[str, Any]:
    """The candidates of a page with their three values, and the records of one of them."""
    found: PageRepeats = session.cache.get(("repeats", page, dropped, density), lambda: _found(session, page, dropped, density))
    chosen = min(max(pattern, 0), max(len(found.patterns) - 1, 0))
    return {
        "page": page, "url": session.entry(page).url, "tokens": len(found.translation), "left": found.left_after,
        "groups": list(TAG_GROUPS), "dropped": list(dropped), "density": density, "chosen": chosen,
        "patterns": [
            {
                "name": found.name(each)[:LONGEST_NAME], "count": each.count, "length": each.length,
                "regularity": round(each.regularity, 3), "density": round(each.density, 3), "vicinity": round(each.vicinity, 3),
            }
            for each in found.patterns[:SHOWN_PATTERNS]
        ],
        "records": _records(found, chosen),
    }  # fmt: skip


def _found(session: StudioSession, page: int, dropped: tuple[str, ...], density: float) -> PageRepeats:
    """Of the source as it was written; where that is gone, of one that is written again from the parsed page."""
    written = source_as_written(session, page)
    return find_repeats(
        session.page(page) if written.problem else written.text, RepeatSettings(density=density), TranslationSettings(dropped)
    )


def _records(found: PageRepeats, chosen: int) -> list[list[str]]:
    if not found.patterns:
        return []
    return [[text[:LONGEST_TEXT] for text in texts] for texts in found.records(found.patterns[chosen])[:SHOWN_RECORDS]]
