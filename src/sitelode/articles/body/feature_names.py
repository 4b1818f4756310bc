"""The names of all features, each listed once; the position in these lists gives the column in a table.

Compiled code writes columns by these names (`out[segment, TEXT.commas]`), and trained trees refer to features by them, so the order of a
list means nothing. Widths are in characters, with ideographic characters counted as two; *log* is the logarithm of 1 + the value.
The *mass* of a segment is its width without links, weighted by novelty: text that may belong to an article.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.paths.markers import MARKERS

# Kinds of link targets: none, the same page, another site, a page of the site.
NOWHERE, WITHIN_PAGE, OUTSIDE, OWN_SITE = range(4)
# Groups of tags that the evidence counts, as bits, so that compiled code can test several at once.
STRONG, EMPHASIS, CODE, MEDIA, CONTROL, CELL, LINK = (1 << bit for bit in range(7))
_TAGS = {
    STRONG: ("b", "strong"),
    EMPHASIS: ("em", "i", "cite"),
    CODE: ("code", "kbd", "samp", "tt"),
    MEDIA: ("img", "picture", "video", "iframe", "svg", "audio", "object", "embed"),
    CONTROL: ("input", "button", "select", "textarea", "form", "label"),
    CELL: ("td", "th"),
    LINK: ("a",),
}


CORE_SHARES: Final = (0.5, 0.9)  # of all mass; the core is the innermost element that holds this share. Set by hand
LEVELS: Final = 4  # the path itself and three steps up; set by hand


class TextColumns(NamedTuple):
    """The look of a segment, without its surroundings."""

    width: int  # log
    link_share: int  # of the width
    commas: int  # per 20 characters
    sentence_ends: int  # per 60 characters
    closed: int  # whether it ends like a sentence
    colon: int  # whether it ends with a colon or a semicolon
    digits: int  # share of the width
    capitals: int  # share of the letters
    words: int  # log
    word_length: int  # mean
    symbols: int  # share of the width
    in_title: int  # share of its words that are in the title
    of_title: int  # share of the title's words that are in it
    in_description: int
    of_description: int
    strong: int  # share of the width
    emphasis: int
    code: int
    media_before: int  # pictures and players between the segment before and this one
    media_after: int
    controls: int  # form elements between the segment before and this one
    links: int
    own_site_links: int  # share of its text that links to the page's own site
    noted: int  # whether a mark elsewhere on the page leads to it, as to a footnote
    stated_kind: int  # of the page: 1 if it states that it is an article, -1 if it states something else, 0 if it states nothing
    called_thread: int  # whether words of the page's address, or of the names of html and body, call it so
    called_shop: int
    called_manual: int


class ContextColumns(NamedTuple):
    """The position of a segment on its page."""

    mass: int  # log
    order: int  # share of the page's segments before it
    width_before: int  # share of the page's width
    mass_before: int  # share of the page's mass
    mass_after: int
    core50_up: int  # steps up from the segment to the first element that also contains the core
    core50_down: int  # steps from there down to the core
    core90_up: int
    core90_down: int
    title_distance: int  # segments since the title, log, negative before it
    title_gap: int  # width in between, log, negative before it
    width_previous: int  # log
    width_next: int
    mass_previous3: int  # of the three segments before it, log
    mass_next3: int
    mass_previous10: int
    mass_next10: int
    links_previous3: int  # sum of the link shares
    links_next3: int
    same_previous: int  # whether the segment before has the same path
    same_next: int
    since_heading: int  # segments, log
    repeats: int  # siblings similar to the repeated container around it, log
    repeat_segments: int  # in that container, log
    repeat_share: int  # share of the page's width in that container and the similar ones
    repeat_steps: int  # up to that container
    repeat_width: int  # log
    repeat_index: int  # number of similar containers before that one
    beside_title_repeat: int  # whether a similar container holds the title, and this one does not
    repeated_on_page: int  # how often the page has this text, logarithm
    own_repeats: int  # siblings similar to the element that holds it, log
    beside_like_title: int  # whether it belongs to another article of the page
    heading: int  # level, 0 for none
    segments_beside: int  # below the parent of the element that holds it, log
    outside_repeats: int  # share of the page's mass outside repeated containers
    outside_repeats_before: int  # the same up to this segment
    title_up: int  # steps up to the first element that also contains the title
    title_down: int  # steps from there down to the title
    earlier_on_page: int  # whether the same text is on the page before it
    kin_mass: int  # share of the page's mass in elements with the same kin


TEXT: Final = TextColumns(*range(len(TextColumns._fields)))
CONTEXT: Final = ContextColumns(*range(len(ContextColumns._fields)))

_BLOCK_GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "p": ("p",), "div": ("div", "section", "article", "main", "center", "body"), "li": ("li",), "cell": ("td", "th"),
    "definition": ("dd", "dt"), "pre": ("pre", "code"), "caption": ("figcaption", "caption"),
}  # fmt: skip
TAG_GROUPS: Final = _BLOCK_GROUPS | {"a": ("a",), "strong": ("strong", "b"), "emphasis": ("em", "i"), "span": ("span", "font")}
TAG_FEATURES: Final = (*(f"tag_{name}" for name in TAG_GROUPS), "tag_heading", "tag_inline")
BLOCK_FEATURES: Final = (*(f"block_{name}" for name in _BLOCK_GROUPS), "block_heading")  # of the nearest block
CLASS_FEATURES: Final = (
    "class_pages", "class_count", "class_width", "class_width_spread", "class_width_most", "class_mass_share", "class_distinct",
    "class_opening", "class_ending", "kind_repeated", "kind_linked", "depth",
)  # fmt: skip
LEVEL_FEATURES: Final = ("mass_share", "links", "segments", "novelty", "closed")
_CORES: Final = tuple(f"{100 * share:.0f}_{way}" for share in CORE_SHARES for way in ("up", "down"))
FEATURES: Final = (
    *TextColumns._fields,
    *ContextColumns._fields,
    *MARKERS,
    *CLASS_FEATURES,
    *TAG_FEATURES,
    *BLOCK_FEATURES,
    *(f"up{level}_{name}" for level in range(LEVELS) for name in LEVEL_FEATURES),
    *(f"merged{core}" for core in _CORES),
)


@cache
def tag_groups() -> NDArray[np.uint8]:
    """The groups of every tag number."""
    groups = np.zeros(1 << 16, dtype=np.uint8)
    for group, names in _TAGS.items():
        groups[[TAG_NUMBER[name] for name in names]] |= group
    return groups
