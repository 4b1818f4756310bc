# What other kernels take from `repeats.py`.

from sitelode.compiled.kernels.codes cimport Code

cdef void write_repeats(const int[::1] above, const int[::1] alike, const Code[::1] kin, const int[::1] holder, const int[::1] width, const double[::1] mass, const int[::1] depth, const unsigned char[::1] has_title, int[:, ::1] room, double[:, ::1] sums, unsigned char[::1] flags, Code[::1] codes, float[:, ::1] out) noexcept nogil
cdef void write_same_on_page(const Code[::1] loose, const Code[::1] exact, const Code[::1] kin, const int[::1] holder, const double[::1] mass, int[:, ::1] room, double[:, ::1] sums, Code[::1] codes, float[:, ::1] out) noexcept nogil
