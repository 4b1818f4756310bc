# C types for `tokens.py`, and its small functions; here so that the C compiler sees them where they are used.

from sitelode.html.kernels.memory cimport Bytes

cdef enum:
    LESS = 60, GREATER = 62, SLASH = 47, BANG = 33, QUESTION = 63, DOUBLE = 34, SINGLE = 39, EQUALS = 61, DASH = 45


cdef inline bint is_letter(unsigned char byte) noexcept nogil:
    return 97 <= (byte | 32) <= 122


cdef bint is_white(Bytes source, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef long long code_of(Bytes source, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t tag_name_end(Bytes source, Py_ssize_t size, Py_ssize_t start) noexcept nogil
cdef (Py_ssize_t, Py_ssize_t, Py_ssize_t) next_attribute(Bytes source, Py_ssize_t size, Py_ssize_t position) noexcept nogil
cdef bint is_cdata(Bytes source, Py_ssize_t size, Py_ssize_t start) noexcept nogil
cdef Py_ssize_t after_markup(Bytes source, Py_ssize_t size, Py_ssize_t start) noexcept nogil
cdef Py_ssize_t after_simple_cdata(Bytes source, Py_ssize_t size, Py_ssize_t start) noexcept nogil
cdef bint is_end_tag(Bytes source, Py_ssize_t size, Py_ssize_t start, long long code) noexcept nogil
cdef Py_ssize_t after_raw_text(Bytes source, Py_ssize_t size, Py_ssize_t start, long long code) noexcept nogil

cdef Py_ssize_t _after_spaces(Bytes source, Py_ssize_t size, Py_ssize_t position) noexcept nogil
cdef Py_ssize_t _after_value(Bytes source, Py_ssize_t size, Py_ssize_t position) noexcept nogil
cdef Py_ssize_t _after_comment(Bytes source, Py_ssize_t size, Py_ssize_t start) noexcept nogil
cdef bint _is_name(Bytes source, Py_ssize_t size, Py_ssize_t start, long long code) noexcept nogil
cdef Py_ssize_t _after_arrow(Bytes source, Py_ssize_t size, Py_ssize_t start) noexcept nogil
cdef bint _has_growing_reference(Bytes source, Py_ssize_t size) noexcept nogil
