"""Several people, or several screens of one, ask at the same time."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sitelode.studio.session import Desk
from sitelode.studio.views.regions import regions_of


@pytest.fixture
def hasty_threads():
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def _seen(desk, number):
    page, reader = desk.page(number), desk.reader_of(number)
    return regions_of(page, reader).probability.tolist(), reader.article(page, "", markdown=True)


@pytest.mark.usefixtures("hasty_threads")
def test_pages_read_at_once_are_read_as_one_by_one(mined_folder):
    desks = [Desk(mined_folder, mined_folder) for _ in range(4)]
    for desk in desks:
        desk.open_here()
    numbers = [entry.number for entry in desks[0].site.entries][::2]
    alone = [_seen(desks[0], number) for number in numbers]

    for desk in desks[1:]:
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(lambda number, desk=desk: _seen(desk, number), numbers)) == alone

    for desk in desks:
        desk.close()
