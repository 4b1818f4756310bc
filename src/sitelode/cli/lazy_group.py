"""A group of commands in separate files, each loaded only when it is called, so that help is fast."""

from collections.abc import Collection, Mapping
from importlib import import_module

import click

from sitelode.errors import SettingError

LEAST_ALIKE = 0.7  # of 1, for a command to be proposed in the place of another word; set by hand
Homes = Mapping[str, Mapping[str, tuple[str, str]]]


class LazyGroup(click.Group):
    """Commands by heading of the help and by name: the module below `package` that has a `command`, and one line of help.

    A command without a module is that of another package, an entry point of the group `sitelode.commands`.
    """

    def __init__(
        self, name: str | None = None, *, homes: Homes, package: str = "sitelode.cli", in_lab: Collection[str] = (), **settings: object
    ) -> None:
        super().__init__(name, **settings)  # type: ignore[arg-type]  # click checks its own settings
        self._headings, self._package, self._in_lab = homes, package, in_lab
        self._homes = {name: home for commands in homes.values() for name, home in commands.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(self._homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (click's signature)
        if cmd_name in self._in_lab:
            raise SettingError(f"'{cmd_name}' is a published method and lives in the lab now: sitelode lab {cmd_name}")
        if cmd_name not in self._homes:
            return None  # `resolve_command` says so
        module, _ = self._homes[cmd_name]
        found: click.Command
        if module:
            found = import_module(f"{self._package}.{module}").command
        else:
            from sitelode.extensions import extension  # noqa: PLC0415 (looks into all installed packages)

            found = extension("sitelode.commands", cmd_name)
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is asked for; `help` is one of every program, and a misspelt one is answered with those that are spelt alike."""
        if args[0] == "help" and "help" not in self._homes:
            click.echo(ctx.get_help() if len(args) == 1 else self._help_of(ctx, args[1:]))
            ctx.exit()
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as problem:
            from difflib import get_close_matches  # noqa: PLC0415 (loaded when there is need)

            if alike := get_close_matches(args[0], self._homes, cutoff=LEAST_ALIKE):
                raise click.UsageError(f"{problem.message} Did you mean {' or '.join(map(repr, alike))}?", ctx) from problem
            raise

    def _help_of(self, ctx: click.Context, names: list[str]) -> str:
        name, command, rest = self.resolve_command(ctx, names)
        assert command is not None  # what is unknown was refused
        inner = click.Context(command, parent=ctx, info_name=name)
        return command._help_of(inner, rest) if rest and isinstance(command, LazyGroup) else command.get_help(inner)  # noqa: SLF001 (the same class)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (click's signature)
        for heading, commands in self._headings.items():
            with formatter.section(heading):
                formatter.write_dl([(name, about) for name, (_, about) in commands.items()])
