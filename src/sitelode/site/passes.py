"""Passes over the pages of a site: some pages after the other, in their order, by this process or by several at once.

Other processes open the stored pages themselves: to them go numbers of pages, from them comes what the work found. Work is the same for
the same pages whoever does it, so that nothing depends on the number of processes.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

from sitelode.processes import in_order
from sitelode.site.site import Site
from sitelode.site.store import Entry, SiteStore

PAGES_AT_ONCE: Final = 100  # of one task; set by hand
LEAST_DIVIDED: Final = 300  # pages; to start processes for fewer costs more than they gain. Set by hand
Answer = TypeVar("Answer")
Work = Callable[[Site, Sequence[Entry]], Answer]  # a function of a module, or a partial of one: it goes to other processes


@dataclass(frozen=True)
class _Task:
    """What a process is told."""

    store: str
    numbers: tuple[int, ...]
    work: Work[Any]


def pass_over(site: Site, work: Work[Answer]) -> Iterator[Answer]:
    """What the work gives for each hundred pages of the site."""
    entries, store = site.entries, site.store
    windows = [entries[first : first + PAGES_AT_ONCE] for first in range(0, len(entries), PAGES_AT_ONCE)]
    if site.jobs == 1 or len(entries) < LEAST_DIVIDED or not isinstance(store, SiteStore):
        return (work(site, window) for window in windows)
    store.commit()  # for others to see
    tasks = (_Task(str(store.path), tuple(entry.number for entry in window), work) for window in windows)
    return in_order(_done, tasks, site.jobs)


def _done(task: _Task) -> Any:  # noqa: ANN401 (what the work gives)
    site = stored_site(task.store)
    return task.work(site, [site.all_entries[number] for number in task.numbers])


@lru_cache(maxsize=1)
def stored_site(name: str) -> Site:
    """In a process of its own: the site in a file."""
    return Site(SiteStore(Path(name)))
