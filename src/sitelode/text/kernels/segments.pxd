# C types for `segments.py`: other kernels take the segments of a page as one argument.

from sitelode.compiled.kernels.codes cimport Code


cdef class Segments:
    cdef readonly object first, rows, block, exact, loose, width, link_width
    cdef const int[::1] each_first, each_row, each_block, each_width, each_link_width
    cdef const Code[::1] each_loose
