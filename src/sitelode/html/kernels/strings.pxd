# C types for `strings.py`.

from sitelode.compiled.kernels.codes cimport Code
from sitelode.html.kernels.memory cimport Bytes


cdef struct MetName:  # where the parser has a name, and its number
    Bytes text
    size_t length
    int number


cdef struct Strings:  # every string once; a hash finds it again
    unsigned char* bytes
    size_t room
    int* starts
    int* slots
    Code mask
    int count
    MetName[64] met


cdef Code _secret, _factor
cdef Code _hash(Bytes text, size_t length) noexcept nogil
cdef int number_of(Strings* strings, Bytes text, size_t length) noexcept nogil
cdef int number_of_name(Strings* strings, Bytes text, size_t length) noexcept nogil
