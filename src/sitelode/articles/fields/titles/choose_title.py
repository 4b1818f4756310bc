"""The title of an article is chosen here: the heading that says what the page announces, without what other pages announce too.

A page announces its title in `title` and in metadata. Parts of titles that recur over the layout are names of the site or a section. Where
four pages or more show their titles in one place, that place is learnt; on fewer pages `headings` finds the heading page by page.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sitelode.articles.fields.titles.headings import LIKE_FROM, announced_heading, heading_text, headings_of, without_kicker
from sitelode.articles.fields.titles.words import (
    COMMON_SHARE,
    FEW_PAGES,
    common_beginning,
    common_share,
    likeness,
    parts_of,
    recurs,
    units_of,
)
from sitelode.html.metadata import Metadata
from sitelode.json_data import JsonData

if TYPE_CHECKING:
    from sitelode.articles.fields.page_view import PageView

# Set by hand while looking at the corpora of `bench.article_fields`, as all numbers here.
REGION_SHARE = 0.6  # of the pages; headings of a path on fewer are not the layout's titles
_SHOWN = "the heading where this layout shows titles"
_ANNOUNCED = "what the page announces; no heading says it"


@dataclass(frozen=True, slots=True)
class TitleParts(JsonData):
    """What recurs in the titles of the pages of one layout, and where it shows them. Plain data."""

    common: frozenset[str]
    repeated_announcements: frozenset[str]
    region: str = ""  # the path of the headings that are titles, as text
    beginning: str = ""  # what nearly all titles begin with, and the sign after it: "The Lantern:"

    @classmethod
    def learn(cls, pages: Iterable[Metadata]) -> "TitleParts":
        parts: Counter[str] = Counter()
        announced: Counter[str] = Counter()
        titles: list[str] = []
        sites: set[str] = set()
        count = 0
        for metadata in pages:
            count += 1
            titles.append(metadata.title)
            parts.update(set(parts_of(metadata.title)))
            announced[metadata.announced_title] += 1
            sites.add(metadata.meta.get("og:site_name", ""))
        most = max(1, COMMON_SHARE * count)
        return cls(
            frozenset(part for part, pages_with in parts.items() if pages_with > most or part in sites),
            frozenset(title for title, pages_with in announced.items() if pages_with > most),
            beginning=common_beginning(titles),
        )

    def with_region(self, views: Sequence["PageView"]) -> "TitleParts":
        """The same, with the path of the headings that are the titles of these pages."""
        announced = [list(map(units_of, self.announced(view.metadata))) for view in views]
        if any(announced) and len(views) <= FEW_PAGES:
            return replace(self, region="")
        rows: dict[str, dict[int, int]] = defaultdict(dict)  # of each path the first heading on every page
        for place, view in enumerate(views):
            for row in view.headings:
                rows[view.place(row)].setdefault(place, row)
        best, region = LIKE_FROM, ""
        for where, first in rows.items():
            score = _region_score(views, first, announced)
            if score > best:
                best, region = score, where
        return replace(self, region=region)

    def announced(self, metadata: Metadata) -> tuple[str, ...]:
        """The titles that a page announces and others do not, without the site's part."""
        stated = "" if metadata.announced_title in self.repeated_announcements else self.without_site_parts(metadata.announced_title)
        return tuple(filter(None, (stated, self.without_site_parts(metadata.title))))

    def choose(self, view: "PageView", shown: int = -1) -> tuple[str, str]:
        """The title of a page and where it comes from, in words; `shown` is the heading where its layout shows titles, -1 for none."""
        announced = self.announced(view.metadata)
        text = heading_text(view, shown) if shown >= 0 else ""
        if text and (not announced or any(likeness(text, each) >= LIKE_FROM for each in announced)):
            return without_kicker(view, shown, announced) or (text, _SHOWN)
        if announced:
            row, why = announced_heading(view, self.common, announced)
            if row < 0:
                return announced[0].removeprefix(self.beginning).lstrip() or announced[0], _ANNOUNCED
            return without_kicker(view, row, announced) or (heading_text(view, row), why)
        first = next((text for _, text, _ in headings_of(view)), "")
        return first or view.metadata.title, "the first heading, because the page announces nothing of its own"

    def without_site_parts(self, title: str) -> str:
        """A title without the parts that recur, at its end or its beginning."""
        parts = parts_of(title)
        first, last = 0, len(parts)
        while last > first and parts[last - 1] in self.common:
            last -= 1
        while first < last and parts[first] in self.common:
            first += 1
        if first == last:
            return ""
        start = title.index(parts[first]) if first else 0  # what is not cut keeps its signs: «so»
        return title[start : title.rindex(parts[last - 1]) + len(parts[last - 1]) if last < len(parts) else len(title)].strip()


def _region_score(views: Sequence["PageView"], first: Mapping[int, int], announced: Sequence[Sequence[frozenset[str]]]) -> float:
    """How much the headings of one path are titles; `announced` are the words of the titles that each page announces."""
    texts = {place: views[place].words(row) for place, row in first.items()}
    if len(texts) < REGION_SHARE * len(views) or recurs(list(texts.values())):
        return 0.0
    if any(announced):
        units = {place: units_of(text) for place, text in texts.items()}
        return sum(max((common_share(units[place], each) for each in announced[place]), default=0.0) for place in texts) / len(views)
    # Where no page announces a title of its own, a heading of its own right before the body is one.
    before = sum(0.5 * (int(views[place].page.columns.text_start[row]) <= views[place].body_span[0]) for place, row in first.items())
    return before / len(views)
