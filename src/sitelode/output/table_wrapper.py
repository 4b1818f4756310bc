"""Lists and detail pages as wrappers: the rules that made a table, for new pages of the same layouts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from sitelode.dom.page import Page
from sitelode.fields.field_rules import FieldRules
from sitelode.records.site_lists import SiteList
from sitelode.site.site import Site
from sitelode.urls import site_key
from sitelode.wrappers.learning import fields_layout, list_layout, with_comparable_sketches
from sitelode.wrappers.sketch import PageSketcher
from sitelode.wrappers.wrapper import MOST_LAYOUTS, Layout, Wrapper, write_wrapper

MOST_STUDIED = 50  # pages of a layout whose values its profile is made of


def write_lists_wrapper(site: Site, lists: Sequence[SiteList], path: Path) -> None:
    """The wrapper of a site's lists."""
    number_of = {entry.url: entry.number for entry in site.entries}
    sketcher, learned = PageSketcher(), _today()
    layouts = [
        list_layout(site.pages([number_of[url] for url in found.pages[:MOST_STUDIED]]), found.rule, number, learned, sketcher)
        for number, found in enumerate(lists[:MOST_LAYOUTS])
    ]
    _write(layouts, number_of, learned, path)


def write_fields_wrapper(tables: Iterable[tuple[Sequence[Page], FieldRules]], path: Path) -> None:
    """The wrapper of the detail pages of a site, one layout a table."""
    sketcher, learned, layouts, urls = PageSketcher(), _today(), list[Layout](), list[str]()
    for pages, rules in tables:
        if rules.columns and len(layouts) < MOST_LAYOUTS:
            studied = pages[:MOST_STUDIED]
            layouts.append(fields_layout(studied, rules, len(layouts), learned, sketcher))
            urls += [page.url for page in studied]
    _write(layouts, urls, learned, path)


def _write(layouts: Sequence[Layout], urls: Iterable[str], learned: str, path: Path) -> None:
    if layouts:
        hosts = Counter(site_key(url) or "" for url in urls)
        name = min(hosts, key=lambda host: (-hosts[host], host), default="")
        write_wrapper(Wrapper(name, tuple(with_comparable_sketches(layouts)), learned), path)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
