"""What was seen or said before a site changed; on the changed pages it shows where things are now."""

from dataclasses import dataclass, field

from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.text.segments import segments_of
from sitelode.urls import normalise
from sitelode.wrappers.known_articles import KnownArticle, KnownArticles
from sitelode.wrappers.known_rows import KnownRows
from sitelode.wrappers.lessons import LessonEntry


@dataclass(frozen=True)
class RepairEvidence:
    """Articles and rows of tables that the wrapper once gave, and what people taught."""

    articles: KnownArticles | None = None
    rows: KnownRows = field(default_factory=KnownRows)
    lessons: tuple[LessonEntry, ...] = ()

    def article_on(self, page: Page) -> KnownArticle | None:
        """The article seen before that a page is about."""
        return None if self.articles is None else self.articles.on_page(page.url, segments_of(page).loose, metadata_of(page).title)

    def taught_values(self, page: Page) -> dict[str, str]:
        """The values of taught fields that a page is known to have; what a person said wins over what rules gave."""
        url = normalise(page.url) or page.url
        said = {each.name: each.text for each in self.lessons if (normalise(each.url) or each.url) == url}
        article = self.article_on(page)
        return {**(article.taught if article is not None else {}), **said}
