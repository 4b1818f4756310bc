# C types for `hidden.py`.


cdef class HidingAttributes:
    cdef const unsigned char[::1] wanted, words
    cdef const int[::1] wanted_starts, word_starts
