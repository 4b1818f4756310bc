import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode_lab.strings.suffix_array import LARGEST_TEXT, SuffixArray, _sorted, sample_within, sort_sequences, sort_suffixes

MANY_CHARACTERS = "".join(chr(0x4E00 + index) for index in range(300))  # more than fit into a byte
documents = st.lists(st.text(alphabet="ab\u00e9\u4e00\U0001f600\ud800", max_size=15), max_size=4)


def suffixes_of(array: SuffixArray, texts):
    found = []
    for position in array.order.tolist():
        document = int(array.document_of(np.array([position]))[0])
        found.append(texts[document][position - int(array.starts[document]) :])
    return found


def common(one, other):
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    return shared


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        pytest.param([], [], id="no document"),
        pytest.param(["", ""], [], id="empty documents"),
        pytest.param(["aaa"], [0, 1, 2], id="one run: the end of a document sorts behind every character"),
        pytest.param(["banana"], [1, 3, 5, 0, 2, 4], id="textbook, with the end last"),
        pytest.param(["ab", "ab"], [3, 0, 4, 1], id="equal documents: suffixes in one group, however they are told apart"),
    ],
)
def test_order_of_known_strings(texts, expected):
    assert sort_suffixes(texts).order.tolist() == expected


@pytest.mark.parametrize("filler", [[], [MANY_CHARACTERS]], ids=["one byte a character", "several bytes a character"])
@given(texts=documents)
def test_agrees_with_sorting_the_suffixes(filler, texts):
    texts = texts + filler
    array = sort_suffixes(texts)
    found = suffixes_of(array, texts)

    end_last = [[*map(ord, suffix), 0x110000] for suffix in found]
    assert sorted(found) == sorted(text[start:] for text in texts for start in range(len(text)))
    assert end_last == sorted(end_last)
    assert array.lcp.tolist() == [common(*pair) for pair in zip(["", *found], found, strict=False)]


@given(texts=documents, data=st.data())
def test_suffixes_of_some_documents_are_as_if_the_others_were_empty(texts, data):
    keep = [index for index in range(len(texts)) if data.draw(st.booleans())]
    some = sort_suffixes(texts).only(keep)
    alone = sort_suffixes([text if index in keep else "" for index, text in enumerate(texts)])

    assert suffixes_of(some, texts) == suffixes_of(alone, texts)
    assert some.lcp.tolist() == alone.lcp.tolist()
    assert some.members.tolist() == keep


def test_sequences_of_numbers_are_sorted_by_number():
    array = sort_sequences([np.array([70_000, 5, 70_000]), np.array([5])])

    # 5 followed by 70,000 sorts before 5 followed by an end.
    assert array.order.tolist() == [1, 4, 0, 2]
    assert array.alphabet[array.symbols[:3]].tolist() == [70_000, 5, 70_000]


def test_text_comes_back_from_positions():
    array = sort_suffixes(["na\u00efve", "\u4e00\U0001f600"])

    assert array.text_at(2, 3) == "\u00efve"
    assert array.text_at(int(array.starts[1]), 2) == "\u4e00\U0001f600"


def test_columns_are_cut_into_documents_without_separators():
    array = sort_suffixes(["ab", "", "c"])

    assert [piece.tolist() for piece in array.per_document(np.arange(6))] == [[0, 1], [], [4]]


def test_a_page_repeated_many_times_is_no_special_case():
    text = "<p>the same page</p>" * 20
    array = sort_suffixes([text] * 200)

    assert len(array.order) == 200 * len(text)
    assert int(array.lcp.max()) == len(text)


def test_too_much_text_is_refused_with_a_remedy():
    with pytest.raises(ValueError, match="take a sample first"):
        _sorted([], [LARGEST_TEXT], np.empty(0, np.uint32))


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        pytest.param(1000, 4, id="all fit"),
        pytest.param(25, 2, id="two of eleven characters with their separator"),
        pytest.param(0, 1, id="no budget: one, so that there is an answer"),
    ],
)
def test_a_sample_keeps_to_its_budget(budget, expected):
    texts = [letter * 10 for letter in "abcd"]
    sample = sample_within(texts, budget, bytes_per_character=1)

    assert len(sample.chosen) == expected
    assert sample.is_everything == (expected == 4)
    assert f"{expected} of 4 documents" in str(sample)


def test_a_sample_does_not_depend_on_the_order_of_the_documents():
    texts = [str(number) * 10 for number in range(20)]
    one = {texts[index] for index in sample_within(texts, 60, 1).chosen}
    other = {texts[::-1][index] for index in sample_within(texts[::-1], 60, 1).chosen}

    assert one == other
    assert len(one) > 1
