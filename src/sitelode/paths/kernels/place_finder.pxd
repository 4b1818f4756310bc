# C types for `place_finder.py`.

from sitelode.compiled.kernels.codes cimport Code


cdef class PlaceTables:
    cdef const int[:, ::1] steps
    cdef const int[::1] first, following, numbers, slots
    cdef const Code[::1] keys
    cdef int most
    cdef object known
