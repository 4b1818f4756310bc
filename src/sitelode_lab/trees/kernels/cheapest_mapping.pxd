# Types of the functions in `cheapest_mapping.py`, for the kernels that call them.

from sitelode_lab.trees.kernels.pair_table cimport Slots
from sitelode_lab.trees.kernels.tree_pair cimport Rules, Span, Table

ctypedef int[::1] Nodes

cdef object partners(Table rows, Table room, Rules rules, Slots slots, Table pairs, bint costs_are_known)
cdef void map_equal(Table rows, Nodes partner, long long left, long long right) noexcept nogil
cdef void map_equal_ends(Table rows, Table room, Nodes partner, Span span, long long left_parent, long long right_parent) noexcept nogil
