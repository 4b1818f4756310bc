"""Threads that read with the same wrapper: what it remembers of earlier pages is shared, and may be replaced at any moment."""

import gc
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import sitelode
from sitelode.html.parse import parse
from sitelode.wrappers.applying import Applier

PAGES = [path.read_bytes() for path in sorted(Path("examples/site").rglob("*.html"))]
THREADS = 4


@pytest.fixture
def _changing_often():
    """Threads take turns, and objects are looked at for cycles, which may let another thread in, as often as can be."""
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(2, 5, 5)
    yield
    sys.setswitchinterval(interval)
    gc.set_threshold(*thresholds)


def values(applier, bodies):
    return [[reading.found.values for reading in applier.read(parse(body))] for body in bodies]


@pytest.mark.usefixtures("_changing_often")
def test_threads_read_what_one_alone_reads():
    wrapper = sitelode.mine("examples/site").wrapper()
    expected = values(Applier(wrapper), PAGES)
    shared = Applier(wrapper)
    shifted = [PAGES[7 * number :] + PAGES[: 7 * number] for number in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as threads:
        found = list(threads.map(lambda bodies: values(shared, bodies), shifted))

    for number, read in enumerate(found):
        behind = len(PAGES) - 7 * number
        assert read[behind:] + read[:behind] == expected
