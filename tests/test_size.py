"""The house does not grow: no room is larger than its row in docs/architecture.md. What a change adds, it takes away elsewhere."""

from collections import Counter

import pytest
from bench.sizes import rooms, rows, together


@pytest.mark.parametrize("names", rows(), ids=lambda names: names[0])
def test_no_room_is_larger_than_its_row(names):
    now, row = together(names, rooms()), rows()[names]

    assert now.lines <= row.lines, f"{now.lines} lines; take something away, or raise the row and say why in the commit"
    assert now.modules <= row.modules, f"{now.modules} modules; look for the room that exists before you build one"


def test_every_room_has_one_row():
    named = Counter(name for names in rows() for name in names)

    assert set(rooms()) - {"__init__", "__main__"} == set(named)
    assert max(named.values()) == 1
