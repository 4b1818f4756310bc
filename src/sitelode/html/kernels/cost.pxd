# C types for `cost.py`.

cimport cython

from sitelode.html.kernels.memory cimport Bytes

ctypedef long long* Numbers
ctypedef const long long* Table

cdef long long \
    BLOCK, BUTTON, CELL, ENDS_ITSELF, FOREIGN, FORMATTING, HEADING, HOLDS_HTML, ITEM, LEAVES_FOREIGN, LINK, LIST, NEVER_CLOSED, \
    NO_NODE, OPTION, PARAGRAPH, RAW, ROOT, ROW, SCOPE, SCOPED_END, SECTION, SLOTS, SPECIAL, STOPS_ITEMS, TABLE, TABLE_PART, \
    TEMPLATE, TERM, UNCLEAR, VOID, _COL, _P, _BR, _SHORT_TAG, _COPIES, _OUTSIDE_CELLS

cdef long long _class_of(long long name, Table table) noexcept nogil
cdef bint _is_new(Numbers names, Py_ssize_t slots, long long name) noexcept nogil
cdef long long _close(Numbers stack, long long height, long long name, long long classes, long long barrier) noexcept nogil
cdef long long _top(Numbers stack, long long height) noexcept nogil
cdef long long _leave_table_parts(Numbers stack, long long height, long long kind) noexcept nogil
cdef long long _end(Numbers stack, long long height, long long name, long long kind, bint foreign) noexcept nogil
cdef long long _make_way(Numbers stack, long long height, long long kind) noexcept nogil
cdef (Py_ssize_t, bint, long long, long long) _attributes(Bytes source, Py_ssize_t size, Py_ssize_t position, Numbers names, Py_ssize_t slots) noexcept nogil
@cython.locals(
    tags=cython.longlong, named=cython.longlong, new_names=cython.longlong, most_attributes=cython.longlong,
    root_attributes=cython.longlong, reopened=cython.longlong, work=cython.longlong, joined=cython.longlong, height=cython.longlong,
    highest=cython.longlong, formatting=cython.longlong, foreign=cython.longlong, surely_foreign=cython.longlong, run=cython.longlong,
    fostered=cython.longlong, regular=cython.bint, certain=cython.bint, ends=cython.bint, is_tag=cython.bint, top_ends=cython.bint,
    is_leaf=cython.bint, text_from=cython.Py_ssize_t,
)
cdef (long long, long long, long long, long long, long long, long long, long long, long long, long long) _scan(
    Bytes source, Py_ssize_t size, Table table, Numbers stack, Py_ssize_t most_height, Numbers names, Py_ssize_t slots, long long most_work) noexcept nogil
