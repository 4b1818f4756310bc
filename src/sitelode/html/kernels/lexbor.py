"""Compiled code behind `lexbor.py`: walks the parser's tree with its accessor functions and writes columns.

It works on addresses in the parser's memory, so it runs compiled only; `portable.py` does the same in Python.
"""
# mypy: ignore-errors

from secrets import randbits

import cython
import numpy as np
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.libc.stdint import uintptr_t
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memchr, memcmp, memcpy, memset
from cython.cimports.sitelode.html.kernels.memory import eight_bytes, folded_product

from sitelode.html.page import NO_STRING
from sitelode.html.vocabulary import DATA_CALL, DATA_OWNER, KNOWN_TAG_IDS, LONGEST_DATA_NAME, SEED_STRINGS, UNKNOWN_TAG

_no_string, _known_ids, _unknown_tag = NO_STRING, KNOWN_TAG_IDS, UNKNOWN_TAG
_class, _id, _role, _type, _raw_text = range(len(SEED_STRINGS))
_seeds, _spare_bytes = len(SEED_STRINGS), 64
_window_length, _parse_length, _longest_name = len(DATA_OWNER), len(DATA_CALL), LONGEST_DATA_NAME

# The hash of a string starts from a secret, so that nobody can write a page whose names all collide.
_secret, _factor = randbits(64), randbits(64) | 1


# Of the parser, set once: its functions, and by its number for a tag our own and what is to be known of it.
_parser = cython.declare(Parser)
_tag_of = cython.declare(cython.ushort[1024])
_is_block = cython.declare(cython.uchar[1024])
_is_preformatted = cython.declare(cython.uchar[1024])
_is_unseen = cython.declare(cython.uchar[1024])
_window = cython.declare(cython.uchar[16])
_parse = cython.declare(cython.uchar[16])
_without_events = cython.declare(cython.uint, 1)  # of the DOM, which nobody listens to


def connect(functions, tag_numbers, is_block, is_preformatted, is_unseen):
    """Take the addresses of the parser's functions, in the order of the structure; our number of each of its tags; flags by our numbers."""
    assert len(functions) * cython.sizeof(Node) == cython.sizeof(_parser)
    assert len(tag_numbers) == KNOWN_TAG_IDS == 1024
    slots = cython.cast(cython.pointer(uintptr_t), cython.address(_parser))
    for place, address in enumerate(functions):
        slots[place] = address
    _parser.use_memory(_malloc, _realloc, _calloc, _free)
    for place in range(len(DATA_OWNER)):
        _window[place] = DATA_OWNER[place]
    for place in range(len(DATA_CALL)):
        _parse[place] = DATA_CALL[place]
    for number in range(KNOWN_TAG_IDS):
        tag = _tag_of[number] = tag_numbers[number]
        _is_block[number], _is_preformatted[number], _is_unseen[number] = is_block[tag], is_preformatted[tag], is_unseen[tag]


# Every string of a page once, in one buffer, with a hash table that finds it again.


def _hash(text, length):
    """A 64-bit hash of some bytes, eight at a time. Eight readable bytes must follow them."""
    one: cython.ulonglong = 1
    code = folded_product(_secret ^ length, _factor)
    while length >= 8:
        code = folded_product(code ^ eight_bytes(text), _factor)
        text += 8
        length -= 8
    if length:
        code = folded_product(code ^ (eight_bytes(text) & ((one << (8 * length)) - 1)), _factor)
    return code


def number_of(strings, text, length):
    """The number of a string, added if it is new; -1 if there is no room for it."""
    begin: cython.size_t = strings.starts[strings.count]
    if begin + length > strings.room:
        return -1
    place = strings.bytes + begin
    if length > 0:
        memcpy(place, text, length)
    slot = _hash(place, length) & strings.mask
    while strings.slots[slot] >= 0:
        known = strings.slots[slot]
        start: cython.size_t = strings.starts[known]
        if strings.starts[known + 1] - start == length and memcmp(strings.bytes + start, place, length) == 0:
            return known
        slot = (slot + 1) & strings.mask
    number = strings.count
    strings.slots[slot] = number
    strings.count += 1
    strings.starts[strings.count] = begin + length
    return number


def number_of_name(strings, text, length):
    """The number of an attribute's name. The parser has most names once: a place in its memory that was met before is the same name."""
    slot = (cython.cast(uintptr_t, text) >> 3) & 63
    met = cython.address(strings.met[slot])
    if met.text != text or met.length != length:
        met.number = number_of(strings, text, length)
        met.text, met.length = (text if met.number >= 0 else cython.NULL), length
    return met.number


def _blank_end(text, length, position):
    """Where white space from a position on ends."""
    while position < length:
        byte = text[position]
        if byte != 32 and byte != 10 and byte != 9 and byte != 13 and byte != 12:
            return position
        position += 1
    return position


def _breaks_line(sibling):
    """Whether white space next to this node is invisible: the node is a block or a forced line break."""
    if _parser.node_type(sibling) != ELEMENT_NODE:
        return False
    number = _parser.tag_id(sibling)
    return number < _known_ids and _is_block[number]


def _shown_as_space(node):
    """Whether a white-space text node separates two words on the screen."""
    before, after = _parser.prev(node), _parser.next(node)
    if (before == cython.NULL or after == cython.NULL) and _breaks_line(_parser.parent(node)):
        return False
    if before != cython.NULL and _breaks_line(before):
        return False
    return after == cython.NULL or not _breaks_line(after)


def _following(node, root, up):
    """The node after this one's subtree, and how many levels up it was found; none at the end of the root."""
    up[0] = 0
    while node != root:
        after = _parser.next(node)
        if after != cython.NULL:
            return after
        node = _parser.parent(node)
        up[0] += 1
    return cython.NULL


def _count(root, rows, attributes):
    """An upper bound for the number of rows and attributes below this node."""
    up: cython.int = 0
    node: Node = root
    child: Node
    rows[0] = attributes[0] = 0
    while node != cython.NULL:
        child = cython.NULL
        rows[0] += 1
        if _parser.node_type(node) == ELEMENT_NODE:
            attributes[0] += 1  # room for the text of a script or the name of an unknown element
            attribute = _parser.first_attribute(node)
            while attribute != cython.NULL:
                attributes[0] += 1
                attribute = _parser.next_attribute(attribute)
            child = _parser.first_child(node)
        node = child if child != cython.NULL else _following(node, root, cython.address(up))


def _mentions_json(text, length):
    """Whether a script's type mentions "json", in any case."""
    for position in range(length - 3):
        if (
            (text[position] | 32) == 106
            and (text[position + 1] | 32) == 115
            and (text[position + 2] | 32) == 111
            and (text[position + 3] | 32) == 110
        ):
            return True
    return False


def _begins_with(text, length, word, size):
    place: cython.Py_ssize_t = 0
    while place < size and place < length and text[place] == word[place]:
        place += 1
    return place == size


def _assigns_data(text, length):
    """Whether a script begins by giving data a name (`vocabulary.ASSIGNED_DATA` is the same as a pattern)."""
    position: cython.Py_ssize_t = _blank_end(text, length, 0)
    if not _begins_with(text + position, length - position, _window, _window_length):
        return False
    position += _window_length
    if position >= length or (text[position] != 46 and text[position] != 91):  # a point or bracket
        return False
    first: cython.Py_ssize_t = position + 1
    position = first
    while position < length and position < first + _longest_name and text[position] != 61:  # =
        if text[position] == 59 or text[position] == 40:  # ; (
            return False
        position += 1
    if position == first or position >= length or text[position] != 61:
        return False
    position = _blank_end(text, length, position + 1)
    if position < length and (text[position] == 123 or text[position] == 91):  # { [
        return True
    return _begins_with(text + position, length - position, _parse, _parse_length)


def _add_attribute(to, name, value):
    to.attribute_node[to.attributes] = to.rows
    to.attribute_name[to.attributes] = name
    to.attribute_value[to.attributes] = value
    to.attributes += 1


def _is_full(to):
    """Whether there is no room for another attribute or unknown element."""
    return to.unknowns + to.attributes >= to.attribute_room


def _add_attributes(to, strings, node):
    """Write the attributes of an element; returns whether its type mentions JSON, or -1 if there is no room."""
    row = to.rows
    is_json: cython.int = 0
    length: cython.size_t = 0
    attribute = _parser.first_attribute(node)
    while attribute != cython.NULL:
        text = _parser.attribute_name(attribute, cython.address(length))
        if _is_full(to):
            return -1
        name = number_of_name(strings, text, length)
        if name < 0:
            return -1
        length = 0
        text = _parser.attribute_value(attribute, cython.address(length))
        if text == cython.NULL:
            length = 0
        value = number_of(strings, text, length)
        if value < 0:
            return -1
        _add_attribute(to, name, value)
        if name == _class:
            to.class_[row] = value
        elif name == _id:
            to.id_[row] = value
        elif name == _role:
            to.role[row] = value
        elif name == _type:
            is_json = _mentions_json(strings.bytes + strings.starts[value], length)
        attribute = _parser.next_attribute(attribute)
    return is_json


def _add_row(to, number, above, level):
    row = to.rows
    to.tag[row], to.parent[row], to.depth[row] = number, above, level
    to.class_[row], to.id_[row], to.role[row] = _no_string, _no_string, _no_string
    to.text_start[row] = to.written


def _add_element(to, strings, node, above, level):
    """Write a row for an element; returns whether what is in it is to be read, or -1 if there is no room."""
    length: cython.size_t = 0
    number = _parser.tag_id(node)
    tag = _tag_of[number] if number < _known_ids else _unknown_tag
    _add_row(to, tag, above, level)
    if tag == _unknown_tag:
        text = _parser.local_name(node, cython.address(length))
        name = -1 if _is_full(to) else number_of(strings, text, length)
        if name < 0:
            return -1
        to.unknown_row[to.unknowns], to.unknown_name[to.unknowns] = to.rows, name
        to.unknowns += 1
    is_json = _add_attributes(to, strings, node)
    if is_json < 0:
        return -1
    if tag == _unknown_tag or not _is_unseen[number]:
        return 1
    child = _parser.first_child(node)
    if child != cython.NULL and _parser.node_type(child) == TEXT_NODE:
        text = _parser.text_content(child, cython.address(length))
        if text != cython.NULL and (is_json or _assigns_data(text, length)):
            value = -1 if _is_full(to) else number_of(strings, text, length)
            if value < 0:
                return -1
            _add_attribute(to, _raw_text, value)
    return 0


def _add_text(to, node, above, level, kept):
    """Write a row for a text node, unless it is white space that is not shown; returns whether there was room."""
    length: cython.size_t = 0
    text = _parser.text_content(node, cython.address(length))
    if text == cython.NULL or length == 0:
        return True
    if to.written + length > to.text_room:
        return False
    if kept or _blank_end(text, length, 0) < length or _shown_as_space(node):
        _add_row(to, 0, above, level)
        memcpy(to.text + to.written, text, length)
        to.written += length
        to.text_end[to.rows] = to.written
        to.rows += 1
        to.end[to.rows - 1] = to.rows
    return True


def _walk(to, strings, root):
    """Write the columns of the tree; returns whether there was room for it."""
    node: Node = root
    child: Node
    above: cython.int = -1
    level: cython.int = 0
    up: cython.int = 0
    read: cython.int
    preformatted_from: cython.int = -1  # level
    while node != cython.NULL:
        child = cython.NULL
        if to.rows >= to.row_room:
            return False
        kind = _parser.node_type(node)
        if kind == ELEMENT_NODE:
            read = _add_element(to, strings, node, above, level)
            if read < 0:
                return False
            if read:
                child = _parser.first_child(node)
            number = _parser.tag_id(node)
            if preformatted_from < 0 and number < _known_ids and _is_preformatted[number]:
                preformatted_from = level
            to.rows += 1
        elif (kind == TEXT_NODE or kind == CDATA_NODE) and not _add_text(to, node, above, level, preformatted_from >= 0):
            return False
        if child != cython.NULL:
            above = to.rows - 1
            level += 1
            node = child
            continue
        if kind == ELEMENT_NODE:
            to.end[to.rows - 1], to.text_end[to.rows - 1] = to.rows, to.written
            if preformatted_from == level:
                preformatted_from = -1
        node = _following(node, root, cython.address(up))
        for _ in range(up):
            to.end[above], to.text_end[above] = to.rows, to.written
            above = to.parent[above]
            level -= 1
            if preformatted_from == level:
                preformatted_from = -1
    return True


# HTML parsers, also those of browsers, need time or memory that grows with the square of some quantities: nesting, formatting elements left
# open (each later block opens them again), attributes of one element, different names, text that is appended to one node piece by piece. So
# the parser is watched while it works: its source is handed to it in parts, and each token passes here on its way into the tree.


def _costs_too_much(watch):
    watch.costs_too_much |= _taken > watch.most_bytes or _is_short or _seconds() > watch.until
    return watch.costs_too_much


def _built(_, token, watching):
    """Build the tree by a token, as the parser itself does; none where the page costs too much, which ends parsing."""
    watch = cython.cast(cython.pointer(Watch), watching)
    watch.tokens += 1
    if (_taken > watch.most_bytes or _is_short or watch.tokens % TOKENS_AT_ONCE == 0) and _costs_too_much(watch):
        return cython.NULL
    while not _parser.build(watch.tree, token):
        pass
    return token


def _new_parser(watch):
    """A parser that is watched; none if there is no memory for it."""
    parser: Node = _parser.create()
    if parser != cython.NULL and _parser.init(parser) != 0:
        parser = _parser.destroy(parser)
    if parser != cython.NULL:
        _parser.set_options(parser, _without_events)
        _parser.keep_duplicates(_parser.tokenizer(parser), True)
        watch.tree = _parser.tree(parser)
        _parser.on_token(_parser.tokenizer(parser), _built, cython.cast(Node, watch))
    return parser


def _parsed(parser, watch, html, length):
    """A document with the tree of this source; none if there is no memory for it, or it costs too much."""
    place: cython.size_t = 0
    problem: cython.uint = 0
    document: Node = _parser.begin(parser)
    if document == cython.NULL:
        return cython.NULL
    while place < length and problem == 0 and not _costs_too_much(watch):
        problem = _parser.go_on(parser, html + place, min(BYTES_AT_ONCE, length - place))
        place += BYTES_AT_ONCE
    if watch.costs_too_much or problem != 0 or _parser.finish(parser) != 0 or _parser.root(document) == cython.NULL:
        _parser.free_document(document)
        return cython.NULL
    return document


def has_growing_reference(html: bytes):
    """Whether there is a character reference that is longer decoded than written: &nGt; or &nLt;."""
    source: Bytes = html
    end: Bytes = source + len(html)
    place = cython.cast(Bytes, memchr(source, 38, len(html)))
    while place != cython.NULL and place + 4 < end:
        if place[1] == 110 and place[3] == 116 and place[4] == 59:
            return True
        place = cython.cast(Bytes, memchr(place + 1, 38, end - place - 1))
    return False


class Room:
    """A parser, and memory that columns are written into, kept for the next page: the C library's would be new to the machine each time."""

    def __dealloc__(self):
        free(self._memory)
        if self._parser != cython.NULL:
            _parser.destroy(self._parser)

    def _reserve(self, rows, attributes, source_bytes):
        """Cut the memory, made larger if it must be, into columns; returns whether there is enough."""
        # All strings and texts come from the source, where none is shorter; one more string is being added.
        strings: cython.size_t = 2 * attributes + _seeds + 2
        slots: cython.size_t = 16
        while slots <= 2 * strings:
            slots <<= 1
        numbers: cython.size_t = 8 * rows + 5 * attributes + strings + slots
        text_bytes: cython.size_t = source_bytes + _spare_bytes
        string_bytes: cython.size_t = 2 * source_bytes + _spare_bytes
        needed: cython.size_t = numbers * cython.sizeof(cython.int) + rows * cython.sizeof(cython.ushort) + text_bytes + string_bytes
        if needed > self.size:
            free(self._memory)
            self._memory = malloc(needed)
            self.size = needed if self._memory != cython.NULL else 0
            if self._memory == cython.NULL:
                return False
        to, table = cython.address(self._to), cython.address(self._table)
        place = cython.cast(cython.p_int, self._memory)
        to.parent, to.depth, to.end = place, place + rows, place + 2 * rows
        to.text_start, to.text_end = place + 3 * rows, place + 4 * rows
        to.class_, to.id_, to.role = place + 5 * rows, place + 6 * rows, place + 7 * rows
        place += 8 * rows
        to.attribute_node, to.attribute_name, to.attribute_value = place, place + attributes, place + 2 * attributes
        to.unknown_row, to.unknown_name = place + 3 * attributes, place + 4 * attributes
        table.starts = place + 5 * attributes
        table.slots, table.mask, table.count = table.starts + strings, slots - 1, 0
        to.tag = cython.cast(cython.pointer(cython.ushort), table.slots + slots)
        to.text = cython.cast(cython.pointer(cython.uchar), to.tag + rows)
        table.bytes = to.text + text_bytes
        to.row_room, to.rows, to.attribute_room, to.attributes, to.unknowns = rows, 0, attributes, 0, 0
        to.text_room, to.written = text_bytes, 0
        table.room = string_bytes - 8  # eight bytes are read at once
        table.starts[0] = 0
        memset(table.slots, 0xFF, slots * cython.sizeof(cython.int))  # -1: free
        memset(cython.address(table.met[0]), 0, cython.sizeof(table.met))
        return True

    def parse(
        self,
        html: bytes,
        rows: cython.int,
        attributes: cython.int,
        source_bytes: cython.size_t,
        most_bytes: cython.size_t,
        most_seconds: cython.double,
    ):
        """Parse UTF-8 and write the columns of its tree, all without the interpreter's lock, which is handed over once a page.

        Returns whether there was room for so many rows and attributes and so much text, and how many rows and attributes there are; without
        room, how many there may be at most. Where the parser takes more memory or time, nothing. The seeds are the strings that this code
        itself looks for, which get the first numbers. The tree is gone when this returns: it takes most of the memory.
        """
        to, table = cython.address(self._to), cython.address(self._table)
        source: Bytes = html
        length: cython.size_t = len(html)
        document: Node = cython.NULL
        complete: cython.bint = False
        global _is_short, _taken  # of this thread, in C
        watch = cython.address(self._watch)
        _taken, _is_short = 0, False
        watch.tokens, watch.costs_too_much = 0, False
        watch.most_bytes, watch.until = most_bytes, _seconds() + most_seconds
        if self._parser == cython.NULL:
            self._parser = _new_parser(watch)
        if self._parser != cython.NULL and self._reserve(rows, attributes, source_bytes):
            for seed in SEED_STRINGS:
                number_of(table, seed, len(seed))
            parser: Node = self._parser
            with cython.nogil:
                document = _parsed(parser, watch, source, length)
                if document != cython.NULL:
                    root = _parser.root(document)
                    complete = _walk(to, table, root)
                    if not complete:
                        _count(root, cython.address(to.rows), cython.address(to.attributes))
                    _parser.free_document(document)
        if watch.costs_too_much and not _is_short:
            return None
        if document == cython.NULL:
            raise MemoryError("no memory for the tree of a page")
        return complete, to.rows, to.attributes

    def columns(self):
        """What was written: tags; the eight other columns of rows; node, name and value of each attribute; where strings begin.

        Then the strings, the text, and row and name of each unknown element.
        """
        to, table = cython.address(self._to), cython.address(self._table)
        rows: cython.Py_ssize_t = to.rows
        attributes: cython.Py_ssize_t = to.attributes
        room: cython.Py_ssize_t = to.row_room
        attribute_room: cython.Py_ssize_t = to.attribute_room
        tags, numbers = np.empty(rows, np.uint16), np.empty((8, rows), np.int32)
        of_attributes, starts = np.empty((3, attributes), np.int32), np.empty(table.count + 1, np.int32)
        each_tag: cython.ushort[::1] = tags
        each_number: cython.int[:, ::1] = numbers
        each_start: cython.int[::1] = starts
        memcpy(cython.address(each_tag[0]), to.tag, rows * cython.sizeof(cython.ushort))
        memcpy(cython.address(each_start[0]), table.starts, (table.count + 1) * cython.sizeof(cython.int))
        for column in range(8):
            memcpy(cython.address(each_number[column, 0]), to.parent + column * room, rows * cython.sizeof(cython.int))
        if attributes:
            each_attribute: cython.int[:, ::1] = of_attributes
            for column in range(3):
                memcpy(
                    cython.address(each_attribute[column, 0]),
                    to.attribute_node + column * attribute_room,
                    attributes * cython.sizeof(cython.int),
                )
        strings = PyBytes_FromStringAndSize(cython.cast(cython.p_char, table.bytes), table.starts[table.count])
        text = PyBytes_FromStringAndSize(cython.cast(cython.p_char, to.text), to.written)
        unknown = [(to.unknown_row[place], to.unknown_name[place]) for place in range(to.unknowns)]
        return tags, numbers, of_attributes, starts, strings, text, unknown
