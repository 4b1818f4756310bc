# What other kernels take from `same_codes.py`.

from sitelode.compiled.kernels.codes cimport Code

cdef void fill_firsts(const Code[::1] codes, int[::1] slots, int[::1] firsts) noexcept nogil
