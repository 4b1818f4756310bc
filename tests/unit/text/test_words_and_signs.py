import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.text.kernels.words import word_codes

IN_WORDS = "\u00aa\u00ad\u00b5\u00ba\u200c\u200d\u3005\u3006\u3007"  # ordinals, soft hyphens, joiners, ideographic repetition
SIGNS = "\u060c\u061b\u061f\u06d4\u0964\u0965"  # commas, question marks and full stops of Arabic and Hindi
RANGES = ((0x80, 0xBF), (0x2000, 0x206F), (0x3000, 0x303F), (0xFF00, 0xFF0F), (0xFF1A, 0xFF20))
FIRST_WITHOUT_SPACES = 0x3000  # from here on a character is a word
LETTERS = "aB7éЖس日本ü "


def codes(text: str) -> list[int]:
    return word_codes(np.frombuffer(text.encode(), dtype=np.uint8)).tolist()


def is_sign(character: str) -> bool:
    if ord(character) < 0x80:
        return not character.isalnum()
    if character in IN_WORDS:
        return False
    return character in SIGNS or any(first <= ord(character) <= last for first, last in RANGES)


def words_one_by_one(text: str) -> list[str]:
    words, run = [], ""
    for character in text + " ":
        alone = ord(character) >= FIRST_WITHOUT_SPACES
        if is_sign(character) or alone:
            words += [run] if run else []
            run = ""
        if not is_sign(character):
            words, run = ([*words, character], run) if alone else (words, run + character)
    return words


@pytest.mark.parametrize(
    ("text", "same_as"),
    [
        pytest.param("Chapter\u00a06.\u00a0Virtual Networking", "chapter 6 virtual networking", id="no-break spaces"),
        pytest.param("“Hello” — world… it’s", "hello world it s", id="quotation marks, dashes, dots, apostrophes"),
        pytest.param("«été» n° 1º", "été n 1º", id="French and Spanish"),
        pytest.param("سلام، دنیا؟", "سلام دنیا", id="Arabic comma and question mark"),
        pytest.param("नमस्ते दुनिया।", "नमस्ते दुनिया", id="Hindi full stop"),
        pytest.param("「東京」。大阪", "東京大阪", id="ideographic brackets and full stop"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_signs_are_no_letters(text, same_as):
    assert codes(text) == codes(same_as)


def test_soft_hyphens_and_joiners_are_parts_of_words():
    assert len(codes("Grund\u00adgebühr")) == 1
    assert len(codes("می\u200cخواهم")) == 1


@given(st.text(alphabet=LETTERS + IN_WORDS + SIGNS + "\u00a0«»–—“”…。、！：. ,-'", max_size=40))
def test_agrees_with_reading_character_by_character(text):
    assert codes(text) == [code for word in words_one_by_one(text) for code in codes(word)]
    assert len(codes(text)) == len(words_one_by_one(text))


def test_the_edges_of_what_is_a_sign():
    edges = [chr(code) for first, last in RANGES for code in (first - 1, first, last, last + 1)]
    for character in (*edges, *IN_WORDS, *SIGNS):
        assert codes(f"a{character}b") == codes(" ".join(words_one_by_one(f"a{character}b"))), hex(ord(character))
