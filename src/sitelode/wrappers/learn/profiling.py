"""What is usual for a layout: the profile of its values, measures of its pages, its sketch and the addresses of its pages.

A text is a page's own when no other page of the batch has it, and nothing but links is no text. Rules that fit take nearly all of what is
a page's own and nearly nothing else; what is usual for a layout (comments are a page's own, too) is measured when it is learnt. Imported
wrappers have no profile: the first pages they are applied to show what is usual (`ProfileLearner`).
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.layout.sketch import Codes32, PageSketcher, common_codes, limit_codes
from sitelode.page_kinds.own_text import versions
from sitelode.page_kinds.titles import RawTitles
from sitelode.wrappers.applying import Reading
from sitelode.wrappers.known_content import KnownRows
from sitelode.wrappers.readers import Extraction, as_text
from sitelode.wrappers.wrapper import RECORDS, FieldProfile, Layout, LayoutProfile, Range, Wrapper, url_pattern

LINKED_FROM = 0.6  # share of a text inside links; with more it is a link, not a text; set by hand
LEAST_WIDTH = 30  # characters of a text; shorter ones recur by chance; set by hand
MOST_PAGES = 500  # of a batch that are looked at; a bound
OWN_TAKEN, TAKEN_REPEATED = "own_text_taken", "taken_text_repeated"
MOST_PROFILED = 100  # pages of a layout whose values are looked at; a bound
PATTERN_SHARE = 0.1  # of a layout's pages; addresses that fewer follow say nothing about it; set by hand
MOST_PATTERNS = 8  # of addresses of a layout; a bound


def batch_measures(found: Sequence[Extraction]) -> dict[str, Range]:
    """The measures of a batch, each as the range of its pages."""
    found = [each for each in found if each.text is not None]
    found = found[:: max(1, -(-len(found) // MOST_PAGES))]
    pages = [each.text for each in found if each.text is not None]
    if not pages:
        return {}
    sizes = np.array([len(page.loose) for page in pages])
    of_page, of_thing = np.repeat(np.arange(len(pages)), sizes), np.repeat(np.array(_things(found), np.int64), sizes)
    is_repeated = _on_several(np.concatenate([page.loose for page in pages]), of_thing, len(pages))
    width, link_width, taken = (np.concatenate([getattr(page, name) for page in pages]) for name in ("width", "link_width", "taken"))
    counted = np.where((link_width < LINKED_FROM * width) & (width >= LEAST_WIDTH), width, 0)

    def sums(chosen: NDArray[np.bool_], weights: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
        return np.asarray(np.bincount(of_page[chosen], weights[chosen], len(pages)), dtype=np.float64)

    return {
        OWN_TAKEN: _shares(sums(~is_repeated & taken, counted), sums(~is_repeated, counted)),
        TAKEN_REPEATED: _shares(sums(is_repeated & taken, width), sums(taken, width)),
    }


def _on_several(codes: NDArray[np.uint64], of_thing: NDArray[np.int64], pages: int) -> NDArray[np.bool_]:
    """For each text whether it stands on several things; all pages are sorted at once."""
    different, number = np.unique(codes, return_inverse=True)
    pairs = np.unique(number.astype(np.int64) * (pages + 1) + of_thing)
    counts = np.bincount(pairs // (pages + 1), minlength=len(different))
    several: NDArray[np.bool_] = (counts > max(1, pages // 50))[number]
    return several


def _shares(parts: NDArray[np.float64], wholes: NDArray[np.float64]) -> Range:
    return Range.of((parts[wholes > 0] / wholes[wholes > 0]).tolist())


def _things(found: Sequence[Extraction]) -> list[int]:
    """For each page a number, the same for versions of one page: parts of an article and all of it at once share their text."""
    urls = [each.article.url if each.article else "" for each in found]
    titles = [RawTitles(each.article.title if each.article else "", ()) for each in found]
    numbers: list[int] = versions(urls, titles).tolist()
    return numbers


def profile_of(readings: Sequence[Extraction]) -> LayoutProfile:
    """What a layout's values look like; fields that it never fills are left out. Of a list the records are looked at."""
    names = dict.fromkeys(name for reading in readings for name, value in reading.values.items() if value)
    texts = {name: [reading.values.get(name, "") for reading in readings] for name in names}
    records = [record for reading in readings for record in reading.records]
    of_records = dict.fromkeys(name for record in records for name in record if name != RECORDS)
    texts |= {name: [as_text(record.get(name)) for record in records] for name in of_records}
    fields = {name: FieldProfile.from_values(values) for name, values in texts.items()}
    measures = batch_measures(readings)
    if records:
        measures[RECORDS] = Range.of([len(reading.records) for reading in readings if reading.records])
    return LayoutProfile(fields, measures)


def with_comparable_sketches(layouts: Sequence[Layout]) -> list[Layout]:
    return [replace(layout, sketch=codes) for layout, codes in zip(layouts, limit_codes([each.sketch for each in layouts]), strict=True)]


def url_patterns(urls: Sequence[str]) -> tuple[str, ...]:
    """The patterns that many of these addresses follow, the most frequent first."""
    counts = Counter(map(url_pattern, urls))
    frequent = [pattern for pattern, count in counts.items() if count >= PATTERN_SHARE * len(urls)]
    return tuple(sorted(frequent, key=lambda pattern: (-counts[pattern], pattern))[:MOST_PATTERNS])


def is_unprofiled(layout: Layout) -> bool:
    """Whether a layout has never been seen at work."""
    return not layout.pages and not layout.profile.fields and "nothing" not in layout.rules


@dataclass
class ProfileLearner:
    """Watches a wrapper while it is applied; layouts that have a profile cost nothing."""

    wrapper: Wrapper
    _sketcher: PageSketcher = field(default_factory=PageSketcher)
    _seen: dict[str, list[tuple[Reading, Codes32]]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self._wanted = {layout.name for layout in self.wrapper.layouts if is_unprofiled(layout)}

    def listen(self, page: Page, readings: Sequence[Reading]) -> None:
        for reading in readings:
            name = reading.layout.name if reading.layout else ""
            if name in self._wanted and any(reading.found.values.values()) and len(self._seen[name]) < MOST_PROFILED:
                self._seen[name].append((reading, self._sketcher.codes(page)))

    @property
    def names(self) -> list[str]:
        """Of the layouts about which something was learnt."""
        return [layout.name for layout in self.wrapper.layouts if self._seen.get(layout.name)]

    def learnt(self, learned_on: str) -> tuple[Wrapper, KnownRows]:
        """The wrapper with what is usual for its layouts, and the rows to remember."""
        layouts = [self._profiled(layout, learned_on) if layout.name in self.names else layout for layout in self.wrapper.layouts]
        rows = KnownRows.of_readings(reading for name in self.names for reading, _ in self._seen[name])
        return self.wrapper.with_layouts(with_comparable_sketches(layouts)), rows

    def _profiled(self, layout: Layout, learned_on: str) -> Layout:
        seen = self._seen[layout.name]
        return replace(
            layout,
            sketch=common_codes([codes for _, codes in seen]),
            pages=len(seen),
            profile=profile_of([reading.found for reading, _ in seen]),
            url_patterns=url_patterns([reading.url for reading, _ in seen]),
            learned_on=layout.learned_on or learned_on,
        )
