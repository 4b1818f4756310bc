from concurrent.futures import ThreadPoolExecutor

import numpy as np

from sitelode.compiled import code_table as remembered
from sitelode.compiled.code_table import CodeTable


def test_a_code_is_worked_out_once():
    asked = []
    known = CodeTable(np.empty(0, dtype=np.uint64))
    codes = np.array([7, 3, 7, 9], dtype=np.uint64)

    def work_out(places):
        new = codes[places].tolist()
        asked.extend(new)
        return [10 * code for code in new]

    assert known.look_up(codes, work_out).tolist() == [70, 30, 70, 90]
    assert known.look_up(codes[::-1], work_out).tolist() == [90, 70, 30, 70]
    assert asked == [3, 7, 9]


def test_values_may_be_rows():
    known = CodeTable(np.empty((0, 2)))

    assert known.look_up(np.array([1, 2], dtype=np.uint64), lambda places: [(place, 0.5) for place in places]).tolist() == [
        [0, 0.5],
        [1, 0.5],
    ]
    assert known.look_up(np.empty(0, dtype=np.uint64), lambda _: [(9, 9)]).tolist() == []


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(remembered, "MOST_REMEMBERED", 10)
    known = CodeTable(np.empty(0, dtype=np.uint64))
    for start in range(0, 60, 6):
        codes = np.arange(start, start + 8, dtype=np.uint64)
        assert known.look_up(codes, lambda places, start=start: [start + place for place in places]).tolist() == codes.tolist()
        assert len(known.table[0]) <= 18


def test_what_is_learnt_meanwhile_does_no_harm():
    """Another thread may add codes at any time: here, while a value is being worked out."""
    known = CodeTable(np.empty(0, dtype=np.uint64))
    mine, others = np.array([2, 8], dtype=np.uint64), np.array([1, 5, 8, 9], dtype=np.uint64)

    def tens(codes):
        return lambda places: [10 * code for code in codes[places].tolist()]

    def interrupted(places):
        assert known.look_up(others, tens(others)).tolist() == [10, 50, 80, 90]
        return tens(mine)(places)

    assert known.look_up(mine, interrupted).tolist() == [20, 80]
    assert known.look_up(others, tens(others)).tolist() == [10, 50, 80, 90]
    assert known.look_up(mine, tens(mine)).tolist() == [20, 80]


def test_threads_share_what_is_remembered():
    known = CodeTable(np.empty(0, dtype=np.uint64))

    def look_up(seed):
        numbers = np.random.default_rng(seed)
        for _ in range(300):
            codes = numbers.integers(0, 500, 40).astype(np.uint64)
            if (known.look_up(codes, lambda places, codes=codes: (codes[places] * 3).tolist()) != codes * 3).any():
                return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(look_up, range(8)))
