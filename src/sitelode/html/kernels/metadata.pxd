# C types for `metadata.py`; `text/kernels/skipped.py` looks for attributes in the same way.

from sitelode.compiled.kernels.arrays cimport Bytes, Numbers

cdef int number_among(Bytes strings, Py_ssize_t start, Py_ssize_t end, Bytes wanted, Numbers wanted_starts) noexcept nogil
cdef bint has_word(Bytes strings, Py_ssize_t start, Py_ssize_t end, Bytes words, Py_ssize_t word, Py_ssize_t word_end) noexcept nogil


cdef class StatementReader:
    cdef Bytes wanted, canonical, json
    cdef Numbers wanted_starts
    cdef int meta, link, script, head, title, most_values
    cdef Py_ssize_t most_names, longest_name
    cdef dict names
