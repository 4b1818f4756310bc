# C types for `page_texts.py`.

from sitelode.text.kernels.segments cimport Segments


cdef class BodyOfPage:
    cdef readonly Segments segments
    cdef readonly object probability, chosen, rows, span
    cdef readonly long long width
    cdef readonly double agreement
