"""The terminal: progress bars (nothing in a pipe), logging, questions to a person, and Ctrl-C that is neither lost nor late.

An interrupt is an exception between two steps of Python. If it hits the finalizer of an object, Python would ignore it: it is raised again
a little later. While the process ends it has no effect.
"""

import atexit
import json
import logging
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

import click

from sitelode.progress import Progress, no_progress

STAGES = {
    "crawl": "Fetching pages",
    "read": "Reading and parsing pages",
    "names": "Learning class names",
    "layouts": "Comparing layouts",
    "templates": "Learning templates",
    "kinds": "Classifying pages",
    "articles": "Extracting articles",
    "links": "Following links",
    "blocks": "Scoring blocks",
    "records": "Finding lists",
    "details": "Finding detail pages",
    "fields": "Finding fields",
    "learning": "Learning",
    "reading": "Reading",
    "verify": "Comparing with the wrapper",
    "compare": "Comparing pages",
    "classes": "Reading words and links",
    "sources": "Splitting sources",
    "sites": "Mining sites",
}
_SETTING = re.compile(r"\b([a-z]+(?:_[a-z]+)*)=(?:True|\.\.)")  # respect_tdm=True, text_field=..
_EVERY = 0.1  # seconds between two updates; set by hand


def set_quiet(context: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 (click's signature)
    """Remember -q for `say` and `progress_bars`."""
    context.meta[__name__] = value
    if value:
        set_up_logging(quiet=True)


def is_quiet() -> bool:
    """Whether -q was given."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(__name__))


def say(text: str, *, err: bool = False) -> None:
    """Print something that -q leaves out."""
    if not is_quiet():
        click.echo(text, err=err)


def warn(text: str) -> None:
    """Print a problem on standard error. The library names settings as Python writes them; here they are options of a command."""
    click.echo(f"sitelode: {as_options(text)}", err=True)


def as_options(text: str) -> str:
    return _SETTING.sub(lambda found: f"--{found[1].replace('_', '-')}", text)


def short_path(path: str) -> str:
    steps = path.split(" > ")
    return ("… > " if len(steps) > 4 else "") + " > ".join(steps[-4:])  # noqa: PLR2004 (as much as fits on a line)


@contextmanager
def progress_bars(*, quiet: bool = False) -> Iterator[Progress]:
    """Bars with rates and remaining time, one per stage; nothing with -q, or if the output is not a terminal."""
    if quiet or is_quiet() or not sys.stderr.isatty():
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

    def format(self, record: logging.LogRecord) -> str:
        return as_options(super().format(record))


def set_up_logging(*, verbose: bool = False, quiet: bool = False, as_json: bool = False) -> None:
    """Send the library's log messages to standard error."""
    handler = _StandardError()
    handler.setFormatter(JsonLines() if as_json else logging.Formatter("sitelode: %(message)s"))
    logger = logging.getLogger("sitelode")
    logger.handlers = [handler]
    logger.setLevel(logging.DEBUG if verbose else logging.ERROR if quiet else logging.INFO if as_json else logging.WARNING)


def ask_user(question: str) -> str | None:
    """An answer; none where the input has ended."""
    try:
        return str(click.prompt(question, default="", show_default=False)).strip()
    except click.Abort as ended:
        if not isinstance(ended.__context__, EOFError):
            raise  # Ctrl-C
        click.echo()
        return None


SECONDS_TO_NEXT_TRY: Final = 0.02  # set by hand


@contextmanager
def patient_interrupts() -> Iterator[None]:
    """Lose no Ctrl-C while the block runs; does nothing if another handler for it is installed.

    After that, while the process ends, Ctrl-C has no effect: the work is done, and the exit code says so.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    report = sys.unraisablehook

    def again_or_report(unraisable: "sys.UnraisableHookArgs") -> None:
        if isinstance(unraisable.exc_value, KeyboardInterrupt):
            again = Timer(SECONDS_TO_NEXT_TRY, signal.raise_signal, [signal.SIGINT])
            again.daemon = True
            again.start()
        else:
            report(unraisable)

    sys.unraisablehook = again_or_report
    try:
        yield
    finally:
        sys.unraisablehook = report
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
