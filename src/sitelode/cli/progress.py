"""Progress bars on a terminal, nothing in a pipe; and logging."""

import json
import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sitelode.progress import Progress, no_progress

STAGES = {
    "crawl": "Fetching pages",
    "read": "Reading and parsing pages",
    "names": "Learning class names",
    "layouts": "Comparing layouts",
    "templates": "Studying templates",
    "kinds": "Telling pages apart",
    "articles": "Extracting articles",
    "links": "Following links",
    "blocks": "Finding informative blocks",
    "records": "Finding lists",
    "details": "Finding detail pages",
    "fields": "Finding fields",
    "learning": "Learning",
    "reading": "Reading",
    "verify": "Comparing with the wrapper",
    "report": "Writing the report",
    "compare": "Comparing pages",
    "classes": "Reading words and links",
    "sources": "Splitting sources",
    "sites": "Mining sites",
}
_EVERY = 0.1  # seconds between two updates; set by hand


@contextmanager
def progress_bars(*, quiet: bool) -> Iterator[Progress]:
    """Bars with rates and remaining time, one per stage; nothing if the output is not a terminal."""
    if quiet or not sys.stderr.isatty():
        yield no_progress
        return
    from rich.console import Console  # noqa: PLC0415 (only needed on a terminal)
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415
    from rich.progress import Progress as Bars  # noqa: PLC0415

    columns = (
        TextColumn("{task.description:<26}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]:>12}"),
        TimeRemainingColumn(), TextColumn("left"),
    )  # fmt: skip
    with Bars(*columns, console=Console(stderr=True)) as bars:
        started: dict[str, tuple[int, float]] = {}
        drawn = 0.0

        def show(stage: str, done: int, expected: int | None) -> None:
            nonlocal drawn
            now = time.monotonic()
            if stage not in started:
                started[stage] = int(bars.add_task(STAGES.get(stage, stage), total=expected, rate="")), now
            elif now - drawn < _EVERY and done != expected:
                return
            drawn = now
            task, since = started[stage]
            rate = f"{done / (now - since):,.0f}/s" if now > since else ""
            bars.update(task, completed=done, total=expected, rate=rate)  # type: ignore[arg-type]  # a plain number serves as task id

        yield show


class JsonLines(logging.Formatter):
    """One JSON object per line, for programs that read logs."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        return json.dumps({"time": moment, "level": record.levelname.lower(), "message": record.getMessage()})


class _StandardError(logging.StreamHandler):  # type: ignore[type-arg]  # generic for type checkers alone
    """Writes where standard error is now: while bars are drawn, that is above them."""

    def emit(self, record: logging.LogRecord) -> None:
        self.setStream(sys.stderr)
        super().emit(record)


def set_up_logging(*, verbose: bool, quiet: bool, as_json: bool) -> None:
    """Send the library's log messages to standard error."""
    handler = _StandardError()
    handler.setFormatter(JsonLines() if as_json else logging.Formatter("sitelode: %(message)s"))
    logger = logging.getLogger("sitelode")
    logger.handlers = [handler]
    logger.setLevel(logging.DEBUG if verbose else logging.ERROR if quiet else logging.INFO if as_json else logging.WARNING)
