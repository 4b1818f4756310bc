"""Old options that became commands of `sitelode lab`: each is refused with a line that says where it moved."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from sitelode.errors import SettingError

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def in_lab(option: str, replacement: str) -> Callable[[Decorated], Decorated]:
    """Add an option that is hidden from the help and answers with one line."""

    def refuse(_context: click.Context, _option: click.Parameter, given: str | None) -> None:
        if given is not None:
            raise SettingError(f"{option} is for published methods and lives in the lab now: sitelode {replacement}")

    return click.option(option, hidden=True, expose_value=False, callback=refuse)
