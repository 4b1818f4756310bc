"""Imported wrappers have no profile of the values they give. The first pages they are applied to show what is usual.

From then on they are verified and repaired like any other: the profile of what they gave, the sketch of the pages that gave it, and the
rows themselves are kept.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sitelode.html.page import Page
from sitelode.layout.sketch import Codes32, PageSketcher, common_codes
from sitelode.wrappers.applying import Reading
from sitelode.wrappers.known_rows import KnownRows
from sitelode.wrappers.learn.learning import MOST_PROFILED, profile_of, url_patterns, with_comparable_sketches
from sitelode.wrappers.wrapper import Layout, Wrapper


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
