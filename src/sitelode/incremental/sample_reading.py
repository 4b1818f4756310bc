"""Read the pages of a large site by what its sample taught: what a page is, is told by pages of the sample that look like it.

The sample was mined: of each of its pages the kind is known, of its listings and threads the lists, of its detail pages the fields. Another
page has the kind that most pages of the same looks and the same part of the site have, and is read by their rules.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from sitelode.errors import PageError
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.mined_site import MinedSite
from sitelode.model import Fetched
from sitelode.output.article_forms import article_data
from sitelode.output.files import json_text, whole_file
from sitelode.settings import MineSettings
from sitelode.site.page_trial import PageTrial
from sitelode.site.site import pass_over
from sitelode.site.store import SiteStore
from sitelode.sources.choice import open_source
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.lists.list_rule import ListRule
from sitelode.tables.site_tables import kind_of_lists
from sitelode.tables.table import Value
from sitelode.urls import normalise
from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.learn.site_wrapper import LayoutsSeen
from sitelode.wrappers.multi_page import PageJoiner
from sitelode.wrappers.wrapper import Wrapper, read_wrapper, url_pattern

ANYWHERE: Final = ""  # instead of a part of the site
DETAIL: Final = "detail"


class KindOfLike(NamedTuple):
    """What most pages of the sample are that have the same looks, in one part of the site or anywhere."""

    kind: str
    finer: str
    cluster: int
    confidence: float
    alike: int  # pages of the sample
    total: int

    def line(self, page: Mapping[str, str]) -> dict[str, Any]:
        """A page of this kind as a line of pages.jsonl, without what only links tell."""
        why = f"{self.finer}: like {self.alike:,} of {self.total:,} pages of layout {self.cluster} in the sample"
        judged = {"kind": self.kind, "finer_kind": self.finer, "confidence": round(self.confidence, 3), "why": why, "cluster": self.cluster}
        return {"url": page["url"], **judged, "origin": page["origin"], "digest": page["digest"], "fetched": page["fetched"]}


UNKNOWN: Final = KindOfLike("other", "page", -1, 0.0, 0, 0)  # a page that looks like none of the sample


@dataclass(frozen=True)
class Likeness:
    """Kinds and tables by the name of the wrapper's layout that a page looks like."""

    kinds: Mapping[tuple[str, str], KindOfLike]  # by layout and part of the site
    lists: Mapping[tuple[str, str], Sequence[tuple[int, ListRule]]]  # by layout and kind; numbered from 1, those of most pages first
    details: Mapping[str, Sequence[tuple[int, FieldRules]]]  # by layout; numbered like layouts of pages

    def kind(self, layout: str, url: str) -> KindOfLike:
        return self.kinds.get((layout, url_pattern(url))) or self.kinds.get((layout, ANYWHERE)) or UNKNOWN

    def records(self, page: Page, layout: str, finer: str) -> tuple[int, list[dict[str, Value]]]:
        """The number of the list that a page has, and its records; 0 and none if it has no list."""
        for number, rule in self.lists.get((layout, kind_of_lists(finer) or ANYWHERE), ()):
            if rows := rule.apply(page):
                return number, rows
        return 0, []

    def fields(self, page: Page, layout: str, finer: str) -> tuple[int, dict[str, list[str]]]:
        """The number of a detail page's table, and its row; -1 and nothing for other pages."""
        for number, rules in self.details.get(layout, ()) if finer == DETAIL else ():
            if row := rules.values(page):
                return number, row
        return -1, {}


def likeness_of(mined: MinedSite, wrapper: Wrapper) -> Likeness:
    """What the pages of a mined sample tell about others."""
    seen = [name or ANYWHERE for name in chain.from_iterable(pass_over(mined.site, LayoutsSeen(wrapper)))]
    return Likeness(_kinds(mined, seen), _lists(mined, seen), _details(mined, seen))


def _kinds(mined: MinedSite, seen: Sequence[str]) -> dict[tuple[str, str], KindOfLike]:
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, (layout, entry) in enumerate(zip(seen, mined.site.entries, strict=True)):
        groups[layout, url_pattern(entry.url)].append(place)
        groups[layout, ANYWHERE].append(place)
    return {key: _most(mined, places) for key, places in groups.items()}


def _most(mined: MinedSite, places: Sequence[int]) -> KindOfLike:
    kinds, clusters = mined.kinds, mined.clusters.of_page
    (kind, finer), count = Counter((kinds.kind[place], kinds.finer[place]) for place in places).most_common(1)[0]
    alike = [place for place in places if kinds.finer[place] == finer and kinds.kind[place] == kind]
    cluster = Counter(clusters[place] for place in alike).most_common(1)[0][0]
    sure = float(np.mean([kinds.confidence[place] for place in alike]))
    return KindOfLike(kind, finer, int(cluster), sure * count / len(places), count, len(places))


def _lists(mined: MinedSite, seen: Sequence[str]) -> dict[tuple[str, str], list[tuple[int, ListRule]]]:
    finer, of_page = mined.kinds.finer, mined.clusters.of_page
    by_key: dict[tuple[int, str | None], Counter[str]] = defaultdict(Counter)
    for place, layout in enumerate(seen):
        by_key[of_page[place], kind_of_lists(finer[place])][layout] += 1
    rules: dict[tuple[str, str], list[tuple[int, int, ListRule]]] = defaultdict(list)
    for number, each in ((number, part) for number, one in enumerate(mined.lists, start=1) for part in one.parts):
        for layout, pages in by_key[each.layout, each.kind].items():
            rules[layout, each.kind].append((-pages, number, each.rule))
    return {key: [(number, rule) for _, number, rule in sorted(own, key=lambda rule: rule[:2])] for key, own in rules.items()}


def _details(mined: MinedSite, seen: Sequence[str]) -> dict[str, list[tuple[int, FieldRules]]]:
    finer, of_page = mined.kinds.finer, mined.clusters.of_page
    layouts: dict[int, dict[str, None]] = defaultdict(dict)
    for place, layout in enumerate(seen):
        if finer[place] == DETAIL:
            layouts[of_page[place]][layout] = None
    found: dict[str, list[tuple[int, FieldRules]]] = defaultdict(list)
    for each in mined.details:
        for layout in layouts[each.layout]:
            found[layout].append((each.layout, each.rules))
    return dict(found)


ARTICLES, PAGES = "articles.jsonl", "pages.jsonl"


@dataclass(frozen=True)
class PartOrder:
    """What a process is told: read the pages of a part, and write what is found into a folder."""

    part: str
    wrapper: str
    likeness: Likeness
    to: str
    settings: MineSettings

    @property
    def articles(self) -> Path:
        """One article a line."""
        return Path(self.to) / ARTICLES

    @property
    def pages(self) -> Path:
        """One page a line, with what it is, and the records or the row of a table that it has."""
        return Path(self.to) / PAGES


def fetched_pages(parts: Sequence[Path]) -> Iterator[Fetched]:
    for part in parts:
        yield from (item for item in open_source(part).items() if isinstance(item, Fetched))


def read_part(order: PartOrder) -> int:
    """Write the files of an order; return the number of pages.

    An article over several pages is one again where all of them are in this part.
    """
    settings = order.settings
    applier = Applier(read_wrapper(Path(order.wrapper)), markdown=settings.markdown, html=settings.html)
    joiner, count = PageJoiner(), 0
    with PageTrial(settings.limits) as trial, whole_file(order.articles) as articles, whole_file(order.pages) as pages:
        for item in fetched_pages([Path(order.part)]):
            try:
                trial.check(item)
                page = parse(item.body, normalise(item.url) or item.url, item.content_type, settings.limits)
            except PageError:
                continue
            count += 1
            reading = next(each for each in applier.read(page, item.origin or item.url) if each.kind == "article")
            digest = SiteStore.digest_of(item.body).hex()
            pages.write(json_text(_page_data(order.likeness, page, reading, item, digest)) + "\n")
            if (article := reading.found.article) is not None:
                article = replace(article, fetched=item.fetched_at or "", digest=digest)
                reading = replace(reading, found=replace(reading.found, article=article))
                articles.writelines(map(_line, joiner.add(page, reading)))
        articles.writelines(map(_line, joiner.rest()))
    return count


def _page_data(likeness: Likeness, page: Page, reading: Reading, item: Fetched, digest: str) -> dict[str, Any]:
    place = {"url": page.url, "origin": item.origin or item.url, "digest": digest, "fetched": item.fetched_at or ""}
    if reading.layout is None:
        return UNKNOWN.line(place)
    layout = reading.layout.name
    kind = likeness.kind(layout, page.url)
    found = kind.line(place)
    number, rows = likeness.records(page, layout, kind.finer)
    table, row = likeness.fields(page, layout, kind.finer)
    found |= {"list": number, "records": rows} if rows else {}
    return found | ({"table": table, "fields": row} if row else {})


def _line(reading: Reading) -> str:
    return json_text(article_data(reading.found.article)) + "\n" if reading.found.article else ""
