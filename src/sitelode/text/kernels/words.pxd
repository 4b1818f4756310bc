# Words and their codes, as in `words.py`; here so that the C compiler sees them where they are used, once for every byte of a page.

from sitelode.compiled.kernels.arrays cimport Bytes
from sitelode.compiled.kernels.codes cimport FNV_BASIS, Code, add_symbol


cdef inline bint is_word_byte(unsigned char byte) noexcept nogil:
    return byte >= 0x80 or 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122


# The bytes of a space or sign beyond ASCII: no-break spaces, quotation marks, dashes, full stops of other scripts. Soft hyphens and joiners
# are parts of words.
cdef inline int sign_size(Bytes text, Py_ssize_t position, Py_ssize_t stop) noexcept nogil:
    cdef unsigned char byte = text[position]
    cdef unsigned char second, third
    if byte < 0xC2 or position + 1 >= stop:
        return 0
    second = text[position + 1]
    if byte == 0xC2:
        return 0 if second == 0xAA or second == 0xAD or second == 0xB5 or second == 0xBA else 2
    if byte == 0xD8:
        return 2 if second == 0x8C or second == 0x9B or second == 0x9F else 0
    if byte == 0xDB:
        return 2 if second == 0x94 else 0
    if byte < 0xE0 or position + 2 >= stop:
        return 0
    third = text[position + 2]
    if byte == 0xE0:
        return 3 if second == 0xA5 and (third == 0xA4 or third == 0xA5) else 0
    if byte == 0xE2:
        return 3 if (second == 0x80 and third != 0x8C and third != 0x8D) or (second == 0x81 and third <= 0xAF) else 0
    if byte == 0xE3:
        return 3 if second == 0x80 and not 0x85 <= third <= 0x87 else 0
    if byte == 0xEF and second == 0xBC:
        return 3 if third <= 0x8F or third >= 0x9A and third <= 0xA0 else 0
    return 0


cdef inline bint is_word_at(Bytes text, Py_ssize_t position, Py_ssize_t stop) noexcept nogil:
    return is_word_byte(text[position]) and (text[position] < 0x80 or sign_size(text, position, stop) == 0)


# The end of the word that starts here: one character of a script without spaces, or a run of letters and digits.
cdef inline Py_ssize_t word_end(Bytes text, Py_ssize_t position, Py_ssize_t stop) noexcept nogil:
    if text[position] >= 0xE3:
        return min(position + (4 if text[position] >= 0xF0 else 3), stop)
    while position < stop and is_word_at(text, position, stop) and text[position] < 0xE3:
        position += 1
    return position


cdef inline Code word_code(Bytes text, Py_ssize_t position, Py_ssize_t stop) noexcept nogil:
    cdef Code code = FNV_BASIS
    cdef Py_ssize_t place
    cdef unsigned char byte
    for place in range(position, stop):
        byte = text[place]
        code = add_symbol(code, byte | 32 if 65 <= byte <= 90 else byte)
    return code
