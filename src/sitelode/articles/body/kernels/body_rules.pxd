# C types for `body_rules.py`.

from sitelode.compiled.kernels.arrays cimport Codes, Flags, Numbers
from sitelode.compiled.kernels.codes cimport Code
from sitelode.text.kernels.segments cimport Segments


cdef class BodyTables:
    cdef Codes recurring, keys, labels, paths
    cdef Numbers slots_of_recurring, slots_of_keys, slots_of_paths
    cdef const double[:, ::1] of_paths
    cdef Flags groups
    cdef Code anchor
    cdef double linked_from
    cdef int plain, repeated, linked, other
    cdef object labels_met, paths_met
    cdef take_labels(self, tuple labels)
    cdef take_paths(self, tuple met)
    cdef int kind(self, Segments segments, Py_ssize_t segment, Flags of_others) noexcept
