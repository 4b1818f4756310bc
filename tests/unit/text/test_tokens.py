"""Terms of any script."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.slow_terms import slow_terms

from sitelode.html.parse import parse
from sitelode.text.segments import segments_of
from sitelode.text.tokens import INVISIBLE, UNSPACED, WORD, character_kind, distinct_terms, page_terms, term_codes, terms

MASK = (1 << 64) - 1


def code_of(term):
    """The code of a term, from its definition."""
    code = 14695981039346656037
    for character in term:
        code = ((code ^ ord(character)) * 1099511628211) & MASK
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        code = ((code ^ (code >> 33)) * factor) & MASK
    return code ^ (code >> 33)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param(" -- !? ", [], id="no letters"),
        pytest.param("Two Words, 1999.", ["two", "words", "1999"], id="words and numbers in lower case"),
        pytest.param("Fuß ÄRGER", ["fuß", "ärger"], id="letters beyond ASCII"),
        pytest.param("co\u00adoperate", ["cooperate"], id="a soft hyphen is not there"),
        pytest.param("中文字", ["中文", "文字"], id="Chinese in pairs"),
        pytest.param("中。文", ["中", "文"], id="lone characters"),
        pytest.param("iPhone手机7", ["iphone", "手机", "7"], id="scripts change without a space"),
        pytest.param("東京タワー", ["東京", "京タ", "タワ", "ワー"], id="Japanese"),
        pytest.param("ไทย", ["ไท", "ทย"], id="Thai"),
        pytest.param("한국 뉴스", ["한국", "뉴스"], id="Korean has spaces"),
        pytest.param("हिन्दी समाचार", ["हिन्दी", "समाचार"], id="marks belong to words"),
        pytest.param("a😀b 𠀀𠀁", ["a", "b", "𠀀𠀁"], id="beyond the first plane"),
        pytest.param("İstanbul", ["İstanbul"], id="no lower case of one letter"),
    ],
)
def test_terms(text, expected):
    assert terms(text) == expected


@given(st.text(max_size=80))
def test_terms_are_those_found_letter_by_letter(text):
    assert terms(text) == slow_terms(text)


@pytest.mark.parametrize(
    "text", ["Größe İstanbul 東京タワーは", "ไทย a\u00adb ǅ x_y 12.5", "\U00020000\U00020001 नमस्ते\u200d", "ＡＢＣ ﬀ ẞ", "\U0001f600 a"]
)
def test_terms_of_many_scripts_are_those_found_letter_by_letter(text):
    assert terms(text) == slow_terms(text)


@pytest.mark.parametrize(
    ("kind", "characters"),
    [
        pytest.param(
            UNSPACED,
            "\u0e01\u0edf\u1000\u109d\u1780\u17f9\u3005\u3007\u3021\u3029\u3031\u3035\u3041\u3096\u309d\u309f\u30a1\u30fa\u30fc\u30ff\u31f0\u31ff"
            "\u3400\u4dbf\u4e00\u9fff\ua9e0\ua9fe\uaa60\uaa7f\uf900\ufad9\uff66\uff9d\U00020000\U0003ffff",
            id="the first and the last of each script without spaces",
        ),
        pytest.param(
            WORD,
            "\u0df3\u0f00\u0fc6\u10a0\u1773\u180b\u302a\u302f\u3038\u303c\u3099\u309a\u3105\u31bf\u3220\ua000\ua9d9\uaa00\uaa59\uaa80\ufb00\uff5a"
            "\uff9e\U00010000\U0001efff",
            id="the nearest letters around them",
        ),
        pytest.param(INVISIBLE, "\u00ad\u200c\u200d\u2060\ufeff", id="what no reader sees"),
    ],
)
def test_the_kind_of_a_character(kind, characters):
    assert {character: character_kind(ord(character)) for character in characters} == dict.fromkeys(characters, kind)


@settings(deadline=None)  # the first example compiles
@given(st.text(st.one_of(st.sampled_from("ab中文ไท \u00ad,"), st.characters(exclude_categories=["Cs"])), max_size=60))
def test_codes_agree_with_the_terms(text):
    assert term_codes(text).tolist() == [code_of(term) for term in terms(text)]


@settings(deadline=None)  # the first example compiles
@given(st.binary(max_size=40))
def test_any_bytes_have_terms(text):
    decoded = text.decode("utf-8", "replace")

    assert len(term_codes(decoded)) == len(terms(decoded))


def test_inline_markup_does_not_divide_a_word_but_the_end_of_a_line_does():
    page = parse("<p>W<b>or</b>d <i>next</i><p>文<p>字<ul><li>on<li>e</ul>".encode())
    found = page_terms(page, segments_of(page))

    assert found.codes.tolist() == [code_of(term) for term in ["word", "next", "文", "字", "on", "e"]]
    assert found.segment.tolist() == [0, 0, 1, 2, 3, 4]


def test_a_page_without_text_has_no_terms():
    page = parse(b"<hr>")

    assert page_terms(page, segments_of(page)).codes.dtype == np.uint64
    assert not len(page_terms(page, segments_of(page)).codes)


@given(st.lists(st.text(alphabet="ab 中文.", max_size=12), max_size=6))
def test_distinct_terms_of_many_texts_are_those_of_each(texts):
    assert distinct_terms(texts).tolist() == [len(set(terms(text))) for text in texts]
