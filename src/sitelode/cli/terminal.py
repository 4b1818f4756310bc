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
from datetime import timedelta
from shutil import get_terminal_size
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
_EVERY = 0.1  # seconds between two updates; set by hand, as is the next
_BAR = 12  # characters
_EMPTY_LINE = "\x1b[2K"  # of a terminal


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
    """A bar for the stage at work, with its rate and the time left; nothing with -q, or if the output is not a terminal."""
    if quiet or is_quiet() or not sys.stderr.isatty():
        yield no_progress
        return
    started: dict[str, float] = {}
    last, is_whole, drawn = "", False, 0.0

    def show(stage: str, done: int, expected: int | None) -> None:
        nonlocal last, is_whole, drawn
        now = time.monotonic()
        since = started.setdefault(stage, now)
        if now - drawn < _EVERY and (done != expected or (is_whole and stage == last)):
            return
        if is_whole and stage != last:
            click.echo(err=True)  # a stage that came to its end stays above the next one
        last, is_whole, drawn = stage, done == expected, now
        rate = done / (now - since) if now > since else 0.0
        left = f"{timedelta(seconds=int((expected - done) / rate))} left" if expected and rate and not is_whole else ""
        bar = "━" * round(_BAR * done / expected) if expected else ""
        figures = f"{done}/{expected or '?'}"
        text = f"{STAGES.get(stage, stage):<26} {bar:<{_BAR}} {figures:>11} {rate:>8,.0f}/s {left}"
        click.echo(f"{_EMPTY_LINE}{text[: get_terminal_size().columns - 1]}\r", err=True, nl=False)

    try:
        yield show
    finally:
        if last:
            click.echo(err=True)


class JsonLines(logging.Formatter):
    """One JSON object per line, for programs that read logs."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        return json.dumps({"time": moment, "level": record.levelname.lower(), "message": record.getMessage()})


class _StandardError(logging.StreamHandler):  # type: ignore[type-arg]  # generic for type checkers alone
    """Writes where standard error is now."""

    def emit(self, record: logging.LogRecord) -> None:
        self.setStream(sys.stderr)
        super().emit(record)

    def format(self, record: logging.LogRecord) -> str:
        return f"{_EMPTY_LINE if sys.stderr.isatty() else ''}{as_options(super().format(record))}"  # instead of a bar


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
