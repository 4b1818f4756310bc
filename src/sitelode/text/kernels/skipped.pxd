# C types for `skipped.py`.

from sitelode.compiled.kernels.arrays cimport Flags


cdef class SkippedFinder:
    cdef Flags is_heading, is_code, is_cell
    cdef int a, pre, least
