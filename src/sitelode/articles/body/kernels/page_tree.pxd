# What other kernels take from `page_tree.py`.

from sitelode.compiled.kernels.arrays cimport Codes, Flags, Numbers, Tags
from sitelode.compiled.kernels.codes cimport Code

cdef void fill_firsts(const Code[::1] codes, int[::1] slots, int[::1] firsts) noexcept nogil
cdef void fill_path_codes(
    Tags tag, Numbers parent, Codes labels, Flags groups, Code[::1] codes,
    int[::1] cells, int[::1] column) noexcept nogil
cdef void fill_holders(Numbers parent, Numbers end, Numbers first, Numbers rows, Numbers block, int[::1] held_by) noexcept nogil
