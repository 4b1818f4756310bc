# Codes for compiled code and looking them up, as in `codes.py`; here so that the C compiler sees them where they are used, once for every byte of a page.

ctypedef unsigned long long Code

cdef extern from *:
    """
    #define SITELODE_FNV_BASIS 0xCBF29CE484222325ULL
    """
    Code FNV_BASIS "SITELODE_FNV_BASIS"  # no enum: some compilers have those in 32 bits


cdef inline Code mix(Code above, Code label) noexcept nogil:
    cdef Code code = (above ^ label) * <Code>0x9E3779B97F4A7C15U + above
    code ^= code >> 29
    code *= <Code>0xBF58476D1CE4E5B9U
    return code ^ (code >> 32)


cdef inline Code add_symbol(Code code, Code symbol) noexcept nogil:
    return (code ^ symbol) * <Code>1099511628211U


cdef inline Code finish(Code code) noexcept nogil:
    code ^= code >> 33
    code *= <Code>0xFF51AFD7ED558CCDU
    code ^= code >> 33
    code *= <Code>0xC4CEB9FE1A85EC53U
    return code ^ (code >> 33)


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
