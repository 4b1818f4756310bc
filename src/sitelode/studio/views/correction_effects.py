"""What a correction would change on all pages of its layout, before anybody accepts it."""

from typing import Any

from sitelode.articles.corrections import Correction
from sitelode.articles.reader import ClusterReader, NoArticle
from sitelode.model import Article
from sitelode.studio.session import StudioSession

MOST_LOOKED_AT = 80  # pages of a layout, spread over all of it; all bounds here are set by hand
SHOWN_PAGES = 5
SHOWN_LINES = 3  # that come or go
LONGEST_LINE = 160  # characters


def effect_of(session: StudioSession, correction: Correction) -> dict[str, Any]:
    """How many pages would change, and some of them with what comes and goes."""
    number = session.number_of(correction.url) or 0
    cluster = session.cluster_of(number)
    before, after = session.readers[cluster], session.corrected_reader(correction)
    pages = [number, *(each for each in session.alike(number, MOST_LOOKED_AT) if each != number)]
    changes = [change for page in pages if (change := _change(session, page, before, after))]
    total = len(session.members[cluster])
    share = len(changes) / len(pages)
    return {
        "layout": cluster,
        "pages": total,
        "looked_at": len(pages),
        "changed": len(changes) if len(pages) >= total else round(share * total),
        "exact": len(pages) >= total,
        "examples": changes[:SHOWN_PAGES],
    }


def _change(session: StudioSession, number: int, before: ClusterReader, after: ClusterReader) -> dict[str, Any] | None:
    """What a page gives now and would give then; None if nothing changes."""
    page, entry = session.page(number), session.entry(number)
    one, other = before.article(page, entry.origin), after.article(page, entry.origin)
    if _content(one) == _content(other):
        return None
    (old_title, old_date, old_text), (new_title, new_date, new_text) = _content(one), _content(other)
    old_lines, new_lines = old_text.splitlines(), new_text.splitlines()
    return {
        "page": number,
        "url": entry.url,
        "title": [old_title, new_title],
        "date": [old_date, new_date],
        "gone": _lines_only_in(old_lines, new_lines),
        "new": _lines_only_in(new_lines, old_lines),
        "characters": [len(old_text), len(new_text)],
    }


def _content(found: Article | NoArticle) -> tuple[str, str, str]:
    return ("", "", "") if isinstance(found, NoArticle) else (found.title, found.date, found.text)


def _lines_only_in(lines: list[str], others: list[str]) -> list[str]:
    known = set(others)
    return [line.strip()[:LONGEST_LINE] for line in lines if line.strip() and line not in known][:SHOWN_LINES]
