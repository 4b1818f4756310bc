"""Compiled code behind `lexbor.py`: walk the parser's tree by its own accessor functions, write columns."""
# mypy: ignore-errors

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from sitelode.dom.lexbor import KNOWN_TAG_IDS, SEED_STRINGS, UNKNOWN_TAG
from sitelode.dom.page import NO_STRING
from sitelode.dom.vocabulary import TEXT

_ELEMENT_NODE, _TEXT_NODE, _CDATA_NODE = 1, 3, 4  # the DOM standard's numbers
_CLASS, _ID, _ROLE, _TYPE, _RAW_TEXT = range(len(SEED_STRINGS))

_address = types.uintp
_first_child = types.ExternalFunction("lxb_dom_node_first_child_noi", _address(_address))
_next = types.ExternalFunction("lxb_dom_node_next_noi", _address(_address))
_prev = types.ExternalFunction("lxb_dom_node_prev_noi", _address(_address))
_parent = types.ExternalFunction("lxb_dom_node_parent_noi", _address(_address))
_node_type = types.ExternalFunction("lxb_dom_node_type_noi", types.int32(_address))
_tag_id = types.ExternalFunction("lxb_dom_node_tag_id_noi", _address(_address))
_text_content = types.ExternalFunction("lxb_dom_node_text_content", _address(_address, _address))
_local_name = types.ExternalFunction("lxb_dom_element_local_name", _address(_address, _address))
_first_attribute = types.ExternalFunction("lxb_dom_element_first_attribute_noi", _address(_address))
_next_attribute = types.ExternalFunction("lxb_dom_element_next_attribute_noi", _address(_address))
_attribute_name = types.ExternalFunction("lxb_dom_attr_qualified_name", _address(_address, _address))
_attribute_value = types.ExternalFunction("lxb_dom_attr_value_noi", _address(_address, _address))
_memcmp = types.ExternalFunction("memcmp", types.int32(_address, _address, types.uintp))
_memcpy = types.ExternalFunction("memcpy", _address(_address, _address, types.uintp))


def load(library):
    """Make the parser's functions known to the compiled code. Must come before the first call."""
    llvm.load_library_permanently(library)


@njit(cache=True, nogil=True)
def _is_white(buffer, start, end):
    for position in range(start, end):
        byte = buffer[position]
        if byte != 32 and byte != 10 and byte != 9 and byte != 13 and byte != 12:
            return False
    return True


@njit(cache=True, nogil=True)
def _breaks_line(sibling, tag_numbers, is_block):
    """Whether white space beside this node is not shown: it is a block or a forced line break."""
    if _node_type(sibling) != _ELEMENT_NODE:
        return False
    known = _tag_id(sibling)
    return known < KNOWN_TAG_IDS and is_block[tag_numbers[known]]


@njit(cache=True, nogil=True)
def _shown_as_space(node, tag_numbers, is_block):
    """Whether a text node of nothing but white space separates two words on a screen."""
    parent, before, after = _parent(node), _prev(node), _next(node)
    if (before == 0 or after == 0) and _breaks_line(parent, tag_numbers, is_block):
        return False
    if before != 0 and _breaks_line(before, tag_numbers, is_block):
        return False
    return after == 0 or not _breaks_line(after, tag_numbers, is_block)


@njit(cache=True, nogil=True)
def _following(node, root):
    """The node after this one's subtree, and how many levels up it was found; 0 at the end of the root."""
    up = 0
    while node != root:
        after = _next(node)
        if after != 0:
            return after, up
        node = _parent(node)
        up += 1
    return types.uintp(0), up


@njit(cache=True, nogil=True)
def _count(root):
    """How many rows and attributes there are at most."""
    rows, attributes = 0, 0
    node = root
    while node != 0:
        child = types.uintp(0)
        rows += 1
        if _node_type(node) == _ELEMENT_NODE:
            attributes += 1  # room for the text of a script or the name of an unknown element
            attribute = _first_attribute(node)
            while attribute != 0:
                attributes += 1
                attribute = _next_attribute(attribute)
            child = _first_child(node)
        if child != 0:
            node = child
        else:
            node, _ = _following(node, root)
    return rows, attributes


@intrinsic
def _eight_bytes(_typing_context, _signature_address):
    """The eight bytes at an address as one number, aligned or not."""

    def load(_context, builder, _signature, arguments):
        word = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(word, align=1)

    return types.uint64(types.uintp), load


@njit(cache=True, nogil=True)
def _hash(address, length):
    """A 64-bit code of some bytes, eight at a time. There must be eight readable bytes behind them."""
    code = np.uint64(length) * np.uint64(0x9E3779B97F4A7C15)
    whole = length // 8
    for word in range(whole):
        code = (code ^ _eight_bytes(address + types.uintp(8 * word))) * np.uint64(0xFF51AFD7ED558CCD)
        code ^= code >> np.uint64(32)
    rest = length - 8 * whole
    if rest:
        tail = _eight_bytes(address + types.uintp(8 * whole)) & ((np.uint64(1) << np.uint64(8 * rest)) - np.uint64(1))
        code = (code ^ tail) * np.uint64(0xFF51AFD7ED558CCD)
        code ^= code >> np.uint64(32)
    return code


@njit(cache=True, nogil=True)
def _intern(strings, starts, count, slots, address, length):
    """The number of a string in the table; it is added when new. The table must have room for it."""
    begin = starts[count]
    if length > 0:
        _memcpy(strings.ctypes.data + begin, address, length)
    mask = np.uint64(len(slots) - 1)
    slot = _hash(types.uintp(strings.ctypes.data + begin), length) & mask
    while slots[slot] >= 0:
        known = slots[slot]
        same_length = starts[known + 1] - starts[known] == length
        if same_length and _memcmp(strings.ctypes.data + starts[known], strings.ctypes.data + begin, length) == 0:
            return known, count
        slot = (slot + np.uint64(1)) & mask
    slots[slot] = count
    starts[count + 1] = begin + length
    return count, count + 1


@njit(cache=True, nogil=True)
def _mentions_json(strings, start, end):
    """Whether a script's type is one of JSON: it holds these four letters in any case."""
    for position in range(start, end - 3):
        if (
            (strings[position] | 32) == 106
            and (strings[position + 1] | 32) == 115
            and (strings[position + 2] | 32) == 111
            and (strings[position + 3] | 32) == 110
        ):
            return True
    return False


@njit(cache=True, nogil=True)
def fill_columns(root, source_length, tag_numbers, is_block, is_preformatted, is_unseen, seeds, seed_starts):
    """All columns of the tree below root. `seeds` are the strings the code itself asks for; they get the first numbers."""
    row_limit, attribute_limit = _count(root)
    tag = np.empty(row_limit, dtype=np.uint16)
    parent = np.empty(row_limit, dtype=np.int32)
    depth = np.empty(row_limit, dtype=np.int32)
    end = np.empty(row_limit, dtype=np.int32)
    text_start = np.empty(row_limit, dtype=np.int32)
    text_end = np.empty(row_limit, dtype=np.int32)
    class_ = np.full(row_limit, NO_STRING, dtype=np.int32)
    id_ = np.full(row_limit, NO_STRING, dtype=np.int32)
    role = np.full(row_limit, NO_STRING, dtype=np.int32)
    attribute_node = np.empty(attribute_limit, dtype=np.int32)
    attribute_name = np.empty(attribute_limit, dtype=np.int32)
    attribute_value = np.empty(attribute_limit, dtype=np.int32)
    unknown_row = np.empty(attribute_limit, dtype=np.int32)
    unknown_name = np.empty(attribute_limit, dtype=np.int32)
    # Distinct strings and texts all stand in the source, where none is shorter; one more string is in transit.
    strings = np.empty(2 * source_length + len(seeds) + 64, dtype=np.uint8)
    string_start = np.zeros(2 * attribute_limit + len(seed_starts) + 1, dtype=np.int32)
    text = np.empty(source_length + 64, dtype=np.uint8)
    slot_count = 64
    while slot_count < 2 * len(string_start):
        slot_count *= 2
    slots = np.full(slot_count, -1, dtype=np.int32)
    count = 0
    for seed in range(len(seed_starts) - 1):
        length_of_seed = seed_starts[seed + 1] - seed_starts[seed]
        _, count = _intern(strings, string_start, count, slots, seeds.ctypes.data + seed_starts[seed], length_of_seed)

    length = np.zeros(1, dtype=np.uintp)
    out = length.ctypes.data
    rows, attributes, unknowns, written = 0, 0, 0, 0
    level, preformatted_from = 0, -1
    above = -1
    node = root
    while node != 0:
        child = types.uintp(0)
        kind = _node_type(node)
        if kind == _ELEMENT_NODE:
            lexbor_id = _tag_id(node)
            number = tag_numbers[lexbor_id] if lexbor_id < KNOWN_TAG_IDS else np.uint16(UNKNOWN_TAG)
            if number == UNKNOWN_TAG:
                name = _local_name(node, out)
                unknown_row[unknowns] = rows
                unknown_name[unknowns], count = _intern(strings, string_start, count, slots, name, np.int64(length[0]))
                unknowns += 1
            tag[rows], parent[rows], depth[rows] = number, above, level
            text_start[rows] = written
            json = False
            attribute = _first_attribute(node)
            while attribute != 0:
                address = _attribute_name(attribute, out)
                name_number, count = _intern(strings, string_start, count, slots, address, np.int64(length[0]))
                length[0] = 0
                address = _attribute_value(attribute, out)
                if address == 0:
                    length[0] = 0
                value, count = _intern(strings, string_start, count, slots, address, np.int64(length[0]))
                attribute_node[attributes], attribute_name[attributes], attribute_value[attributes] = rows, name_number, value
                attributes += 1
                if name_number == _CLASS:
                    class_[rows] = value
                elif name_number == _ID:
                    id_[rows] = value
                elif name_number == _ROLE:
                    role[rows] = value
                elif name_number == _TYPE:
                    json = _mentions_json(strings, string_start[value], string_start[value + 1])
                attribute = _next_attribute(attribute)
            child = _first_child(node)
            if is_unseen[number]:
                if json and child != 0 and _node_type(child) == _TEXT_NODE:
                    address = _text_content(child, out)
                    if address != 0 and string_start[count] + length[0] <= len(strings):
                        value, count = _intern(strings, string_start, count, slots, address, np.int64(length[0]))
                        attribute_node[attributes], attribute_name[attributes], attribute_value[attributes] = rows, _RAW_TEXT, value
                        attributes += 1
                child = types.uintp(0)
            if preformatted_from < 0 and is_preformatted[number]:
                preformatted_from = level
            rows += 1
        elif kind == _TEXT_NODE or kind == _CDATA_NODE:
            address = _text_content(node, out)
            size = np.int64(length[0])
            if address != 0 and size > 0 and written + size <= len(text):
                _memcpy(text.ctypes.data + written, address, size)
                if preformatted_from >= 0 or not _is_white(text, written, written + size) or _shown_as_space(node, tag_numbers, is_block):
                    tag[rows], parent[rows], depth[rows] = TEXT, above, level
                    text_start[rows], text_end[rows] = written, written + size
                    written += size
                    rows += 1
                    end[rows - 1] = rows
        if child != 0:
            above = rows - 1
            level += 1
            node = child
            continue
        if kind == _ELEMENT_NODE:
            end[rows - 1], text_end[rows - 1] = rows, written
            if preformatted_from == level:
                preformatted_from = -1
        node, up = _following(node, root)
        for _ in range(up):
            end[above], text_end[above] = rows, written
            above = parent[above]
            level -= 1
            if preformatted_from == level:
                preformatted_from = -1
    return (
        tag[:rows].copy(), parent[:rows].copy(), depth[:rows].copy(), end[:rows].copy(), text_start[:rows].copy(), text_end[:rows].copy(),
        class_[:rows].copy(), id_[:rows].copy(), role[:rows].copy(),
        attribute_node[:attributes].copy(), attribute_name[:attributes].copy(), attribute_value[:attributes].copy(),
        string_start[: count + 1].copy(), strings[: string_start[count]].copy(), text[:written].copy(),
        unknown_row[:unknowns].copy(), unknown_name[:unknowns].copy(),
    )  # fmt: skip
