"""What was seen or said before a site changed; on the changed pages it shows where things are now."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.text.segments import segments_of
from sitelode.urls import normalise, site_key
from sitelode.wrappers.known_articles import KnownArticle, KnownArticles
from sitelode.wrappers.known_rows import KnownRows
from sitelode.wrappers.lessons import LessonEntry
from sitelode.wrappers.taught.page_tokens import PageTokens
from sitelode.wrappers.taught.taught import TAUGHT, Taught
from sitelode.wrappers.taught.value_profiles import FieldProfile
from sitelode.wrappers.wrapper import Layout, url_pattern

_WEB = ("http://", "https://")


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


def other_site_name(site: str, urls: Iterable[str]) -> str:
    """The site that most of these addresses are of, where it is known and another one: values that look alike prove nothing there."""
    sites = Counter(site_key(url) or "" for url in urls if url.lower().startswith(_WEB))
    most = min(sites, key=lambda each: (-sites[each], each), default="")
    is_named = bool(site) and not site.endswith(":")  # pages that were only files name no site
    return most if is_named and most != site else ""


def unused_names(start: str, layouts: Iterable[Layout]) -> Iterator[str]:
    """Names that no layout has, so that a reader of the history knows which is which."""
    used = {layout.name for layout in layouts}
    return (name for number in count(1) if (name := f"{start}-{number}") not in used)


def reasons_by_address(layouts: Iterable[Layout]) -> dict[str, str]:
    """For every address pattern of layouts without content the reason why their pages have none."""
    return {pattern: str(each.rules["nothing"]) for each in layouts if "nothing" in each.rules for pattern in each.url_patterns}


def usual_reason(pages: Sequence[Page], reasons: Mapping[str, str]) -> str:
    """Why most of these pages have no content, by their addresses; empty where most may have some."""
    found = [reasons[pattern] for page in pages if (pattern := url_pattern(page.url)) in reasons]
    return Counter(found).most_common(1)[0][0] if 2 * len(found) > len(pages) else ""


def with_fields(layout: Layout, fields: Mapping[str, Taught], pages: Sequence[PageTokens]) -> Layout:
    """A layout with fields taught by examples, and with what they give on its pages."""
    profiles = {name: FieldProfile.from_values([field.answer(page).value for page in pages]) for name, field in fields.items()}
    profile = replace(layout.profile, fields={**layout.profile.fields, **profiles})
    return replace(layout, rules={**layout.rules, TAUGHT: [fields[name].to_data() for name in sorted(fields)]}, profile=profile)
