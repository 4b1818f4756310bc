# What other kernels take from `page_tree.py`.

from sitelode.compiled.kernels.codes cimport Code

ctypedef const int[::1] NumbersIn

cdef void fill_path_codes(
    const unsigned short[::1] tag, NumbersIn parent, const Code[::1] labels, const unsigned char[::1] groups, Code[::1] codes,
    int[::1] cells, int[::1] column) noexcept nogil
cdef void fill_holders(NumbersIn parent, NumbersIn end, NumbersIn first, NumbersIn rows, NumbersIn block, int[::1] held_by) noexcept nogil
