"""`sitelode diff`: what changed between two results."""

import json
from datetime import UTC, datetime
from pathlib import Path

import click

from sitelode.cli.wrappers.change_options import Tellers, change_options
from sitelode.counted import counted


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@change_options
def command(old: Path, new: Path, lines: Path | None, feed: Path | None, webhook: str | None, program: str | None) -> None:
    """Print what changed from OLD to NEW, one JSON object an event: articles and records that are new, gone or changed, and layouts.

    OLD and NEW are folders that `sitelode mine` wrote, or files of JSON lines that `mine`, `apply` or `records` wrote. An event has a key
    (the address of an article), and a change the field with what it was and is. With --events, --feed, --webhook or --run nothing is
    printed but the number of events.

    \b
    Example:  sitelode diff monday/ tuesday/
              sitelode diff monday/ tuesday/ --feed changes.atom
    """
    from sitelode.output.changes.moments import events_of, read_moment  # noqa: PLC0415 (loaded when there is work)

    time = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    events = list(events_of(read_moment(old), read_moment(new), time))
    tellers = Tellers(lines, feed, webhook, program)
    if not tellers:
        for event in events:
            click.echo(json.dumps(event.to_data(), ensure_ascii=False))
        return
    tellers.tell(events, str(new), time)
    click.echo(counted(len(events), "event"))
