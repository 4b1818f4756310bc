# Types of the functions in `pattern_composition.py`, for the kernels that call them.

cdef enum:
    NONE, MANY, OPTIONAL

cdef long long bits_of(long long label) noexcept nogil
