# C types for `text_look.py`.

from sitelode.compiled.kernels.codes cimport Code


cdef class StatedWords:
    cdef const Code[::1] title, description
    cdef int[::1] of_title, of_description
    cdef unsigned char[::1] slots
