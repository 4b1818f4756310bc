"""The process that tries out pages of unusual size (`site/page_trial.py`): it does with them what is done with pages, and may be killed.

Time is CPU time, by a timer of the system whose signal ends the process, whatever code runs. Where there is no such timer, or where nothing
moves at all, a clock does the same. Memory is what the process takes beyond what it has when it is ready; only Linux can limit it.
"""

import faulthandler
import json
import signal
import sys
from contextlib import suppress
from pathlib import Path

from sitelode.articles.reader import ClusterReader
from sitelode.errors import SitelodeError
from sitelode.html.parse import parse
from sitelode.layout.sketch import PageSketcher
from sitelode.site.page_links import LinkReader
from sitelode.site.page_trial import PASSED, READY
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.lists.record_lists import find_lists

SLOWEST_CLOCK = 20  # times the limit on CPU time: machines are busy
_STATM = Path("/proc/self/statm")


def work(body: bytes, url: str, content_type: str | None) -> None:
    """All that mining, lists, fields and wrappers do with a page on its own."""
    page = parse(body, url, content_type)
    LinkReader().links_of(page)
    PageSketcher().every_code(page)
    ClusterReader.learnt(0, [page]).article(page, url, markdown=True, html=True)
    for found in find_lists(page):
        found.table()
    learn_rules([page, page]).values(page)


def main(seconds: float, memory: int) -> None:
    """Answer for every page on standard input: a line about it, then its bytes."""
    work(b"<title>a</title><ul><li>one <a href=/>two</a><li>three four</ul><p>What is compiled is loaded before pages are timed.", "", None)
    given, told = sys.stdin.buffer, sys.stdout.buffer
    _limit_memory(memory)
    told.write(READY)
    told.flush()
    while line := given.readline():
        about = json.loads(line)
        body = given.read(about["size"])
        if not _is_bearable(body, about["url"], about["content_type"], seconds):
            return
        told.write(PASSED)
        told.flush()


def _is_bearable(body: bytes, url: str, content_type: str | None, seconds: float) -> bool:
    """False where memory ran out; where time does, nothing returns."""
    faulthandler.dump_traceback_later(SLOWEST_CLOCK * seconds, exit=True)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        with suppress(SitelodeError):  # the page is refused where it is read
            work(body, url, content_type)
    except MemoryError:
        return False
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()
    return True


def _limit_memory(memory: int) -> None:
    if not _STATM.exists():
        return
    import resource  # noqa: PLC0415 (not on every system)

    in_use = int(_STATM.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (in_use + memory, in_use + memory))


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
