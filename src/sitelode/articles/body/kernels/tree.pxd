# What other kernels take from `tree.py`. In every tree, parents come before children.

from sitelode.compiled.kernels.codes cimport Code

cdef void fill_depths(const int[::1] above, int[::1] depth) noexcept nogil
cdef void add_up(const int[::1] above, double[::1] sums) noexcept nogil
cdef void flag_around(const int[::1] above, Py_ssize_t element, unsigned char[::1] flags) noexcept nogil
cdef void fill_meetings(const int[::1] above, const unsigned char[::1] flags, int[::1] nearest) noexcept nogil
cdef void fill_core_distances(const int[::1] above, const double[::1] sums, const int[::1] depth, int[:, ::1] room, unsigned char[::1] flags, float[:, ::1] out) noexcept nogil
cdef void fill_headings(const int[::1] above, const float[::1] level, const int[::1] holder, int[::1] heading_of, float[::1] heading) noexcept nogil
cdef void flag_other_articles(const int[::1] above, const Code[::1] kin, const int[::1] depth, const float[::1] level, const unsigned char[::1] has_title, Py_ssize_t title_heading, const double[::1] mass_of, unsigned char[::1] foreign) noexcept nogil
