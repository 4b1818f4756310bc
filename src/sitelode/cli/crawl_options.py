"""The options for fetching that several commands take, and those that help where an address gives no page.

Their names are fields of CrawlSettings.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from sitelode.errors import NoAnswerError
from sitelode.sources.crawl.settings import FOLLOWED, CrawlSettings

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
_DEFAULTS = CrawlSettings()
_REMEDIES = {  # reasons of `sources/crawl/frontier.py`
    "private address": ("--allow-private", "; add"),
    "timeout": ("--timeout", ", or raise"),
    "too large": ("--max-page-bytes", "; raise"),
    "time limit": ("--max-time", "; raise"),
}


def _headers(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    for value in values:
        if not value.partition(":")[2].strip():
            raise click.BadParameter(f"{value[:40]!r} is no header; write it as 'Name: value'")
    return tuple((name.strip(), value.strip()) for name, _, value in (each.partition(":") for each in values))


def fetch_options(command: Decorated) -> Decorated:
    """Add the options on how a server is asked."""
    return _with(
        command,
        click.option("--user-agent", help="User agent of the requests.  [default: Sitelode and its version]"),
        click.option("--cookies", type=click.Path(exists=True, dir_okay=False), help="Send the cookies of this file (cookies.txt)."),
        click.option("--header", "headers", metavar="'NAME: VALUE'", multiple=True, callback=_headers, help="Send a header; repeatable."),
        click.option("--proxy", is_flag=True, help="Use the proxies of the environment (http_proxy, https_proxy)."),
        click.option("--allow-private", is_flag=True, help="Connect to private and loopback addresses too."),
        click.option(
            "--robots/--no-robots",
            default=_DEFAULTS.robots,
            show_default=True,
            help="Obey robots.txt; --no-robots is for your own site, and where you may.",
        ),
        click.option("--respect-tdm", is_flag=True, help="Leave out pages whose rights are reserved: tdm-reservation, noai, robots.txt."),
    )


def crawl_options(command: Decorated) -> Decorated:
    """Add the options that decide what is fetched as well, and how politely."""
    return _with(
        fetch_options(command),
        click.option("--max-pages", type=int, default=_DEFAULTS.max_pages, show_default=True, help="Pages to fetch."),
        click.option("--max-depth", type=int, default=_DEFAULTS.max_depth, show_default=True, help="Links away from the start page."),
        click.option(
            "--follow",
            type=click.Choice(FOLLOWED),
            default=_DEFAULTS.follow,
            show_default=True,
            help="What leads to further pages; links include sitemaps and feeds.",
        ),
        click.option("--include", metavar="PATTERN", multiple=True, help="Fetch only such paths, as '/news/*'; repeatable."),
        click.option("--exclude", metavar="PATTERN", multiple=True, help="Fetch no such paths, as '*/print/*'; repeatable."),
        click.option("--subdomains", is_flag=True, help="Crawl blog.example.org too when given example.org."),
        click.option("--render", is_flag=True, help="Open pages that are empty without scripts in a browser; needs the extra render."),
        click.option("--delay", type=float, default=_DEFAULTS.delay, show_default=True, help="Seconds between two requests, at least."),
    )


def given_crawl_options(context: click.Context) -> list[str]:
    """The options for fetching that somebody gave, as they are written."""
    names = {each.name for each in fields(CrawlSettings)} - {"max_page_bytes"}  # which holds for files as well
    given = [each for each in context.command.params if each.name in names and _is_given(context, each.name)]
    return [max(each.opts, key=len) for each in given]


def _is_given(context: click.Context, name: str | None) -> bool:
    return name is not None and context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _with(command: Decorated, *options: Callable[[Decorated], Decorated]) -> Decorated:
    for option in reversed(options):
        command = option(command)
    return command


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
