"""Articles to look at first: those that are unlike the others of their layout, or of which Sitelode itself is not sure, with the reason."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from sitelode.articles.body.tree_model import calibration
from sitelode.counted import counted
from sitelode.studio.results.summaries import ArticleSummary, PageKind

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
        "kind": "May be no article at all: a list of links, or a page such as contact or search",
        "text": _unsure(articles),
        "title": "No title was found",
        "short": "Much shorter than the other articles of this layout: the text may be somewhere else on the page",
        "same": "Several articles have the same title: it may be the name of the site or of a section",
        "date": "No date, though most articles of this layout have one",
    }
    return texts[reason]


def _unsure(articles: list[ArticleSummary]) -> str:
    mean = sum(article.confidence for article in articles) / len(articles)
    said = "Not sure where the article begins and ends"
    known = next((each for each in calibration() if each[0] <= mean < each[1]), None)
    if known is None:
        return said
    return f"{said}: of {counted(known[2], 'such text')} on other sites {known[5]:.0%} were right"
