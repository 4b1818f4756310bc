"""The one result that is open, or none, and the way to others: recent results, kept in a small file of the user."""

import json
import os
import re
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from sitelode.errors import ResultError, SettingError
from sitelode.json_data import Bounds, JsonData
from sitelode.output.files import whole_file
from sitelode.settings import MineSettings
from sitelode.shared_file import SharedFile
from sitelode.site.site import is_opened_site
from sitelode.sources.choice import is_url
from sitelode.studio.events import Events
from sitelode.studio.session import NotReadyError, StudioSession
from sitelode.urls import normalise

_MOST_KEPT = 20  # set by hand
_FILE = SharedFile("list of results", 100_000, ResultError, "remove that file")


@dataclass(frozen=True, slots=True)
class RecentResult(JsonData):
    """One result, as it was when it was last opened."""

    folder: str
    source: str
    opened: str  # ISO 8601
    articles: Annotated[int, Bounds(0)] = 0
    pages: Annotated[int, Bounds(0)] = 0


@dataclass(frozen=True, slots=True)
class RecentResults:
    """The file; a damaged one counts as empty, because it holds nothing that is needed."""

    path: Path

    @classmethod
    def of_user(cls) -> "RecentResults":
        """Where programs of this system keep what they remember."""
        places = (os.environ.get("XDG_STATE_HOME"), os.environ.get("LOCALAPPDATA"))
        return cls(Path(next(filter(None, places), None) or Path.home() / ".local" / "state") / "sitelode" / "recent.json")

    def results(self) -> list[RecentResult]:
        """Those that are still there, the last one first."""
        return [each for each in self._kept() if is_opened_site(Path(each.folder))]

    def _kept(self) -> list[RecentResult]:
        if not self.path.is_file():
            return []
        try:
            data: Any = _FILE.json(self.path)
            return [RecentResult.from_data(each) for each in data["results"]]
        except (ResultError, ValueError, KeyError, TypeError, AttributeError):
            return []

    def remember(self, folder: Path, source: str, articles: int, pages: int) -> None:
        """Put a result first."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        first = RecentResult(str(folder.resolve()), source, now, articles, pages)
        kept = [first, *(each for each in self._kept() if each.folder != first.folder)][:_MOST_KEPT]
        # Nothing is lost if it cannot be written.
        with suppress(ResultError, OSError), whole_file(self.path) as file:
            file.write(json.dumps({"results": [each.to_data() for each in kept]}, ensure_ascii=False, indent=1) + "\n")


_UNFIT_FOR_NAMES = re.compile(r"[^\w.-]+")
_LONGEST_NAME = 60  # characters; set by hand
_LONGEST_SOURCE = 4_000  # characters of a path or an address; set by hand


class OpenResult:
    """The opened result, if any, and what a person can open instead."""

    def __init__(self, session: StudioSession | None = None, *, recent: RecentResults | None = None, results: Path | None = None) -> None:
        self.events = session.events if session else Events()
        self.recent = recent
        self.results = results or Path.cwd()  # where new results go
        self._session = session
        self._lock = threading.Lock()
        self._dropped: tempfile.TemporaryDirectory[str] | None = None
        if session:
            session.on_ready = self._remember

    @property
    def session(self) -> StudioSession:
        if self._session is None:
            raise NotReadyError("nothing is open; choose a result or a source")
        return self._session

    @property
    def state(self) -> dict[str, Any]:
        return {"state": "start"} if self._session is None else self._session.state

    # Opening and closing

    def start(self) -> None:
        """Open what the command named, in the background."""
        if self._session is not None:
            self._session.start()

    def open(self, source: str, folder: str = "", settings: MineSettings | None = None) -> None:
        """Open a result, or mine a source into a folder; what was open is closed.

        Raises:
            SettingError: when there is no such source, or the folder holds another site.

        """
        source = source.strip()
        if not source or len(source) > _LONGEST_SOURCE or "\0" in source:
            raise SettingError("give the address of a site, a folder or a file")
        source = source if is_url(source) else str(Path(source).expanduser())
        if is_url(source) and normalise(source) is None:
            raise SettingError(f"{source!r:.200} is not the address of a site")
        if len(folder) > _LONGEST_SOURCE or "\0" in folder:
            raise SettingError("give another folder for the result")
        if not is_url(source) and not Path(source).exists():
            raise SettingError(f"there is no file or folder {source}; an address begins with https://")
        target = Path(folder.strip()).expanduser() if folder.strip() else self.folder_for(source)
        with self._lock:
            self._leave()
            self._session = StudioSession(source, target, settings, events=self.events)
            self._session.on_ready = self._remember
            self._session.start()
        self.events.tell("state", **self._session.state)

    def update(self) -> None:
        """Mine the source of the opened result again, into the same folder; corrections and lessons stay."""
        session = self.session
        source, folder = session.source_of_today, session.folder
        if Path(source) == folder:
            raise SettingError(f"the source of this result, {session.own_source[:200]}, is not there")
        with self._lock:
            self._session = None
            session.close()
            self._session = StudioSession(source, folder, session.settings, events=self.events)
            self._session.on_ready = self._remember
            self._session.is_temporary = session.is_temporary
            self._session.start()
        self.events.tell("state", **self._session.state)

    def folder_for(self, source: str) -> Path:
        """Where the result of a source goes unless a person says otherwise: a new folder with a readable name."""
        if is_opened_site(Path(source)):
            return Path(source)
        name = (urlsplit(source).hostname or "") if is_url(source) else Path(source).name.split(".", 1)[0]
        fit = _UNFIT_FOR_NAMES.sub("-", name).strip("-.")[:_LONGEST_NAME] or "site"
        taken = (self.results / f"mined-{fit}{f'-{number}' if number else ''}" for number in range(10_000))
        return next(folder for folder in taken if not folder.exists())

    def leave(self) -> None:
        """Close what is open, or stop what is being mined; pages that were read stay in their folder."""
        with self._lock:
            self._leave()
        self.events.tell("state", **self.state)

    def _leave(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            # Work stops at its next step; nobody has to wait for that.
            threading.Thread(target=session.close, name="studio-closing", daemon=True).start()

    def close(self) -> None:
        """Close everything, and wait for it."""
        session, self._session = self._session, None
        if session is not None:
            session.close()
        if self._dropped is not None:
            with suppress(OSError):
                self._dropped.cleanup()

    def _remember(self, session: StudioSession) -> None:
        if self.recent is not None and not session.is_temporary:
            self.recent.remember(session.folder, session.own_source or session.source, len(session.articles), session.page_count)

    # Files that a person drops on the window

    def place_for(self, name: str) -> Path:
        """A path for a dropped file, below a temporary folder: readable, and never outside of it."""
        if self._dropped is None:
            self._dropped = tempfile.TemporaryDirectory(prefix="sitelode-dropped-", ignore_cleanup_errors=True)
        parts = [_UNFIT_FOR_NAMES.sub("-", part).strip("-.")[:_LONGEST_NAME] for part in name.split("/")]
        kept = [part for part in parts if part]
        if not kept:
            raise SettingError("a dropped file needs a name")
        path = Path(self._dropped.name).joinpath(*kept)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:  # a file was dropped under the name of this folder
            raise SettingError(f"there is no room for {path.name}: {problem.strerror}") from problem
        return path
