"""The regions of a page as the studio shows them: each with its text, its place, the decision about it and the reason."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.evidence import segment_codes
from sitelode.articles.body.features import kinds_of
from sitelode.articles.body.study import choose_segments
from sitelode.articles.corrections import CorrectedReader
from sitelode.articles.reader import ClusterReader
from sitelode.html.page import NO_STRING, Page
from sitelode.html.vocabulary import BLOCK_TAGS
from sitelode.text.segments import Segments, segments_of

LONGEST_TEXT = 160  # characters of a region's text in a list; set by hand, as is the next
PATH_STEPS = 3  # elements of its path that are shown


@dataclass(frozen=True)
class Regions:
    """One entry per segment of a page."""

    page: Page
    segments: Segments
    codes: NDArray[np.uint64]
    probability: NDArray[np.float64]
    taken: NDArray[np.bool_]
    kind: NDArray[np.int8]
    others: NDArray[np.float64]  # share of the other pages that have the same text
    reader: ClusterReader

    def __len__(self) -> int:
        return len(self.segments)

    def rows(self, region: int) -> list[int]:
        first, last = self.segments.first[region : region + 2]
        found: list[int] = self.segments.rows[first:last].tolist()
        return found

    def of_row(self, row: int) -> int | None:
        """The region a text row belongs to."""
        place = int(np.searchsorted(self.segments.rows, row))
        if place >= len(self.segments.rows) or self.segments.rows[place] != row:
            return None
        return int(np.searchsorted(self.segments.first, place, side="right")) - 1

    def text(self, region: int) -> str:
        return " ".join("".join(self.page.text(row) for row in self.rows(region)).split())

    def role(self, region: int) -> str:
        """The role of the region, decided or corrected: body, title, date, or none."""
        if isinstance(self.reader, CorrectedReader):
            code = int(self.codes[region])
            if code in self.reader.title_paths:
                return "title"
            if code in self.reader.date_paths:
                return "date"
        return "body" if self.taken[region] else ""

    def on_rows(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """Spread one value per region over the rows of the page; 0 on rows without a region."""
        spread = np.zeros(len(self.page))
        spread[self.segments.rows] = np.repeat(values, np.diff(self.segments.first))
        return spread

    def places(self) -> dict[int, str]:
        """For each region the row that represents it in a frame: its block if no other region shares it, else its first text."""
        in_block = Counter(self.segments.block.tolist())
        chosen: dict[int, str] = {}
        for region, block in enumerate(self.segments.block.tolist()):
            row = block if in_block[block] == 1 and self.page.tag_name(block) not in ("html", "body") else self.rows(region)[0]
            chosen[row] = f"g{region}"
        return chosen


def regions_of(page: Page, reader: ClusterReader) -> Regions:
    segments = segments_of(page)
    body = reader.studied
    probability = body.segment_probabilities(page, segments)
    others = body.recurring.share_of(segments.loose)
    kind = kinds_of(others, segments.width, segments.link_width)
    codes = segment_codes(page, segments, body.labels) if len(segments) else np.empty(0, np.uint64)
    taken = choose_segments(probability, segments.width, body.taken_from)
    if isinstance(reader, CorrectedReader):
        for at, is_body in reader.single_texts(page, segments):
            probability[at], taken[at] = float(is_body), is_body
    return Regions(page, segments, codes, probability, taken, kind, others, reader)


def verdict(regions: Regions, region: int) -> str:
    """What was decided about a region, with the number behind it."""
    role = regions.role(region)
    if isinstance(regions.reader, CorrectedReader) and role in ("title", "date"):
        return f"marked as {role} by hand"
    return f"body with probability {regions.probability[region]:.2f}, kept from {regions.reader.body.taken_from:.2f}"


def path_words(page: Page, row: int, steps: int = PATH_STEPS) -> str:
    """The path of an element, shortened to its last block elements, each with its id or first class name."""
    words: list[str] = []
    while row >= 0 and len(words) < steps:
        tag = page.tag_name(row)
        if tag in BLOCK_TAGS or not words:
            words.append(tag + _first_name(page, row))
        row = int(page.columns.parent[row])
    return " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ".join(reversed(words))


def _first_name(page: Page, row: int) -> str:
    columns = page.columns
    for mark, number in (("#", int(columns.id_[row])), (".", int(columns.class_[row]))):
        names = page.string(number).split() if number != NO_STRING else []
        if names:
            return mark + names[0][:40]
    return ""


def region_data(regions: Regions, region: int, why: str) -> dict[str, Any]:
    """A region as one entry of a list."""
    text = regions.text(region)
    return {
        "region": region,
        "row": regions.rows(region)[0],
        "text": text[:LONGEST_TEXT] + ("…" if len(text) > LONGEST_TEXT else ""),
        "path": path_words(regions.page, int(regions.segments.block[region])),
        "probability": round(float(regions.probability[region]), 3),
        "role": regions.role(region),
        "why": why,
    }
