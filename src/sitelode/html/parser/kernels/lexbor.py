"""Compiled code behind `lexbor.py`: walks the parser's tree with its accessor functions and writes columns."""
# mypy: ignore-errors

import numpy as np
from numba import types

from sitelode.compiled.jit import jit
from sitelode.html.kernels.memory import BYTES, OFFSETS, address_of, bytes_at, compiled, eight_bytes, folded_product, offsets_at
from sitelode.html.page import NO_STRING
from sitelode.html.parser.conventions import KNOWN_TAG_IDS, SEED_STRINGS, UNKNOWN_TAG
from sitelode.html.vocabulary import TEXT

_ELEMENT_NODE, _TEXT_NODE, _CDATA_NODE = 1, 3, 4  # the DOM standard's numbers
_CLASS, _ID, _ROLE, _TYPE, _RAW_TEXT = range(len(SEED_STRINGS))

# The hash of a string starts from a secret, so that nobody can write a page whose names all collide.
STRINGS = types.Tuple((BYTES, OFFSETS, OFFSETS, types.uint64, types.uint64, types.uint64))
"""The string table: its bytes, the start of each string, hash slots, their number less one, and two secret numbers."""

_TAGS, _FLAGS = types.Array(types.uint16, 1, "C"), types.Array(types.boolean, 1, "C")
_int, _bool = types.int64, types.boolean
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


@compiled(_bool(BYTES, _int, _int))
def _is_white(buffer, start, end):
    for position in range(start, end):
        byte = buffer[position]
        if byte != 32 and byte != 10 and byte != 9 and byte != 13 and byte != 12:
            return False
    return True


@compiled(_bool(_address, _TAGS, _FLAGS))
def _breaks_line(sibling, tag_numbers, is_block):
    """Whether white space next to this node is invisible: the node is a block or a forced line break."""
    if _node_type(sibling) != _ELEMENT_NODE:
        return False
    known = _tag_id(sibling)
    return known < KNOWN_TAG_IDS and is_block[tag_numbers[known]]


@compiled(_bool(_address, _TAGS, _FLAGS))
def _shown_as_space(node, tag_numbers, is_block):
    """Whether a white-space text node separates two words on the screen."""
    parent, before, after = _parent(node), _prev(node), _next(node)
    if (before == 0 or after == 0) and _breaks_line(parent, tag_numbers, is_block):
        return False
    if before != 0 and _breaks_line(before, tag_numbers, is_block):
        return False
    return after == 0 or not _breaks_line(after, tag_numbers, is_block)


@compiled(types.Tuple((_address, _int))(_address, _address))
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


@jit(types.UniTuple(_int, 2)(_address))
def count(root):
    """An upper bound for the number of rows and attributes."""
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


@compiled(types.uint64(_address, _int, types.uint64, types.uint64))
def _hash(address, length, secret, factor):
    """A 64-bit hash of some bytes, eight at a time. Eight readable bytes must follow them."""
    code = folded_product(secret ^ np.uint64(length), factor)
    whole = length // 8
    for word in range(whole):
        code = folded_product(code ^ eight_bytes(address + types.uintp(8 * word)), factor)
    rest = length - 8 * whole
    if rest:
        tail = eight_bytes(address + types.uintp(8 * whole)) & ((np.uint64(1) << np.uint64(8 * rest)) - np.uint64(1))
        code = folded_product(code ^ tail, factor)
    return code


@compiled(types.UniTuple(_int, 2)(STRINGS, _int, _address, _int))
def _intern(table, count, address, length):
    """The index of a string in the table, added if it is new, and the new number of strings. There must be room for it."""
    strings, starts, slots, mask, secret, factor = table
    begin = np.int64(starts[count])
    place = address_of(strings) + types.uintp(begin)
    if length > 0:
        _memcpy(place, address, types.uintp(length))
    slot = _hash(place, length, secret, factor) & mask
    while slots[np.int64(slot)] >= 0:
        known = np.int64(slots[np.int64(slot)])
        same_length = np.int64(starts[known + 1]) - np.int64(starts[known]) == length
        if same_length and _memcmp(address_of(strings) + types.uintp(starts[known]), place, types.uintp(length)) == 0:
            return known, count
        slot = (slot + np.uint64(1)) & mask
    slots[np.int64(slot)] = count
    starts[count + 1] = begin + length
    return count, count + 1


@compiled(_bool(BYTES, _int, _int))
def _mentions_json(strings, start, end):
    """Whether a script's type mentions "json", in any case."""
    for position in range(start, end - 3):
        if (
            (strings[position] | 32) == 106
            and (strings[position + 1] | 32) == 115
            and (strings[position + 2] | 32) == 111
            and (strings[position + 3] | 32) == 110
        ):
            return True
    return False


@jit
def fill_columns(root, tag, numbers, attribute_numbers, string_start, strings, text, slots, known):
    """Write the columns of the tree below root into arrays. If an array turns out too short, the number of rows is -1.

    Returns the numbers of rows, attributes, strings, unknown elements and bytes of text. `known` holds the tables of `lexbor.py`; its
    seeds are the strings that this code itself looks for, which get the first numbers.
    """
    tag_numbers, is_block, is_preformatted, is_unseen, seeds, seed_starts, secrets = known
    parent, depth, end, text_start, text_end = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    class_, id_, role = numbers[5], numbers[6], numbers[7]
    attribute_node, attribute_name, attribute_value = attribute_numbers[0], attribute_numbers[1], attribute_numbers[2]
    unknown_row, unknown_name = attribute_numbers[3], attribute_numbers[4]
    row_room, attribute_room = len(tag), len(attribute_node)
    string_room, text_room = len(strings) - 8, len(text)  # eight bytes are read at once
    slot_count = len(slots)
    slots[:] = -1
    starts, string_bytes, text_bytes = offsets_at(string_start.ctypes.data), bytes_at(strings.ctypes.data), bytes_at(text.ctypes.data)
    table = (string_bytes, starts, offsets_at(slots.ctypes.data), np.uint64(slot_count - 1), secrets[0], secrets[1] | np.uint64(1))
    starts[0] = 0
    strings_known = 0
    for seed in range(len(seed_starts) - 1):
        address = types.uintp(seeds.ctypes.data + seed_starts[seed])
        _, strings_known = _intern(table, strings_known, address, np.int64(seed_starts[seed + 1] - seed_starts[seed]))

    length = np.zeros(1, dtype=np.uintp)
    out = length.ctypes.data
    rows, attributes, unknowns, written = 0, 0, 0, 0
    level, preformatted_from = 0, -1
    above = -1
    complete = True
    node = root
    while node != 0:
        child = types.uintp(0)
        kind = _node_type(node)
        if rows >= row_room:
            complete = False
            break
        if kind == _ELEMENT_NODE:
            lexbor_id = _tag_id(node)
            number = tag_numbers[lexbor_id] if lexbor_id < KNOWN_TAG_IDS else np.uint16(UNKNOWN_TAG)
            if number == UNKNOWN_TAG:
                name = _local_name(node, out)
                if unknowns + attributes >= attribute_room or starts[strings_known] + length[0] > string_room:
                    complete = False
                    break
                unknown_row[unknowns] = rows
                unknown_name[unknowns], strings_known = _intern(table, strings_known, name, np.int64(length[0]))
                unknowns += 1
            tag[rows], parent[rows], depth[rows] = number, above, level
            class_[rows], id_[rows], role[rows] = NO_STRING, NO_STRING, NO_STRING
            text_start[rows] = written
            json = False
            attribute = _first_attribute(node)
            while attribute != 0:
                address = _attribute_name(attribute, out)
                if unknowns + attributes >= attribute_room or starts[strings_known] + length[0] > string_room:
                    complete = False
                    break
                name_number, strings_known = _intern(table, strings_known, address, np.int64(length[0]))
                length[0] = 0
                address = _attribute_value(attribute, out)
                if address == 0:
                    length[0] = 0
                if starts[strings_known] + length[0] > string_room:
                    complete = False
                    break
                value, strings_known = _intern(table, strings_known, address, np.int64(length[0]))
                attribute_node[attributes], attribute_name[attributes], attribute_value[attributes] = rows, name_number, value
                attributes += 1
                if name_number == _CLASS:
                    class_[rows] = value
                elif name_number == _ID:
                    id_[rows] = value
                elif name_number == _ROLE:
                    role[rows] = value
                elif name_number == _TYPE:
                    json = _mentions_json(string_bytes, np.int64(starts[value]), np.int64(starts[value + 1]))
                attribute = _next_attribute(attribute)
            if not complete:
                break
            child = _first_child(node)
            if is_unseen[number]:
                if json and child != 0 and _node_type(child) == _TEXT_NODE:
                    address = _text_content(child, out)
                    if unknowns + attributes >= attribute_room or starts[strings_known] + length[0] > string_room:
                        complete = False
                        break
                    if address != 0:
                        value, strings_known = _intern(table, strings_known, address, np.int64(length[0]))
                        attribute_node[attributes], attribute_name[attributes], attribute_value[attributes] = rows, _RAW_TEXT, value
                        attributes += 1
                child = types.uintp(0)
            if preformatted_from < 0 and is_preformatted[number]:
                preformatted_from = level
            rows += 1
        elif kind == _TEXT_NODE or kind == _CDATA_NODE:
            address = _text_content(node, out)
            size = np.int64(length[0])
            if address != 0 and size > 0:
                if written + size > text_room:
                    complete = False
                    break
                _memcpy(address_of(text_bytes) + types.uintp(written), address, types.uintp(size))
                white = preformatted_from < 0 and _is_white(text_bytes, written, written + size)
                if not white or _shown_as_space(node, tag_numbers, is_block):
                    tag[rows], parent[rows], depth[rows] = TEXT, above, level
                    class_[rows], id_[rows], role[rows] = NO_STRING, NO_STRING, NO_STRING
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
    return (rows if complete else -1), attributes, strings_known, unknowns, written
