"""The articles of a site as a sequence: read when they are asked for, and in memory as far as they are few."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from html import escape
from operator import index
from typing import TYPE_CHECKING, Any, NoReturn, overload

from sitelode.articles.article_tables import to_arrow, to_pandas, to_polars
from sitelode.articles.multi_page import join_articles
from sitelode.articles.site_articles import SiteArticles, why_unwanted
from sitelode.counted import counted
from sitelode.model import Article

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 10  # articles in a notebook; set by hand
KEPT_CHARACTERS = 20_000_000  # of texts in memory: those of some thousand articles. A bound
Pages = tuple[str, ...]  # addresses of the pages of one article


class Articles(Sequence[Article]):
    """Articles that can be counted, indexed and cut, and given as tables.

    What counting has read is kept, as far as there is room: `list` counts before it reads. Other articles are read when they are asked for.
    """

    def __init__(self, articles: SiteArticles) -> None:
        self._articles = articles
        self._known: list[Pages] = []
        self._kept: list[Article] = []  # the first ones
        self._room = KEPT_CHARACTERS
        self._all_known = False
        self._rest = self._read_on()

    def __iter__(self) -> Iterator[Article]:
        """The articles in the order of the pages, each read once."""
        # Decided when the first is asked for: `list` takes the iterator, and counts then.
        yield from self._kept if self._all_known and len(self._kept) == len(self._known) else self._read_all()

    def _read_all(self) -> Iterator[Article]:
        settings = self._articles.reader.settings
        return (article for article in self._articles if not why_unwanted(article, settings))

    def _read_on(self) -> Iterator[None]:
        for article in self._read_all():
            self._room -= len(article.text) + len(article.markdown) + len(article.html)
            if self._room >= 0:
                self._kept.append(article)
            self._known.append(article.pages or (article.url,))
            yield
        self._all_known = True

    def _know(self, count: int | None = None) -> list[Pages]:
        """Read on until so many articles are known, or all."""
        while (count is None or len(self._known) < count) and next(self._rest, self) is not self:
            pass
        return self._known

    def __len__(self) -> int:
        """How many there are; the first time, all pages are read for it."""
        return len(self._know())

    def __bool__(self) -> bool:
        return bool(self._know(1))

    @overload
    def __getitem__(self, place: int) -> Article: ...
    @overload
    def __getitem__(self, place: slice) -> "SomeArticles": ...
    def __getitem__(self, place: int | slice) -> "Article | SomeArticles":
        if isinstance(place, slice):
            return SomeArticles(self, self._know(place.stop if _is_plain(place) else None)[place])
        try:
            place = index(place)
        except TypeError:
            raise TypeError(f"an index of articles is an int or a slice, not {type(place).__name__}") from None
        known = self._know(place + 1 if place >= 0 else None)
        return self._kept[place] if len(self._kept) == len(known) or 0 <= place < len(self._kept) else self.read(known[place])

    def read(self, pages: Pages) -> Article:
        """The article of some pages, read anew."""
        found = [self._articles.read(self._places[url]) for url in pages]
        articles = [each for each in found if isinstance(each, Article)]
        return next(iter(join_articles(articles, self._articles.sequences))) if len(articles) > 1 else articles[0]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {entry.url: place for place, entry in enumerate(self._articles.site.entries)}

    def to_dicts(self) -> list[dict[str, Any]]:
        """The articles as dictionaries, see `Article.to_dict`."""
        return [article.to_dict() for article in self]

    def to_pandas(self) -> "pd.DataFrame":
        """The articles as a table of pandas; needs the extra `tables`."""
        return to_pandas(self)

    def to_arrow(self) -> Any:  # noqa: ANN401 (a table of an extra)
        """The articles as a table of Arrow, lists as lists; needs the extra `tables`."""
        return to_arrow(self)

    def to_polars(self) -> Any:  # noqa: ANN401 (a table of an extra)
        """The articles as a table of Polars; needs the extra `polars`."""
        return to_polars(self)

    def __copy__(self) -> "Articles":
        """Nothing in it changes: the same serves as its copy."""
        return self

    def __deepcopy__(self, _: object) -> "Articles":
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("articles that are read on demand cannot be pickled; pickle list(articles)")

    def __repr__(self) -> str:
        return f"<articles of a site of {counted(len(self._articles.site.entries), 'page')}, read as they are asked for>"

    def _repr_html_(self) -> str:
        return _first_html(self, f"the articles of a site of {counted(len(self._articles.site.entries), 'page')}")


class SomeArticles(Articles):
    """A part of a site's articles, read when they are asked for as well."""

    def __init__(self, whole: Articles, known: list[Pages]) -> None:
        super().__init__(whole._articles)  # noqa: SLF001 (the same class)
        self._known, self._rest, self._whole = known, iter(()), whole

    def __iter__(self) -> Iterator[Article]:
        return map(self._whole.read, self._known)

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'article')}>"

    def _repr_html_(self) -> str:
        return _first_html(self, counted(len(self), "article"))


def _first_html(articles: Articles, all_of_them: str) -> str:
    """The first articles as a table, and what they are the first of, where there are more."""
    shown = table_html(articles[:SHOWN])
    return f"{shown}<p><small>the first of {all_of_them}</small></p>" if articles[SHOWN : SHOWN + 1] else shown


def table_html(articles: Sequence[Article]) -> str:
    """A short table for notebooks."""
    rows = "".join(
        f"<tr><td>{place}<td>{escape(each.title)}<td>{escape(each.author)}<td>{escape(each.date)}<td>{len(each.text):,}<td>{escape(each.url)}"
        for place, each in enumerate(articles)
    )
    return f"<table><tr><th><th>title<th>author<th>date<th>characters<th>address{rows}</table>"


def _is_plain(place: slice) -> bool:
    """Whether the end of a slice says how many articles must be known."""
    return place.stop is not None and place.stop >= 0 and (place.start or 0) >= 0 and (place.step or 1) > 0
