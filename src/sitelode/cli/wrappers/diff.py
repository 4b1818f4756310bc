"""`sitelode wrapper diff`: what changed between two results; and where to send it, by options that `watch` has too."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from sitelode.cli.options import FILE
from sitelode.cli.terminal import say, warn
from sitelode.counted import counted
from sitelode.output.changes import tell
from sitelode.output.changes.events import Event
from sitelode.output.changes.moments import events_of, read_moment

F = TypeVar("F", bound=Callable[..., Any])


def change_options(command: F) -> F:
    """--events, --feed, --webhook and --run."""
    for option in reversed((
        click.option("--events", "lines", type=FILE, help="Append the changes to this file, as JSON lines."),
        click.option("--feed", type=FILE, help="Write a feed: Atom, or RSS if the name ends in .rss."),
        click.option("--webhook", metavar="URL", help="Post each change to this URL, as JSON."),
        click.option("--run", "program", metavar="COMMAND", help="Run this for each change, with JSON on standard input."),
    )):  # fmt: skip
        command = option(command)
    return command


@dataclass(frozen=True)
class Tellers:
    """Where changes are sent."""

    lines: Path | None = None
    feed: Path | None = None
    webhook: str | None = None
    program: str | None = None

    def __bool__(self) -> bool:
        return any((self.lines, self.feed, self.webhook, self.program))

    def tell(self, events: Sequence[Event], title: str, time: str) -> None:
        """Send changes everywhere; a failure is reported and stops nothing."""
        problems: list[str] = []
        if self.lines is not None:
            tell.write_lines(events, self.lines)
        if self.feed is not None:
            tell.write_feed(events, self.feed, title, time)
        if self.webhook:
            problems += tell.post(events, self.webhook)
        if self.program:
            problems += tell.run(events, self.program)
        for problem in problems:
            warn(str(problem))


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@change_options
def command(old: Path, new: Path, **where: Any) -> None:  # noqa: ANN401 (fields of Tellers)
    """Print what changed from OLD to NEW, as JSON lines: articles, records and layouts that are new, gone or changed.

    OLD and NEW are results, or JSON lines that `mine`, `apply` or `records` wrote. Each line has a key (the address of an
    article); a changed field has its old and new value. With --events, --feed, --webhook or --run only the number of changes is printed.

    \b
    Example:  sitelode wrapper diff monday/ tuesday/
              sitelode wrapper diff monday/ tuesday/ --feed changes.atom
    """
    time = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    events = list(events_of(read_moment(old), read_moment(new), time))
    tellers = Tellers(**where)
    if not tellers:
        for event in events:
            click.echo(json.dumps(event.to_data(), ensure_ascii=False))
        return
    tellers.tell(events, str(new), time)
    say(counted(len(events), "change"))
