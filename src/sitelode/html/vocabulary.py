"""Tag numbers, and groups of tags from the HTML standard's rendering section.

A tag number is an index into TAG_NAMES and the same in every page and version; names are only ever appended. Elements that a page
makes up (custom elements, typing errors) get numbers from FIRST_UNKNOWN_TAG on, valid within that page.
"""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

TAG_NAMES: Final[tuple[str, ...]] = (
    "#text", "a", "abbr", "acronym", "address", "applet", "area", "article", "aside", "audio", "b", "base", "basefont", "bdi", "bdo",
    "big", "blockquote", "body", "br", "button", "canvas", "caption", "center", "circle", "cite", "code", "col", "colgroup", "data",
    "datalist", "dd", "defs", "del", "desc", "details", "dfn", "dialog", "dir", "div", "dl", "dt", "ellipse", "em", "embed", "fieldset",
    "figcaption", "figure", "font", "footer", "foreignobject", "form", "frame", "frameset", "g", "h1", "h2", "h3", "h4", "h5", "h6",
    "head", "header", "hgroup", "hr", "html", "i", "iframe", "image", "img", "input", "ins", "isindex", "kbd", "label", "legend", "li",
    "line", "link", "main", "map", "mark", "marquee", "math", "menu", "meta", "meter", "nav", "nobr", "noembed", "noframes", "noscript",
    "object", "ol", "optgroup", "option", "output", "p", "param", "path", "picture", "plaintext", "polygon", "polyline", "pre",
    "progress", "q", "rb", "rect", "rp", "rt", "rtc", "ruby", "s", "samp", "script", "search", "section", "select", "slot", "small",
    "source", "span", "stop", "strike", "strong", "style", "sub", "summary", "sup", "svg", "symbol", "table", "tbody", "td", "template",
    "text", "textarea", "tfoot", "th", "thead", "time", "title", "tr", "track", "tspan", "tt", "u", "ul", "use", "var", "video", "wbr",
    "xmp",
)  # fmt: skip
FIRST_UNKNOWN_TAG: Final = 1024
"""Room for TAG_NAMES to grow without renumbering what is stored."""

TAG_NUMBER: Final[dict[str, int]] = {name: number for number, name in enumerate(TAG_NAMES)}
TEXT: Final = TAG_NUMBER["#text"]

BLOCK_TAGS: Final = frozenset(
    "address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer "
    "form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li link main marquee menu meta nav noframes ol optgroup "
    "option p plaintext pre script search section style summary table tbody td template tfoot th thead title tr ul xmp".split()
)
"""Elements that start and end a line, and invisible elements between lines."""

VOID_TAGS: Final = frozenset("area base basefont br col embed frame hr img input isindex link meta param source track wbr".split())
"""Elements that never have an end tag."""

PREFORMATTED_TAGS: Final = frozenset(("pre", "textarea", "plaintext", "xmp"))
RAW_TEXT_TAGS: Final = frozenset(("script", "style", "iframe", "noembed", "noframes", "plaintext", "xmp"))
"""Elements whose content the tokenizer does not interpret."""

UNSEEN_TEXT_TAGS: Final = frozenset(("script", "style", "iframe", "noembed"))
"""Raw text that readers do not see: code, and fallback for browsers without frames or plug-ins."""

HEADING_TAGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")

# What the two converters of the parser's tree and the compiled code agree on.
KNOWN_TAG_IDS = 1024  # Lexbor numbers the standard's tags from 0; the id of any other tag is an address, far above
UNKNOWN_TAG = 0xFFFF  # in the tag column, until the name is looked up
SEED_STRINGS = (b"class", b"id", b"role", b"type", b"#text")
"""Strings that the converters look for: they have the first numbers in every string table."""

DATA_OWNER, DATA_CALL, LONGEST_DATA_NAME = b"window", b"JSON.parse(", 200
_BLANK = rb"[ \n\t\r\f]*"
ASSIGNED_DATA = re.compile(
    rb"\A" + _BLANK + DATA_OWNER + rb"[.\[][^=;(]{1,%d}=" % LONGEST_DATA_NAME + _BLANK + rb"(?:[{\[]|" + re.escape(DATA_CALL) + rb")"
)
"""How a script begins that gives data a name (`window.X = {..}`, `window["X"] = JSON.parse(..)`): its text is kept, like that of JSON."""


def tag_flags(names: frozenset[str]) -> NDArray[np.bool_]:
    """One flag per tag number; elements unknown to the standard have none of these properties."""
    flags = np.zeros(1 << 16, dtype=np.bool_)
    flags[[TAG_NUMBER[name] for name in names]] = True
    return flags
