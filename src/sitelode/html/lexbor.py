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
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import selectolax.lexbor
from numpy.typing import NDArray

from sitelode.errors import PageTooCostlyError
from sitelode.html.page import Columns
from sitelode.html.vocabulary import (
    BLOCK_TAGS,
    FIRST_UNKNOWN_TAG,
    KNOWN_TAG_IDS,
    PREFORMATTED_TAGS,
    TAG_NAMES,
    TAG_NUMBER,
    UNKNOWN_TAG,
    UNSEEN_TEXT_TAGS,
    tag_flags,
)

# What the parser may take for a page: tags of a usual one take 300 to 600 bytes. Set by hand, as are the next two.
MOST_TREE_BYTES = 300_000_000
SECONDS, SECONDS_OF_A_BYTE = 0.5, 4e-7  # of CPU; the densest markup takes a third of it, a page of the corpora a five-hundredth
_BYTES_PER_ROW = 24  # of dense markup; most pages have 50 to 100
_SPARE_ROWS = 64
_MOST_ROOMS, _MOST_KEPT_BYTES = 4, 8_000_000  # that wait for the next pages, one for each thread that parses. Set by hand
_ROOMS: "list[Any]" = []
_ROWS_WORTH_RETURNING = 100_000  # after so many, the tree's memory (some 200 bytes a row) is returned at once. Set by hand

_FUNCTIONS = (  # in the order in which `kernels/lexbor.pxd` has them
    "lxb_html_parser_create", "lxb_html_parser_init", "lxb_html_parser_destroy", "lxb_html_parser_dom_opt_set_noi",
    "lxb_html_parser_tokenizer_noi", "lxb_html_parser_tree_noi", "lxb_html_tokenizer_callback_token_done_set_noi",
    "lxb_html_tokenizer_keep_duplicate_set_noi", "lxb_html_tree_construction_dispatcher", "lxb_html_parse_chunk_begin",
    "lxb_html_parse_chunk_process", "lxb_html_parse_chunk_end", "lexbor_memory_setup", "lxb_dom_document_root",
    "lxb_html_document_destroy",
    "lxb_dom_node_first_child_noi", "lxb_dom_node_next_noi", "lxb_dom_node_prev_noi", "lxb_dom_node_parent_noi", "lxb_dom_node_type_noi",
    "lxb_dom_node_tag_id_noi", "lxb_dom_node_text_content", "lxb_dom_element_local_name", "lxb_dom_element_first_attribute_noi",
    "lxb_dom_element_next_attribute_noi", "lxb_dom_attr_qualified_name", "lxb_dom_attr_value_noi",
)  # fmt: skip


@cache
def _kernel() -> ModuleType:
    """The compiled module, once it knows the parser's functions and tags."""
    kernel = import_module("sitelode.html.kernels.lexbor")

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


def columns_of(html: bytes, most_bytes: int = MOST_TREE_BYTES) -> Columns:
    """Parse UTF-8, and turn the tree into columns.

    Raises:
        PageTooCostlyError: the parser took more memory or CPU time than it may.

    """
    try:
        room = _ROOMS.pop()
    except IndexError:
        room = _kernel().Room()
    rows = attributes = len(html) // _BYTES_PER_ROW + _SPARE_ROWS
    complete, times, most_seconds = False, 1, SECONDS + SECONDS_OF_A_BYTE * len(html)
    while not complete:  # of 557 pages of the corpora 3 needed more than the guess and were parsed again
        found = room.parse(html, rows, attributes, times * len(html), most_bytes, most_seconds)
        if found is None:
            raise PageTooCostlyError("its markup takes a parser too long, or too much memory")
        complete, rows, attributes = found
        times += 1
    tags, numbers, of_attributes, starts, strings, text, unknown = room.columns()
    if room.size <= _MOST_KEPT_BYTES and len(_ROOMS) < _MOST_ROOMS:
        _ROOMS.append(room)
    if rows > _ROWS_WORTH_RETURNING:
        with suppress(AttributeError, OSError, TypeError):  # where the C library has no function to give freed memory back
            ctypes.CDLL(None).malloc_trim(0)  # it would keep hundreds of megabytes
    spelled = _unknown_tags(tags, unknown, starts, strings) if unknown else ()
    return Columns(tags, *numbers, *of_attributes, starts, strings, text, spelled)  # type: ignore[call-arg]  # in this order


def _unknown_tags(
    tags: NDArray[np.uint16], unknown: Sequence[tuple[int, int]], starts: NDArray[np.int32], strings: bytes
) -> tuple[str, ...]:
    """Number the elements unknown to the standard, in order of appearance: rows, and the string that is the name of each."""
    spelled: dict[str, int] = {}
    numbers: dict[int, int] = {}  # by name
    for row, name in unknown:
        number = numbers.get(name)
        if number is None:
            tag = strings[starts[name] : starts[name + 1]].decode("utf-8", "replace")
            # Some names are in our vocabulary but not in the parser's.
            numbers[name] = number = TAG_NUMBER.get(tag) or FIRST_UNKNOWN_TAG + spelled.setdefault(tag, len(spelled))
        tags[row] = number
    return tuple(spelled)
