"""What detail pages see of a text: its code with spaces as one, its shape, and the label that it begins with."""

import pytest

from sitelode.tables.details.kernels.text_nodes import read_text


def read(text):
    encoded = text.encode()
    return read_text(memoryview(encoded), 0, len(encoded))


@pytest.mark.parametrize("text", ["a b", " a b ", "a  b", "a\u00a0b", "a\tb", "a\nb", "a\x0bb", "a\x0cb", "a\rb", "a\u00a0 b"])
def test_all_spaces_are_one(text):
    assert read(text)[0] == read("a b")[0]


@pytest.mark.parametrize("text", ["ab", "a\x0eb", "a\x08b", "aÂb", "a\u00a1b", "A b"])
def test_other_signs_are_none(text):
    assert read(text)[0] != read("a b")[0]


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Lamp 12", "Harbour 7", True),
        ("Lamp 12", "ламп 12", True),
        ("Lamp 12", "Lamp, 12", False),
        ("Lamp 12", "Lamp12", False),
        ("12/03/2021", "1/3/21", True),
        ("a--b", "a-b", False),
        ("a b c d e f g and more of it", "g h i k l m n 12", True),
        ("a b c d e f", "g h i k l 12", False),
        ("[a]", "{a}", False),
        ("zA", "9", False),
        ("Z", "a", True),
        ("z", "A", True),
        ("0", "9", True),
    ],
)
def test_shapes(one, other, alike):
    assert (read(one)[1] == read(other)[1]) is alike


@pytest.mark.parametrize(
    ("text", "label", "value_from"),
    [
        ("Price: 12", "Price", 6),
        ("Price : 12", "Price", 7),
        ("Price=12", "Price", 6),
        ("价格：12", "价格", 9),
        ("Price:", None, -1),
        ("Price:  ", None, -1),
        ("https://a.example", None, -1),
        ("a: b", None, -1),
        ("ab: c", "ab", 3),
        (f"{'a' * 60}: b", "a" * 60, 61),
        (f"{'a' * 61}: b", None, -1),
        ("no label", None, -1),
        ("Time: 12:30", "Time", 5),
    ],
)
def test_a_label_stands_before_a_colon(text, label, value_from):
    _, _, code, end = read(text)

    assert code == (0 if label is None else read(label)[0])
    assert end == value_from


@pytest.mark.parametrize("text", ["", "  ", "\u00a0\n"])
def test_white_space_has_no_code(text):
    assert read(text)[:3] == (0, 0, 0)
