"""Compiled code: fast access to bytes in memory, several at a time."""
# mypy: ignore-errors

import cython

if cython.compiled:
    from cython.cimports.sitelode.html.kernels.memory import eight_bytes

_HIGH_BITS = cython.declare(cython.ulonglong, 0x8080808080808080)

if not cython.compiled:  # else as in `memory.pxd`

    def find(source, size, byte, start):
        """Position of the first such byte at or after start, or the size if there is none."""
        while start < size and source[start] != byte:
            start += 1
        return min(start, size)


def characters_if_utf8(source: cython.const[cython.uchar][::1]):
    """The number of non-ASCII characters if this is valid UTF-8 (a character cut off at the end is allowed); otherwise -1."""
    size: cython.Py_ssize_t = len(source)
    position: cython.Py_ssize_t = 0
    characters: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t
    more: cython.int
    lowest: cython.int
    highest: cython.int
    while position < size:
        lead = source[position]
        if lead < 0x80:
            position += 1
            if cython.compiled:
                while position + 8 <= size and eight_bytes(cython.address(source[position])) & _HIGH_BITS == 0:
                    position += 8
            continue
        lowest, highest = 0x80, 0xBF
        if 0xC2 <= lead <= 0xDF:
            more = 1
        elif 0xE0 <= lead <= 0xEF:
            more = 2
            lowest = 0xA0 if lead == 0xE0 else 0x80
            highest = 0x9F if lead == 0xED else 0xBF
        elif 0xF0 <= lead <= 0xF4:
            more = 3
            lowest = 0x90 if lead == 0xF0 else 0x80
            highest = 0x8F if lead == 0xF4 else 0xBF
        else:
            characters = -1
            break
        place = position + 1
        while place < size and place <= position + more and lowest <= source[place] <= highest:
            lowest, highest = 0x80, 0xBF
            place += 1
        if place < size and place <= position + more:
            characters = -1
            break
        position += 1 + more
        characters += 1
    return characters


def largest(numbers: cython.const[cython.int][::1]):
    """The largest of some numbers, none of them negative; of few, numpy takes longer to begin than to look."""
    found: cython.int = 0
    for place in range(len(numbers)):
        found = max(found, numbers[place])
    return found
