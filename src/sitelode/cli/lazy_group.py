"""A group of commands in separate files, each loaded only when it is called, so that help is fast."""

from collections.abc import Mapping
from importlib import import_module

import click

from sitelode.cli.terminal import set_quiet, warn

LEAST_ALIKE = 0.7  # of 1, for a command to be proposed in the place of another word; set by hand
Homes = Mapping[str, tuple[str | Mapping[str, tuple[str, str]], str]]


class LazyGroup(click.Group):
    """Commands by name, each with its home and one line of help; without that line, the list of commands leaves it out.

    A home is a module below `package` that has a `command`, a module:name, or the homes of a group of commands. A command without a home is
    that of another package, an entry point of the group `sitelode.commands`. `short` has further names of commands; `renamed` has old ones,
    which still work and print the new one. Every command has the option -q.
    """

    def __init__(
        self,
        name: str | None = None,
        *,
        homes: Homes,
        short: Mapping[str, str] | None = None,
        renamed: Mapping[str, str] | None = None,
        package: str = "sitelode.cli",
        **settings: object,
    ) -> None:
        super().__init__(name, **settings)  # type: ignore[arg-type]  # click checks its own settings
        self._homes, self._package, self._renamed = homes, package, renamed or {}
        self._other_names = {**(short or {}), **self._renamed}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(self._homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if new := self._other_names.get(cmd_name):
            group, _, name = new.partition(" ")
            inner = self.get_command(ctx, group)
            return inner.get_command(ctx, name) if isinstance(inner, click.Group) else inner
        if cmd_name not in self._homes:
            return None  # `resolve_command` says so
        home, about = self._homes[cmd_name]
        found: click.Command
        if isinstance(home, Mapping):
            return LazyGroup(cmd_name, homes=home, help=about, package=self._package)
        if home:
            module, _, attribute = home.partition(":")
            found = getattr(import_module(f"{self._package}.{module}"), attribute or "command")
        else:
            from sitelode.extensions import extension  # noqa: PLC0415 (looks into all installed packages)

            found = extension("sitelode.commands", cmd_name)
        _add_quiet(found)
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is asked for; `help` is one of every program, and a misspelt one is answered with those that are spelt alike."""
        if args[0] == "help" and "help" not in self._homes:
            click.echo(ctx.get_help() if len(args) == 1 else self._help_of(ctx, args[1:]))
            ctx.exit()
        if new := self._renamed.get(args[0]):
            warn(f"'{args[0]}' is called 'sitelode {new}' now")
            if new.startswith("-"):
                self.parse_args(ctx, [new])
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as problem:
            from difflib import get_close_matches  # noqa: PLC0415 (loaded when there is need)

            if alike := get_close_matches(args[0], [*self._homes, *self._other_names], cutoff=LEAST_ALIKE):
                raise click.UsageError(f"{problem.message} Did you mean {' or '.join(map(repr, alike))}?", ctx) from problem
            raise

    def _help_of(self, ctx: click.Context, names: list[str]) -> str:
        name, command, rest = self.resolve_command(ctx, names)
        assert command is not None  # what is unknown was refused
        inner = click.Context(command, parent=ctx, info_name=name)
        return command._help_of(inner, rest) if rest and isinstance(command, LazyGroup) else command.get_help(inner)  # noqa: SLF001 (the same class)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (click's signature)
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in self._homes.items() if about])


def _add_quiet(command: click.Command) -> None:
    if isinstance(command, click.Group):
        for each in command.commands.values():
            _add_quiet(each)
    elif not any("-q" in parameter.opts for parameter in command.params):
        about = "Print errors only: no progress, no summary."
        command.params.append(click.Option(["-q", "--quiet"], is_flag=True, expose_value=False, callback=set_quiet, help=about))
