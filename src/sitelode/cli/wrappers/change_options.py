"""Options of the commands that tell what changed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from sitelode.output.changes.events import Event

F = TypeVar("F", bound=Callable[..., Any])


def change_options(command: F) -> F:
    """--events, --feed, --webhook and --run."""
    for option in reversed((
        click.option("--events", "lines", type=click.Path(dir_okay=False, path_type=Path), help="Add events to this file, as JSON lines."),
        click.option("--feed", type=click.Path(dir_okay=False, path_type=Path), help="Write a feed: Atom, or RSS if it ends with .rss."),
        click.option("--webhook", metavar="URL", help="Send each event to this address, as JSON."),
        click.option("--run", "program", metavar="COMMAND", help="Run this for each event, which it gets as JSON on standard input."),
    )):  # fmt: skip
        command = option(command)
    return command


@dataclass(frozen=True)
class Tellers:
    """Who is told what changed."""

    lines: Path | None = None
    feed: Path | None = None
    webhook: str | None = None
    program: str | None = None

    def __bool__(self) -> bool:
        return any((self.lines, self.feed, self.webhook, self.program))

    def tell(self, events: "Sequence[Event]", title: str, time: str) -> None:
        """Tell everybody; what goes wrong with one event is said and stops nothing."""
        from sitelode.output.changes import tell  # noqa: PLC0415 (loaded when there is work)

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
            click.echo(f"sitelode: {problem}", err=True)
