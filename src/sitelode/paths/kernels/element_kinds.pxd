# C types for `element_kinds.py`: other kernels take the kinds of a page as one argument.

from sitelode.compiled.kernels.codes cimport Code


cdef class ElementKinds:
    cdef readonly object of_row, first, key, class_code
    cdef const int[::1] each_row, each_first
    cdef const Code[::1] each_key, each_class
