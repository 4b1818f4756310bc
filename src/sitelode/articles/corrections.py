"""Corrections that people made to a layout, and article readers that follow them.

A correction gives path classes of one layout a role: body, title, date, or no content; or it says what whole pages are. The log of
corrections only grows: undoing adds an entry too, so no correction is ever lost. A layout is identified by the address of the page on
which the correction was made, because the numbers of layouts change when a site grows.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.evidence import segment_codes
from sitelode.articles.body.features import KINDS, LINKED, PLAIN, REPEATED
from sitelode.articles.body.study import BodyClasses
from sitelode.articles.fields.kernels.page_texts import BodyOfPage
from sitelode.articles.reader import ClusterReader, NoArticle
from sitelode.compiled.code_sets import distinct
from sitelode.compiled.codes import Codes
from sitelode.errors import ResultError
from sitelode.html.metadata import iso_date
from sitelode.html.page import Page
from sitelode.html.vocabulary import tag_flags
from sitelode.json_data import Bounds, JsonData, form_of, hexadecimal
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.model import Article
from sitelode.page_kinds.kinds import PageCorrection
from sitelode.paths.labels import PathLabels
from sitelode.shared_file import SharedFile
from sitelode.site.site import Site
from sitelode.text.segments import Segments, segments_of

FILE_NAME: Final = "corrections.json"
ROLES: Final = ("body", "title", "date", "not content")
Entry = TypeVar("Entry")
_FORMAT: Final = 1
_LOG_FILE: Final = SharedFile("log of corrections", 20_000_000, ResultError, "mend that file, or move it away to go on without corrections")
_NO_HEADINGS: Final = tag_flags(frozenset()).view(np.uint8)
_MOST_PATHS: Final = 5_000  # path classes in one correction; a bound: pages have fewer


@dataclass(frozen=True, slots=True)
class Correction(JsonData):
    """One correction."""

    url: str  # of the page on which it was made; it identifies the layout
    paths: Annotated[tuple[Annotated[int, hexadecimal(16)], ...], Bounds(1, _MOST_PATHS)]  # codes of path classes
    role: Annotated[str, form_of(Literal[ROLES])]
    repeated: bool = False  # whether it also applies to text that other pages share
    text: str = ""  # the beginning of the region's text, for people who read the log
    only_text: Annotated[int, hexadecimal(16)] = 0  # the code of the one text that it is about; 0: any text at these paths


def still_holding(entries: Iterable[Entry | None]) -> list[Entry]:
    """The entries that are still valid, in order: None undoes the last valid entry before it."""
    held: list[Entry] = []
    for entry in entries:
        if entry is not None:
            held.append(entry)
        elif held:
            held.pop()
    return held


@dataclass(frozen=True, slots=True)
class CorrectionLog:
    """All corrections in order; None means "undo the last valid one"."""

    entries: tuple[Correction | PageCorrection | None, ...] = ()

    @property
    def holding(self) -> list[Correction | PageCorrection]:
        """The corrections that are still valid, in order."""
        return still_holding(self.entries)

    @property
    def of_layouts(self) -> list[Correction]:
        return [each for each in self.holding if isinstance(each, Correction)]

    @property
    def of_pages(self) -> list[PageCorrection]:
        return [each for each in self.holding if isinstance(each, PageCorrection)]

    def with_entry(self, entry: Correction | PageCorrection | None) -> "CorrectionLog":
        return CorrectionLog((*self.entries, entry))

    def to_json(self) -> str:
        log = [{"undo": True} if entry is None else entry.to_data() for entry in self.entries]
        return json.dumps({"format": _FORMAT, "log": log}, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def of_folder(cls, folder: Path) -> "CorrectionLog":
        """The log of a result; empty if nobody corrected anything.

        Raises:
            ResultError: when the file exists but cannot be read.

        """
        path = folder / FILE_NAME
        if not path.exists():
            return cls()
        data = _LOG_FILE.json(path)
        try:
            return cls(tuple(_entry(each) for each in data["log"]))
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            raise ResultError(f"cannot read {path}: {problem!s:.200}; {_LOG_FILE.remedy}") from problem


def _entry(data: dict[str, Any]) -> Correction | PageCorrection | None:
    if data.get("undo") is True:
        return None
    return PageCorrection.from_data(data) if "pages" in data else Correction.from_data(data)


@dataclass(frozen=True, slots=True)
class CorrectedReader(ClusterReader):
    """A reader with corrected places for title and date; corrections of the body are already in its table."""

    title_paths: tuple[int, ...] = ()
    date_paths: tuple[int, ...] = ()
    labels: PathLabels = field(default_factory=lambda: PathLabels(frozenset()))  # used to find these paths; a compiled body has no labels
    texts: tuple[Correction, ...] = ()  # those about one text alone, which no table of paths can hold

    def body_of(self, page: Page) -> BodyOfPage:
        found = ClusterReader.body_of(self, page)
        if not self.texts:
            return found
        probability, chosen = found.probability.copy(), found.chosen.copy()
        for at, is_body in self.single_texts(page, found.segments):
            probability[at], chosen[at] = float(is_body), is_body
        return BodyOfPage(page.rows_read, found.segments, probability, chosen, _NO_HEADINGS)

    def single_texts(self, page: Page, segments: Segments) -> Iterator[tuple[NDArray[np.bool_], bool]]:
        """Which segments of a page a person spoke of one by one, and whether they are body."""
        codes = segment_codes(page, segments, self.labels) if self.texts else np.empty(0, np.uint64)
        for each in self.texts:
            at = np.isin(codes, np.array(each.paths, dtype=np.uint64)) & (segments.exact == np.uint64(each.only_text))
            yield at, each.role == "body"

    def article(self, page: Page, origin: str, **wanted: bool | None) -> Article | NoArticle:
        # The class is named because `super()` does not work in a dataclass with slots.
        found = ClusterReader.article(self, page, origin, **wanted)
        if isinstance(found, NoArticle) or not (self.title_paths or self.date_paths):
            return found
        segments = segments_of(page)
        codes = segment_codes(page, segments, self.labels)
        title = first_text(page, segments, codes, self.title_paths)
        date = first_text(page, segments, codes, self.date_paths)
        return replace(found, title=title or found.title, date=date_from(date) or found.date)


def first_text(page: Page, segments: Segments, codes: Codes, paths: Sequence[int]) -> str:
    """The first text on a page at one of these paths; empty if there is none."""
    at = np.flatnonzero(np.isin(codes, np.array(paths, dtype=np.uint64)))
    if not len(at):
        return ""
    rows = segments.rows[segments.first[at[0]] : segments.first[at[0] + 1]]
    return " ".join("".join(page.text(int(row)) for row in rows).split())


def date_from(text: str) -> str:
    """A date as ISO 8601 if the text has one written year first, else the text itself: a person said that it is the date."""
    return iso_date(text) or text


def correct_readers(readers: Sequence[ClusterReader], site: Site, layouts: SiteLayouts, log: CorrectionLog) -> list[ClusterReader]:
    """The readers, each with the corrections made on pages of its layout."""
    place_of = {entry.url: place for place, entry in enumerate(site.entries)} if log.of_layouts else {}
    said: dict[int, list[Correction]] = defaultdict(list)
    for correction in log.of_layouts:
        if correction.url in place_of:
            said[layouts.clusters.of_page[place_of[correction.url]]].append(correction)
    return [corrected(reader, said[reader.cluster]) if reader.cluster in said else reader for reader in readers]


def corrected(reader: ClusterReader, corrections: Iterable[Correction]) -> ClusterReader:
    """The reader with these corrections of its layout; later ones win."""
    every = list(corrections)
    last = {code: correction for correction in every if not correction.only_text for code in correction.paths}
    texts = tuple(correction for correction in every if correction.only_text)
    if not (last or texts):
        return reader
    by_role = {role: tuple(sorted(code for code, said in last.items() if said.role == role)) for role in ROLES}
    body = reader.studied
    for role, codes in by_role.items():
        body = with_probability(body, codes, 1.0 if role == "body" else 0.0, [last[code].repeated for code in codes])
    learnt = {each.name: getattr(reader, each.name) for each in fields(ClusterReader)}
    said = {"title_paths": by_role["title"], "date_paths": by_role["date"], "labels": body.labels, "texts": texts}
    return CorrectedReader(**learnt | {"body": body} | said)


def with_probability(body: BodyClasses, codes: Sequence[int], probability: float, repeated: Sequence[bool]) -> BodyClasses:
    """The same classes, with this body probability for these paths, which are in ascending order.

    Text that other pages share is included only at paths where the correction applies to it; other articles on the page never are.
    """
    if not codes:
        return body
    wanted = np.array(codes, dtype=np.uint64)
    every = distinct(body.code, wanted)
    table = np.zeros((len(every), KINDS))
    table[np.searchsorted(every, body.code)] = body.probability
    at = np.searchsorted(every, wanted)
    for kind in (PLAIN, LINKED) if probability else range(KINDS):
        table[at, kind] = probability
    table[at[np.array(repeated, dtype=np.bool_)], REPEATED] = probability
    return replace(body, code=every, probability=table)
