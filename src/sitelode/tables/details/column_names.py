"""Name the columns of detail pages: by the constant text next to the values, by their role, or by the markup. Limits set by hand."""

import re
from collections.abc import Collection, Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.html.vocabulary import HEADING_TAGS, tag_flags
from sitelode.paths.labels import LandmarkLabels
from sitelode.tables.column_roles import class_words
from sitelode.tables.details.text_nodes import TextNodes
from sitelode.tables.unique_names import unique_names

RESERVED = ("url",)  # the first column of every table
LONGEST_NAME = 60  # characters; a longer text is a sentence, not a name
STEPS_STATED = 2  # number of elements around a value that may state what it is
STEPS_LOOKED_AT = 3  # number of elements around a value whose names may be used
_AFTER_LABELS = r"[\s:=*|>\-\u2013\u2014\u00bb\u203a.,;(\[\uff1a]"
_AROUND_LABELS = re.compile(rf"^[\s\W_]+|(?<!{_AFTER_LABELS}){_AFTER_LABELS}++$")
_HEADING_NAME = "heading"
_STATED_LINKS = frozenset(("author", "tag", "license"))
_HEADINGS = frozenset(("title", *HEADING_TAGS))
_SPEAKING_TAGS = frozenset("h1 h2 h3 h4 h5 h6 title time address caption figcaption summary legend".split())


def clean_label(text: str) -> str:
    """A label without the punctuation around it; empty if it is not a name."""
    label = _AROUND_LABELS.sub("", text).strip()
    return label if len(label) <= LONGEST_NAME and any(map(str.isalpha, label)) else ""


def inner_label(nodes: TextNodes, node: int) -> str:
    """The label that a text begins with, without its separator."""
    columns = nodes.page.columns
    start, end = columns.text_start[nodes.rows[node]], nodes.inner_label_end[node]
    return " ".join(columns.text[start:end].decode("utf-8", "replace").split())[:-1].rstrip()


def stated_name(nodes: TextNodes, node: int) -> str:
    """The microdata or RDFa property that a value is."""
    page = nodes.page
    row = int(nodes.home[node])
    for _ in range(STEPS_STATED):
        if row < 0:
            break
        for attribute in ("itemprop", "property", "rel"):
            said = (page.attribute(row, attribute) or "").split()
            if said and not (attribute == "rel" and said[0] not in _STATED_LINKS):
                return said[0].rpartition(":")[2][:LONGEST_NAME]
        row = int(page.columns.parent[row])
    return ""


def markup_name(nodes: TextNodes, node: int, labels: LandmarkLabels, prefixes: frozenset[str]) -> str:
    """A name from a class, an id or a tag of the elements around a value; class names are cut to the words that tell."""
    page = nodes.page
    row = int(nodes.home[node])
    spoken = ""
    for _ in range(STEPS_LOOKED_AT):
        if row < 0:
            break
        named = [words for name in re.split(r"[.#]", labels.text(page, row))[1:] if (words := class_words(name, prefixes))]
        tag = page.tag_name(row)
        if named and (not spoken or _headings_in(nodes, row) == 1):
            return named[-1]
        if tag == "h1":
            return _HEADING_NAME
        spoken = spoken or (_HEADING_NAME if tag in HEADING_TAGS else tag if tag in _SPEAKING_TAGS else "")
        row = int(page.columns.parent[row])
    return spoken or "text"


def _headings_in(nodes: TextNodes, row: int) -> int:
    """The number of headings in an element: with several, its name is none of theirs."""
    columns = nodes.page.columns
    return int(_heading_flags()[columns.tag[row : columns.end[row]]].sum())


@cache
def _heading_flags() -> NDArray[np.bool_]:
    return tag_flags(frozenset(HEADING_TAGS))


def is_heading(nodes: TextNodes, node: int) -> bool:
    """Whether a value is a heading: it names what follows, and the text before it is not its name."""
    return bool(tag_above(nodes, node, _HEADINGS, STEPS_LOOKED_AT))


def tag_above(nodes: TextNodes, node: int, tags: Collection[str], steps: int) -> str:
    """The nearest of some tags around a text, so many steps up at most; nothing if it has none."""
    page = nodes.page
    row = int(nodes.home[node])
    for _ in range(steps):
        if row < 0:
            break
        if page.tag_name(row) in tags:
            return page.tag_name(row)
        row = int(page.columns.parent[row])
    return ""


def unique_column_names(names: Iterable[str]) -> list[str]:
    """The names, with a number added to repeated ones; `url` is reserved for the page's address."""
    return unique_names(names, " ", RESERVED)
