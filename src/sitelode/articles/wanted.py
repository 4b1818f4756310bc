"""Which articles somebody wants, of all that a site has: by path, language and day."""

from sitelode.model import Article
from sitelode.settings import MineSettings
from sitelode.urls import is_below


def why_unwanted(article: Article, settings: MineSettings) -> str:
    """Why an article is left out; empty where it is wanted. Days are compared as the page says them, whatever the zone."""
    if settings.only and not any(is_below(article.url, path) for path in settings.only):
        return "below other paths"
    if settings.languages and article.language not in settings.languages:
        return "in other languages"
    if settings.since and not article.date:
        return "without a date"
    if settings.since and article.date[: len(settings.since)] < settings.since[: len(article.date)]:
        return f"before {settings.since}"
    return ""
