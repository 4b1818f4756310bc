# The function of `subtree_identity.py` that other kernels call for every node; here so that the C compiler sees it where it is used.

ctypedef unsigned long long Bits


cdef inline Bits mixed(Bits bits) noexcept nogil:
    bits = (bits ^ (bits >> 30)) * <Bits>0xBF58476D1CE4E5B9U
    bits = (bits ^ (bits >> 27)) * <Bits>0x94D049BB133111EBU
    return bits ^ (bits >> 31)
