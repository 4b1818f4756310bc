import numpy as np

from sitelode.algorithms import remembered
from sitelode.algorithms.remembered import Remembered


def test_a_code_is_worked_out_once():
    asked = []
    known = Remembered(np.empty(0, dtype=np.uint64))
    codes = np.array([7, 3, 7, 9], dtype=np.uint64)

    def work_out(places):
        new = codes[places].tolist()
        asked.extend(new)
        return [10 * code for code in new]

    assert known.look_up(codes, work_out).tolist() == [70, 30, 70, 90]
    assert known.look_up(codes[::-1], work_out).tolist() == [90, 70, 30, 70]
    assert asked == [3, 7, 9]


def test_values_may_be_rows():
    known = Remembered(np.empty((0, 2)))

    assert known.look_up(np.array([1, 2], dtype=np.uint64), lambda places: [(place, 0.5) for place in places]).tolist() == [
        [0, 0.5],
        [1, 0.5],
    ]
    assert known.look_up(np.empty(0, dtype=np.uint64), lambda _: [(9, 9)]).tolist() == []


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(remembered, "MOST_REMEMBERED", 10)
    known = Remembered(np.empty(0, dtype=np.uint64))
    for start in range(0, 60, 6):
        codes = np.arange(start, start + 8, dtype=np.uint64)
        assert known.look_up(codes, lambda places, start=start: [start + place for place in places]).tolist() == codes.tolist()
        assert len(known.codes) <= 18
