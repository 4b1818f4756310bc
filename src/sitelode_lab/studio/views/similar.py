"""Find the pages of the site that are similar to the pages a person marked."""

from collections.abc import Sequence
from typing import Any

from sitelode.classify.similar import SimilarPages
from sitelode.errors import SettingError
from sitelode.studio.session import StudioSession
from sitelode.studio.views.pages import page_line
from sitelode_lab.studio.views.classes import page_texts

MOST_SHOWN = 200  # pages in one response; set by hand, as is the next
MOST_MARKED = 100


def similar_view(session: StudioSession, like: Sequence[int], unlike: Sequence[int]) -> dict[str, Any]:
    """The other pages, most likely first, and the page whose label would teach the model most."""
    if len(like) + len(unlike) > MOST_MARKED:
        raise SettingError(f"at most {MOST_MARKED} pages can be marked")
    place_of = {entry.number: place for place, entry in enumerate(session.site.entries)}
    unknown = [number for number in (*like, *unlike) if number not in place_of]
    if unknown:
        raise SettingError(f"there is no page {unknown[0]}")
    similar = session.cache.get(("similar",), lambda: SimilarPages(page_texts(session)))
    found = similar.ranked([place_of[number] for number in like], [place_of[number] for number in unlike])
    question = similar.question(found)
    return {
        "total": len(found),
        "pages": [
            {**page_line(session, each.place), "probability": each.probability, "reason": each.reason} for each in found[:MOST_SHOWN]
        ],
        "question": None if question is None else page_line(session, question.place),
    }
