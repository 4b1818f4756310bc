"""Several people, or several screens of one, ask at the same time."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sitelode.studio.session import StudioSession
from sitelode.studio.views.regions import regions_of


@pytest.fixture
def hasty_threads():
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def _seen(session, number):
    page, reader = session.page(number), session.reader_of(number)
    return regions_of(page, reader).probability.tolist(), reader.article(page, "", markdown=True)


@pytest.mark.usefixtures("hasty_threads")
def test_pages_read_at_once_are_read_as_one_by_one(mined_folder):
    sessions = [StudioSession(mined_folder, mined_folder) for _ in range(4)]
    for session in sessions:
        session.open_here()
    numbers = [entry.number for entry in sessions[0].site.entries][::2]
    alone = [_seen(sessions[0], number) for number in numbers]

    for session in sessions[1:]:
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(lambda number, session=session: _seen(session, number), numbers)) == alone

    for session in sessions:
        session.close()
