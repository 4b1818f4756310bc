# The paths of rows relative to their record, as in `record_paths.py`; here so that the C compiler sees them where they are used.

from sitelode.compiled.kernels.codes cimport Code, finish, mix


cdef inline bint extend_path(
    Py_ssize_t row, int top, const int[::1] parent, const Code[::1] label, int deepest, Code[::1] code, int[::1] level
) noexcept nogil:
    cdef int above = parent[row]
    if above == top:
        code[row] = finish(label[row])
        level[row] = 0
        return True
    level[row] = level[above] + 1
    if level[row] > deepest:
        return False
    code[row] = mix(code[above], label[row])
    return True


cdef inline Py_ssize_t path_slot(Code wanted, Py_ssize_t candidate, const long long[::1] owner, const Code[::1] key) noexcept nogil:
    cdef Code mask = <Code>(owner.shape[0] - 1)
    cdef Code slot = wanted & mask
    while owner[slot] == candidate and key[slot] != wanted:
        slot = (slot + 1) & mask
    return <Py_ssize_t>slot
