# C types for `body_of_page.py`.

from sitelode.text.kernels.segments cimport Segments


cdef class BodyOfPage:
    cdef readonly Segments segments
    cdef readonly object probability, chosen, rows, span
    cdef readonly long long width
    cdef readonly double agreement
