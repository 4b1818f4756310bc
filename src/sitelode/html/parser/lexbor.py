"""Convert the parser's tree to columns, in compiled code.

selectolax's module contains Lexbor, whose functions (those ending in _noi are meant for callers in other languages) are called from
compiled code: it parses, walks the tree and frees it without the interpreter's lock, and no Python object is made for a node. Only these
functions are assumed, no structure of Lexbor: their addresses are looked up by name in the loaded module and handed over once. Where a
platform hides the names, or the compiled code was not built, `portable.py` does the same through selectolax's own objects.

Other ways were considered. To compile against Lexbor's structures needs its headers, which selectolax does not ship, and would break
silently when it ships another version. To link Lexbor itself would make its source a part of this project, with its build on every
platform and its security fixes. resiliparse wraps the same parser: the walk would be this one.
"""

import ctypes
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import count
from types import ModuleType
from typing import NamedTuple

import numpy as np
import selectolax.lexbor
from numpy.typing import NDArray

from sitelode.html.page import Columns
from sitelode.html.parser.conventions import KNOWN_TAG_IDS, SEED_STRINGS, UNKNOWN_TAG
from sitelode.html.vocabulary import (
    BLOCK_TAGS,
    FIRST_UNKNOWN_TAG,
    PREFORMATTED_TAGS,
    TAG_NAMES,
    TAG_NUMBER,
    UNSEEN_TEXT_TAGS,
    tag_flags,
)

_BYTES_PER_ROW = 24  # of dense markup; most pages have 50 to 100
_SPARE_ROWS, _SPARE_BYTES = 64, 64
_ROWS_WORTH_RETURNING = 100_000  # after so many, the tree's memory (some 200 bytes a row) is returned at once. Set by hand

_FUNCTIONS = (  # in the order in which `kernels/tree.pxd` has them
    "lxb_html_document_create", "lxb_html_document_dom_opt_set_noi", "lxb_html_document_parse", "lxb_dom_document_root",
    "lxb_html_document_destroy",
    "lxb_dom_node_first_child_noi", "lxb_dom_node_next_noi", "lxb_dom_node_prev_noi", "lxb_dom_node_parent_noi", "lxb_dom_node_type_noi",
    "lxb_dom_node_tag_id_noi", "lxb_dom_node_text_content", "lxb_dom_element_local_name", "lxb_dom_element_first_attribute_noi",
    "lxb_dom_element_next_attribute_noi", "lxb_dom_attr_qualified_name", "lxb_dom_attr_value_noi",
)  # fmt: skip


@cache
def _kernel() -> ModuleType:
    """The compiled module, once it knows the parser's functions and tags."""
    kernel = import_module("sitelode.html.parser.kernels.lexbor")

    library = ctypes.CDLL(selectolax.lexbor.__file__)
    functions = [ctypes.cast(getattr(library, name), ctypes.c_void_p).value for name in _FUNCTIONS]
    flags = (tag_flags(names) for names in (BLOCK_TAGS | {"br"}, PREFORMATTED_TAGS, UNSEEN_TEXT_TAGS))
    kernel.connect(functions, _tag_numbers(), *flags)
    return kernel


@cache
def available() -> bool:
    """Whether the compiled code is there and the platform lets it call the parser's functions."""
    try:
        _kernel()
    except (OSError, AttributeError, ImportError):
        return False
    return True


def _tag_numbers() -> NDArray[np.uint16]:
    """Our tag number for each of Lexbor's ids."""
    tag_id = ctypes.CDLL(selectolax.lexbor.__file__).lxb_dom_node_tag_id_noi
    tag_id.argtypes, tag_id.restype = [ctypes.c_size_t], ctypes.c_size_t
    numbers = np.full(KNOWN_TAG_IDS, UNKNOWN_TAG, dtype=np.uint16)
    for number, name in enumerate(TAG_NAMES[1:], start=1):
        element = selectolax.lexbor.create_tag(name)
        lexbor_id = tag_id(element.mem_id)
        if lexbor_id < KNOWN_TAG_IDS:
            numbers[lexbor_id] = number
    return numbers


def columns_of(html: bytes) -> Columns:
    """Parse UTF-8 whose cost was checked, and turn the tree into columns."""
    rows, attributes, strings, unknown, text, room = _written(html)
    if rows > _ROWS_WORTH_RETURNING:
        _return_memory()
    string_start = room.string_start[: strings + 1].copy()
    columns = Columns(  # type: ignore[call-arg]  # the columns come in this order
        room.tag[:rows].copy(),
        *room.numbers[:, :rows].copy(),
        *room.attributes[:3, :attributes].copy(),
        string_start,
        room.strings[: string_start[-1]].tobytes(),
        room.text[:text].tobytes(),
    )
    return _with_unknown_tags(columns, *room.attributes[3:, :unknown]) if unknown else columns


def _return_memory() -> None:
    """Give freed memory back to the system, where the C library has a function for it: it would keep hundreds of megabytes."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


class _Room(NamedTuple):
    """Arrays for compiled code to write to."""

    tag: NDArray[np.uint16]
    numbers: NDArray[np.int32]  # the eight other columns of rows
    attributes: NDArray[np.int32]  # node, name and value of each attribute; row and name of each unknown element
    string_start: NDArray[np.int32]
    strings: NDArray[np.uint8]
    text: NDArray[np.uint8]
    slots: NDArray[np.int32]

    @classmethod
    def of(cls, rows: int, attributes: int, source_bytes: int) -> "_Room":
        # All strings and texts come from the source, where none is shorter; one more string is being added.
        most_strings = 2 * attributes + len(SEED_STRINGS) + 2
        return cls(
            np.empty(rows, dtype=np.uint16),
            np.empty((8, rows), dtype=np.int32),
            np.empty((5, attributes), dtype=np.int32),
            np.empty(most_strings, dtype=np.int32),
            np.empty(2 * source_bytes + _SPARE_BYTES, dtype=np.uint8),
            np.empty(source_bytes + _SPARE_BYTES, dtype=np.uint8),
            np.empty(1 << (2 * most_strings).bit_length(), dtype=np.int32),
        )


def _written(html: bytes) -> tuple[int, int, int, int, int, _Room]:
    """The output of the compiled code, in arrays of a guessed size; of 557 pages of the corpora 3 needed more and were parsed again."""
    rows = attributes = len(html) // _BYTES_PER_ROW + _SPARE_ROWS
    for times in count(1):
        room = _Room.of(rows, attributes, times * len(html))
        complete, rows, attributes, *others = _kernel().parse_columns(html, *room)
        if complete:
            return (rows, attributes, *others, room)
    raise AssertionError("there is no end to counting")


def _with_unknown_tags(columns: Columns, rows: NDArray[np.int32], names: NDArray[np.int32]) -> Columns:
    """Number the elements unknown to the standard, in order of appearance."""
    numbers, first = np.unique(names, return_index=True)
    order = numbers[np.argsort(first)]
    starts = columns.string_start
    spelled = {name: columns.strings[starts[name] : starts[name + 1]].decode("utf-8", "replace") for name in order.tolist()}
    unknown = [tag for tag in spelled.values() if tag not in TAG_NUMBER]  # some names are in our vocabulary but not in the parser's
    place = {tag: FIRST_UNKNOWN_TAG + position for position, tag in enumerate(unknown)}
    numbers_by_name = {name: TAG_NUMBER.get(tag) or place[tag] for name, tag in spelled.items()}
    columns.tag[rows] = [numbers_by_name[name] for name in names.tolist()]
    return replace(columns, unknown_tags=tuple(unknown))
