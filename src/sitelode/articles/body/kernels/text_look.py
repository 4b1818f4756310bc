"""Compute TextColumns, the look of the text of segments, in compiled code.

One pass over the bytes of a page's text counts everything. The counts for the current segment are in `counted`, a row of numbers with
the names of `counted.py`.
"""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.libc.math import log1p
from cython.cimports.sitelode.articles.body.kernels.counted import (
    COLON,
    END,
    N_BYTES,
    N_CAPITALS,
    N_CODE,
    N_COMMAS,
    N_CONTROLS,
    N_DESCRIPTION_FOUND,
    N_DESCRIPTION_WORDS,
    N_DIGITS,
    N_EMPHASIS,
    N_LAST_SIGN,
    N_LETTERS,
    N_LINKS,
    N_LINKS_WITHIN_PAGE,
    N_MEDIA,
    N_OWN_SITE,
    N_SENTENCE_ENDS,
    N_SIBLING,
    N_STATED_WORDS,
    N_STRONG,
    N_SYMBOLS,
    N_TITLE_FOUND,
    N_TITLE_WORDS,
    N_WORDS,
)
from cython.cimports.sitelode.articles.body.kernels.text_counts import StatedWords, count_text
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers, Tags

from sitelode.articles.body import feature_names
from sitelode.articles.body.feature_names import TEXT

Counts = cython.typedef(cython.longlong[::1])
Row = cython.typedef(cython.float[::1])

# Upper bounds of features. Set by hand.
MOST_COMMAS = cython.declare(cython.double, 3)  # per 20 characters
MOST_ENDS = cython.declare(cython.double, 3)  # per 60 characters
LONGEST_WORD = cython.declare(cython.double, 30)
MOST_BETWEEN = cython.declare(cython.longlong, 5)  # pictures or form elements
MOST_LINKS = cython.declare(cython.longlong, 10)
MOST_LINES = cython.declare(cython.Py_ssize_t, 20)  # of a block

_strong_tag = cython.declare(cython.int, feature_names.STRONG)
_emphasis_tag = cython.declare(cython.int, feature_names.EMPHASIS)
_code_tag = cython.declare(cython.int, feature_names.CODE)
_media_tag = cython.declare(cython.int, feature_names.MEDIA)
_control_tag = cython.declare(cython.int, feature_names.CONTROL)
_link_tag = cython.declare(cython.int, feature_names.LINK)
_to_own_site = cython.declare(cython.int, feature_names.OWN_SITE)
_to_sibling = cython.declare(cython.int, feature_names.SIBLING)
_within_page = cython.declare(cython.int, feature_names.WITHIN_PAGE)
_width = cython.declare(cython.Py_ssize_t, TEXT.width)
_link_share = cython.declare(cython.Py_ssize_t, TEXT.link_share)
_media_after = cython.declare(cython.Py_ssize_t, TEXT.media_after)
_media_before = cython.declare(cython.Py_ssize_t, TEXT.media_before)
_commas = cython.declare(cython.Py_ssize_t, TEXT.commas)
_sentence_ends = cython.declare(cython.Py_ssize_t, TEXT.sentence_ends)
_closed = cython.declare(cython.Py_ssize_t, TEXT.closed)
_colon = cython.declare(cython.Py_ssize_t, TEXT.colon)
_digits = cython.declare(cython.Py_ssize_t, TEXT.digits)
_capitals = cython.declare(cython.Py_ssize_t, TEXT.capitals)
_words = cython.declare(cython.Py_ssize_t, TEXT.words)
_word_length = cython.declare(cython.Py_ssize_t, TEXT.word_length)
_symbols = cython.declare(cython.Py_ssize_t, TEXT.symbols)
_in_title = cython.declare(cython.Py_ssize_t, TEXT.in_title)
_of_title = cython.declare(cython.Py_ssize_t, TEXT.of_title)
_in_description = cython.declare(cython.Py_ssize_t, TEXT.in_description)
_of_description = cython.declare(cython.Py_ssize_t, TEXT.of_description)
_in_stated_body = cython.declare(cython.Py_ssize_t, TEXT.in_stated_body)
_strong = cython.declare(cython.Py_ssize_t, TEXT.strong)
_emphasis = cython.declare(cython.Py_ssize_t, TEXT.emphasis)
_code = cython.declare(cython.Py_ssize_t, TEXT.code)
_controls = cython.declare(cython.Py_ssize_t, TEXT.controls)
_links = cython.declare(cython.Py_ssize_t, TEXT.links)
_links_within_page = cython.declare(cython.Py_ssize_t, TEXT.links_within_page)
_own_site_links = cython.declare(cython.Py_ssize_t, TEXT.own_site_links)
_sibling_links = cython.declare(cython.Py_ssize_t, TEXT.sibling_links)
_lines_in_block = cython.declare(cython.Py_ssize_t, TEXT.lines_in_block)
_line_in_block = cython.declare(cython.Py_ssize_t, TEXT.line_in_block)


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
    counted: Counts = np.zeros(N_LINKS_WITHIN_PAGE + 1, dtype=np.int64)
    last_row: cython.Py_ssize_t = 0
    with cython.nogil:
        for each in range(1, len(tag)):
            leads[each] = target[each] if groups[tag[each]] & _link_tag else leads[parent[each]]
        for segment in range(len(block)):
            counted[:] = 0
            _count_elements_before(tag, groups, target, last_row, rows[first[segment]], block[segment], counted)
            last_row = rows[first[segment]]
            for place in range(first[segment], first[segment + 1]):
                row = rows[place]
                _count_links(tag, groups, target, last_row, row, counted)
                _count_bytes(tag, parent, groups, leads[row], row, block[segment], text_end[row] - text_start[row], counted)
                count_text(text, text_start[row], text_end[row], words, segment + 1, counted)
                last_row = row + 1
            _write_text(counted, max(width[segment], 1), out[segment])
            _write_statements(counted, words, out[segment])
            _write_elements(counted, max(width[segment], 1), out[segment])
            out[segment, _width] = log1p(width[segment])
            out[segment, _link_share] = cython.cast(cython.double, link_width[segment]) / max(width[segment], 1)
            if segment > 0:
                out[segment - 1, _media_after] = out[segment, _media_before]
        _write_lines(block, out)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_elements_before(
    tag: Tags, groups: Bytes, target: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t, block: cython.Py_ssize_t, counted: Counts
) -> cython.void:
    """Count pictures and form elements between the segment before and this one, and links inside its block."""
    for row in range(start, end):
        counted[N_MEDIA] += 1 if groups[tag[row]] & _media_tag else 0
        counted[N_CONTROLS] += 1 if groups[tag[row]] & _control_tag else 0
    _count_links(tag, groups, target, max(start, block + 1), end, counted)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_links(tag: Tags, groups: Bytes, target: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t, counted: Counts) -> cython.void:
    for row in range(start, end):
        if groups[tag[row]] & _link_tag:
            counted[N_LINKS] += 1
            counted[N_LINKS_WITHIN_PAGE] += 1 if target[row] == _within_page else 0


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
    counted[N_OWN_SITE] += length if leads >= _to_own_site else 0
    counted[N_SIBLING] += length if leads == _to_sibling else 0
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
    out[_in_stated_body] = _share(counted[N_STATED_WORDS], words) if len(stated.body) > 0 else -1


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
    out[_links_within_page] = _share(counted[N_LINKS_WITHIN_PAGE], counted[N_LINKS])
    out[_own_site_links] = _share(counted[N_OWN_SITE], counted[N_BYTES])
    out[_sibling_links] = _share(counted[N_SIBLING], counted[N_BYTES])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_lines(block: Numbers, out: cython.float[:, ::1]) -> cython.void:
    """The number of segments in each block, and the number of each segment in its block."""
    start: cython.Py_ssize_t = 0
    for segment in range(len(block) + 1):
        if segment == len(block) or block[segment] != block[start]:
            for line in range(start, segment):
                out[line, _lines_in_block] = min(segment - start, MOST_LINES)
                out[line, _line_in_block] = min(line - start, MOST_LINES)
            start = segment
