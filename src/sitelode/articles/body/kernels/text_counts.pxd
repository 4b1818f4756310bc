# What other kernels take from `text_counts.py`.

from sitelode.compiled.kernels.codes cimport Code


cdef class StatedWords:
    cdef const Code[::1] title, description, body
    cdef int[::1] of_title, of_description
    cdef unsigned char[::1] slots

cdef void count_text(const unsigned char[::1] text, Py_ssize_t position, Py_ssize_t stop, StatedWords words, int segment, long long[::1] counted) noexcept nogil
