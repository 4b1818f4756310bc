# What other kernels take from `title.py`.

from sitelode.compiled.kernels.codes cimport Code

cdef void fill_headings(const int[::1] above, const float[::1] level, const int[::1] holder, int[::1] heading_of, float[::1] heading) noexcept nogil
cdef void flag_other_articles(const int[::1] above, const Code[::1] kin, const int[::1] depth, const float[::1] level, const unsigned char[::1] has_title, Py_ssize_t title_heading, const double[::1] mass_of, unsigned char[::1] foreign) noexcept nogil
