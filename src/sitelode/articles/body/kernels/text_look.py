"""Compute TextColumns, the look of the text of segments, in compiled code.

One pass over the bytes of a page's text counts everything. The counts for the current segment are in `counted`, a row of numbers with
the names of `Counted`.
"""
# mypy: ignore-errors

from typing import NamedTuple

import numpy as np

from sitelode.articles.body.feature_names import TEXT
from sitelode.articles.body.link_kinds import OWN_SITE, SIBLING, WITHIN_PAGE
from sitelode.articles.body.tag_groups import CODE, CONTROL, EMPHASIS, LINK, MEDIA, STRONG
from sitelode.compiled.jit import borrowing, inner, jit
from sitelode.compiled.kernels.code_table import place_of, slot_of, slots_of
from sitelode.text.kernels.words import is_word_byte, word_code, word_end

# Upper bounds of features. Set by hand.
MOST_COMMAS = 3  # per 20 characters
MOST_ENDS = 3  # per 60 characters
LONGEST_WORD = 30
MOST_BETWEEN = 5  # pictures or form elements
MOST_LINKS = 10
MOST_LINES = 20  # of a block

SPACE, CLOSING, END, COMMA, WORD, COLON, SYMBOL = range(7)  # kinds of characters; after a closing bracket a sentence is still closed


class Counted(NamedTuple):
    """The counts for one segment."""

    commas: int
    sentence_ends: int
    last_sign: int  # the kind of the last character, without spaces and closing brackets
    digits: int
    capitals: int
    letters: int
    words: int
    symbols: int
    title_words: int  # words that are in the title
    title_found: int  # different words of the title that were found
    description_words: int
    description_found: int
    stated_words: int
    bytes: int
    strong: int  # bytes
    emphasis: int
    code: int
    own_site: int
    sibling: int
    media: int
    controls: int
    links: int
    links_within_page: int


_C = Counted(*range(len(Counted._fields)))


@jit
def text_columns(tree, groups, texts, segments, statements, target):
    """TextColumns for the segments of one page; `target` holds the kind of target of each row that is a link."""
    tag, parent = tree
    text_start, text_end, text = texts
    first, rows, block, width, link_width = segments
    title, description, stated = (_word_list(statements[0]), _word_list(statements[1]), _word_list(statements[2]))
    out = np.zeros((len(block), len(TEXT)), dtype=np.float32)
    leads = _leads(tag, parent, groups, target)
    counted = np.zeros(len(_C), dtype=np.int64)
    last_row = 0
    for segment in range(len(block)):
        counted[:] = 0
        _count_elements_before(tag, groups, target, last_row, rows[first[segment]], block[segment], counted)
        last_row = rows[first[segment]]
        for place in range(first[segment], first[segment + 1]):
            row = rows[place]
            _count_links(tag, groups, target, last_row, row, counted)
            _count_bytes(tag, parent, groups, leads[row], row, block[segment], text_end[row] - text_start[row], counted)
            _count_text(text, text_start[row], text_end[row], title, description, stated, segment + 1, counted)
            last_row = row + 1
        _write_text(counted, max(width[segment], 1), out[segment])
        _write_statements(counted, len(title[0]), len(description[0]), len(stated[0]), out[segment])
        _write_elements(counted, max(width[segment], 1), out[segment])
        out[segment, TEXT.width] = np.log1p(width[segment])
        out[segment, TEXT.link_share] = link_width[segment] / max(width[segment], 1)
        if segment > 0:
            out[segment - 1, TEXT.media_after] = out[segment, TEXT.media_before]
    _write_lines(block, out)
    return out


@inner
def _word_list(codes):
    """Ascending codes of words with a fast look-up, and for each the last segment that had it, counted from 1."""
    return codes, slots_of(codes), np.zeros(len(codes), dtype=np.int32)


@inner
def _leads(tag, parent, groups, target):
    """For every row, the target of the link around it."""
    leads = np.zeros(len(tag), dtype=np.uint8)
    for row in range(1, len(tag)):
        leads[row] = target[row] if groups[tag[row]] & LINK else leads[parent[row]]
    return leads


@borrowing
def _count_elements_before(tag, groups, target, start, end, block, counted):
    """Count pictures and form elements between the segment before and this one, and links inside its block."""
    for row in range(start, end):
        counted[_C.media] += (groups[tag[row]] & MEDIA) > 0
        counted[_C.controls] += (groups[tag[row]] & CONTROL) > 0
    _count_links(tag, groups, target, max(start, block + 1), end, counted)


@borrowing
def _count_links(tag, groups, target, start, end, counted):
    for row in range(start, end):
        if groups[tag[row]] & LINK:
            counted[_C.links] += 1
            counted[_C.links_within_page] += target[row] == WITHIN_PAGE


@borrowing
def _count_bytes(tag, parent, groups, leads, row, block, length, counted):
    """Count bytes by emphasis, code and link target."""
    counted[_C.bytes] += length
    counted[_C.own_site] += length if leads >= OWN_SITE else 0
    counted[_C.sibling] += length if leads == SIBLING else 0
    above = parent[row]
    while above != block and above > 0:
        group = groups[tag[above]]
        counted[_C.strong] += length if group & STRONG else 0
        counted[_C.emphasis] += length if group & EMPHASIS else 0
        counted[_C.code] += length if group & CODE else 0
        above = parent[above]


@borrowing
def _count_text(text, position, stop, title, description, stated, segment, counted):
    """Count the words and signs of one text node."""
    last = counted[_C.last_sign]
    while position < stop:
        sign, size = _sign(text, position, stop)
        if sign == WORD:
            size = _count_word(text, position, stop, title, description, stated, segment, counted)
        elif sign == END:
            after = position + size
            counted[_C.sentence_ends] += after >= stop or not is_word_byte(text[after]) or size > 1
        elif sign == COMMA:
            counted[_C.commas] += 1
        elif sign >= COLON:
            counted[_C.symbols] += 1
        if sign > CLOSING:
            last = sign
        position += size
    counted[_C.last_sign] = last


@borrowing
def _sign(text, position, stop):
    """The kind of the character at a position, and its number of bytes; for a word, its first byte."""
    byte = text[position]
    if byte == 32 or 9 <= byte <= 13:
        return SPACE, 1
    if byte < 0x80 and is_word_byte(byte):  # the usual case; the rest is needed for signs only
        return WORD, 1
    size = _terminator(text, position, stop)
    if size:
        return END, size
    size = _closing(text, position, stop)
    if size:
        return CLOSING, size
    size = _comma(text, position, stop)
    if size:
        return COMMA, size
    if byte >= 0x80:
        return WORD, 1
    return COLON if byte == 58 or byte == 59 else SYMBOL, 1


@borrowing
def _count_word(text, position, stop, title, description, stated, segment, counted):
    """Count the word that starts here, and return its number of bytes."""
    end = word_end(text, position, stop)
    word = word_code(text, position, end)
    digits = capitals = letters = 0
    for place in range(position, end):
        byte = text[place]
        digits += 48 <= byte <= 57
        capitals += 65 <= byte <= 90
        letters += byte >= 65
    counted[_C.words] += 1
    counted[_C.digits] += digits
    counted[_C.capitals] += capitals
    counted[_C.letters] += letters
    _count_word_of(word, title, segment, counted, _C.title_words, _C.title_found)
    _count_word_of(word, description, segment, counted, _C.description_words, _C.description_found)
    codes, slots, _ = stated
    if slots[slot_of(word, len(slots))]:
        counted[_C.stated_words] += place_of(word, codes) >= 0
    return end - position


@borrowing
def _count_word_of(word, word_list, segment, counted, times, found):
    """Count a word that is in the list: every time, and once per segment."""
    codes, slots, last_segment = word_list
    place = place_of(word, codes) if slots[slot_of(word, len(slots))] else -1
    if place >= 0:
        counted[times] += 1
        counted[found] += last_segment[place] != segment
        last_segment[place] = segment


@borrowing
def _terminator(text, position, stop):
    """The number of bytes of a character that ends a sentence, if there is one here."""
    byte = text[position]
    second = text[position + 1] if position + 1 < stop else 0
    third = text[position + 2] if position + 2 < stop else 0
    if byte == 46 or byte == 33 or byte == 63:
        return 1
    if byte == 0xE3 and second == 0x80 and third == 0x82:  # ideographic full stop
        return 3
    if byte == 0xEF and second == 0xBC and (third == 0x81 or third == 0x9F or third == 0x8E):  # full-width ! ? .
        return 3
    if byte == 0xE2 and second == 0x80 and third == 0xA6:  # ellipsis
        return 3
    if byte == 0xE0 and second == 0xA5 and third == 0xA4:  # danda
        return 3
    if (byte == 0xDB and second == 0x94) or (byte == 0xD8 and second == 0x9F):  # Arabic full stop, question mark
        return 2
    return 0


@borrowing
def _closing(text, position, stop):
    """The number of bytes of a closing quotation mark or bracket, if there is one here."""
    byte = text[position]
    second = text[position + 1] if position + 1 < stop else 0
    third = text[position + 2] if position + 2 < stop else 0
    if byte == 34 or byte == 39 or byte == 41 or byte == 93:
        return 1
    if byte == 0xC2 and (second == 0xBB or second == 0xAB):
        return 2
    if byte == 0xE2 and second == 0x80 and 0x98 <= third <= 0x9F:
        return 3
    if byte == 0xE3 and second == 0x80 and (third == 0x8D or third == 0x8F):
        return 3
    return 0


@borrowing
def _comma(text, position, stop):
    """The number of bytes of a comma, if there is one here."""
    byte = text[position]
    second = text[position + 1] if position + 1 < stop else 0
    third = text[position + 2] if position + 2 < stop else 0
    if byte == 44:
        return 1
    if byte == 0xD8 and second == 0x8C:  # Arabic
        return 2
    return 3 if (byte == 0xEF and second == 0xBC and third == 0x8C) or (byte == 0xE3 and second == 0x80 and third == 0x81) else 0


@inner
def _write_text(counted, width, out):
    words = max(counted[_C.words], 1)
    out[TEXT.commas] = min(20 * counted[_C.commas] / width, MOST_COMMAS)
    out[TEXT.sentence_ends] = min(60 * counted[_C.sentence_ends] / width, MOST_ENDS)
    out[TEXT.closed] = counted[_C.last_sign] == END
    out[TEXT.colon] = counted[_C.last_sign] == COLON
    out[TEXT.digits] = counted[_C.digits] / width
    out[TEXT.capitals] = counted[_C.capitals] / max(counted[_C.letters], 1)
    out[TEXT.words] = np.log1p(counted[_C.words])
    out[TEXT.word_length] = min(width / words, LONGEST_WORD)
    out[TEXT.symbols] = min(counted[_C.symbols] / width, 1)


@inner
def _write_statements(counted, title, description, stated, out):
    """The words that the segment shares with the page's statements, relative to the number of different words in each."""
    words = max(counted[_C.words], 1)
    out[TEXT.in_title] = counted[_C.title_words] / words
    out[TEXT.of_title] = counted[_C.title_found] / max(title, 1)
    out[TEXT.in_description] = counted[_C.description_words] / words
    out[TEXT.of_description] = counted[_C.description_found] / max(description, 1)
    out[TEXT.in_stated_body] = counted[_C.stated_words] / words if stated else -1


@inner
def _write_elements(counted, width, out):
    out[TEXT.strong] = min(counted[_C.strong] / width, 1)
    out[TEXT.emphasis] = min(counted[_C.emphasis] / width, 1)
    out[TEXT.code] = min(counted[_C.code] / width, 1)
    out[TEXT.media_before] = min(counted[_C.media], MOST_BETWEEN)
    out[TEXT.controls] = min(counted[_C.controls], MOST_BETWEEN)
    out[TEXT.links] = min(counted[_C.links], MOST_LINKS)
    out[TEXT.links_within_page] = counted[_C.links_within_page] / max(counted[_C.links], 1)
    out[TEXT.own_site_links] = counted[_C.own_site] / max(counted[_C.bytes], 1)
    out[TEXT.sibling_links] = counted[_C.sibling] / max(counted[_C.bytes], 1)


@inner
def _write_lines(block, out):
    """The number of segments in each block, and the number of each segment in its block."""
    start = 0
    for segment in range(len(block) + 1):
        if segment == len(block) or block[segment] != block[start]:
            for line in range(start, segment):
                out[line, TEXT.lines_in_block] = min(segment - start, MOST_LINES)
                out[line, TEXT.line_in_block] = min(line - start, MOST_LINES)
            start = segment
