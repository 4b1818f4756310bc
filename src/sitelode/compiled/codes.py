"""Codes of 64 bits for sequences of labels, in plain Python: for the few that are not worth loading compiled code for."""

_ALL_BITS = (1 << 64) - 1


def mixed(above: int, label: int) -> int:
    """As `codes_kernel.mixed`: the code of a label behind everything that a code stands for."""
    code = ((above ^ label) * 0x9E3779B97F4A7C15 + above) & _ALL_BITS
    code ^= code >> 29
    code = code * 0xBF58476D1CE4E5B9 & _ALL_BITS
    return code ^ (code >> 32)
