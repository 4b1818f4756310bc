"""Lists and detail pages as wrappers: the rules that made a table, for new pages of the same layouts."""

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from sitelode.html.page import Page
from sitelode.layout.site_layouts import find_layouts
from sitelode.layout.sketch import PageSketcher
from sitelode.site.site import Site
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.lists.site_lists import SiteList
from sitelode.urls import site_key
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.known_articles import KnownArticles, known_file, write_known
from sitelode.wrappers.known_rows import KnownRows
from sitelode.wrappers.learn.learning import empty_layout, fields_layout, list_layout
from sitelode.wrappers.learn.profiling import with_comparable_sketches
from sitelode.wrappers.lessons import LessonLog, lessons_file
from sitelode.wrappers.teach.apply_lessons import PagesOfSite, taught_wrapper
from sitelode.wrappers.wrapper import MOST_LAYOUTS, Layout, Wrapper, write_wrapper

# Bounds.
MOST_STUDIED = 50  # pages of a layout whose values its profile is made of
MOST_WITHOUT_LIST = 1_000  # pages without a list whose layouts are looked at
WITHOUT_LIST = "no list"
MOST_REMEMBERED = 1_000  # pages
_log = logging.getLogger("sitelode")


def write_lists_wrapper(site: Site, lists: Sequence[SiteList], path: Path) -> None:
    """The wrapper of a site's lists."""
    number_of = {entry.url: entry.number for entry in site.entries}
    sketcher, learned_on = PageSketcher(), _today()
    layouts = [
        list_layout(site.pages([number_of[url] for url in found.pages[:MOST_STUDIED]]), found.rule, number, learned_on, sketcher)
        for number, found in enumerate(lists[:MOST_LAYOUTS])
    ]
    layouts += _without_list(site, {url for found in lists for url in found.pages}, learned_on, sketcher)[: MOST_LAYOUTS - len(layouts)]
    _write(layouts, site, learned_on, path)


def _without_list(site: Site, listed: set[str], learned_on: str, sketcher: PageSketcher) -> list[Layout]:
    """Layouts of the pages that have no list: the wrapper has to know them in order not to miss one there."""
    pages = site.pages([entry.number for entry in site.entries if entry.url not in listed][:MOST_WITHOUT_LIST])
    groups = find_layouts(pages).clusters.members() if len(pages) > 1 else [[place] for place in range(len(pages))]
    return [
        empty_layout([pages[place] for place in group[:MOST_STUDIED]], WITHOUT_LIST, number, learned_on, sketcher, kind="records")
        for number, group in enumerate(groups[:MOST_LAYOUTS])
    ]


def write_fields_wrapper(site: Site, tables: Iterable[tuple[Sequence[Page], FieldRules]], path: Path) -> None:
    """The wrapper of the detail pages of a site, one layout a table."""
    sketcher, learned_on, layouts = PageSketcher(), _today(), list[Layout]()
    for pages, rules in tables:
        if rules.columns and len(layouts) < MOST_LAYOUTS:
            studied = pages[:MOST_STUDIED]
            layouts.append(fields_layout(studied, rules, len(layouts), learned_on, sketcher))
    _write(layouts, site, learned_on, path)


def _write(layouts: Sequence[Layout], site: Site, learned_on: str, path: Path) -> None:
    """The wrapper with what somebody taught, and beside it the rows that it gives, by which it can be repaired."""
    if not layouts:
        return
    hosts = Counter(site_key(entry.url) or "" for entry in site.entries)
    name = min(hosts, key=lambda host: (-hosts[host], host), default="")
    plain = Wrapper(name, tuple(with_comparable_sketches(layouts)), learned_on=learned_on)
    wrapper, problems = taught_wrapper(plain, LessonLog.read(lessons_file(path)), PagesOfSite(site))
    for problem in problems:
        _log.warning("%s", problem)
    write_wrapper(wrapper, path)
    applier = Applier(wrapper)
    pages = site.pages([entry.number for entry in site.entries[:MOST_REMEMBERED]])
    write_known(KnownArticles(()), known_file(path), KnownRows.of_readings(each for page in pages for each in applier.read(page)))


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
