# C types for `text.py`.

cimport cython

from sitelode.compiled.kernels.arrays cimport Bytes, Numbers, Tags

ctypedef const unsigned char* Source  # an array is a dozen values, which cost more to hand on than a short text takes
ctypedef unsigned char* Target

cdef enum:  # bytes that UTF-8 never uses: separators, and white space of preformatted text
    NEWLINE = 0xFF, TAB = 0xFE, KEPT_NEWLINE = 0xFD, KEPT_TAB = 0xFC, KEPT_SPACE = 0xFB

cdef int ANY_BLOCK, BREAK, CELL, EDGE, ITEM, LINE, PARAGRAPH, ROW, SPACE
cdef int _DEEPEST_INDENT, _LONGEST_SEPARATOR, _CROSSING, _PARAGRAPHS, _LINES, _INSIDE, _NO_EDGE

cdef bint _is_white(Source text, Py_ssize_t start, Py_ssize_t end, bint no_break) noexcept nogil
@cython.locals(count=cython.Py_ssize_t, row=cython.int, code_start=cython.int, code_end=cython.int, between=cython.bint, inside=cython.bint)
cdef Py_ssize_t _readable(
    Tags tag, Numbers parent, Numbers end, Numbers text_start, Numbers text_end, Source text, Numbers texts,
    Bytes preformatted, int[::1] kept, unsigned char[::1] is_code) noexcept nogil
@cython.locals(place=cython.Py_ssize_t, row=cython.int, count=cython.int, breaks=cython.int)
cdef void _mark(
    Tags tag, Numbers parent, Numbers end, Numbers text_start, Numbers text_end, int[::1] texts, Bytes mark_of_tag, int br,
    int li, int[::1] place_of, unsigned char[::1] marks, int[::1] level, unsigned char[::1] begins) noexcept nogil
@cython.locals(place=cython.Py_ssize_t, at=cython.Py_ssize_t, before=cython.bint, crossing=cython.bint)
cdef void _weigh(unsigned char[::1] marks, int[::1] level) noexcept nogil
cdef Py_ssize_t _add_space(Target out, Py_ssize_t size) noexcept nogil
cdef Py_ssize_t _end_line(Target out, Py_ssize_t start, Py_ssize_t size) noexcept nogil
cdef (Py_ssize_t, Py_ssize_t) _separate(Target out, Py_ssize_t start, Py_ssize_t size, int mark) noexcept nogil
cdef Py_ssize_t _add_dash(Target out, Py_ssize_t size, int level) noexcept nogil
cdef Py_ssize_t _add_text(
    Target out, Py_ssize_t size, Source text, Py_ssize_t position, Py_ssize_t end, bint is_code) noexcept nogil


cdef class TextWriter:
    cdef Bytes keeps_white, mark_of_tag
    cdef int br, li
