"""Choose the title of an article: the heading that matches the title the page announces, without the parts that other pages share.

A page announces its title in `title` and in metadata. Title parts that recur over the layout are names of the site or a section. If four or
more pages show their titles at one place, that place is learnt. With fewer pages the heading is found page by page: it matches the
announced title, or a part of it, or nearly matches it. Headings also show site names: of several matches, the title is the last one before
the body. If none matches, the title is what the page announces.

A subtitle is the text right below the title, before the body continues: one per page, sentence-long, different on every page.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final
from urllib.parse import unquote

import numpy as np

from sitelode.articles.fields.field_sources import FieldSource
from sitelode.articles.fields.page_view import NEAR, PageView
from sitelode.articles.fields.regions import SURE_FROM, Region, slug_of
from sitelode.articles.fields.title_words import (
    COMMON_SHARE,
    FEW_PAGES,
    common_beginning,
    common_share,
    has_words,
    letters_of,
    likeness,
    parts_of,
    recurs,
    runs_of,
    units_of,
)
from sitelode.html.metadata import Metadata
from sitelode.html.vocabulary import BLOCK_TAGS, HEADING_TAGS, TAG_NUMBER, TEXT
from sitelode.json_data import JsonData

# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
LIKE_FROM: Final = 0.4  # similarity from which a heading and the announced title are versions of one title
LEAST_HEADING: Final = 2  # characters
_MOST_HEADINGS = 100  # of one level on one page; a bound
_H1, _H2, _H3 = (TAG_NUMBER[tag] for tag in HEADING_TAGS[:3])
_NAME = re.compile(r"\w[_:/]+\w")  # several words without spaces
_KICKER = "what the page announces, without what its heading says before it"

Heading = tuple[int, str, str]  # row, text, letters


class Headings:
    """The headings of the upper three levels, the higher levels first; each is read when it is asked for, for most never are."""

    def __init__(self, view: PageView) -> None:
        self.view = view
        self._known: dict[int, Heading] = {}
        tags = view.page.columns.tag
        self.rows = [row for level in (_H1, _H2, _H3) for row in (tags == level).nonzero()[0][:_MOST_HEADINGS].tolist()]

    def __iter__(self) -> Iterator[Heading]:
        return self.of_rows(self.rows)

    def of_length(self, least: float) -> Iterator[Heading]:
        """Those that may have so many characters: no text has more of them than bytes."""
        starts, ends = self.view.page.text_starts, self.view.page.text_ends
        return self.of_rows([row for row in self.rows if ends[row] - starts[row] >= least])

    def before_body(self) -> list[int]:
        """The rows of those before the body."""
        starts, first = self.view.page.text_starts, self.view.body_span[0]
        return [row for row in self.rows if starts[row] <= first]

    def of_rows(self, rows: Iterable[int]) -> Iterator[Heading]:
        """Those of some rows."""
        known = self._known
        for row in rows:
            found = known.get(row)
            if found is None:
                text = heading_text(self.view, row)
                found = known[row] = row, text, letters_of(text)
            if len(found[1]) >= LEAST_HEADING:
                yield found


def heading_text(view: PageView, row: int) -> str:
    """The text of a heading, without the sign that links to it."""
    return view.words(row).removesuffix("¶").rstrip()


def announced_heading(view: PageView, common: frozenset[str], announced: Sequence[str]) -> tuple[int, str]:
    """The heading that matches the announced titles, and why it was chosen; -1 for none. `common` holds the site's parts of titles."""
    headings = Headings(view)
    whole = (view.metadata.announced_title, view.metadata.title, *announced)
    if (row := _same_as(headings, common, whole)) >= 0:
        return row, "a heading that says what the page announces"
    if (row := _part_of(headings, common, whole[:2])) >= 0:
        return row, "a heading that says a part of what the page announces"
    for wanted in announced:
        letters_wanted = letters_of(wanted)
        for row, text, letters in headings.of_length(len(wanted) / 2):
            if letters in letters_wanted and len(text) > len(wanted) / 2 and text not in common:
                return row, "a heading that is most of what the page announces"
    stated, *others = map(letters_of, announced)
    if any(stated in other or other in stated for other in others):
        return -1, ""  # the page announces its title twice: that is used, not a heading
    return _most_like(headings, announced), "the heading most like what the page announces"


def _same_as(headings: Headings, common: frozenset[str], whole: Iterable[str]) -> int:
    """The first heading with the letters of an announced title, or of a headline in JSON-LD."""
    tried = {""}
    for said in (lambda: whole, headings.view.metadata.headlines):
        for wanted in map(letters_of, said()):
            if wanted not in tried:
                tried.add(wanted)
                for row, text, letters in headings.of_length(len(wanted)):
                    if letters == wanted and text not in common:
                        return row
    return -1


def _part_of(headings: Headings, common: frozenset[str], whole: Sequence[str]) -> int:
    """The last heading before the body that is a part of the announced title; if it is not its beginning, it must be next to the body."""
    runs = [run for title in whole for run in runs_of(title, common)]
    begins = {letters for letters, is_beginning in runs if is_beginning}
    others = {letters for letters, _ in runs} - begins
    before = headings.of_rows(sorted(headings.before_body(), reverse=True))
    for number, (row, _, letters) in enumerate(before):
        if letters and (letters in begins or (letters in others and number == 0)):
            return row
    return -1


def _most_like(headings: Headings, announced: Sequence[str]) -> int:
    before = headings.of_rows(headings.before_body())
    scores = {row: max(likeness(text, each) for each in announced) for row, text, _ in before}
    best = max(scores, key=scores.__getitem__, default=-1)
    return best if best >= 0 and scores[best] >= LIKE_FROM else -1


def without_kicker(view: PageView, row: int, announced: Sequence[str]) -> tuple[str, str] | None:
    """The announced title, if the heading has a kicker before it, in a separate element or before a sign."""
    heading = view.words(row)
    for title in announced:
        if title == heading:
            continue
        short, whole = letters_of(title), letters_of(heading)
        if len(whole) / 2 <= len(short) < len(whole) and whole.endswith(short) and _is_apart(view, row, short):
            return title, _KICKER
    return None


def _is_apart(view: PageView, row: int, letters: str) -> bool:
    """Whether the end of a heading with these letters begins with a text node, or after a sign."""
    texts = [view.words(each) for each in range(row, int(view.page.columns.end[row])) if view.page.tags[each] == TEXT]
    if any(letters_of("".join(texts[first:])) == letters for first in range(1, len(texts))):
        return True
    words = view.words(row).split()
    before = next((words[place - 1] for place in range(1, len(words)) if letters_of("".join(words[place:])) == letters), "")
    return not before[-1:].isalnum()


# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
REGION_SHARE = 0.6  # of the pages; if fewer have headings at a path, these are not the layout's titles
_SHOWN = "the heading where this layout shows titles"
_ANNOUNCED = "what the page announces; no heading says it"


@dataclass(frozen=True, slots=True)
class TitleParts(JsonData):
    """The parts that recur in the titles of one layout, and the place of its titles. Plain data."""

    common: frozenset[str]
    repeated_announcements: frozenset[str]
    region: str = ""  # the path of the headings that are titles, as text
    beginning: str = ""  # of all titles, cut off where no heading says it: "The Lantern:"

    @classmethod
    def learn(cls, pages: Sequence[Metadata]) -> "TitleParts":
        parts = Counter(part for each in pages for part in set(parts_of(each.title)))
        announced = Counter(each.announced_title for each in pages)
        sites = {each.meta.get("og:site_name", "") for each in pages}
        most = max(1, COMMON_SHARE * len(pages))
        return cls(
            frozenset(part for part, pages_with in parts.items() if pages_with > most or part in sites),
            frozenset(title for title, pages_with in announced.items() if pages_with > most),
            beginning=common_beginning([each.title for each in pages]),
        )

    def with_region(self, views: Sequence[PageView]) -> "TitleParts":
        """The same, with the path of the headings that are the titles of these pages."""
        announced = [list(map(units_of, self.announced(view.metadata))) for view in views]
        if any(announced) and len(views) <= FEW_PAGES:
            return replace(self, region="")
        rows: dict[str, dict[int, int]] = defaultdict(dict)  # for each path, the first heading on every page
        for place, view in enumerate(views):
            starts, body = view.page.text_starts, view.body_span[0]
            for row in view.headings:
                if starts[row] <= body:  # behind it, a heading may say "10 replies to" the title
                    rows[view.place(row)].setdefault(place, row)
        best, region = LIKE_FROM, ""
        for where, first in rows.items():
            score = _region_score(views, first, announced)
            if score > best:
                best, region = score, where
        return replace(self, region=region)

    def announced(self, metadata: Metadata) -> tuple[str, ...]:
        """The titles that only this page announces, without the site's part."""
        announced, title = metadata.announced_title, self.without_site_parts(metadata.title)
        if announced in self.repeated_announcements:
            stated = ""
        else:
            stated = title if announced == metadata.title else self.without_site_parts(announced)
        return tuple(filter(None, (stated, title)))

    def choose(self, view: PageView, shown: int = -1) -> tuple[str, str]:
        """The title of a page and a description of its source; `shown` is the heading at the layout's title place, -1 for none.

        It is kept with the page: learning asks for the titles of pages that are read next.
        """
        asked, known = (shown, view.body_span[0]), view.page.derived.get("title")
        if known is None or known[0] is not self or known[1] != asked:
            known = view.page.derived["title"] = self, asked, self._choose(view, shown)
        found: tuple[str, str] = known[2]
        return found

    def _choose(self, view: PageView, shown: int) -> tuple[str, str]:
        announced = self.announced(view.metadata)
        text = heading_text(view, shown) if shown >= 0 else ""
        if announced and announced.count(text) == len(announced) and has_words(text):
            return text, _SHOWN  # the usual case
        if text and (not announced or any(likeness(text, each) >= LIKE_FROM for each in announced)):
            return without_kicker(view, shown, announced) or (text, _SHOWN)
        if announced:
            row, why = announced_heading(view, self.common, announced)
            if row < 0 and _quotes_address(announced[0], view.page.url):
                row, why = (
                    max(Headings(view).before_body(), default=-1),
                    "the heading above the text; what the page announces is its address",
                )
            if row < 0:
                return announced[0].removeprefix(self.beginning).lstrip(), _ANNOUNCED
            return without_kicker(view, row, announced) or (heading_text(view, row), why)
        first = next((text for _, text, _ in Headings(view)), "")
        return first or view.metadata.title, "the first heading, because the page announces nothing of its own"

    def without_site_parts(self, title: str) -> str:
        """A title without the recurring parts at its end or beginning."""
        parts = parts_of(title)
        first, last = 0, len(parts)
        while last > first and parts[last - 1] in self.common:
            last -= 1
        while first < last and parts[first] in self.common:
            first += 1
        if first == last:
            return ""
        start = title.index(parts[first]) if first else 0  # the rest keeps its signs: «so»
        return title[start : title.rindex(parts[last - 1]) + len(parts[last - 1]) if last < len(parts) else len(title)].strip()


def _quotes_address(title: str, url: str) -> bool:
    """Whether a word of a title is a name that stands in the page's address: discussion:date_literals."""
    return any(_NAME.search(word) and word in unquote(url) for word in title.split())


def _region_score(views: Sequence[PageView], first: Mapping[int, int], announced: Sequence[Sequence[frozenset[str]]]) -> float:
    """How well the headings of one path match titles; `announced` holds the words of the titles that each page announces."""
    texts = {place: views[place].words(row) for place, row in first.items()}
    if len(texts) < REGION_SHARE * len(views) or recurs(list(texts.values())):
        return 0.0
    if any(announced):
        units = {place: units_of(text) for place, text in texts.items()}
        return sum(max((common_share(units[place], each) for each in announced[place]), default=0.0) for place in texts) / len(views)
    # If no page announces its own title, a heading before the body that differs between pages is the title.
    return 0.5 * len(first) / len(views)


SUBTITLE: Final = (20, 400)  # bytes; set by hand, like all numbers here
ROWS_LOOKED_AT: Final = 60  # rows after the title
LEAST_COVERAGE: Final = 0.5  # of the pages
OWN_SHARE: Final = 0.8  # of the texts; at least this share must be different
BODY_SHARE: Final = 0.5  # of the pages; a text that is body on more of them needs more evidence


def subtitle_regions(views: Sequence[PageView]) -> list[tuple[FieldSource, float]]:
    """The places where a layout shows subtitles, the most certain first."""
    rows: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, view in enumerate(views):
        for row in _below_title(view):
            rows[view.place(row)].append((place, row))
    found = []
    for each in rows.values():
        region = Region(views, each)
        texts = list(region.firsts.values())
        if region.coverage < LEAST_COVERAGE or region.per_page > 1 or (len(texts) > 1 and len(set(texts)) < OWN_SHARE * len(texts)):
            continue
        of_body = region.mean(_is_body)
        if of_body >= BODY_SHARE and region.mean(_is_one_of_many) >= BODY_SHARE:
            continue  # descriptions are often copied from the first paragraph
        described = region.mean(_is_description)
        marked = region.mean(lambda view, row: view.page.tag_name(row) in ("h2", "h3", "h4"))
        score = 0.6 * described + 0.4 * marked + 0.2 * (of_body < BODY_SHARE)
        if score >= SURE_FROM:
            found.append((region.source, score * region.coverage))
    return sorted(found, key=lambda each: -each[1])


def _below_title(view: PageView) -> list[int]:
    if view.title_row < 0:
        return []
    columns = view.page.columns
    after = int(columns.end[view.title_row])
    rows = slice(after, after + ROWS_LOOKED_AT)
    start, length = columns.text_start[rows], columns.text_end[rows] - columns.text_start[rows]
    near = start - columns.text_end[view.title_row] <= NEAR / 2
    fits = (columns.tag[rows] != TEXT) & (SUBTITLE[0] <= length) & (length <= SUBTITLE[1]) & near
    leaves = (
        row
        for row in (after + np.flatnonzero(fits)).tolist()
        if not any(view.page.tag_name(child) in BLOCK_TAGS for child in view.page.children(row))
    )
    return list(islice(leaves, 1))


def _is_one_of_many(view: PageView, row: int) -> float:
    """1 for one of several elements of its kind in the same parent, like the paragraphs of a body."""
    alike = (each for each in view.page.children(view.page.parents[row]) if each != row and view.page.tags[each] == view.page.tags[row])
    return float(any(view.place(each) == view.place(row) for each in alike))


def _is_description(view: PageView, row: int) -> float:
    meta = view.metadata.meta
    text = slug_of(view.words(row))
    described = (slug_of(meta.get(name, "")) for name in ("og:description", "description", "twitter:description"))
    beginning = text[: SUBTITLE[0]]
    return float(any(each and (each == text or (len(beginning) == SUBTITLE[0] and each.startswith(beginning))) for each in described))


def _is_body(view: PageView, row: int) -> float:
    rows = view.body_rows
    first = int(rows.searchsorted(row, side="right"))
    return float(first < len(rows) and bool(rows[first] < view.page.columns.end[row]))
