import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sitelode.compiled.codes import labels_behind, mix, mix_columns
from sitelode.text.kernels.words import word_codes

WORDS = st.integers(0, 2**64 - 1)


def fnv_code(text: bytes) -> int:
    """FNV-1a with 64 bits, as its authors write it down."""
    code = 0xCBF29CE484222325
    for byte in text:
        code = (code ^ byte) * 0x100000001B3 % 2**64
    return code


@given(WORDS, WORDS)
def test_codes_are_the_same_in_plain_python_and_in_columns(above, label):
    of_columns = mix_columns(np.array([above], dtype=np.uint64), np.array([label], dtype=np.uint64))

    assert mix(above, label) == int(of_columns[0])


def test_the_order_matters():
    assert mix(1, 2) != mix(2, 1)


@given(st.text("abcxyz019", min_size=1, max_size=20))
def test_codes_of_texts_are_the_same_in_plain_python_and_compiled(text):
    assert word_codes(text.encode()).tolist() == [fnv_code(text.encode())]


def test_codes_of_texts_are_those_of_fnv_1a():
    assert fnv_code(b"foobar") == 0x85944171F73967E8  # from the test vectors of the authors


@given(WORDS, WORDS)
def test_the_label_behind_a_code_is_found_again(above, label):
    column = np.array([above], dtype=np.uint64)

    assert labels_behind(column, mix_columns(column, np.array([label], dtype=np.uint64))) == label
