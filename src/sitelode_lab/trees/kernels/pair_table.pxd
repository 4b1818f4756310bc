# Types of the functions in `pair_table.py`, for the kernels that call them.

from sitelode_lab.trees.kernels.tree_pair cimport Table

ctypedef int[::1] Slots

cdef enum:
    LEFT, RIGHT, TOTAL

cdef long long index_of(Slots slots, Table pairs, long long left, long long right) noexcept nogil
cdef void add_pair(Slots slots, Table pairs, long long count, long long left, long long right) noexcept nogil
