"""The options of a crawl that several commands take."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from sitelode.sources.crawl.settings import FOLLOWED, CrawlSettings

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
_DEFAULTS = CrawlSettings()
NAMES = ("max_pages", "max_depth", "delay", "follow", "include", "exclude", "subdomains", "allow_private", "user_agent")


def crawl_options(command: Decorated) -> Decorated:
    """Add the options that decide what is fetched, and how politely; their names are fields of CrawlSettings."""
    options = (
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
        click.option("--delay", type=float, default=_DEFAULTS.delay, show_default=True, help="Seconds between two requests, at least."),
        click.option("--allow-private", is_flag=True, help="Connect to private and loopback addresses too."),
        click.option("--user-agent", help="User agent of the crawl.  [default: Sitelode and its version]"),
    )
    for option in reversed(options):
        command = option(command)
    return command
