"""What one page shows, as arrays: the look of every segment, and the tree above them.

Everything that later stages weigh over the pages of a cluster is read off here in one pass, so that the page itself is no longer needed.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.markers import MARKERS
from sitelode.articles.path_classes import Codes, PathLabels
from sitelode.dom.metadata import Metadata
from sitelode.dom.page import Page
from sitelode.dom.vocabulary import TAG_NUMBER
from sitelode.text.segments import Segments, segments_of

TEXT_COLUMNS: Final = (
    "width", "link_share", "commas", "sentence_ends", "closed", "colon", "digits", "capitals", "words", "word_length", "symbols",
    "in_title", "of_title", "in_description", "of_description", "in_stated_body", "strong", "emphasis", "code",
    "media_before", "media_after", "controls", "links", "lines_in_block", "line_in_block",
)  # fmt: skip
_KIND_OF_TAGS = {
    1: ("b", "strong"),
    2: ("em", "i", "cite"),
    4: ("code", "kbd", "samp", "tt"),
    8: ("img", "picture", "video", "iframe", "svg", "audio", "object", "embed"),
    16: ("input", "button", "select", "textarea", "form", "label"),
    32: ("td", "th"),
    64: ("tr",),
    128: ("a",),
}
MOST_STATED_WORDS = 20_000  # of the text a page states in JSON-LD; enough for any article


@dataclass(frozen=True, slots=True)
class Statements:
    """What a page says about its article outside of what it shows, as codes of words, ascending."""

    title: Codes
    description: Codes
    body: Codes
    is_article: bool

    @classmethod
    def of(cls, metadata: Metadata) -> "Statements":
        articles = list(metadata.articles())
        body = next((str(item["articleBody"]) for item in articles if item.get("articleBody")), "")
        description = metadata.meta.get("og:description") or metadata.meta.get("description") or ""
        named = any("WebPage" not in str(item.get("@type")) for item in articles)
        return cls(
            _words(metadata.announced_title + " " + metadata.title),
            _words(description),
            _words(body[: 8 * MOST_STATED_WORDS]),
            named or metadata.meta.get("og:type", "").lower() == "article",
        )


def _words(text: str) -> Codes:
    from sitelode.articles.evidence_kernel import word_codes  # noqa: PLC0415 (compiled code: loaded when a page is there)

    return np.unique(word_codes(np.frombuffer(text.encode("utf-8", "replace"), dtype=np.uint8)))


@dataclass(frozen=True, slots=True)
class PageEvidence:
    """One page. The elements of its tree are those above segments, in document order."""

    segments: Segments
    look: NDArray[np.float32]  # one row per segment, columns as in TEXT_COLUMNS
    holder: NDArray[np.int32]  # for every segment its place in the tree
    above: NDArray[np.int32]  # for every element the place of its parent, -1 for the root
    code: Codes  # of its path
    tag: NDArray[np.uint16]
    alike: NDArray[np.int32]  # siblings with its path, itself included
    near: NDArray[np.uint8]  # steps up to each marker, 20 where there is none
    is_article: bool

    @property
    def segment_code(self) -> Codes:
        return self.code[self.holder]


@cache
def tag_kinds() -> NDArray[np.uint8]:
    kinds = np.zeros(1 << 16, dtype=np.uint8)
    for kind, names in _KIND_OF_TAGS.items():
        kinds[[TAG_NUMBER[name] for name in names]] |= kind
    return kinds


def evidence_of(page: Page, labels: PathLabels, statements: Statements) -> PageEvidence:
    from sitelode.articles.evidence_kernel import holders, path_codes, skeleton, text_columns  # noqa: PLC0415 (compiled code)

    columns, segments, kinds = page.columns, segments_of(page), tag_kinds()
    label, marks = labels.of_page(page)
    codes = path_codes(columns.tag, columns.parent, label, kinds)
    cut = segments.first, segments.rows, segments.block
    holder = holders(columns.parent, columns.end, *cut)
    text = np.frombuffer(columns.text, dtype=np.uint8)
    spans = columns.text_start, columns.text_end
    look = text_columns(
        columns.tag, columns.parent, *spans, text, kinds, *cut, segments.width, segments.link_width,
        statements.title, statements.description, statements.body,
    )  # fmt: skip
    above, _, code, tag, alike, near, held_by = skeleton(columns.tag, columns.parent, codes, marks, holder, len(MARKERS))
    return PageEvidence(segments, look, held_by, above, code, tag, alike, near, statements.is_article)


def segment_codes(page: Page, segments: Segments, labels: PathLabels) -> Codes:
    """The path codes of a page's segments, and nothing else: all that reading a known layout needs."""
    from sitelode.articles.evidence_kernel import holders, path_codes  # noqa: PLC0415 (compiled code)

    columns = page.columns
    codes: Codes = path_codes(columns.tag, columns.parent, labels.of_page(page)[0], tag_kinds())
    return codes[holders(columns.parent, columns.end, segments.first, segments.rows, segments.block)]
