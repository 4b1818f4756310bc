"""Compiled code behind `element_names.py` and the labels made of names."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Codes, Numbers, Tags
from cython.cimports.sitelode.compiled.kernels.code_table import place_of
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol, finish
from cython.cimports.sitelode.compiled.kernels.text_codes import text_code
from cython.cimports.sitelode.html.kernels.page_rows import PageRows

Bits = cython.typedef(cython.const[cython.uint][::1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_space(byte: cython.uchar) -> cython.bint:
    """Whether Python divides a text here."""
    return byte == 32 or 9 <= byte <= 13 or 28 <= byte <= 31


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _bits_of(text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t, words: Codes, bits: Bits) -> cython.uint:
    """The bits of all words in a name: runs of small letters, with a capital before them or not, and of capitals."""
    found: cython.uint = 0
    position: cython.Py_ssize_t = start
    stop: cython.Py_ssize_t
    while position < end:
        if not (97 <= text[position] <= 122 or 65 <= text[position] <= 90):
            position += 1
            continue
        stop = position + 1
        if text[position] <= 90 and not (stop < end and 97 <= text[stop] <= 122):
            while stop < end and 65 <= text[stop] <= 90:
                stop += 1
            if stop < end and 97 <= text[stop] <= 122:
                stop -= 1  # this capital begins the next word
        else:
            while stop < end and 97 <= text[stop] <= 122:
                stop += 1
        code: Code = FNV_BASIS
        for place in range(position, stop):
            code = add_symbol(code, text[place] | 32)
        at = place_of(code, words)
        if at >= 0:
            found |= bits[at]
        position = stop
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _letter_bytes(text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """How many bytes the character beyond ASCII takes that begins here, if its script has no digits or spaces of its own; 0 for others.

    These are U+00C0 to U+063F, U+3040 to U+9FFF, U+B000 to U+D7FF and U+1F000 to U+1FBBF: letters of Latin, Greek, Cyrillic, Chinese,
    Japanese and Korean, and pictures.
    """
    lead: cython.uchar = text[start]
    count: cython.Py_ssize_t = 0
    if 0xC3 <= lead <= 0xD8:
        count = 2
    elif 0xE3 <= lead <= 0xED and lead != 0xEA:
        count = 3
    elif lead == 0xF0:
        count = 4
    if count == 0 or start + count > end:
        return 0
    for place in range(start + 1, start + count):
        if text[place] & 0xC0 != 0x80:
            return 0
    if (lead == 0xE3 and text[start + 1] < 0x81) or (lead == 0xED and text[start + 1] >= 0xA0):
        return 0
    if count == 4 and (text[start + 1] != 0x9F or text[start + 2] >= 0xAF):
        return 0
    return count


def names_of_kinds(page: PageRows, first: Numbers, words: Codes, bits_of_words: Bits):
    """The names of every kind of element, by the first row of each; None where a name may have digits or spaces beyond ASCII.

    Every name of the page once, 0 behind each, and where each begins; the bits of its words; where the names of each kind begin in the
    list of names that follows, its class names before its ids, and how many are class names; the same for pairs of tag and class name:
    the number of each class name's pair (-1 for ids), and tag and name of each pair.
    """
    tag: Tags = page.tag
    class_: Numbers = page.class_
    id_: Numbers = page.id_
    strings: Bytes = page.strings
    starts: Numbers = page.string_start
    kinds: cython.Py_ssize_t = len(first)
    total: cython.Py_ssize_t = 0
    for kind in range(kinds):
        row = first[kind]
        total += starts[class_[row] + 1] - starts[class_[row]] if class_[row] >= 0 else 0
        total += starts[id_[row] + 1] - starts[id_[row]] if id_[row] >= 0 else 0
    most: cython.Py_ssize_t = total // 2 + 2 * kinds + 1  # names
    room: cython.Py_ssize_t = 16
    while room < 2 * most:
        room <<= 1
    buffer, numbers = np.empty(total + 2 * most, np.uint8), np.empty(6 * most + 2 * kinds + 2 + 2 * room, np.int32)
    codes: Code[::1] = np.empty(most, np.uint64)
    marks = np.empty(most, np.uint32)
    text: cython.uchar[::1] = buffer
    mark: cython.uint[::1] = marks
    every: cython.int[::1] = numbers
    start: cython.int[::1] = every[: most + 1]
    entry: cython.int[::1] = every[most + 1 : 2 * most + 1]
    pair: cython.int[::1] = every[2 * most + 1 : 3 * most + 1]
    pair_tag: cython.int[::1] = every[3 * most + 1 : 4 * most + 1]
    pair_name: cython.int[::1] = every[4 * most + 1 : 5 * most + 1]
    last_kind: cython.int[::1] = every[5 * most + 1 : 6 * most + 1]  # that had the name
    begin: cython.int[::1] = every[6 * most + 1 : 6 * most + kinds + 2]
    classes: cython.int[::1] = every[6 * most + kinds + 2 : 6 * most + 2 * kinds + 2]
    slots: cython.int[::1] = every[6 * most + 2 * kinds + 2 : 6 * most + 2 * kinds + 2 + room]
    pair_slots: cython.int[::1] = every[6 * most + 2 * kinds + 2 + room :]
    slots[:] = -1
    pair_slots[:] = -1
    last_kind[:] = -1
    count: cython.int = 0
    pairs: cython.int = 0
    entries: cython.int = 0
    used: cython.Py_ssize_t = 0
    start[0] = 0
    for kind in range(kinds):
        row = first[kind]
        begin[kind] = entries
        for is_id in range(2):
            if is_id:
                classes[kind] = entries - begin[kind]
            string = id_[row] if is_id else class_[row]
            if string < 0:
                continue
            position: cython.Py_ssize_t = starts[string]
            end: cython.Py_ssize_t = starts[string + 1]
            while position < end:
                byte: cython.uchar = strings[position]
                if _is_space(byte) or (byte == 35 and not is_id):  # no class name begins as ids do here
                    position += 1
                    continue
                length: cython.Py_ssize_t = used
                code: Code = FNV_BASIS
                in_digits: cython.bint = False
                if is_id:
                    text[length] = 35
                    length += 1
                    code = add_symbol(code, 35)
                while position < end and not _is_space(strings[position]):
                    byte = strings[position]
                    if byte >= 128:
                        letter: cython.Py_ssize_t = _letter_bytes(strings, position, end)
                        if letter == 0:
                            return None
                        in_digits = False
                        for place in range(position, position + letter):
                            text[length] = strings[place]
                            code = add_symbol(code, strings[place])
                            length += 1
                        position += letter
                        continue
                    position += 1
                    if byte == 0:
                        return None
                    is_digit: cython.bint = 48 <= byte <= 57
                    if is_digit and in_digits:
                        continue
                    in_digits = is_digit
                    text[length] = 48 if is_digit else byte
                    code = add_symbol(code, text[length])
                    length += 1
                code = finish(code)
                slot: cython.Py_ssize_t = code & (room - 1)
                while slots[slot] >= 0 and codes[slots[slot]] != code:
                    slot = (slot + 1) & (room - 1)
                if slots[slot] < 0:
                    slots[slot] = count
                    codes[count] = code
                    mark[count] = _bits_of(text, used, length, words, bits_of_words)
                    text[length] = 0
                    used = length + 1
                    count += 1
                    start[count] = used
                name = slots[slot]
                if last_kind[name] == kind:  # the element has it twice
                    continue
                last_kind[name] = kind
                entry[entries] = name
                pair[entries] = -1
                if not is_id:
                    slot = (name * 31 + tag[row]) & (room - 1)
                    while pair_slots[slot] >= 0 and (pair_name[pair_slots[slot]] != name or pair_tag[pair_slots[slot]] != tag[row]):
                        slot = (slot + 1) & (room - 1)
                    if pair_slots[slot] < 0:
                        pair_slots[slot] = pairs
                        pair_tag[pairs], pair_name[pairs] = tag[row], name
                        pairs += 1
                    pair[entries] = pair_slots[slot]
                entries += 1
    begin[kinds] = entries
    return (
        buffer[:used].tobytes(),
        np.array(start[: count + 1]),
        marks[:count].copy(),
        np.array(begin),
        np.array(entry[:entries]),
        np.array(classes),
        np.array(pair[:entries]),
        np.array(pair_tag[:pairs]),
        np.array(pair_name[:pairs]),
    )


def codes_of_names(texts: Bytes, start: Numbers):
    """The code of every name; they stand one behind the other, a 0 behind each."""
    found = np.empty(len(start) - 1, np.uint64)
    codes: Code[::1] = found
    for name in range(len(codes)):
        code: Code = FNV_BASIS
        for place in range(start[name], start[name + 1] - 1):
            code = add_symbol(code, texts[place])
        codes[name] = finish(code)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _comes_before(text: Bytes, start: Numbers, one: cython.int, other: cython.int) -> cython.bint:
    """Whether one name comes before another by its bytes; the 0 behind names makes a shorter one come first."""
    place: cython.Py_ssize_t = start[one]
    beside: cython.Py_ssize_t = start[other]
    while text[place] == text[beside] and text[place] != 0:
        place += 1
        beside += 1
    return text[place] < text[beside]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _code_of_names(
    text: Bytes, start: Numbers, names: Numbers, count: cython.Py_ssize_t, written: cython.uchar[::1], mark: cython.bint
) -> Code:  # fmt: skip
    """The code of names with a space between them, behind a dot if they shall have a mark."""
    length: cython.Py_ssize_t = 0
    if mark:
        written[0] = 46
        length = 1
    for number in range(count):
        if number:
            written[length] = 32
            length += 1
        for place in range(start[names[number]], start[names[number] + 1] - 1):
            written[length] = text[place]
            length += 1
    return text_code(written, length)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sink(text: Bytes, start: Numbers, found: cython.int[::1], root: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.void:
    """Put the name at the root of a heap where it belongs: above the names that come before it."""
    name: cython.int = found[root]
    while 2 * root + 1 < count:
        child: cython.Py_ssize_t = 2 * root + 1
        if child + 1 < count and _comes_before(text, start, found[child], found[child + 1]):
            child += 1
        if not _comes_before(text, start, name, found[child]):
            break
        found[root] = found[child]
        root = child
    found[root] = name


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _chosen(
    text: Bytes, start: Numbers, entry: Numbers, first: cython.Py_ssize_t, last: cython.Py_ssize_t, counts: Bytes, found: cython.int[::1]
) -> cython.Py_ssize_t:  # fmt: skip
    """The names of an element that count, ascending; how many there are. Sorted as a heap: an element may have very many."""
    chosen: cython.Py_ssize_t = 0
    for place in range(first, last):
        if counts[entry[place]]:
            found[chosen] = entry[place]
            chosen += 1
    root: cython.Py_ssize_t
    for root in range(chosen // 2 - 1, -1, -1):
        _sink(text, start, found, root, chosen)
    end: cython.Py_ssize_t
    for end in range(chosen - 1, 0, -1):
        found[0], found[end] = found[end], found[0]
        _sink(text, start, found, 0, end)
    return chosen


@cython.cfunc
def _most_names(begin: Numbers, kinds: Numbers):
    most: cython.Py_ssize_t = 1
    for number in range(len(kinds)):
        most = max(most, begin[kinds[number] + 1] - begin[kinds[number]])
    return most


def labels(kinds: Numbers, tags: Codes, roles: Bytes, names, counts: Bytes):
    """For every given kind its label, its kin and the bits of its names.

    `tags` are the codes of their tags, `roles` 1 for a tag whose names do not count, 2 for one whose names say nothing about kin; `names`
    are the first six results of `names_of_kinds`, `counts` says which of the names count.
    """
    text: Bytes = names[0]
    start: Numbers = names[1]
    marks: Bits = names[2]
    begin: Numbers = names[3]
    entry: Numbers = names[4]
    classes: Numbers = names[5]
    found = np.empty((len(kinds), 3), np.uint64)
    each: Code[:, ::1] = found
    written: cython.uchar[::1] = np.empty(len(text) + 2, np.uint8)
    ordered: cython.int[::1] = np.empty(_most_names(begin, kinds), np.int32)
    bits: cython.uint
    for number in range(len(kinds)):
        kind = kinds[number]
        each[number, 0] = each[number, 1] = tags[number]
        each[number, 2] = 0
        if roles[number] == 1 or begin[kind] == begin[kind + 1]:
            continue
        bits = 0
        for place in range(begin[kind], begin[kind + 1]):
            bits |= marks[entry[place]]
        each[number, 2] = bits
        chosen = _chosen(text, start, entry, begin[kind], begin[kind + 1], counts, ordered)
        if not chosen:
            continue
        each[number, 0] = tags[number] ^ _code_of_names(text, start, ordered, chosen, written, True)
        if roles[number] == 2:
            continue
        for place in range(begin[kind], begin[kind] + classes[kind]):
            if counts[entry[place]]:
                each[number, 1] = tags[number] ^ _code_of_names(text, start, entry[place:], 1, written, True)
                break
    return found


def class_labels(kinds: Numbers, names, pair_of: Numbers, counts: Bytes):
    """For every given kind the code of its class names that count, 0 where there are none; `counts` is by pair of tag and name."""
    text: Bytes = names[0]
    start: Numbers = names[1]
    begin: Numbers = names[3]
    entry: Numbers = names[4]
    classes: Numbers = names[5]
    found = np.zeros(len(kinds), np.uint64)
    each: Code[::1] = found
    of_names: cython.uchar[::1] = np.zeros(len(start), np.uint8)
    written: cython.uchar[::1] = np.empty(len(text) + 2, np.uint8)
    ordered: cython.int[::1] = np.empty(_most_names(begin, kinds), np.int32)
    for number in range(len(kinds)):
        kind = kinds[number]
        last = begin[kind] + classes[kind]
        for place in range(begin[kind], last):
            of_names[entry[place]] = counts[pair_of[place]]
        chosen = _chosen(text, start, entry, begin[kind], last, of_names, ordered)
        if chosen:
            each[number] = _code_of_names(text, start, ordered, chosen, written, False)
    return found
