# C types for `page_rows.py`: other kernels take a whole page as one argument.

from sitelode.compiled.kernels.arrays cimport Bytes, Numbers, Tags


cdef class PageRows:
    cdef Tags tag
    cdef Numbers parent, end, text_start, text_end, class_, id_, attribute_node, attribute_name, attribute_value, string_start
    cdef Bytes strings, text
    cdef bytes string_bytes, _text
    cdef Py_ssize_t first_attribute(self, Py_ssize_t row) noexcept
    cdef bint is_string(self, Py_ssize_t number, bytes wanted) noexcept
    cpdef str string(self, Py_ssize_t number)


cdef int white_bytes(Bytes text, Py_ssize_t position, Py_ssize_t end) noexcept nogil
