"""Explain how a page was read: the decision and the evidence for every region, and the source of every field.

The evidence is what anybody can check on the pages: how many other pages have the same text, how much of it is links, how long it is,
and where on the page it is. The reasons are observations about that evidence, not a trace of the gradient-boosted trees; the
probability is the one used to make the article.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.features import LINKED_FROM, REPEATED_FROM
from sitelode.articles.fields.field_sources import FIELDS
from sitelode.articles.fields.page_view import PageView
from sitelode.articles.reader import ClusterReader, NoArticle
from sitelode.html.page import Page
from sitelode.paths.path_text import path_of, path_text
from sitelode.text.segments import segments_of

SHOWN: Final = 160  # characters of a region's text that are shown
SHORT: Final = 30  # characters of a line; chooses the wording only. Set by hand
LONG: Final = 80  # the same for long lines
MOST_COMPARED: Final = 30  # pages that a page is compared with; a bound
MOST_TEXTS: Final = 20  # text nodes whose text is shown; a bound
SURROUNDINGS: Final = {
    "nav": "navigation", "navigation": "navigation", "footer": "a footer", "contentinfo": "a footer", "aside": "an aside",
    "complementary": "an aside", "form": "a form", "figure": "a figure", "header": "a header", "article": "an article element",
    "main": "the main element", "table": "a table",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Region:
    """Texts at one place on a page with the same decision."""

    path: str
    taken: bool
    probability: float  # of being body; the highest among its texts
    text: str  # its first characters
    width: int  # characters; those of ideographic scripts count two
    segments: int  # lines of text
    rows: tuple[int, ...]  # text nodes of the page
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExplainedField:
    name: str
    value: str
    source: str  # empty if there is no value
    others: tuple[str, ...]  # other sources that the layout trusts, with their values on this page
    rejected: tuple[str, ...]  # sources that the layout does not trust, with the reason


@dataclass(frozen=True, slots=True)
class Explanation:
    url: str
    cluster: int
    compared_pages: int
    taken_from: float  # probability
    confidence: float
    no_article: str  # why there is no article, or empty
    regions: tuple[Region, ...]  # in document order
    fields: tuple[ExplainedField, ...]

    def to_data(self) -> dict[str, Any]:
        return asdict(self)


def explain(reader: ClusterReader, page: Page, pages: Sequence[Page] = ()) -> Explanation:
    """Explain how a page is read. The evidence compares it with `pages`, other pages of its layout, if given."""
    segments = segments_of(page)
    probability = reader.body.segment_probabilities(page, segments)
    view = reader.view(page)
    article = reader.article(page, "")
    compared = [other for other in pages[:MOST_COMPARED] if other.url != page.url]
    regions = _Regions(view, probability, reader, compared).all() if len(segments) else ()
    return Explanation(
        url=page.url,
        cluster=reader.cluster,
        compared_pages=len(compared),
        taken_from=round(float(reader.body.taken_from), 3),
        confidence=0.0 if isinstance(article, NoArticle) else article.confidence,
        no_article=article.reason if isinstance(article, NoArticle) else "",
        regions=tuple(regions),
        fields=tuple(_fields(reader, view)),
    )


class _Regions:
    """The regions of one page and the evidence from other pages."""

    def __init__(self, view: PageView, probability: NDArray[np.float64], reader: ClusterReader, others: Sequence[Page]) -> None:
        self.view, self.probability, self.taken_from = view, probability, float(reader.body.taken_from)
        self.page, self.segments = view.page, view.body.segments
        self.others = len(others)
        self.read_as = _rows_of_fields(view, reader)
        self.pages_with_text: Counter[int] = Counter()
        self.pages_with_path: Counter[str] = Counter()
        for other in others:
            cut = segments_of(other)
            self.pages_with_text.update(set(cut.loose.tolist()))
            self.pages_with_path.update({self._path(other, int(block)) for block in np.unique(cut.block)})

    def _path(self, page: Page, row: int) -> str:
        return path_text(path_of(page, row, self.view.names))

    def all(self) -> list[Region]:
        groups: dict[tuple[str, bool, bool], list[int]] = defaultdict(list)
        for segment, block in enumerate(self.segments.block.tolist()):
            repeated = self._repeated_share(segment) >= REPEATED_FROM
            groups[self._path(self.page, block), bool(self.view.body.chosen[segment]), repeated].append(segment)
        return [self._region(path, members, taken=taken) for (path, taken, _), members in groups.items()]

    def _repeated_share(self, segment: int) -> float:
        return self.pages_with_text[int(self.segments.loose[segment])] / max(self.others, 1)

    def _region(self, path: str, members: list[int], *, taken: bool) -> Region:
        chosen = np.zeros(len(self.segments), dtype=np.bool_)
        chosen[members] = True
        rows = tuple(int(row) for row in self.segments.text_rows(chosen))
        text = " ".join(self.view.words(row) for row in rows[:MOST_TEXTS])
        return Region(
            path=path,
            taken=taken,
            probability=round(float(self.probability[members].max()), 3),
            text=text[:SHOWN] + ("…" if len(text) > SHOWN else ""),
            width=int(self.segments.width[members].sum()),
            segments=len(members),
            rows=rows,
            reasons=tuple(self._reasons(path, members, rows)),
        )

    def _reasons(self, path: str, members: list[int], rows: Sequence[int]) -> Iterator[str]:
        """The observations about a region, the most telling first."""
        if used := sorted({self.read_as[row] for row in rows if row in self.read_as}):
            yield f"read as {', '.join(used)}"
        if self.others:
            share = float(np.mean([self._repeated_share(segment) for segment in members]))
            if share >= REPEATED_FROM:
                yield f"the same text stands on {share:.0%} of the pages"
            elif share <= 0:
                yield "its text stands on no other page"
            else:
                yield f"its text stands on {share:.0%} of the pages"
            with_path = self.pages_with_path[path] / self.others
            yield f"{with_path:.0%} of the pages have this place" if with_path < 1 else "every page has this place"
        width = int(self.segments.width[members].sum())
        links = float(self.segments.link_width[members].sum()) / max(width, 1)
        if links >= LINKED_FROM:
            yield f"mostly links ({links:.0%})"
        elif links > 0:
            yield f"{links:.0%} of it is links"
        mean = width / len(members)
        yield f"{'short' if mean < SHORT else 'long' if mean >= LONG else 'middling'} lines ({mean:.0f} characters)"
        yield self._position(rows)
        yield from self._surroundings(rows[0])

    def _position(self, rows: Sequence[int]) -> str:
        start = int(self.page.columns.text_start[rows[0]])
        first, last = self.view.body_span
        if self.view.title_row >= 0 and self.view.title_row < rows[0] < self.page.columns.end[self.view.title_row]:
            return "it is the title"
        if start < first:
            return "between title and body" if start > self.view.title_start else "before the title"
        return "after the body" if start >= last else "from the first to the last line of the body"

    def _surroundings(self, row: int) -> Iterator[str]:
        seen = []
        for each in self.page.ancestors(row):
            role = (self.page.attribute(each, "role") or "").strip().lower()
            name = SURROUNDINGS.get(self.page.tag_name(each)) or SURROUNDINGS.get(role)
            if name and name not in seen:
                seen.append(name)
        if seen:
            yield f"in {' in '.join(seen)}"


def _fields(reader: ClusterReader, view: PageView) -> Iterator[ExplainedField]:
    title, why = reader.fields.title(view)
    yield ExplainedField("title", title, why, (), ())
    for name in FIELDS:
        found = reader.fields.read(view, name)
        rule = reader.fields.rules.get(name)
        others = [] if rule is None else [source for source in rule.sources if found is None or source != found.source]
        said = [(source, reader.fields.values_of(view, name, source)) for source in others]
        yield ExplainedField(
            name,
            found.text if found else "",
            str(found.source) if found else "",
            tuple(f"{source}: {'; '.join(values)[:SHOWN]}" for source, values in said if values),
            tuple(f"{source}: {reason}" for source, reason in (rule.rejected if rule else ())),
        )


def _rows_of_fields(view: PageView, reader: ClusterReader) -> dict[int, str]:
    """The text nodes from which fields of the page are read."""
    found: dict[int, str] = {}
    for name, rule in reader.fields.rules.items():
        for source in rule.sources:
            if source.kind == "region" and reader.fields.values_of(view, name, source):
                found.update(dict.fromkeys(_texts_below(view, view.elements_at(source.name)), name))
    for place in reader.fields.comments.places:
        found.update(dict.fromkeys(_texts_below(view, view.elements_at(place)), "comments"))
    return found


def _texts_below(view: PageView, elements: Sequence[int]) -> Iterator[int]:
    texts = view.page.text_rows
    for row in elements:
        first, last = np.searchsorted(texts, (row, view.page.columns.end[row]))
        yield from texts[first:last].tolist()
