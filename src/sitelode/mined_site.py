"""What mining gives: the site, its layouts and readers, and everything that follows from them when it is asked for."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from sitelode.articles.article_sequence import Articles
from sitelode.articles.reader import ClusterReader, NoArticle
from sitelode.articles.site_articles import SiteArticles, SiteReader
from sitelode.counted import counted
from sitelode.layout.clusters import Clusters
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.model import Article
from sitelode.page_kinds.kinds import SiteKinds
from sitelode.settings import MineSettings
from sitelode.site.site import Site

if TYPE_CHECKING:
    import pandas as pd

    from sitelode.notebook import Chart
    from sitelode.page_kinds.informative_structure import InformativeStructure
    from sitelode.page_kinds.kinds import PageCorrection
    from sitelode.tables.lists.site_lists import SiteList
    from sitelode.tables.site_tables import SiteDetails
    from sitelode.wrappers.learn.site_wrapper import TaughtWrapper
    from sitelode.wrappers.wrapper import Wrapper

Made = TypeVar("Made")


class Later(Generic[Made]):
    """The result of a stage, which runs when somebody asks for it, and once. Arguments that are results of stages run before it."""

    def __init__(self, stage: Callable[..., Made], *arguments: Any) -> None:  # noqa: ANN401 (whatever the stage takes)
        self._stage, self._arguments = stage, arguments

    @cached_property
    def value(self) -> Made:
        return self._stage(*(each.value if isinstance(each, Later) else each for each in self._arguments))


@dataclass(frozen=True)
class Stages:
    """What follows from layouts and readers, in the order in which `pipeline.py` names it."""

    kinds: "Later[SiteKinds]"
    articles: "Later[SiteArticles]"
    sequence: "Later[Articles]"
    structure: "Later[InformativeStructure]"
    lists: "Later[list[SiteList]]"
    details: "Later[list[SiteDetails]]"
    wrapper: "Later[TaughtWrapper]"
    raw_kinds: "Later[SiteKinds]"  # kinds before anybody corrected them
    page_corrections: "list[PageCorrection]"


@dataclass(frozen=True, repr=False)
class MinedSite:
    """What was learnt about a site, and through it every article, every list and the wrapper."""

    site: Site
    layouts: SiteLayouts
    readers: list[ClusterReader]  # one a cluster, as studied
    reader: SiteReader  # the same with compiled rules, which reads any page
    stages: Stages
    settings: MineSettings

    @property
    def clusters(self) -> Clusters:
        return self.layouts.clusters

    @property
    def kinds(self) -> SiteKinds:
        """Index, article or other for every page, with the evidence."""
        return self.stages.kinds.value

    @property
    def site_articles(self) -> SiteArticles:
        """The articles with the pages they come from."""
        return self.stages.articles.value

    @property
    def articles(self) -> Articles:
        """The articles in the order of the pages, read as they are asked for; one that is divided over pages is one again."""
        return self.stages.sequence.value

    def read(self, place: int) -> Article | NoArticle:
        """The text of any page, whatever its kind."""
        return self.reader.read(place)

    @property
    def structure(self) -> "InformativeStructure":
        """The site cut down to its index pages, its articles, and the links that lead from one to the other."""
        return self.stages.structure.value

    @property
    def lists(self) -> "list[SiteList]":
        """The main list of each layout of index pages and of threads, with the records of all its pages."""
        return self.stages.lists.value

    @property
    def records(self) -> "list[SiteList]":
        """The same as `lists`, by the name of the file that `sitelode mine` writes."""
        return self.lists

    @property
    def details(self) -> "list[SiteDetails]":
        """The detail pages of each layout that has some (products, persons, events, records), with the rules that read their fields."""
        return self.stages.details.value

    def wrapper(self) -> "Wrapper":
        """What was learnt as a small file of plain data, which reads new pages of the site: the one that `sitelode mine` writes."""
        return self.stages.wrapper.value.wrapper

    @property
    def twins(self) -> dict[str, str]:
        """For the origin of every page left out as a repetition, the origin of the page it repeats."""
        return self.site.twins

    @property
    def dropped(self) -> Counter[str]:
        """What was left out before mining, counted by reason."""
        return self.site.dropped

    def to_dicts(self) -> list[dict[str, Any]]:
        """The articles as dictionaries."""
        return self.articles.to_dicts()

    def to_pandas(self) -> "pd.DataFrame":
        """The same as a table."""
        return self.articles.to_pandas()

    def to_arrow(self) -> Any:  # noqa: ANN401 (a table of an extra)
        """The same as a table of Arrow."""
        return self.articles.to_arrow()

    def to_polars(self) -> Any:  # noqa: ANN401 (a table of an extra)
        """The same as a table of Polars."""
        return self.articles.to_polars()

    def __copy__(self) -> "MinedSite":
        """Nothing in it changes: the same serves as its copy."""
        return self

    def __deepcopy__(self, _: object) -> "MinedSite":
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a mined site cannot be pickled; keep it with mine(source, folder=..) and open it elsewhere with mine(folder)")

    def __len__(self) -> int:
        """How many articles there are."""
        return len(self.articles)

    def __bool__(self) -> bool:
        """True, also without articles: whether there is a result is no reason to read every page."""
        return True

    def __repr__(self) -> str:
        """What was found; the first time, all pages are read for it."""
        source = self.site.store["source"]
        found = [counted(len(self), "article"), counted(len(self.lists), "list"), counted(len(self.details), "detail table")]
        return f"MinedSite({f'{source!r}: ' if source else ''}{', '.join(found)} from {counted(len(self.site.entries), 'page')})"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from sitelode.notebook import summary_html  # noqa: PLC0415 (loaded when there is work)

        urls = [entry.url for entry in self.site.entries]
        return summary_html(repr(self), self.kinds.kind, self.clusters.members(), urls, self.articles)

    def plot(self) -> "Chart":
        """Kinds of pages, and articles by confidence, as a small picture; its `svg` is a text."""
        from sitelode.notebook import chart  # noqa: PLC0415 (loaded when there is work)

        return chart(self.kinds.kind, [each.confidence for each in self.articles])
