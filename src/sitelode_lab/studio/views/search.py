"""Search over the articles and records of the result, and the reports on one event side by side."""

from typing import Any

from sitelode.errors import SettingError
from sitelode.search.mined_texts import MinedText, mined_texts
from sitelode.search.searching import MOST, search
from sitelode.search.stories import Story, stories
from sitelode.studio.session import StudioSession

SHOWN = 50  # results of a search; both set by hand
SHOWN_STORIES = 60
KINDS = {"all": ("article", "record"), "articles": ("article",), "records": ("record",)}


def search_view(session: StudioSession, words: str, kind: str = "all") -> dict[str, Any]:
    """The texts that have the words, best first, each with the page it is on where the site has that."""
    if kind not in KINDS:
        raise SettingError(f"there are no {kind!r} to search; take one of {', '.join(KINDS)}")
    hits = search([session.folder], words, SHOWN, KINDS[kind]) if words.strip() else []
    found = [_about(session, hit.text) | {"score": hit.score, "excerpt": hit.excerpt} for hit in hits]
    return {"words": words, "kind": kind, "kinds": list(KINDS), "hits": found}


def stories_view(session: StudioSession, words: str = "") -> dict[str, Any]:
    """Articles on one event side by side: of everything, or of what a search finds."""
    if words.strip():
        texts = [hit.text for hit in search([session.folder], words, MOST, KINDS["articles"])]
    else:
        texts = [text for _, text in mined_texts(session.folder) if text.kind == "article"]
    found = stories(texts)
    return {
        "words": words,
        "articles": len(texts),
        "total": len(found),
        "stories": [_story(session, each, texts) for each in found[:SHOWN_STORIES]],
    }


def _story(session: StudioSession, story: Story, texts: list[MinedText]) -> dict[str, Any]:
    members = [
        _about(session, texts[member.place]) | {"likeness": member.likeness, "nearly_same": member.nearly_same} for member in story.members
    ]
    return {"shared": list(story.words), "articles": members}


def _about(session: StudioSession, text: MinedText) -> dict[str, Any]:
    return {"page": session.number_of(text.url), "url": text.url, "title": text.title, "date": text.date, "kind": text.kind}
