# Types of the functions in `tree_pair.py`, for the kernels that call them.

ctypedef long long[:, ::1] Table

cdef enum:
    LABEL, FINGERPRINT, END, TWIN, FIRST_PLACE, STOP_PLACE

cdef enum:
    NODE, SIZE, PREVIOUS, LAST_PLACE, PREFIX_COST, USED

ctypedef struct Rules:
    long long replace
    long long insert
    long long remove
    bint restricted

ctypedef struct Span:
    long long left
    long long left_stop
    long long right
    long long right_stop

cdef long long size(Table rows, long long node) noexcept nogil
cdef bint equal_subtrees(Table rows, long long node, long long other) noexcept nogil
cdef bint may_share_descendants(Table rows, long long left, long long right, Rules rules) noexcept nogil
cdef long long replacing_cost(Table rows, long long left, long long right, Rules rules) noexcept nogil
cdef long long lone_cost(Table rows, long long left, long long right, Rules rules) noexcept nogil
cdef long long least_conceivable_cost(Table rows, long long left, long long right, Rules rules) noexcept nogil
cdef void list_children(Table rows, Table room, long long parent) noexcept nogil
cdef Span list_differing(Table rows, Table room, long long left_parent, long long right_parent) noexcept nogil
