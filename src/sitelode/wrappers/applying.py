"""Run a wrapper over pages: each page is read with the rules of the layout it looks most like."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from sitelode.arguments import require
from sitelode.errors import WrapperError
from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.layout.sketch import PageSketcher, SketchIndex
from sitelode.urls import normalise
from sitelode.wrappers.readers import ARTICLE_FIELDS, ArticleLayoutReader, Extraction, Reader, reader_of
from sitelode.wrappers.taught.taught import taught_fields, taught_values
from sitelode.wrappers.wrapper import KINDS, Layout, Wrapper, address_code, url_pattern

# Pages of one design have .7 to 1 of a layout's elements, of other designs 0 to .3 (snapshots of 14 sites, `bench.drift`).
UNKNOWN_BELOW = 0.3  # share of a layout's elements; a page with fewer is of no known layout
SAME_LAYOUT_FROM = 0.6  # share of a layout's elements; a page with fewer has another layout
NEARLY_AS_LIKE = 0.2  # likeness; among layouts so near an address may decide; set by hand, as is the next
AS_LIKE = 0.1  # likeness; a smaller difference says nothing
LAYOUT_UNKNOWN = "layout unknown"
USUAL_FROM = 0.5  # of a table's usual columns: a page of another look that has so many is one of its pages; set by hand


@dataclass(frozen=True, repr=False)
class Reading:
    """One page read with one layout's rules."""

    url: str
    origin: str
    layout: Layout | None  # none: no layout of this wrapper is like the page
    match: float  # share of the layout's elements that the page has
    found: Extraction
    kind: str = "article"  # of the rules

    def __repr__(self) -> str:
        layout = "no layout like it" if self.layout is None else f"layout {self.layout.name!r}"
        return f"Reading({self.kind} of {self.url!r}, {layout}: {self.found.article or self.found.reason or 'rows'})"

    @property
    def taught(self) -> dict[str, str]:
        """What fields that somebody taught say about a page of articles, empty where they find nothing."""
        return {name: value for name, value in self.found.values.items() if name not in ARTICLE_FIELDS} if self.kind == "article" else {}


@dataclass
class Applier:
    """A wrapper made ready for pages."""

    wrapper: Wrapper
    text_only: bool = False  # of articles, which is several times as fast as all their fields
    markdown: bool = False  # articles with their structure as well
    html: bool = False  # articles as clean HTML as well
    _readers: list[Reader] = field(init=False)
    _sketcher: PageSketcher = field(default_factory=PageSketcher)

    def __post_init__(self) -> None:
        require("wrapper", self.wrapper, Wrapper, "Wrapper (read_wrapper reads its file)")
        if not self.wrapper.layouts:
            raise WrapperError("this wrapper has no layouts, so it can read no page")
        self._readers = [reader_of(layout, number) for number, layout in enumerate(self.wrapper.layouts)]
        for reader in self._readers:
            if isinstance(reader, ArticleLayoutReader):
                reader.markdown, reader.html = self.markdown, self.html
        kinds = [layout.kind for layout in self.wrapper.layouts]
        self._places = [[place for place, kind in enumerate(kinds) if kind == wanted] for wanted in KINDS if wanted in kinds]
        self._indexes = [SketchIndex.of([self.wrapper.layouts[place].sketch for place in places]) for places in self._places]
        self._remembered = {code: name for name, codes in self.wrapper.remembered.items() for code in codes}
        self._patterns = [frozenset(layout.url_patterns) for layout in self.wrapper.layouts]
        self._named = {layout.name: place for place, layout in enumerate(self.wrapper.layouts)}
        self._without = {name: _without_article(name) for name in self.wrapper.remembered if name not in self._named}

    def layout_of(self, page: Page) -> Layout | None:
        """The layout of articles that a page is most like; none where the wrapper holds other rules only."""
        codes = self._sketcher.every_code(page)
        for places, index in zip(self._places, self._indexes, strict=True):
            if self.wrapper.layouts[places[0]].kind == "article":
                likeness = index.compare(codes)[1]
                return self.wrapper.layouts[places[self._chosen(page, places, _near(likeness), likeness)]]
        return None

    def read(self, page: Page, origin: str = "", *, by_looks: bool = False) -> list[Reading]:
        """What the wrapper says about a page: one reading for each kind of rules it holds; `by_looks` leaves its address out."""
        require("page", page, Page, "Page (parse makes one of HTML)")
        codes = self._sketcher.every_code(page)
        readings = []
        for places, index in zip(self._places, self._indexes, strict=True):
            shares, likeness = index.compare(codes)
            near = _near(likeness)
            if len(near) > 1 and self.wrapper.layouts[places[0]].kind != "article":
                nearest = sorted(near, key=lambda place: -likeness[place])
                readings.append(self._fullest(self._read(page, origin, places[place], shares[place]) for place in nearest))
                continue
            place = self._chosen(page, places, near, likeness)
            remembered = None if by_looks else self._remembered_reading(page, origin, places, shares)
            if remembered is not None:
                readings.append(self._with_taught(remembered, page, self.wrapper.layouts[places[place]]))
                continue
            readings.append(self._read(page, origin, places[place], shares[place]))
        return readings

    def _remembered_reading(self, page: Page, origin: str, places: Sequence[int], shares: Sequence[float]) -> Reading | None:
        """What a page's address says where its looks would lead elsewhere: its layout, if it still has it, or that it has no article."""
        name = self._remembered_name(page) if self._remembered else None
        if name is None or self.wrapper.layouts[places[0]].kind != "article":
            return None
        if name in self._without:
            return Reading(page.url, origin, self._without[name], max(shares), Extraction(reason=name))
        own = self._named[name]
        place = places.index(own) if own in places else None
        return None if place is None or shares[place] < SAME_LAYOUT_FROM else self._read(page, origin, own, shares[place])

    def _remembered_name(self, page: Page) -> str | None:
        """What is remembered under a page's address, or under the one it states for itself: a saved page lies in a file."""
        found = self._remembered.get(address_code(page.url))
        stated = metadata_of(page).canonical if found is None else ""
        return self._remembered.get(address_code(normalise(stated) or stated)) if stated else found

    @staticmethod
    def _with_taught(reading: Reading, page: Page, looks: Layout) -> Reading:
        """What somebody taught is found by the looks of a page, whatever its address says."""
        taught = taught_values(taught_fields(looks.rules), page) if looks is not reading.layout else {}
        return replace(reading, found=replace(reading.found, values={**reading.found.values, **taught})) if taught else reading

    @staticmethod
    def _fullest(readings: Iterable[Reading]) -> Reading:
        """Tables may differ in nothing but the order of their columns: that one holds whose values look as they should.

        Where none gives anything, the first one does.
        """

        def fullness(reading: Reading) -> tuple[float, int]:
            filled = sum(map(bool, reading.found.values.values()))
            return (usual_share(reading.layout, reading.found), filled) if reading.layout else (-1.0, 0)

        return max(readings, key=fullness)

    def _chosen(self, page: Page, places: Sequence[int], near: list[int], likeness: Sequence[float]) -> int:
        """The layout most like the page. Of several that are nearly as like, the address may exclude some; then likeness decides.

        Among those that are as like as can be told, it is the one that most pages taught.
        """
        if len(near) == 1:
            return near[0]
        if len({self._patterns[places[place]] for place in near}) > 1:  # otherwise an address excludes all or none
            pattern = url_pattern(page.url)
            near = [place for place in near if pattern in self._patterns[places[place]]] or near
        pages = [self.wrapper.layouts[place].pages for place in places]
        return max(near, key=lambda place: (round(likeness[place] / AS_LIKE), pages[place], likeness[place], -place))

    def _read(self, page: Page, origin: str, place: int, share: float) -> Reading:
        reader, layout = self._readers[place], self.wrapper.layouts[place]
        unknown = share < UNKNOWN_BELOW and len(layout.sketch) > 0  # a layout without a sketch was imported: it takes every page
        if unknown and not reader.reads_other_layouts:
            found = Extraction()
        elif self.text_only and isinstance(reader, ArticleLayoutReader):
            found = reader.read_text(page)
        else:
            found = reader.read(page, origin)
        if unknown and layout.kind != "article" and usual_share(layout, found) < USUAL_FROM:
            found = Extraction()
        if unknown and not any(found.values.values()):
            return Reading(page.url, origin, None, share, replace(found, reason=LAYOUT_UNKNOWN), layout.kind)
        return Reading(page.url, origin, layout, share, found, layout.kind)


def _near(likeness: Sequence[float]) -> list[int]:
    """The layouts that are about as like a page as the one most like it."""
    least = max(likeness) - NEARLY_AS_LIKE
    return [place for place, each in enumerate(likeness) if each >= least]


def _without_article(reason: str) -> Layout:
    """Stands for the layouts of pages that are known by their addresses to have no article."""
    return Layout("remembered", "article", rules={"nothing": reason}, sketch=np.empty(0, dtype=np.uint32), pages=0)


def usual_share(layout: Layout, found: Extraction) -> float:
    """The share of a layout's usual fields that are there and look as they used to."""
    usual = [(name, profile) for name, profile in layout.profile.fields.items() if profile.is_usual]
    values = [(profile, found.values.get(name, "")) for name, profile in usual]
    return sum(bool(value) and profile.prototype.fits(value) for profile, value in values) / max(len(usual), 1)


def readings_of(wrapper: Wrapper, pages: Iterable[Page]) -> list[Reading]:
    """What a wrapper says about several pages."""
    applier = Applier(wrapper)
    return [reading for page in pages for reading in applier.read(page, page.url)]
