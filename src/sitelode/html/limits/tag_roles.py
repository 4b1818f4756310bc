"""The parts that tag names play in the HTML standard's tree construction, as bits; `guard.py` says what for."""

import numpy as np
from numpy.typing import NDArray

from sitelode.html.vocabulary import FORMATTING_TAGS, HEADING_TAGS, RAW_TEXT_TAGS, VOID_TAGS


def name_code(name: str) -> int:
    """The number by which compiled code knows a name: FNV-1a, as `tokens_kernel.code_of` computes it."""
    code = 0xCBF29CE484222325
    for byte in name.encode():
        code = (code ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return code - (code >> 63 << 64)


(
    VOID, RAW, FORMATTING, ROOT, HEADING, MAY_VANISH, SPECIAL, SCOPE, SCOPE_OF_P, SCOPE_OF_ITEMS, MARKER, CLOSES_P, ENDS_IN_SCOPE,
    TABLE_PART, TABLE_SECTION, CELL, OUTSIDE_CELLS, TERM, STEPPED_OVER, SVG, MATH, HTML_IN_SVG, HTML_IN_MATH, ANNOTATION, GLYPH,
    LEAVES_FOREIGN, IMPLIED_END, NEVER_REOPENS, IN_HEAD,
) = (1 << bit for bit in range(29))  # fmt: skip
# Not of a name, but of an element: it belongs to SVG or MathML; to the latter; its content is HTML again; it is cut from the page.
FOREIGN, IN_MATH, HOLDS_HTML, TOO_DEEP = (1 << bit for bit in range(40, 44))
ENDS_SEARCHES = SPECIAL | SCOPE | SCOPE_OF_P | SCOPE_OF_ITEMS

_SCOPE_NAMES = "applet caption html table td th marquee object select template"
_HEAD_NAMES = "base basefont bgsound link meta noframes script style template title"
_NAMES: dict[int, str] = {
    VOID: " ".join(VOID_TAGS - {"isindex"}) + " bgsound image keygen",  # isindex is an element like any other by now
    RAW: " ".join(RAW_TEXT_TAGS) + " textarea title",
    FORMATTING: " ".join(FORMATTING_TAGS),
    ROOT: "html head body",
    HEADING: " ".join(HEADING_TAGS),
    # Not always a node where they stand, so that the text before and after may be joined.
    MAY_VANISH: _HEAD_NAMES + " col frame frameset",
    IN_HEAD: _HEAD_NAMES,
    # No end tag of an element without a rule of its own closes over these,
    SPECIAL: """
        address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl
        dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen
        li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select
        source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp""",
    # and no end tag but a table's closes over these, nor one of p over a button, nor one of li over another list.
    SCOPE: _SCOPE_NAMES,
    SCOPE_OF_P: _SCOPE_NAMES + " button",
    SCOPE_OF_ITEMS: _SCOPE_NAMES + " ol ul",
    MARKER: "applet caption td th marquee object template",  # formatting elements do not reach into these
    CLOSES_P: """
        address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
        header hgroup hr li listing main menu nav ol p plaintext pre search section summary ul xmp""",
    ENDS_IN_SCOPE: """
        address applet article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption figure footer header
        hgroup listing main marquee menu nav object ol pre search section select summary ul""",
    TABLE_PART: "caption colgroup tbody td tfoot th thead tr",
    TABLE_SECTION: "tbody tfoot thead",
    CELL: "td th",
    OUTSIDE_CELLS: "table tbody tfoot thead tr colgroup",  # text in here is moved before the table
    TERM: "dd dt",
    STEPPED_OVER: "address div p",  # a new list item closes an older one even through these
    SVG: "svg",
    MATH: "math",
    HTML_IN_SVG: "foreignobject desc title",
    HTML_IN_MATH: "mi mo mn ms mtext",
    ANNOTATION: "annotation-xml",
    GLYPH: "mglyph malignmark",
    IMPLIED_END: "dd dt li optgroup option p rb rp rt rtc",  # closed without an end tag where they stand on top
    NEVER_REOPENS: "iframe noembed param rb rp rt rtc source table textarea track",  # as other blocks: formatting elements stay closed
    LEAVES_FOREIGN: """
        b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby
        s small span strong strike sub sup table tt u ul var""",
}

(
    A, ANNOTATION_XML, BODY, BR, BUTTON, COL, COLGROUP, COLOR, FACE, FONT, FORM, FRAMESET, HEAD, HR, HTML, INPUT, LI, NOBR, NOSCRIPT,
    OPTGROUP, OPTION, P, PLAINTEXT, RB, RP, RT, RTC, RUBY, SCRIPT, SELECT, SIZE, TABLE, TBODY, TEMPLATE, TR, XMP,
) = (
    name_code(name)
    for name in """
    a annotation-xml body br button col colgroup color face font form frameset head hr html input li nobr noscript optgroup
    option p plaintext rb rp rt rtc ruby script select size table tbody template tr xmp""".split()
)  # fmt: skip

ENCODING, TEXT_HTML, XHTML = (name_code(name) for name in ("encoding", "text/html", "application/xhtml+xml"))  # of an annotation

SLOTS = 1024  # a power of two, several times the number of names


def role_table() -> NDArray[np.int64]:
    """A hash table of the names that play a part: SLOTS codes, 0 where a slot is empty, then as many sets of parts."""
    parts: dict[str, int] = {}
    for role, names in _NAMES.items():
        for name in names.split():
            parts[name] = parts.get(name, 0) | role
    table = np.zeros(2 * SLOTS, dtype=np.int64)
    for name, part in parts.items():
        slot = name_code(name) % SLOTS
        while table[slot]:
            slot = (slot + 1) % SLOTS
        table[slot], table[SLOTS + slot] = name_code(name), part
    return table
