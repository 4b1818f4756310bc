"""Compute TextColumns, the look of the text of segments, in compiled code: words and signs in many scripts, links, pictures between.

One pass over the bytes of a page's text counts everything. The counts for the current segment are in `counted`, a row of numbers by the
names below; words of the title and the description are counted each time they come, and once if they come at all (N_TITLE_FOUND); code and
targets of links are counted in bytes.
"""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.libc.math import log1p
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Codes, Numbers, Tags
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol, place_of, slot_of
from cython.cimports.sitelode.text.kernels.words import is_word_at, sign_size, word_end

from sitelode.articles.body import feature_names
from sitelode.articles.body.feature_names import TEXT

Counts = cython.typedef(cython.longlong[::1])
Row = cython.typedef(cython.float[::1])

# What is counted for one segment; the last sign is the kind of the last character, without spaces and closing brackets.
N_COMMAS = cython.declare(cython.Py_ssize_t, 0)
N_SENTENCE_ENDS = cython.declare(cython.Py_ssize_t, 1)
N_LAST_SIGN = cython.declare(cython.Py_ssize_t, 2)
N_DIGITS = cython.declare(cython.Py_ssize_t, 3)
N_CAPITALS = cython.declare(cython.Py_ssize_t, 4)
N_LETTERS = cython.declare(cython.Py_ssize_t, 5)
N_WORDS = cython.declare(cython.Py_ssize_t, 6)
N_SYMBOLS = cython.declare(cython.Py_ssize_t, 7)
N_TITLE_WORDS = cython.declare(cython.Py_ssize_t, 8)
N_TITLE_FOUND = cython.declare(cython.Py_ssize_t, 9)
N_DESCRIPTION_WORDS = cython.declare(cython.Py_ssize_t, 10)
N_DESCRIPTION_FOUND = cython.declare(cython.Py_ssize_t, 11)
N_BYTES = cython.declare(cython.Py_ssize_t, 12)
N_CODE = cython.declare(cython.Py_ssize_t, 13)
N_OWN_SITE = cython.declare(cython.Py_ssize_t, 14)
N_MEDIA = cython.declare(cython.Py_ssize_t, 15)
N_LINKS = cython.declare(cython.Py_ssize_t, 16)
N_STRONG = cython.declare(cython.Py_ssize_t, 17)
N_EMPHASIS = cython.declare(cython.Py_ssize_t, 18)
N_CONTROLS = cython.declare(cython.Py_ssize_t, 19)
COUNTED = cython.declare(cython.Py_ssize_t, 20)
# Kinds of characters.
SPACE = cython.declare(cython.int, 0)
CLOSING = cython.declare(cython.int, 1)
END = cython.declare(cython.int, 2)
COMMA = cython.declare(cython.int, 3)
WORD = cython.declare(cython.int, 4)
COLON = cython.declare(cython.int, 5)
SYMBOL = cython.declare(cython.int, 6)
_SIGNS = (
    (SPACE, "\t\n\v\f\r \u00a0\u202f\u3000" + "".join(map(chr, range(0x2000, 0x2010)))),
    (CLOSING, "\"')]«»」』" + "".join(map(chr, range(0x2018, 0x2020)))),  # after which a sentence is still closed
    (END, ".!?…。！？．।۔؟"),  # noqa: RUF001 (signs of other scripts)
    (COMMA, ",،，、"),  # noqa: RUF001
    (WORD, "".join(filter(str.isalnum, map(chr, range(0x80))))),
    (COLON, ":;"),
)
_kind_of = np.full(1 << 16, SYMBOL, dtype=np.uint8)
for _kind, _signs in _SIGNS:
    _kind_of[list(map(ord, _signs))] = _kind
_kinds = cython.declare(Bytes, _kind_of)
# Upper bounds of features. Set by hand.
MOST_COMMAS = cython.declare(cython.double, 3)  # per 20 characters
MOST_ENDS = cython.declare(cython.double, 3)  # per 60 characters
LONGEST_WORD = cython.declare(cython.double, 30)
MOST_LINKS = cython.declare(cython.longlong, 10)
MOST_BETWEEN = cython.declare(cython.longlong, 5)  # pictures

_strong_tag = cython.declare(cython.int, feature_names.STRONG)
_emphasis_tag = cython.declare(cython.int, feature_names.EMPHASIS)
_control_tag = cython.declare(cython.int, feature_names.CONTROL)
_code_tag = cython.declare(cython.int, feature_names.CODE)
_media_tag = cython.declare(cython.int, feature_names.MEDIA)
_link_tag = cython.declare(cython.int, feature_names.LINK)
_to_own_site = cython.declare(cython.int, feature_names.OWN_SITE)
_width = cython.declare(cython.Py_ssize_t, TEXT.width)
_link_share = cython.declare(cython.Py_ssize_t, TEXT.link_share)
_media_after = cython.declare(cython.Py_ssize_t, TEXT.media_after)
_strong = cython.declare(cython.Py_ssize_t, TEXT.strong)
_emphasis = cython.declare(cython.Py_ssize_t, TEXT.emphasis)
_controls = cython.declare(cython.Py_ssize_t, TEXT.controls)
_media_before = cython.declare(cython.Py_ssize_t, TEXT.media_before)
_commas = cython.declare(cython.Py_ssize_t, TEXT.commas)
_sentence_ends = cython.declare(cython.Py_ssize_t, TEXT.sentence_ends)
_closed = cython.declare(cython.Py_ssize_t, TEXT.closed)
_colon = cython.declare(cython.Py_ssize_t, TEXT.colon)
_links = cython.declare(cython.Py_ssize_t, TEXT.links)
_digits = cython.declare(cython.Py_ssize_t, TEXT.digits)
_capitals = cython.declare(cython.Py_ssize_t, TEXT.capitals)
_words = cython.declare(cython.Py_ssize_t, TEXT.words)
_word_length = cython.declare(cython.Py_ssize_t, TEXT.word_length)
_symbols = cython.declare(cython.Py_ssize_t, TEXT.symbols)
_in_title = cython.declare(cython.Py_ssize_t, TEXT.in_title)
_of_title = cython.declare(cython.Py_ssize_t, TEXT.of_title)
_in_description = cython.declare(cython.Py_ssize_t, TEXT.in_description)
_of_description = cython.declare(cython.Py_ssize_t, TEXT.of_description)
_code = cython.declare(cython.Py_ssize_t, TEXT.code)
_own_site_links = cython.declare(cython.Py_ssize_t, TEXT.own_site_links)


@cython.cclass
class StatedWords:
    """The words that a page states in its title and its description, as ascending codes, and the last segment with each, from 1 on.

    Most words of a text are none of them, and have no slot in common with one: a slot holds 1 for the title, 2 for the description.
    """

    def __init__(self, title, description):
        size = 256
        while size < 8 * max(len(title), len(description)):
            size *= 2
        self.title, self.description = title, description
        self.of_title, self.of_description = np.zeros(len(title), dtype=np.int32), np.zeros(len(description), dtype=np.int32)
        self.slots = np.zeros(size, dtype=np.uint8)
        _take_slots(self.title, 1, self.slots)
        _take_slots(self.description, 2, self.slots)


def text_columns(tree, groups: Bytes, texts, segments, statements, target: Bytes):
    """TextColumns for the segments of one page; `target` holds the kind of target of each row that is a link."""
    tag: Tags = tree[0]
    parent: Numbers = tree[1]
    text_start: Numbers = texts[0]
    text_end: Numbers = texts[1]
    text: Bytes = texts[2]
    first: Numbers = segments[0]
    rows: Numbers = segments[1]
    block: Numbers = segments[2]
    width: Numbers = segments[3]
    link_width: Numbers = segments[4]
    words = StatedWords(*statements)
    found = np.zeros((len(block), len(TEXT)), dtype=np.float32)
    out: cython.float[:, ::1] = found
    leads: cython.uchar[::1] = np.zeros(len(tag), dtype=np.uint8)
    counted: Counts = np.zeros(COUNTED, dtype=np.int64)
    last_row: cython.Py_ssize_t = 0
    with cython.nogil:
        for each in range(1, len(tag)):
            leads[each] = target[each] if groups[tag[each]] & _link_tag else leads[parent[each]]
        for segment in range(len(block)):
            counted[:] = 0
            for row in range(last_row, rows[first[segment]]):
                counted[N_MEDIA] += 1 if groups[tag[row]] & _media_tag else 0
                counted[N_CONTROLS] += 1 if groups[tag[row]] & _control_tag else 0
            for row in range(max(last_row, block[segment] + 1), rows[first[segment + 1] - 1]):
                counted[N_LINKS] += 1 if groups[tag[row]] & _link_tag else 0
            for place in range(first[segment], first[segment + 1]):
                row = rows[place]
                _count_bytes(tag, parent, groups, leads[row], row, block[segment], text_end[row] - text_start[row], counted)
                count_text(text, text_start[row], text_end[row], words, segment + 1, counted)
                last_row = row + 1
            _write_text(counted, max(width[segment], 1), out[segment])
            _write_statements(counted, words, out[segment])
            _write_elements(counted, max(width[segment], 1), out[segment])
            out[segment, _width] = log1p(width[segment])
            if segment > 0:
                out[segment - 1, _media_after] = out[segment, _media_before]
            out[segment, _link_share] = cython.cast(cython.double, link_width[segment]) / max(width[segment], 1)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_bytes(
    tag: Tags,
    parent: Numbers,
    groups: Bytes,
    leads: cython.int,
    row: cython.Py_ssize_t,
    block: cython.Py_ssize_t,
    length: cython.longlong,
    counted: Counts,
) -> cython.void:
    """Count bytes by emphasis, code and link target."""
    counted[N_BYTES] += length
    counted[N_OWN_SITE] += length if leads == _to_own_site else 0
    above: cython.Py_ssize_t = parent[row]
    while above != block and above > 0:
        group = groups[tag[above]]
        counted[N_STRONG] += length if group & _strong_tag else 0
        counted[N_EMPHASIS] += length if group & _emphasis_tag else 0
        counted[N_CODE] += length if group & _code_tag else 0
        above = parent[above]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_text(counted: Counts, characters: cython.int, out: Row) -> cython.void:
    width: cython.double = characters
    out[_commas] = min(20 * counted[N_COMMAS] / width, MOST_COMMAS)
    out[_sentence_ends] = min(60 * counted[N_SENTENCE_ENDS] / width, MOST_ENDS)
    out[_closed] = 1 if counted[N_LAST_SIGN] == END else 0
    out[_colon] = 1 if counted[N_LAST_SIGN] == COLON else 0
    out[_digits] = counted[N_DIGITS] / width
    out[_capitals] = _share(counted[N_CAPITALS], counted[N_LETTERS])
    out[_words] = log1p(counted[N_WORDS])
    out[_word_length] = min(width / max(counted[N_WORDS], 1), LONGEST_WORD)
    out[_symbols] = min(counted[N_SYMBOLS] / width, 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _share(part: cython.double, whole: cython.longlong) -> cython.double:
    return part / max(whole, 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_statements(counted: Counts, stated: StatedWords, out: Row) -> cython.void:
    """The words that the segment shares with the page's statements, relative to the number of different words in each."""
    words = counted[N_WORDS]
    out[_in_title] = _share(counted[N_TITLE_WORDS], words)
    out[_of_title] = _share(counted[N_TITLE_FOUND], len(stated.title))
    out[_in_description] = _share(counted[N_DESCRIPTION_WORDS], words)
    out[_of_description] = _share(counted[N_DESCRIPTION_FOUND], len(stated.description))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_elements(counted: Counts, characters: cython.int, out: Row) -> cython.void:
    width: cython.double = characters
    out[_strong] = min(counted[N_STRONG] / width, 1)
    out[_emphasis] = min(counted[N_EMPHASIS] / width, 1)
    out[_code] = min(counted[N_CODE] / width, 1)
    out[_media_before] = min(counted[N_MEDIA], MOST_BETWEEN)
    out[_controls] = min(counted[N_CONTROLS], MOST_BETWEEN)
    out[_links] = min(counted[N_LINKS], MOST_LINKS)
    out[_own_site_links] = _share(counted[N_OWN_SITE], counted[N_BYTES])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _take_slots(codes: Codes, sign: cython.uchar, slots: cython.uchar[::1]) -> cython.void:
    for place in range(len(codes)):
        slots[slot_of(codes[place], len(slots))] |= sign


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_text(
    text: Bytes,
    position: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    words: StatedWords,
    segment: cython.int,
    counted: Counts,
) -> cython.void:
    """Count the words and signs of one text node."""
    last: cython.longlong = counted[N_LAST_SIGN]
    while position < stop:
        sign, size = _sign_at(text, position, stop)
        after: cython.Py_ssize_t = position + size
        if sign == WORD:
            after = _count_word(text, position, stop, words, segment, counted)
        elif sign == END:
            counted[N_SENTENCE_ENDS] += 1 if after >= stop or size > 1 or not is_word_at(text, after, stop) else 0
        elif sign == COMMA:
            counted[N_COMMAS] += 1
        elif sign >= COLON:
            counted[N_SYMBOLS] += 1
        if sign > CLOSING:
            last = sign
        position = after
    counted[N_LAST_SIGN] = last


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_word(
    text: Bytes,
    position: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    words: StatedWords,
    segment: cython.int,
    counted: Counts,
) -> cython.Py_ssize_t:
    """Count the word that starts here, and return its end."""
    end = word_end(text, position, stop)
    digits: cython.longlong = 0
    capitals: cython.longlong = 0
    letters: cython.longlong = 0
    word: Code = FNV_BASIS  # its code as in `word_code`, which would go over the bytes once more
    for place in range(position, end):
        byte = text[place]
        is_capital: cython.bint = 65 <= byte <= 90
        digits += 48 <= byte <= 57
        capitals += is_capital
        letters += byte >= 65
        word = add_symbol(word, byte | 32 if is_capital else byte)
    counted[N_WORDS] += 1
    counted[N_DIGITS] += digits
    counted[N_CAPITALS] += capitals
    counted[N_LETTERS] += letters
    lists = words.slots[slot_of(word, len(words.slots))]
    if lists & 1:
        place_found = place_of(word, words.title)
        if place_found >= 0:
            counted[N_TITLE_WORDS] += 1
            counted[N_TITLE_FOUND] += words.of_title[place_found] != segment
            words.of_title[place_found] = segment
    if lists & 2:
        place_found = place_of(word, words.description)
        if place_found >= 0:
            counted[N_DESCRIPTION_WORDS] += 1
            counted[N_DESCRIPTION_FOUND] += words.of_description[place_found] != segment
            words.of_description[place_found] = segment
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sign_at(text: Bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> tuple[cython.int, cython.int]:
    """The kind of the character at a position, and its number of bytes; for a word, its first byte."""
    byte: cython.int = text[position]
    if byte < 0x80:
        return _kinds[byte], 1
    size = sign_size(text, position, stop)
    if size == 0:
        return WORD, 1
    character: cython.int = byte & (0x1F if size == 2 else 0x0F)
    for place in range(position + 1, position + size):
        character = character << 6 | text[place] & 0x3F
    return _kinds[character], size
