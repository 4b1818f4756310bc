"""What somebody at a terminal can do about an address that gave no page: an option, if the command at hand has it."""

from collections.abc import Sequence

import click

from sitelode.errors import NoAnswerError

_REMEDIES = {  # reasons of `sources/crawl/left_out.py`
    "private address": ("--allow-private", "; add"),
    "timeout": ("--timeout", ", or raise"),
    "too large": ("--max-page-bytes", "; raise"),
    "time limit": ("--max-time", "; raise"),
}


def remedy(error: NoAnswerError, group: click.Group, words: Sequence[str]) -> str:
    """The end of a message on what to do next; `words` are those of the command line behind the program's name."""
    if error.reason not in _REMEDIES:
        return ""
    option, advice = _REMEDIES[error.reason]
    if any(option in each.opts for each in _command(group, words).params):
        return f"{advice} {option}"
    return f"{advice} {option}, which `sitelode crawl` has: the folder that it writes can be given instead of the address"


def _command(group: click.Command, words: Sequence[str]) -> click.Command:
    for word in words:
        found = group.get_command(click.Context(group), word) if isinstance(group, click.Group) else None
        if found is None:
            break
        group = found
    return group
