"""The articles that were mined: lists of any length, one of them whole, and those to check first."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from sitelode.articles.body.tree_model import calibration
from sitelode.articles.reader import NoArticle
from sitelode.errors import ResultError, SettingError
from sitelode.output.article_files import markdown_name
from sitelode.output.article_forms import NAMES, front_matter
from sitelode.page_kinds.kinds import KINDS, MOST_PAGES, RIGHT, PageCorrection, said_of_pages
from sitelode.studio.article_lists import (
    ArticleQuery,
    ArticleSummary,
    PageKind,
    chosen_articles,
    excerpt,
    most_frequent,
    places_with,
    prepare_search,
    written_article,
)
from sitelode.studio.session import NotReadyError, StudioSession
from sitelode.studio.views.pages import headings_of

# All thresholds are set by hand: they choose what a person looks at first, and change no result.
UNSURE_BELOW = 0.7  # confidence in the text
UNSURE_KIND_BELOW = 0.6  # confidence that the page is an article at all
USUAL_FROM = 0.8  # share of a layout's articles that have a date, from which one without is unusual
SHORT_BELOW = 0.1  # of the median length of the layout
SMALLEST_LAYOUT = 5  # articles; fewer show nothing usual
SAME_TITLE_FROM = 3  # articles


@dataclass(frozen=True, slots=True)
class Doubts:
    """Articles of one layout that are doubtful for the same reason."""

    name: str  # for addresses
    layout: int
    reason: str
    origins: tuple[str, ...]
    of: int  # articles of the layout


_SEVERITY = ("kind", "text", "title", "short", "same", "date")


def find_doubts(articles: Mapping[str, ArticleSummary], kinds: Mapping[str, PageKind]) -> list[Doubts]:
    """Groups of doubtful articles: severest reasons first, then the largest groups. An article is in the first group that it fits."""
    of_layout: dict[int, list[str]] = defaultdict(list)
    for origin, article in articles.items():
        of_layout[article.layout].append(origin)
    titles = Counter(article.title for article in articles.values())
    found: list[tuple[int, int, Doubts]] = []
    for layout, origins in of_layout.items():
        for reason, doubtful in _doubtful(origins, articles, kinds, titles).items():
            words = _words(reason, [articles[origin] for origin in doubtful])
            group = Doubts(f"{layout}-{reason}", layout, words, tuple(doubtful), len(origins))
            found.append((_SEVERITY.index(reason), -len(doubtful), group))
    return [group for _, _, group in sorted(found, key=lambda each: (each[0], each[1], each[2].layout))]


def _doubtful(
    origins: list[str], articles: Mapping[str, ArticleSummary], kinds: Mapping[str, PageKind], titles: Counter[str]
) -> dict[str, list[str]]:
    """The articles of one layout, by the reason to doubt them."""
    usual = len(origins) >= SMALLEST_LAYOUT
    dated = usual and sum(bool(articles[origin].date) for origin in origins) >= USUAL_FROM * len(origins)
    length = median(articles[origin].characters for origin in origins) if usual else 0
    found: dict[str, list[str]] = defaultdict(list)
    for origin in origins:
        article = articles[origin]
        tests = {
            "kind": origin in kinds and kinds[origin].confidence < UNSURE_KIND_BELOW,
            "text": article.confidence < UNSURE_BELOW,
            "title": not article.title.strip(),
            "short": article.characters < SHORT_BELOW * length,
            "same": bool(article.title.strip()) and titles[article.title] >= SAME_TITLE_FROM,
            "date": dated and not article.date,
        }
        reason = next((name for name in _SEVERITY if tests[name]), None)
        if reason:
            found[reason].append(origin)
    return found


def _words(reason: str, articles: list[ArticleSummary]) -> str:
    texts = {
        "kind": "may be no article, but a list of links, or a page such as contact or search",
        "text": _unsure(articles),
        "title": "without a title",
        "short": "much shorter than others of this layout: the text may be elsewhere on the page",
        "same": "with the same title as others: it may name the site or a section",
        "date": "without a date, though most articles of this layout have one",
    }
    return texts[reason]


def _unsure(articles: list[ArticleSummary]) -> str:
    mean = sum(article.confidence for article in articles) / len(articles)
    said = "may start or end in the wrong place"
    known = next((each for each in calibration() if each[0] <= mean < each[1]), None)
    return said if known is None else f"{said} ({known[5]:.0%} of such texts are right on other sites)"


MOST_AT_ONCE = 200  # articles in one answer; all bounds here are set by hand
MOST_CHOICES = 300  # sections, authors, languages to choose from
MOST_SHOWN = 5  # doubtful articles that stand for their group


def article_list(session: StudioSession, query: ArticleQuery, start: int, count: int) -> dict[str, Any]:
    """A slice of the articles that a query is for."""
    chosen = chosen_by(session, query)
    shown = chosen[start : start + min(count, MOST_AT_ONCE)]
    rows = [_row(session, origin, query.words) for origin in shown]
    return {"total": len(chosen), "all": len(session.articles), "start": start, "articles": rows}


def chosen_by(session: StudioSession, query: ArticleQuery) -> list[str]:
    """Origins of the articles that a query is for, in order."""
    return session.cache.get(("view", "articles", query), lambda: _chosen(session, query))


def _chosen(session: StudioSession, query: ArticleQuery) -> list[str]:
    right, found = _right(session), with_words(session, query.words) if query.words.strip() else None
    if query.doubt:
        doubtful = next((set(each.origins) for each in open_doubts(session) if each.name == query.doubt), set())
        found = [origin for origin in (session.articles if found is None else found) if origin in doubtful]
    return chosen_articles(query, session.articles, lambda article: article.url in right, found)


def with_words(session: StudioSession, words: str) -> list[str]:
    """Origins of the articles that have these words, best first."""
    # One thread makes the index, the others wait for it.
    session.cache.get(("view", "searchable"), lambda: prepare_search(session.folder))
    origin_at = session.cache.get(("view", "origin at"), lambda: {each.at: origin for origin, each in session.articles.items()})
    places = places_with(session.folder, words, len(session.articles))
    return [origin_at[place] for place in places if place in origin_at]


def _row(session: StudioSession, origin: str, words: str = "") -> dict[str, Any]:
    article = session.articles[origin]
    row = {
        "page": session.number_of_origin.get(origin),
        "url": article.url,
        "title": article.title,
        "date": article.date,
        "author": article.author,
        "section": article.section,
        "confidence": article.confidence,
        "language": article.language,
        "layout": article.layout,
        "checked": article.url in _right(session),
    }
    return row | {"excerpt": excerpt(written_article(session.folder, article.at)["text"], words)} if words else row


def _right(session: StudioSession) -> set[str]:
    """Addresses of the pages that somebody looked at and found right."""

    def looked_at() -> set[str]:
        return {url for url, said in said_of_pages(session.corrections.of_pages).items() if said == RIGHT}

    return session.cache.get(("view", "right"), looked_at)


def articles_overview(session: StudioSession) -> dict[str, Any]:
    """What articles can be filtered by, and those to check first."""
    articles = session.articles.values()
    return {
        "articles": len(articles),
        "pages": session.page_count,
        "checked": sum(article.url in _right(session) for article in articles),
        "sections": most_frequent((article.section for article in articles), MOST_CHOICES),
        "languages": most_frequent((article.language for article in articles), MOST_CHOICES),
        "authors": most_frequent((article.author for article in articles), MOST_CHOICES),
        "layouts": most_frequent((str(article.layout) for article in articles), MOST_CHOICES),
        "dated": sum(bool(article.date) for article in articles),
        "doubts": [_doubts(session, each) for each in open_doubts(session)],
        "taught": session.taught_names,
    }


def open_doubts(session: StudioSession) -> list[Doubts]:
    """Groups of doubtful articles that nobody has looked at yet."""

    def unseen() -> dict[str, ArticleSummary]:
        return {origin: article for origin, article in session.articles.items() if article.url not in _right(session)}

    return session.cache.get(("view", "doubts"), lambda: find_doubts(unseen(), session.page_kinds))


def _doubts(session: StudioSession, each: Doubts) -> dict[str, Any]:
    shown = [_row(session, origin) for origin in each.origins[:MOST_SHOWN]]
    return {"name": each.name, "layout": each.layout, "reason": each.reason, "count": len(each.origins), "of": each.of, "articles": shown}


def article_view(session: StudioSession, number: int) -> dict[str, Any]:
    """One article as it stands in articles.jsonl."""
    origin = session.entry(number).origin
    article = session.articles.get(origin)
    if article is None:
        raise ResultError("this page has no article in the result")
    doubt = next((each.reason for each in open_doubts(session) if origin in each.origins), "")
    written = written_article(session.folder, article.at)
    return {**written, **_row(session, origin), "doubt": doubt, "headings": _headings(session, written)}


def _headings(session: StudioSession, article: Mapping[str, Any]) -> list[str]:
    """The lines of its text that are headings; none are known while layouts are being loaded."""
    try:
        return headings_of(_markdown_text(session, article))
    except NotReadyError:
        return []


def say_of_pages(session: StudioSession, says: object, pages: object, query: ArticleQuery | None) -> dict[str, Any]:
    """Keep what a person says about pages: named one by one, or all that a query is for."""
    if says not in (*KINDS, RIGHT):
        raise SettingError(f"say what the pages are, one of: {', '.join((*KINDS, RIGHT))}")
    urls = tuple(_named(session, pages)) if query is None else tuple(session.articles[each].url for each in chosen_by(session, query))
    if not 0 < len(urls) <= MOST_PAGES:
        raise SettingError(f"give 1 to {MOST_PAGES:,} pages at once, not {len(urls):,}")
    session.correct(PageCorrection(urls, str(says)))
    return {"pages": len(urls), "says": says, "holding": len(session.corrections.holding)}


def _named(session: StudioSession, pages: object) -> list[str]:
    if not isinstance(pages, list) or not all(type(each) is int for each in pages):
        raise SettingError("pages are named by their numbers")
    return [session.entry(page).url for page in pages]


def whole_articles(session: StudioSession, query: ArticleQuery) -> Iterator[Mapping[str, Any]]:
    """The articles that a query is for, whole."""
    return (written_article(session.folder, session.articles[origin].at) for origin in chosen_by(session, query))


def markdown_file(session: StudioSession, article: Mapping[str, Any]) -> tuple[str, str]:
    """The name of a Markdown file for an article, and what is in it; pages are read again if the result has no Markdown."""
    text = _markdown_text(session, article)
    head = {name: article[name] for name in NAMES if article.get(name)}
    return markdown_name(article["url"]), f"{front_matter(head)}{text}\n"


def _markdown_text(session: StudioSession, article: Mapping[str, Any]) -> str:
    return article.get("markdown") or "\n\n".join(_markdown_of(session, url) for url in article.get("pages") or [article["url"]])


def _markdown_of(session: StudioSession, url: str) -> str:
    number = session.number_of(url)
    if number is None:
        return ""
    found = session.reader_of(number).article(session.page(number), url, markdown=True)
    return "" if isinstance(found, NoArticle) else found.markdown


def main_layout(session: StudioSession) -> int:
    """The layout with most articles, which instruments open first; the largest if there are none."""
    counts = session.cache.get(("view", "articles of layouts"), lambda: Counter(each.layout for each in session.articles.values()))
    best = min(counts, key=lambda cluster: (-counts[cluster], cluster), default=0)
    return best if best < len(session.members) else 0
