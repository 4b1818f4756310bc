"""A group of commands in separate files, each loaded only when it is called, so that help is fast."""

from collections.abc import Collection, Mapping
from importlib import import_module

import click

from sitelode.errors import SettingError

Homes = Mapping[str, Mapping[str, tuple[str, str]]]


class LazyGroup(click.Group):
    """Commands by heading of the help and by name: the module below `sitelode.cli` that has a `command`, and one line of help."""

    def __init__(self, name: str | None = None, *, homes: Homes, in_lab: Collection[str] = (), **settings: object) -> None:
        super().__init__(name, **settings)  # type: ignore[arg-type]  # click checks its own settings
        self._headings, self._in_lab = homes, in_lab
        self._homes = {name: home for commands in homes.values() for name, home in commands.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(self._homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (click's signature)
        if cmd_name in self._in_lab:
            raise SettingError(f"'{cmd_name}' is a published method and lives in the lab now: sitelode lab {cmd_name}")
        if cmd_name not in self._homes:
            return None
        found: click.Command = import_module(f"sitelode.cli.{self._homes[cmd_name][0]}").command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (click's signature)
        for heading, commands in self._headings.items():
            with formatter.section(heading):
                formatter.write_dl([(name, about) for name, (_, about) in commands.items()])
