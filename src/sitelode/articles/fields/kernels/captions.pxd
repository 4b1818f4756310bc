# C types for `pictures.py`.

from sitelode.html.kernels.page_rows cimport PageRows


cdef class CaptionFinder:
    cdef const unsigned char[::1] no_parts, in_marked, lines, is_heading
    cdef int img, a, figcaption, figure, text_tag, highest
    cdef Py_ssize_t most_pictures, longest, most_rows, longest_of_body
    cdef Py_ssize_t caption_of(self, PageRows page, Py_ssize_t picture, const int[::1] body_rows) noexcept
