"""The process that tries out pages of unusual size (`site/page_trial.py`): it does with them what is done with pages, and may be killed."""

import json
import sys
from contextlib import suppress

from sitelode.articles.reader import ClusterReader
from sitelode.errors import SitelodeError
from sitelode.html.parse import parse
from sitelode.layout.sketch import PageSketcher
from sitelode.processes import limit_memory, limit_time
from sitelode.site.page_links import LinkReader
from sitelode.site.page_trial import PASSED, READY
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.lists.record_lists import find_lists


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
    limit_memory(memory)
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
    limit_time(seconds)
    try:
        with suppress(SitelodeError):  # the page is refused where it is read
            work(body, url, content_type)
    except MemoryError:
        return False
    finally:
        limit_time(0)
    return True


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
