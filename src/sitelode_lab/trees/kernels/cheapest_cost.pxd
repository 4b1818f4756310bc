# Types of the function in `cheapest_cost.py`, for the kernels that call it.

from sitelode_lab.trees.kernels.tree_pair cimport Rules, Table

cdef enum:
    CELLS_PER_PAIR = 64

cdef enum:
    PAIR, FIRST_LEFT, LEFT_STOP, FIRST_RIGHT, RIGHT_STOP, FIRST_COST, NEXT_LEFT, NEXT_RIGHT

cdef tuple cost_pairs(Table rows, Table room, Rules rules, long long cell_budget)
