"""The detail pages of a mined site as tables: one for every layout that shows products, persons, events or records, one row per page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sitelode.counted import counted
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.page_kinds.kinds import SiteKinds
from sitelode.progress import Progress, no_progress
from sitelode.site.site import Site, StoredPages
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.notebook_table import SHOWN_NAMES

LEAST_PAGES: Final = 3  # of a layout; fewer show hardly what varies. Set by hand


@dataclass(frozen=True)
class SiteDetails:
    """The detail pages of one layout, and what reads them."""

    layout: int
    rules: FieldRules
    pages: StoredPages
    is_known: bool = False  # taken over from an earlier result: nothing about its pages changed

    def __len__(self) -> int:
        return len(self.pages)

    def __repr__(self) -> str:
        names = ", ".join(column.name for column in self.rules.columns)[:SHOWN_NAMES]
        return f"SiteDetails({counted(len(self), 'page')}: {names})"


def find_details(
    site: Site,
    layouts: SiteLayouts,
    kinds: SiteKinds,
    progress: Progress = no_progress,
    known: Mapping[int, FieldRules | None] | None = None,
) -> list[SiteDetails]:
    """Learn the fields of every layout that has detail pages; `known` has what was learnt before, for layouts that did not change."""
    found, clusters = [], layouts.clusters.members()
    for layout, members in enumerate(clusters):
        details = [site.entries[member].number for member in members if kinds.finer[member] == "detail"]
        if len(details) >= LEAST_PAGES:
            pages, is_known = site.pages(details), known is not None and layout in known
            rules = known[layout] if known is not None and is_known else learn_rules(pages)
            found += [SiteDetails(layout, rules, pages, is_known)] if rules is not None and rules.columns else []
        progress("details", layout + 1, len(clusters))
    return found
