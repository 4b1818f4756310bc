"""The evidence of one page as arrays: the look of every segment, and the tree above the segments.

One pass collects everything that later stages compare over the pages of a cluster, so that the page itself is no longer needed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.feature_names import NOWHERE, OUTSIDE, OWN_SITE, TEXT, WITHIN_PAGE, tag_groups
from sitelode.articles.body.kernels.openings import openings_and_endings
from sitelode.articles.body.kernels.page_tree import holders, path_codes, skeleton
from sitelode.articles.body.kernels.text_look import text_columns
from sitelode.compiled.code_sets import distinct, without
from sitelode.compiled.codes import Codes
from sitelode.html.metadata import Metadata
from sitelode.html.page import Page
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG
from sitelode.paths.labels import PathLabels
from sitelode.paths.markers import HIDDEN_BIT, MARKERS, page_calls
from sitelode.text.kernels.words import word_codes
from sitelode.text.segments import Segments, segments_of
from sitelode.text.skipped import with_attributes

LONGEST_MARK = 6  # bytes of text; set by hand, as the next two
LONGEST_NOTE = 4000  # bytes of text; what is longer is a chapter
MOST_MARKS = 2000  # of a page: a bound
LONGEST_ADDRESS = 2000  # characters of an address that are read: a bound


_UNSHOWN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SCHEME_AND_HOST = re.compile(r"([^/?:]*:)?(?://([^/?]*))?")
_TAG_FACTOR = np.uint64(0x9E3779B97F4A7C15)
# Types of schema.org and of OpenGraph. "WebPage" and "website" say nothing: templates state them on every page.
_ARTICLES = re.compile(r"(?:Article|BlogPosting|Report)$|^article$")
_NO_ARTICLES = re.compile(
    r"Product|Offer|Forum|Question|QAPage|Event|Course|Job|Place|Person|ItemList|Collection|Dataset|Software|Book$|Movie$"
)


@dataclass(frozen=True, slots=True)
class Statements:
    """The text that a page states about its article in metadata, as codes of words, ascending."""

    title: Codes
    description: Codes
    kind: int = 0  # 1 if the page states that it is an article, -1 if it states something else

    @classmethod
    def of(cls, metadata: Metadata) -> "Statements":
        description = metadata.meta.get("og:description") or metadata.meta.get("description") or ""
        return cls(_words(f"{metadata.announced_title} {metadata.title}"), _words(description), _stated_kind(metadata))

    def without(self, common: Codes) -> "Statements":
        """The same without the words of the site's name in the title; a title without other words stays."""
        title = without(self.title, common)
        return replace(self, title=title) if len(title) else self


def _stated_kind(metadata: Metadata) -> int:
    types = [metadata.meta.get("og:type", "").strip().lower()]
    for item in metadata.linked_data:
        kinds = item.get("@type")
        types += [kind for kind in (kinds if isinstance(kinds, list) else [kinds]) if isinstance(kind, str)]
    if any(map(_ARTICLES.search, types)):
        return 1
    return -1 if any(map(_NO_ARTICLES.search, types)) else 0


def _words(text: str) -> Codes:
    return distinct(word_codes(np.frombuffer(text.encode("utf-8", "replace"), dtype=np.uint8)))


@dataclass(frozen=True, slots=True)
class PageEvidence:
    """The evidence of one page. The elements of its tree are those above segments, in document order."""

    segments: Segments
    look: NDArray[np.float32]  # one row per segment, columns as in TextColumns
    holder: NDArray[np.int32]  # for every segment, the index of its element in the tree
    above: NDArray[np.int32]  # for every element, the index of its parent, -1 for the root
    code: Codes  # of its path
    kin: Codes  # shared with siblings of the same role
    tag: NDArray[np.uint16]
    alike: NDArray[np.int32]  # number of siblings with the same kin, itself included
    near: NDArray[np.uint8]  # steps up to each marker, 20 if there is none
    opening: Codes  # of every segment, its first words
    ending: Codes  # its last words

    @property
    def segment_code(self) -> Codes:
        return self.code[self.holder]


def _hidden(page: Page) -> list[int]:
    """Elements with text that a page declares as hidden; values recur, so each is looked at once."""
    found, judged = list[int](), dict[tuple[int, int], bool]()
    for row, attribute, value in with_attributes(page, "hidden", "style", "aria-hidden"):
        hides = judged.get((attribute, value))
        if hides is None:
            hides = judged[attribute, value] = _hides(attribute, page.string(value))
        if hides:
            found.append(row)
    return found


def _hides(attribute: int, value: str) -> bool:
    """Whether the value of one of the attributes hides its element; `hidden` always does."""
    if attribute == 0:
        return True
    return _UNSHOWN.search(value) is not None if attribute == 1 else value.strip().lower() == "true"


@dataclass(frozen=True, slots=True)
class PagePaths:
    """The paths of a page, with the labels of a layout."""

    labels: PathLabels
    label: Codes  # of every row with text
    codes: Codes  # of every such row's path
    holder: NDArray[np.int32]  # for every segment, the innermost element that holds all of it


def page_paths(page: Page, segments: Segments, labels: PathLabels) -> PagePaths:
    """The paths of a page, cached for the same labels."""
    found: PagePaths | None = page.derived.get("paths")
    return found if found is not None and found.labels is labels else _find_paths(page, segments, labels, labels.of_page(page)[0])


def _find_paths(page: Page, segments: Segments, labels: PathLabels, label: Codes) -> PagePaths:
    columns = page.columns
    codes = path_codes(columns.tag, columns.parent, label, tag_groups())
    holder = holders(columns.parent, columns.end, segments.first, segments.rows, segments.block)
    found = page.derived["paths"] = PagePaths(labels, label, codes, holder)
    return found


def exact_codes(page: Page, paths: PagePaths) -> Codes:
    """Codes of the paths of all rows that also distinguish `main.main` from `nav.nav`, which the labels do not.

    Unknown tags have different numbers on every page; their labels already have codes that differ.
    """
    columns = page.columns
    labels = paths.label + np.minimum(columns.tag, FIRST_UNKNOWN_TAG).astype(np.uint64) * _TAG_FACTOR
    codes: Codes = path_codes(columns.tag, columns.parent, labels, tag_groups())
    return codes


def evidence_of(page: Page, labels: PathLabels, statements: Statements) -> PageEvidence:
    columns, segments = page.columns, segments_of(page)
    label, kin, marks = labels.of_page(page)
    marks[_hidden(page)] |= HIDDEN_BIT
    paths = _find_paths(page, segments, labels, label)
    text, target = np.frombuffer(columns.text, dtype=np.uint8), link_targets(page)
    look = text_columns(
        (columns.tag, columns.parent),
        tag_groups(),
        (columns.text_start, columns.text_end, text),
        (segments.first, segments.rows, segments.block, segments.width, segments.link_width),
        (statements.title, statements.description),
        target,
    )
    look[:, TEXT.noted] = noted_segments(page, segments, target)
    look[:, TEXT.stated_kind] = statements.kind
    look[:, [TEXT.called_thread, TEXT.called_shop, TEXT.called_manual]] = page_calls(_names_of_page(page))
    tree = skeleton(columns.tag, columns.parent, paths.codes, kin, marks, paths.holder, len(MARKERS))
    above, kin_of, code, tag, alike, near, held_by = tree
    opening, ending = openings_and_endings(columns.text_start, columns.text_end, text, segments.first, segments.rows)
    return PageEvidence(segments, look, held_by, above, code, kin_of, tag, alike, near, opening, ending)


def _names_of_page(page: Page) -> Iterator[str]:
    """The address of a page, without its query, and the names of its outermost elements."""
    yield page.url.partition("?")[0]
    for tag in ("html", "body"):
        for row in page.rows(tag)[:1].tolist():
            yield from (page.attribute(row, name) or "" for name in ("class", "id"))


def segment_codes(page: Page, segments: Segments, labels: PathLabels) -> Codes:
    """The path codes of a page's segments: all that is needed to read a known layout."""
    paths = page_paths(page, segments, labels)
    return np.asarray(paths.codes[paths.holder], dtype=np.uint64)


def link_targets(page: Page) -> NDArray[np.uint8]:
    """The kind of target of every row that is a link: itself, another site, a page of its site. Addresses are compared as text."""
    found, own, links = np.zeros(len(page), dtype=np.uint8), _host(page.url)[1], page.attribute_column("href")
    found[[row for row, _ in links]] = [_target(address[:LONGEST_ADDRESS], own) for _, address in links]
    return found


@lru_cache(maxsize=5_000)  # pages of a site link to the same addresses
def _target(address: str, own: str) -> int:
    address, mark, _ = address.strip().partition("#")
    if not address:
        return WITHIN_PAGE if mark else NOWHERE
    scheme, host = _host(address)
    return OWN_SITE if scheme in ("", "http:", "https:") and host in ("", own) else OUTSIDE


def _host(address: str) -> tuple[str, str]:
    """The scheme and the host of an address, in lower case, without `www.`; empty if it has none."""
    found = _SCHEME_AND_HOST.match(address.lower())
    scheme, host = found.groups("") if found else ("", "")
    return scheme, host.removeprefix("www.")


def noted_segments(page: Page, segments: Segments, target: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """For every segment, whether a mark elsewhere on the page leads to it; `target` holds the kind of target of each row that is a link.

    A mark is a link of a few characters ("1", "[2]", "*") to another place of the same page. What it leads to (a footnote, an endnote, a
    source) belongs to the text it stands in, however little it looks like it and however far down the page it is.
    """
    found = np.zeros(len(segments), dtype=np.bool_)
    marks = (target == WITHIN_PAGE).nonzero()[0][:MOST_MARKS]
    if not len(marks) or not len(found):
        return found
    columns = page.columns
    written = np.concatenate(([0], np.cumsum(columns.text_end - columns.text_start)))
    marks = marks[written[columns.end[marks]] - written[marks] <= LONGEST_MARK]
    if not len(marks):
        return found
    rows = _places(page, [(page.attribute(row, "href") or "").rpartition("#")[2] for row in marks.tolist()])
    ends = columns.end[rows]
    fits = (rows >= 0) & ((marks < rows) | (marks >= ends)) & (written[ends] - written[rows] <= LONGEST_NOTE)
    first_rows = segments.rows[segments.first[:-1]]
    first, last = (np.searchsorted(first_rows, each[fits]).tolist() for each in (rows, ends))
    behind = np.searchsorted(first_rows, ends[fits], side="right").tolist()
    for begin, end, after in zip(first, last, behind, strict=True):
        if begin == end:  # an anchor inside a line, or an empty one before it
            found[max(after - 1, 0)] = True
        found[begin:end] = True
    return found


def _places(page: Page, names: Sequence[str]) -> NDArray[np.int32]:
    """The first element that has each name as its id, or else as its name; -1 for none."""
    by_id, by_name = page.rows_with_value("id"), page.rows_with_value("name")
    return np.array([(by_id.get(name) or by_name.get(name) or [-1])[0] for name in names], dtype=np.int32)
