# C types for `skipped.py`.

from sitelode.compiled.kernels.arrays cimport Bytes, Flags, Numbers


cdef class SkippedFinder:
    cdef Flags is_heading, is_code, is_cell
    cdef int a, pre, least


cdef class HidingAttributes:
    cdef Bytes wanted, words
    cdef Numbers wanted_starts, word_starts
