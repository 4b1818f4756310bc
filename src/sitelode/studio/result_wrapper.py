"""The wrapper in the folder of a result, and what it found before."""

from pathlib import Path

from sitelode.errors import ResultError, SitelodeError
from sitelode.output.changes.moments import layout_events
from sitelode.output.changes.watch_log import take_runs
from sitelode.wrappers.known_content import KnownArticles, KnownRows, known_file, read_known, read_rows
from sitelode.wrappers.wrapper import Wrapper, read_wrapper

NAME = "wrapper.json"


def wrapper_of(folder: Path) -> Path:
    """Where it lies.

    Raises:
        ResultError: when there is none.

    """
    path = folder / NAME
    if not path.is_file():
        raise ResultError("this result has no wrapper.json; mine the site again")
    return path


def wrapper_or_none(folder: Path) -> Wrapper | None:
    try:
        return read_wrapper(wrapper_of(folder))
    except SitelodeError:
        return None


def known_articles(folder: Path) -> KnownArticles | None:
    """Articles that it found before, which verifying and repairing compare with."""
    for file in (known_file(folder / NAME), folder / "articles.jsonl"):
        if file.is_file() and (known := read_known(file)).articles:
            return known
    return None


def known_rows(folder: Path) -> KnownRows:
    path = known_file(folder / NAME)
    return read_rows(path) if path.is_file() else KnownRows()


def note_layouts(folder: Path, earlier: Wrapper | None) -> None:
    """A site that was watched was mined again: what the runs found is in the result now, and layouts may have changed."""
    now = wrapper_or_none(folder)
    if earlier is not None and now is not None:
        take_runs(folder / NAME, list(layout_events(earlier, now, "")))
