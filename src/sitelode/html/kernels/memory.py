"""Bytes in memory, as compiled code looks at them: `memory.pxd` says the same in C, several bytes at a time."""


def find(source: bytes, size: int, byte: int, start: int) -> int:
    """Position of the first such byte at or after start, or the size if there is none."""
    while start < size and source[start] != byte:
        start += 1
    return min(start, size)
