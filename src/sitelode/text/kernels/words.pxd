# Words and their codes, as in `words.py`; here so that the C compiler sees them where they are used, once for every byte of a page.

from sitelode.compiled.kernels.codes cimport FNV_BASIS, Code, add_symbol


cdef inline bint is_word_byte(unsigned char byte) noexcept nogil:
    return byte >= 0x80 or 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122


cdef inline Py_ssize_t word_end(const unsigned char[::1] text, Py_ssize_t position, Py_ssize_t stop) noexcept nogil:
    if text[position] >= 0xE3:
        return min(position + (4 if text[position] >= 0xF0 else 3), stop)
    while position < stop and is_word_byte(text[position]) and text[position] < 0xE3:
        position += 1
    return position


cdef inline Code word_code(const unsigned char[::1] text, Py_ssize_t position, Py_ssize_t stop) noexcept nogil:
    cdef Code code = FNV_BASIS
    cdef Py_ssize_t place
    cdef unsigned char byte
    for place in range(position, stop):
        byte = text[place]
        code = add_symbol(code, byte | 32 if 65 <= byte <= 90 else byte)
    return code
