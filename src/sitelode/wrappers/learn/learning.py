"""From studied layouts to a wrapper."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from sitelode.articles.study import StudiedLayout, body_rules_of
from sitelode.html.page import Page
from sitelode.layout.sketch import PageSketcher, common_codes
from sitelode.tables.details.field_rules import FieldRules as DetailRules
from sitelode.tables.lists.list_rule import ListRule
from sitelode.urls import site_key
from sitelode.wrappers.learn.profiling import MOST_PROFILED, profile_of, url_patterns, with_comparable_sketches
from sitelode.wrappers.readers import (
    ArticleLayoutReader,
    FieldsLayoutReader,
    ListLayoutReader,
    Reader,
)
from sitelode.wrappers.wrapper import MOST_LAYOUTS, Layout, Wrapper, url_pattern

MOST_SKETCHED = 100  # pages of a layout whose hosts are counted; a bound
MOST_SINGLE = 30  # layouts of a single page; a bound


def compile_wrapper(layouts: Iterable[StudiedLayout], learned_on: str = "") -> Wrapper:
    """A wrapper for articles; layouts of other kinds can be added to it.

    Args:
        layouts: the layouts of a site, in the order in which they are preferred.
        learned_on: the date, as ISO 8601; left to the caller, so that the same pages give the same wrapper.

    """
    sketcher, distinct = PageSketcher(), _distinct(layouts)
    hosts: Counter[str] = Counter()
    for studied in distinct:
        hosts.update(filter(None, ((site_key(page.url) or "").removeprefix("file:") for page in studied.pages[:MOST_SKETCHED])))
    found = [article_layout(studied, number, learned_on, sketcher) for number, studied in enumerate(kept_layouts(distinct))]
    name = min(hosts, key=lambda host: (-hosts[host], host), default="")
    return Wrapper(name, tuple(with_comparable_sketches(found)), learned_on=learned_on)


def kept_layouts(layouts: Iterable[StudiedLayout]) -> list[StudiedLayout]:
    """Those that a wrapper holds, in its order: of layouts of a single page some, and not more in all than it can."""
    kept, single = list[StudiedLayout](), 0
    for studied in _distinct(layouts):
        single += len(studied.pages) == 1
        if len(kept) < MOST_LAYOUTS and (len(studied.pages) > 1 or single <= MOST_SINGLE):
            kept.append(studied)
    return kept


def layout_name(number: int) -> str:
    """What a wrapper calls a layout of articles."""
    return f"article-{number + 1}"


def _distinct(layouts: Iterable[StudiedLayout]) -> list[StudiedLayout]:
    """Each reader once, with the pages it was learnt from: those that another layout's reader reads need none of their own."""
    seen: set[int] = set()
    return [each for each in layouts if not (id(each.reader) in seen or seen.add(id(each.reader)))]  # type: ignore[func-returns-value]


def article_layout(studied: StudiedLayout, number: int, learned_on: str, sketcher: PageSketcher) -> Layout:
    """One layout compiled. A layout without articles is kept as well: its pages are known to have none."""
    body = body_rules_of(studied.reader, list(studied.pages))
    rules = {"body": body.to_data(), "fields": studied.reader.fields.to_data()}
    reader = ArticleLayoutReader(rules, number, len(studied.pages))
    return _read_layout(layout_name(number), rules, reader, studied.pages, learned_on, sketcher)


def empty_layout(
    pages: Sequence[Page], reason: str, number: int, learned_on: str, sketcher: PageSketcher, *, kind: str = "article"
) -> Layout:
    """The layout of pages that are known to have no article, or no list."""
    codes, urls = common_codes([sketcher.codes(page) for page in pages]), [page.url for page in pages]
    rules, patterns = {"nothing": reason}, url_patterns(urls)
    return Layout(f"empty-{number + 1}", kind, rules=rules, sketch=codes, pages=len(pages), url_patterns=patterns, learned_on=learned_on)


def list_layout(pages: Sequence[Page], rule: ListRule, number: int, learned_on: str, sketcher: PageSketcher) -> Layout:
    """The layout of pages with a list of records."""
    rules = {"list": rule.to_data()}
    return _read_layout(f"records-{number + 1}", rules, ListLayoutReader(rules), pages, learned_on, sketcher)


def fields_layout(pages: Sequence[Page], columns: DetailRules, number: int, learned_on: str, sketcher: PageSketcher) -> Layout:
    """The layout of detail pages."""
    rules = {"columns": columns.to_data()}
    return _read_layout(f"fields-{number + 1}", rules, FieldsLayoutReader(rules), pages, learned_on, sketcher)


def _read_layout(
    name: str, rules: dict[str, Any], reader: Reader, pages: Sequence[Page], learned_on: str, sketcher: PageSketcher
) -> Layout:
    """A layout with what its rules give on its pages; its name starts with its kind."""
    profiled = list(pages[:: max(1, -(-len(pages) // MOST_PROFILED))])  # spread over all: a site's first pages need not be like its last
    return Layout(
        name=name,
        kind=name.partition("-")[0],
        rules=rules,
        sketch=common_codes([sketcher.codes(page) for page in profiled]),
        pages=len(pages),
        profile=profile_of([reader.read(page, "") for page in profiled]),
        url_patterns=url_patterns([page.url for page in profiled]),
        learned_on=learned_on,
    )


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
