"""The results that were opened last, in a small file of the user, so that the start screen can offer them again."""

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from sitelode.errors import ResultError
from sitelode.json_data import Bounds, JsonData
from sitelode.output.files import whole_file
from sitelode.shared_file import SharedFile
from sitelode.site.site import is_opened_site

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
