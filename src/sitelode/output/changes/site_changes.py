"""What changed on a site since it was mined: the same wrapper reads the pages of then and of now."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sitelode.output.changes.events import Event
from sitelode.output.changes.results import events_of, moment_of
from sitelode.output.changes.watched import lines_of
from sitelode.progress import Progress, no_progress
from sitelode.site.site import Site
from sitelode.site.store import Entry
from sitelode.wrappers.applying import Applier, Reading


@dataclass
class SiteChanges:
    """Pages that are new or have other bytes, as the wrapper reads them; and everything that differs, as events."""

    pages: int = 0  # of now
    readings: list[Reading] = field(default_factory=list)  # of new and changed pages
    before: list[dict[str, Any]] = field(default_factory=list)  # what the wrapper says about all pages of then
    after: list[dict[str, Any]] = field(default_factory=list)  # and of now

    def events(self, time: str) -> list[Event]:
        return list(events_of(moment_of(self.before), moment_of(self.after), time))


def site_changes(old: Site, new: Site, applier: Applier, progress: Progress = no_progress) -> SiteChanges:
    """Read both with one wrapper. A page with the same bytes says the same, and is read once."""
    known = {entry.url: entry for entry in old.entries}
    found = SiteChanges(len(new.entries))
    for place, entry in enumerate(new.entries, start=1):
        progress("compare", place, len(new.entries))
        readings = list(applier.read(new.store.page(entry.number), entry.origin))
        found.after += lines_of(readings)
        if entry.url in known and known[entry.url].digest == entry.digest:
            found.before += lines_of(readings)
            del known[entry.url]
        else:
            found.readings += readings
    found.before += _lines(old, list(known.values()), applier)
    return found


def _lines(site: Site, entries: Sequence[Entry], applier: Applier) -> list[dict[str, Any]]:
    return lines_of(reading for entry in entries for reading in applier.read(site.store.page(entry.number), entry.origin))
