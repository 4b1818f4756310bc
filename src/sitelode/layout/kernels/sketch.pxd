# C types for `sketch.py`.

from sitelode.compiled.kernels.codes cimport Code


cdef class TagTables:
    cdef const Code[::1] codes
    cdef int first_unknown
    cdef const unsigned char[::1] layout, authors


cdef class KnownSketches:
    cdef const unsigned int[::1] known
    cdef const double[:, ::1] has
    cdef const double[::1] sizes
    cdef const int[::1] slots
