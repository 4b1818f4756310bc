# Types of the functions in `sibling_alignment.py`, for the kernels that call them.

from sitelode_lab.trees.kernels.pair_table cimport Slots
from sitelode_lab.trees.kernels.tree_pair cimport Rules, Span, Table

cdef enum:
    MAP, REMOVE, INSERT

ctypedef long long[::1] Costs
ctypedef signed char[:, ::1] Steps

cdef long long align(Table room, Span span, Rules rules, Costs costs, long long first_cost, Steps steps) noexcept nogil
cdef long long known_cost(Table rows, long long left, long long right, Rules rules, Slots slots, Table pairs) noexcept nogil
cdef object best_steps(Table rows, Table room, Span span, Rules rules, Slots slots, Table pairs)
