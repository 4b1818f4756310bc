"""Classes of tag names in the HTML standard's tree construction, as bits for compiled code."""

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import fnv_code
from sitelode.html.vocabulary import FORMATTING_TAGS, HEADING_TAGS, RAW_TEXT_TAGS, VOID_TAGS

(
    VOID, RAW, FORMATTING, HEADING, SPECIAL, SCOPE, LIST, BLOCK, TABLE, TEMPLATE, CELL, ROW, SECTION, FOREIGN, HOLDS_HTML, LEAVES_FOREIGN,
    ROOT, NO_NODE, SCOPED_END, STOPS_ITEMS, NEVER_CLOSED, UNCLEAR, TERM, PARAGRAPH, ITEM, BUTTON, OPTION, LINK,
    ENDS_ITSELF,
) = (1 << bit for bit in range(29))  # fmt: skip
TABLE_PART = CELL | ROW | SECTION | TABLE

_FOREIGN_SCOPE = "desc foreignobject title mi mo mn ms mtext annotation-xml"
_BLOCKS = (
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup listing main menu "
    "nav ol pre search section summary ul"
)
_SPECIAL = _BLOCKS + " " + _FOREIGN_SCOPE + """
    applet area base basefont bgsound body br button caption col colgroup dd dt embed form frame frameset h1 h2 h3 h4 h5 h6 head hr html
    iframe img input keygen li link marquee meta noembed noframes noscript object p param plaintext script select source style table
    tbody td template textarea tfoot th thead title tr track wbr xmp"""  # fmt: skip
_CLASSES: dict[int, str] = {
    VOID: " ".join(VOID_TAGS - {"isindex"}) + " bgsound image keygen",  # isindex is an ordinary element today
    RAW: " ".join(RAW_TEXT_TAGS) + " textarea title",
    FORMATTING: " ".join(FORMATTING_TAGS),
    HEADING: " ".join(HEADING_TAGS),
    # An end tag without a rule of its own closes nothing outside these,
    SPECIAL: _SPECIAL,
    STOPS_ITEMS: " ".join(set(_SPECIAL.split()) - {"address", "div", "p"}),  # a new list item closes no earlier item outside these,
    # and most other end tags close nothing outside these.
    SCOPE: "applet caption html table td th marquee object select template " + _FOREIGN_SCOPE,
    LIST: "ol ul",
    BLOCK: _BLOCKS + " dd dt form h1 h2 h3 h4 h5 h6 hr li p plaintext xmp",  # closes an open paragraph
    SCOPED_END: _BLOCKS + " applet button dd dt marquee object select",  # its end tag closes everything that is open inside it
    TABLE: "table",
    TEMPLATE: "template",
    CELL: "td th",
    ROW: "tr",
    SECTION: "tbody tfoot thead",
    FOREIGN: "svg math",
    HOLDS_HTML: _FOREIGN_SCOPE,
    LEAVES_FOREIGN: """
        b big blockquote body br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre
        ruby s small span strong strike sub sup table tt u ul var""",
    ROOT: "html head body",
    # These do not always become a node in place, so the texts before and after may be joined.
    NO_NODE: """
        base basefont bgsound body caption col colgroup form frame frameset head html input link meta noframes script select style template
        title""",
    NEVER_CLOSED: "form",  # after some misplaced end tags the parser no longer closes it
    UNCLEAR: "frameset plaintext",
    TERM: "dd dt",
    PARAGRAPH: "p",
    ITEM: "li",
    BUTTON: "button",
    OPTION: "option",
    LINK: "a",
    ENDS_ITSELF: "a nobr",  # a formatting element that cannot contain itself
}  # fmt: skip

SLOTS = 1024  # a power of two, several times the number of names


def name_code(name: str) -> int:
    """The numeric code of a name in compiled code, the same as `tokens.code_of` computes."""
    code = fnv_code(name.encode())
    return code - (code >> 63 << 64)


def class_table() -> NDArray[np.int64]:
    """A hash table of tag names: SLOTS codes (0 for an empty slot), then their classes."""
    classes: dict[str, int] = {}
    for bit, names in _CLASSES.items():
        for name in names.split():
            classes[name] = classes.get(name, 0) | bit
    table = np.zeros(2 * SLOTS, dtype=np.int64)
    for name, bits in classes.items():
        slot = name_code(name) % SLOTS
        while table[slot]:
            slot = (slot + 1) % SLOTS
        table[slot], table[SLOTS + slot] = name_code(name), bits
    return table
