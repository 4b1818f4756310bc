# What other kernels take from `threshold.py`.

ctypedef const int[::1] NumbersIn
ctypedef const unsigned char[::1] FlagsIn

cdef void fill_headings_between(
    unsigned char[::1] chosen, const unsigned short[::1] tag, NumbersIn parent, NumbersIn block, NumbersIn link_width, FlagsIn is_heading
) noexcept nogil
