"""The tables of a mined site: lists that pages show or carry for their scripts, and one table for every layout of detail pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sitelode.compiled.codes import Codes
from sitelode.counted import counted
from sitelode.html.page import Page
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.page_kinds.kinds import SiteKinds
from sitelode.progress import Progress, no_progress
from sitelode.site.page_addresses import PageFinder
from sitelode.site.site import Site, StoredPages
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.lists.joined_lists import joined_lists
from sitelode.tables.lists.ranking import Ranking, shipped_ranking
from sitelode.tables.lists.site_lists import SiteList, even_sample, find_site_lists, recurring_texts
from sitelode.tables.script_data import LINKED_DATA, page_data
from sitelode.tables.script_lists import find_state_lists
from sitelode.tables.table import SHOWN_NAMES

_THREAD: Final = "thread"
_KINDS_OF_LISTS: Final = ("index", _THREAD)  # pages whose main list is their content
BARE: Final = ""  # pages that show next to nothing
_WITHOUT_CONTENT: Final = frozenset(("other", "page", "error"))  # what pages are judged that show next to nothing
Key = tuple[int, str]  # a layout and a kind of pages, as `kind_of_lists` has it


def find_index_lists(
    site: Site,
    layouts: SiteLayouts,
    kinds: SiteKinds,
    progress: Progress = no_progress,
    known: Mapping[Key, Sequence[SiteList]] | None = None,
) -> list[SiteList]:
    """The main list of each layout of index pages, and the posts of each layout of threads, with the records of all its pages.

    Lists that several layouts show are one (`joined_lists`).

    Pages that show next to nothing are judged neither: there the data of scripts is looked at alone. What is `known` is not looked for.
    """
    found, clusters, known = list[SiteList](), layouts.clusters.members(), known or {}
    recurring = recurring_texts(site.pages())
    for layout, members in enumerate(clusters):
        for kind in (*_KINDS_OF_LISTS, BARE):
            if (layout, kind) in known:
                found += known[layout, kind]
                continue
            entries = [site.entries[member] for member in members if kind_of_lists(kinds.finer[member]) == kind]
            if not entries:
                continue
            pages = site.pages([entry.number for entry in entries])
            ranking = shipped_ranking().for_threads() if kind == _THREAD else None
            lists = find_state_lists(_bare(pages)) if kind == BARE else lists_of_layout(pages, 1, recurring, ranking)
            found += [replace(each, layout=layout, kind=kind) for each in lists]
        progress("records", layout + 1, len(clusters))
    return joined_lists(found, PageFinder(site).place, layouts.clusters.of_page)


def kind_of_lists(finer: str) -> str | None:
    """Which lists a page of a finer kind may have; None for none."""
    return finer if finer in _KINDS_OF_LISTS else BARE if finer in _WITHOUT_CONTENT else None


def lists_of_layout(pages: Sequence[Page], most: int, recurring: Codes, ranking: Ranking | None = None) -> list[SiteList]:
    """The lists that the pages of a layout show; if they show none, those of the data they carry."""
    return find_site_lists(pages, ranking, most, recurring) or find_state_lists(pages, most)


def _bare(pages: Sequence[Page]) -> list[Page]:
    """The pages that carry more data than text to read."""
    return [page for page in pages if sum(len(code) for _, code in page.attribute_column("#text")) > len(page.columns.text)]


LEAST_PAGES: Final = 3  # of a layout; fewer show hardly what varies. Set by hand
MOST_ASKED: Final = 5  # pages of a layout, for what they state; half of them decide. Set by hand
THINGS: Final = frozenset(
    "Product JobPosting Recipe Book Movie Course Vehicle Car Hotel Restaurant SoftwareApplication Dataset Event".split()
)
"""Types of schema.org whose pages are records, whatever kind of page they are judged to be."""


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
    """Learn the fields of every layout that has detail pages, or pages that state to be one thing with properties.

    `known` has what was learnt before, for layouts whose detail pages did not change.
    """
    found, clusters = [], layouts.clusters.members()
    for layout, members in enumerate(clusters):
        details = [site.entries[member].number for member in members if kinds.finer[member] == "detail"]
        others = [site.entries[member].number for member in members if kinds.finer[member] not in (*_KINDS_OF_LISTS, "detail")]
        places = even_sample(len(others), MOST_ASKED) if len(others) >= LEAST_PAGES else []
        asked = site.pages([others[place] for place in places])
        states_things = 2 * sum(map(_states_a_thing, asked)) > len(asked)
        details = sorted(details + others) if states_things else details
        if len(details) >= LEAST_PAGES:
            pages, is_known = site.pages(details), known is not None and layout in known and not states_things
            rules = known[layout] if known is not None and is_known else learn_rules(pages)
            found += [SiteDetails(layout, rules, pages, is_known)] if rules is not None and rules.columns else []
        progress("details", layout + 1, len(clusters))
    return found


def _states_a_thing(page: Page) -> bool:
    stated = {name.rpartition(" ")[2] for name, _ in page_data(page) if name.startswith(LINKED_DATA)}
    stated |= {value.rpartition("/")[2] for _, value in page.attribute_column("itemtype")}
    return not THINGS.isdisjoint(stated)
