"""Data and back: what is written is read again, and whatever else is refused in one line that names the place."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.errors import DamagedDataError, SitelodeError
from sitelode.json_data import Bounds, Inline, JsonData, Key, Share, form_of, hexadecimal, rounded, significant


@dataclass(frozen=True, slots=True)
class Leaf(JsonData):
    omits_empty: ClassVar[bool] = True
    words: Annotated[tuple[Annotated[str, Bounds(1)], ...], Key("class"), Bounds(1, 3)]
    place: int = 0
    deep: bool = False


@dataclass(frozen=True)
class Extra(JsonData):
    names: frozenset[str] = frozenset()
    notes: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tree(JsonData):
    kind: Annotated[str, form_of(Literal["tall", "small"])]
    leaves: tuple[Leaf, ...]
    share: Annotated[Share, rounded(3)] = 0.0
    chance: Annotated[float, significant(2)] = 1.0
    code: Annotated[int, hexadecimal(16)] = 0
    size: tuple[int, int] | None = None
    extra: Annotated[Extra, Inline] = field(default_factory=Extra)
    rules: Any = None
    inner: tuple["Tree", ...] = ()

    def check(self):
        if self.kind == "small" and self.inner:
            raise ValueError("a small tree\nhas no tree inside")


GOOD = {
    "kind": "tall", "leaves": [{"class": ["a"]}], "share": 0.5, "chance": 0.012, "code": "00000000000000ff", "size": [1, 2],
    "names": ["a", "b"], "notes": {"z": 1.0, "a": 2.0}, "rules": {"x": [1]}, "inner": [],
}  # fmt: skip

LEAVES = st.builds(
    Leaf, st.lists(st.text(min_size=1), min_size=1, max_size=3).map(tuple), st.integers(-(2**63) + 1, 2**63 - 1), st.booleans()
)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
TREES = st.builds(
    Tree, st.sampled_from(["tall", "small"]), st.lists(LEAVES, max_size=3).map(tuple), code=st.integers(0, 2**64 - 1),
    size=st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9)),
    extra=st.builds(Extra, st.frozensets(st.text()), st.dictionaries(st.text(), NUMBERS)),
)  # fmt: skip


@given(TREES)
def test_data_and_back_through_json(tree):
    assert Tree.from_data(json.loads(json.dumps(tree.to_data()))) == tree


def test_a_file_is_written_as_the_fields_say():
    read = Tree.from_data(GOOD)

    assert json.dumps(read.to_data()) == json.dumps(GOOD)
    assert Leaf(("a", "b"), deep=True).to_data() == {"class": ["a", "b"], "deep": True}
    assert (
        Tree("tall", (), 0.123456, 0.0001234).to_data() | {"share": 0.123, "chance": 0.00012}
        == Tree("tall", (), 0.123456, 0.0001234).to_data()
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param({"kind": "broad"}, "kind is 'broad', where one of tall, small is needed", id="an unknown word"),
        pytest.param({"kind": None}, "kind is null, where one of tall, small is needed", id="null"),
        pytest.param({"leaves": {}}, "leaves is an object, where a list is needed", id="an object for a list"),
        pytest.param({"leaves": [{"class": ["a"]}, {}]}, "leaves[1]: 'class' is missing", id="a missing key"),
        pytest.param({"leaves": [{"class": []}]}, "leaves[0].class has the length 0, where 1 to 3 is needed", id="a short list"),
        pytest.param({"leaves": [{"class": ["a"] * 10**6}]}, "leaves[0].class has the length 1000000, where 1 to 3 is needed", id="a huge list"),
        pytest.param({"leaves": [{"class": ["a", ""]}]}, "leaves[0].class[1] has the length 0, where at least 1 is needed", id="no word"),
        pytest.param({"leaves": [{"class": "ab"}]}, "leaves[0].class is 'ab', where a list is needed", id="a text for a list"),
        pytest.param({"leaves": [{"class": ["a"], "place": 2**70}]}, "leaves[0].place is a huge number, where a whole number is needed", id="2**70"),
        pytest.param({"leaves": [{"class": ["a"], "place": True}]}, "leaves[0].place is true, where a whole number is needed", id="true for 1"),
        pytest.param({"leaves": [{"class": ["a"], "deep": 1}]}, "leaves[0].deep is 1, where true or false is needed", id="1 for true"),
        pytest.param({"share": 7}, "share is 7, where at most 1 is needed", id="out of bounds"),
        pytest.param({"share": float("nan")}, "share is nan, where at most 1 is needed", id="no number in bounds"),
        pytest.param({"chance": float("inf")}, "chance is inf, where a number is needed", id="infinite"),
        pytest.param({"chance": 10**400}, "chance is a huge number, where a whole number is needed", id="a huge number"),
        pytest.param({"code": "xyz"}, "code: invalid literal", id="no code"),
        pytest.param({"code": "f" * 17}, "where a code of 16 hexadecimal digits is needed", id="a long code"),
        pytest.param({"size": [1]}, "size is a list, where a list of 2 is needed", id="a short pair"),
        pytest.param({"notes": {"a\nb": None}}, "notes.a b is null, where a number is needed", id="a name of two lines"),
        pytest.param({"kind": "small", "inner": [GOOD]}, "a small tree has no tree inside", id="parts that do not fit"),
    ],
)  # fmt: skip
def test_other_data_is_refused_in_one_line(change, said):
    with pytest.raises(DamagedDataError) as refused:
        Tree.from_data(GOOD | change)

    assert str(refused.value).startswith("not a tree: ")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_deep_nesting_is_refused():
    deep = GOOD
    for _ in range(10_000):
        deep = GOOD | {"inner": [deep]}

    with pytest.raises(DamagedDataError, match="too deeply nested"):
        Tree.from_data(deep)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*GOOD, "class", "place"]), inner),
    )
)
def test_no_data_whatever_is_more_than_an_error(data):
    with suppress(SitelodeError):
        assert isinstance(Tree.from_data(data), Tree)
