"""What the lists of a site say about the pages that they lead to: a date and an author for articles whose own pages say none.

A record whose links lead to one article is about it. A column of a list is believed if it says what the pages themselves say, wherever
these say anything; where they say nothing, if it differs from record to record, as what belongs to the records does.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from sitelode.articles.fields.dates import DateForms, stated_date
from sitelode.articles.fields.rules import BETWEEN
from sitelode.articles.fields.values import cleaned
from sitelode.model import Article
from sitelode.tables.lists.list_rule import ColumnRule
from sitelode.tables.lists.site_lists import SiteList, SiteRecord
from sitelode.text.value_types import DATE, LINK
from sitelode.urls import resolve

# Set by hand.
MOST_COMPARED: Final = 20  # articles that are read to compare a list with
LEAST_COMPARED: Final = 3  # values that pages say themselves; with fewer the column must differ
AGREED_FROM: Final = 0.8  # of them that the list says, too
_DAY: Final = len("2031-01-01")
_AUTHOR: Final = "author"  # a column's name

Values = Mapping[str, str]  # of a column, by the address of the article
Read = Callable[[str], Article | None]


@dataclass(frozen=True, slots=True)
class Listed:
    """What lists say about one article; empty where they say nothing."""

    date: str = ""
    author: str = ""

    def completed(self, article: Article) -> Article:
        """The article with this where its own page says nothing."""
        return replace(article, date=article.date or self.date, author=article.author or self.author)


def listed_facts(lists: Sequence[SiteList], articles: Mapping[str, str], read: Read) -> dict[str, Listed]:
    """What the lists say about each article; `articles` gives its address for every address that leads to it."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for each in lists:
        links = [column.name for column in each.rule.columns if column.type == LINK]
        about = {url: record for record in each.records if (url := _article_of(record, links, articles))}
        own = [article for url in islice(about, MOST_COMPARED) if (article := read(url))]
        for column in each.rule.columns:
            texts = {url: text for url, record in about.items() if isinstance(text := record.fields.get(column.name), str)}
            field, values, known = _read_column(column, texts, own)
            if _is_believed(values, known):
                for url, value in values.items():
                    found[url].setdefault(field, value)
    return {url: Listed(**said) for url, said in found.items()}


def _article_of(record: SiteRecord, links: Sequence[str], articles: Mapping[str, str]) -> str:
    """The one article that the links of a record lead to; empty where they lead to none or to several."""
    addresses = (address for name in links if isinstance(address := record.fields.get(name), str))
    found = {articles[target] for each in addresses if (target := resolve(record.url, each)) in articles and target is not None}
    return found.pop() if len(found) == 1 else ""


def _read_column(column: ColumnRule, texts: Values, own: Sequence[Article]) -> tuple[str, Values, Values]:
    """The field that a column gives, its values, and what the pages themselves say."""
    if column.type == DATE:
        known = {article.url: article.date[:_DAY] for article in own if article.date}
        languages = [language for language, _ in Counter(article.language for article in own).most_common()]
        forms = DateForms.learn(list(texts.values()), languages)
        days = {url: stated_date(text, forms)[:_DAY] for url, text in texts.items()}
        return "date", {url: day for url, day in days.items() if day}, known
    if column.name == _AUTHOR:
        names = {url: BETWEEN.join(cleaned("author", [text], url)) for url, text in texts.items()}
        return "author", {url: name for url, name in names.items() if name}, {each.url: each.author for each in own if each.author}
    return "", {}, {}


def _is_believed(values: Values, known: Values) -> bool:
    compared = [values[url] == own for url, own in known.items() if url in values]
    if len(compared) >= LEAST_COMPARED:
        return sum(compared) >= AGREED_FROM * len(compared)
    return all(compared) and len(set(values.values())) > 1
