# Looking up codes, as in `code_table.py`; here so that the C compiler sees it where it is used.

from sitelode.compiled.kernels.codes cimport Code


cdef inline Py_ssize_t place_of(Code code, const Code[::1] known) noexcept nogil:
    cdef Py_ssize_t low = 0, high = known.shape[0], middle
    while low < high:
        middle = (low + high) >> 1
        if known[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low if low < known.shape[0] and known[low] == code else -1


cdef inline Py_ssize_t slot_of(Code code, Py_ssize_t size) noexcept nogil:
    return <Py_ssize_t>((code ^ (code >> 32)) & <Code>(size - 1))


cdef inline Py_ssize_t place_by_slot(Code code, const Code[::1] known, const int[::1] slots) noexcept nogil:
    cdef Py_ssize_t last = slots.shape[0] - 1
    cdef Py_ssize_t slot = slot_of(code, last + 1)
    while slots[slot] >= 0 and known[slots[slot]] != code:
        slot = (slot + 1) & last
    return slots[slot]
