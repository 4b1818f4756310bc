# C types for `skipped.py`.


cdef class SkippedFinder:
    cdef const unsigned char[::1] is_heading, is_code, is_cell
    cdef int a, pre, least
