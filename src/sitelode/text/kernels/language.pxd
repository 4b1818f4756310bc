# C types for `language.py`.


cdef class LanguageTables:
    cdef const unsigned char[::1] column
    cdef const unsigned short[::1] row, first, feature
    cdef const unsigned short[:, ::1] following
    cdef const unsigned char[:, ::1] rough
    cdef const float[:, ::1] weight
    cdef const float[::1] prior
    cdef double step, rounding
    cdef Py_ssize_t longest
    cdef int[::1] counts, found
    cdef unsigned short[::1] states
    cdef float[::1] score
    cdef void walk(self, const unsigned char* text, Py_ssize_t size) noexcept
    cdef Py_ssize_t count(self, Py_ssize_t size) noexcept
    cdef Py_ssize_t exactly_likeliest(self, Py_ssize_t known)
