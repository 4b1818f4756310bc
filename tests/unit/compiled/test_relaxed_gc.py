import gc

import pytest

from sitelode.compiled.relaxed_gc import NEW_OBJECTS, relaxed_gc


@pytest.fixture(autouse=True)
def _as_before():
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_cycles_are_looked_for_seldom_and_afterwards_as_before():
    gc.set_threshold(700, 10, 10)

    with relaxed_gc():
        assert gc.get_threshold() == (NEW_OBJECTS, 10, 10)
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("first", [0, 10 * NEW_OBJECTS], ids=["switched off", "seldom already"])
def test_a_program_that_wants_it_more_seldom_has_its_way(first):
    gc.set_threshold(first, 10, 10)

    with relaxed_gc():
        assert gc.get_threshold() == (first, 10, 10)


def test_an_error_inside_does_not_change_what_holds_afterwards():
    gc.set_threshold(700, 10, 10)

    with pytest.raises(ValueError, match="inside"), relaxed_gc():
        raise ValueError("inside")
    assert gc.get_threshold() == (700, 10, 10)
