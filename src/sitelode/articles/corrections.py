"""What a person said about regions of a layout, and readers that obey.

A correction names path classes of one layout and the role they have: body, title, date, or no content. The log is a list that only grows:
undoing is an entry too, so that nothing a person did is ever lost. A layout is named by the address of the page on which the correction
was made, because numbers of layouts change when a site grows.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

import numpy as np

from sitelode.articles.body.evidence import segment_codes
from sitelode.articles.body.features import KINDS, LINKED, PLAIN, REPEATED
from sitelode.articles.body.study import BodyClasses
from sitelode.articles.reader import ClusterReader, NoArticle
from sitelode.compiled.codes import Codes
from sitelode.errors import ResultError
from sitelode.html.metadata import iso_date
from sitelode.html.page import Page
from sitelode.json_data import Bounds, JsonData, form_of, hexadecimal
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.model import Article
from sitelode.paths.labels import PathLabels
from sitelode.site.site import Site
from sitelode.text.segments import Segments, segments_of

FILE_NAME: Final = "corrections.json"
ROLES: Final = ("body", "title", "date", "not content")
Entry = TypeVar("Entry")
_FORMAT: Final = 1
_MOST_PATHS: Final = 5_000  # of one correction; a page has fewer


@dataclass(frozen=True, slots=True)
class Correction(JsonData):
    """One thing a person said."""

    url: str  # of the page on which it was said: it names the layout
    paths: Annotated[tuple[Annotated[int, hexadecimal(16)], ...], Bounds(1, _MOST_PATHS)]  # codes of path classes
    role: Annotated[str, form_of(Literal[ROLES])]
    repeated: bool = False  # whether text that other pages share is meant too
    text: str = ""  # the beginning of the region's text, for people who read the log


def still_holding(entries: Iterable[Entry | None]) -> list[Entry]:
    """What holds of a log that only grows, in the order it was said: None takes back the last entry that still held."""
    held: list[Entry] = []
    for entry in entries:
        if entry is not None:
            held.append(entry)
        elif held:
            held.pop()
    return held


@dataclass(frozen=True, slots=True)
class CorrectionLog:
    """Everything that was said; None stands for "undo the last one that still holds"."""

    entries: tuple[Correction | None, ...] = ()

    @property
    def holding(self) -> list[Correction]:
        """What holds after all undoing, in the order it was said."""
        return still_holding(self.entries)

    def with_entry(self, entry: Correction | None) -> "CorrectionLog":
        return CorrectionLog((*self.entries, entry))

    def to_json(self) -> str:
        log = [{"undo": True} if entry is None else entry.to_data() for entry in self.entries]
        return json.dumps({"format": _FORMAT, "log": log}, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def of_folder(cls, folder: Path) -> "CorrectionLog":
        """The log of a result; an empty one where nobody corrected anything.

        Raises:
            ResultError: when there is a file that cannot be read.

        """
        path = folder / FILE_NAME
        if not path.exists():
            return cls()
        try:
            log = json.loads(path.read_text(encoding="utf-8"))["log"]
            return cls(tuple(None if entry.get("undo") is True else Correction.from_data(entry) for entry in log))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
            raise ResultError(f"cannot read {path}: {problem}; mend that file, or move it away to go on without corrections") from problem


@dataclass(frozen=True, slots=True)
class CorrectedReader(ClusterReader):
    """A reader that was told where title and date are; what is body is in its table already."""

    title_paths: tuple[int, ...] = ()
    date_paths: tuple[int, ...] = ()
    labels: PathLabels = field(default_factory=lambda: PathLabels(frozenset()))  # of these paths; a compiled body has none

    def article(self, page: Page, origin: str, **wanted: bool) -> Article | NoArticle:
        # Named, because `super()` does not find its class where a dataclass has slots.
        found = ClusterReader.article(self, page, origin, **wanted)
        if isinstance(found, NoArticle) or not (self.title_paths or self.date_paths):
            return found
        segments = segments_of(page)
        codes = segment_codes(page, segments, self.labels)
        title = first_text(page, segments, codes, self.title_paths)
        date = first_text(page, segments, codes, self.date_paths)
        return replace(found, title=title or found.title, date=date_from(date) or found.date)


def first_text(page: Page, segments: Segments, codes: Codes, paths: Sequence[int]) -> str:
    """The first text of a page at one of these paths; empty where it has none."""
    at = np.flatnonzero(np.isin(codes, np.array(paths, dtype=np.uint64)))
    if not len(at):
        return ""
    rows = segments.rows[segments.first[at[0]] : segments.first[at[0] + 1]]
    return " ".join("".join(page.text(int(row)) for row in rows).split())


def date_from(text: str) -> str:
    """A date as ISO 8601 where the text has one written year first, else the text: a person said that it is the date."""
    return iso_date(text) or text


def correct_readers(readers: Sequence[ClusterReader], site: Site, layouts: SiteLayouts, log: CorrectionLog) -> list[ClusterReader]:
    """The readers as people want them: each obeys what was said about pages of its layout."""
    place_of = {entry.url: place for place, entry in enumerate(site.entries)} if log.holding else {}
    said: dict[int, list[Correction]] = defaultdict(list)
    for correction in log.holding:
        if correction.url in place_of:
            said[layouts.clusters.of_page[place_of[correction.url]]].append(correction)
    return [corrected(reader, said[reader.cluster]) if reader.cluster in said else reader for reader in readers]


def corrected(reader: ClusterReader, corrections: Iterable[Correction]) -> ClusterReader:
    """The reader as these corrections of its layout want it; later ones win."""
    last = {code: correction for correction in corrections for code in correction.paths}
    if not last:
        return reader
    by_role = {role: tuple(sorted(code for code, said in last.items() if said.role == role)) for role in ROLES}
    body = reader.studied
    for role, codes in by_role.items():
        body = with_probability(body, codes, 1.0 if role == "body" else 0.0, [last[code].repeated for code in codes])
    learnt = {each.name: getattr(reader, each.name) for each in fields(ClusterReader)}
    said = {"title_paths": by_role["title"], "date_paths": by_role["date"], "labels": body.labels}
    return CorrectedReader(**learnt | {"body": body} | said)


def with_probability(body: BodyClasses, codes: Sequence[int], probability: float, repeated: Sequence[bool]) -> BodyClasses:
    """The same classes, with these ascending paths being body so likely.

    Text that other pages share comes in only at those paths where it was meant; other articles on the page never do.
    """
    if not codes:
        return body
    wanted = np.array(codes, dtype=np.uint64)
    every = np.union1d(body.code, wanted)
    table = np.zeros((len(every), KINDS))
    table[np.searchsorted(every, body.code)] = body.probability
    at = np.searchsorted(every, wanted)
    for kind in (PLAIN, LINKED) if probability else range(KINDS):
        table[at, kind] = probability
    table[at[np.array(repeated, dtype=np.bool_)], REPEATED] = probability
    return replace(body, code=every, probability=table)
