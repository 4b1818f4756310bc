"""Options of published methods that became commands of `sitelode lab`: who gives the old one is told where it went."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from sitelode.errors import SettingError

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def in_lab(option: str, replacement: str) -> Callable[[Decorated], Decorated]:
    """Add an option that is not shown in the help, and answers with one line."""

    def refuse(_context: click.Context, _option: click.Parameter, given: str | None) -> None:
        if given is not None:
            raise SettingError(f"{option} is for published methods and lives in the lab now: sitelode {replacement}")

    return click.option(option, hidden=True, expose_value=False, callback=refuse)
