"""Choose the title of an article: the heading that matches the title the page announces, without the parts that other pages share.

A page announces its title in `title` and in metadata. Title parts that recur over the layout are names of the site or a section. If four or
more pages show their titles at one place, that place is learnt; with fewer pages, `headings` finds the heading page by page.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sitelode.articles.fields.titles.headings import LIKE_FROM, Headings, announced_heading, heading_text, without_kicker
from sitelode.articles.fields.titles.words import (
    COMMON_SHARE,
    FEW_PAGES,
    common_beginning,
    common_share,
    has_words,
    likeness,
    parts_of,
    recurs,
    units_of,
)
from sitelode.html.metadata import Metadata
from sitelode.json_data import JsonData

if TYPE_CHECKING:
    from sitelode.articles.fields.page_view import PageView

# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
REGION_SHARE = 0.6  # of the pages; if fewer have headings at a path, these are not the layout's titles
_SHOWN = "the heading where this layout shows titles"
_ANNOUNCED = "what the page announces; no heading says it"


@dataclass(frozen=True, slots=True)
class TitleParts(JsonData):
    """The parts that recur in the titles of one layout, and the place of its titles. Plain data."""

    common: frozenset[str]
    repeated_announcements: frozenset[str]
    region: str = ""  # the path of the headings that are titles, as text
    beginning: str = ""  # the beginning of nearly all titles, with the sign after it: "The Lantern:"

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
        rows: dict[str, dict[int, int]] = defaultdict(dict)  # for each path, the first heading on every page
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
        """The titles that only this page announces, without the site's part."""
        announced, title = metadata.announced_title, self.without_site_parts(metadata.title)
        if announced in self.repeated_announcements:
            stated = ""
        else:
            stated = title if announced == metadata.title else self.without_site_parts(announced)
        return tuple(filter(None, (stated, title)))

    def choose(self, view: "PageView", shown: int = -1) -> tuple[str, str]:
        """The title of a page and a description of its source; `shown` is the heading at the layout's title place, -1 for none.

        It is kept with the page: learning asks for the titles of pages that are read next.
        """
        asked, known = (shown, view.body_span[0]), view.page.derived.get("title")
        if known is None or known[0] is not self or known[1] != asked:
            known = view.page.derived["title"] = self, asked, self._choose(view, shown)
        found: tuple[str, str] = known[2]
        return found

    def _choose(self, view: "PageView", shown: int) -> tuple[str, str]:
        announced = self.announced(view.metadata)
        text = heading_text(view, shown) if shown >= 0 else ""
        if announced and announced.count(text) == len(announced) and has_words(text):
            return text, _SHOWN  # the usual case
        if text and (not announced or any(likeness(text, each) >= LIKE_FROM for each in announced)):
            return without_kicker(view, shown, announced) or (text, _SHOWN)
        if announced:
            row, why = announced_heading(view, self.common, announced)
            if row < 0:
                return announced[0].removeprefix(self.beginning).lstrip() or announced[0], _ANNOUNCED
            return without_kicker(view, row, announced) or (heading_text(view, row), why)
        first = next((text for _, text, _ in Headings(view)), "")
        return first or view.metadata.title, "the first heading, because the page announces nothing of its own"

    def without_site_parts(self, title: str) -> str:
        """A title without the recurring parts at its end or beginning."""
        parts = parts_of(title)
        first, last = 0, len(parts)
        while last > first and parts[last - 1] in self.common:
            last -= 1
        while first < last and parts[first] in self.common:
            first += 1
        if first == last:
            return ""
        start = title.index(parts[first]) if first else 0  # the rest keeps its signs: «so»
        return title[start : title.rindex(parts[last - 1]) + len(parts[last - 1]) if last < len(parts) else len(title)].strip()


def _region_score(views: Sequence["PageView"], first: Mapping[int, int], announced: Sequence[Sequence[frozenset[str]]]) -> float:
    """How well the headings of one path match titles; `announced` holds the words of the titles that each page announces."""
    texts = {place: views[place].words(row) for place, row in first.items()}
    if len(texts) < REGION_SHARE * len(views) or recurs(list(texts.values())):
        return 0.0
    if any(announced):
        units = {place: units_of(text) for place, text in texts.items()}
        return sum(max((common_share(units[place], each) for each in announced[place]), default=0.0) for place in texts) / len(views)
    # If no page announces its own title, a heading right before the body that differs between pages is the title.
    before = sum(0.5 * (int(views[place].page.columns.text_start[row]) <= views[place].body_span[0]) for place, row in first.items())
    return before / len(views)
