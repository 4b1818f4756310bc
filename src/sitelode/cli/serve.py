"""`sitelode serve`: a web service for programs; `sitelode mcp`: a server for agents."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from sitelode.cli.options import fetch_options
from sitelode.errors import MissingExtraError
from sitelode.sources.crawl.settings import CrawlSettings

KEY_NAME = "SITELODE_KEY"
SHORTEST_KEY = 16  # characters; set by hand


@click.command()
@click.argument("results", nargs=-1, type=click.Path(path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, help="Host to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port to listen on.")
@click.option("--respect-tdm", is_flag=True, help="Skip pages whose rights are reserved.")
def command(results: tuple[Path, ...], host: str, port: int, *, respect_tdm: bool) -> None:
    """Serve RESULTS, and articles of single pages, to programs: JSON over HTTP.

    RESULTS are folders that `sitelode mine` wrote. /openapi.json describes the service. Every request needs a key: the value of
    SITELODE_KEY, or one that is printed. Private addresses are never fetched. Needs the extra studio. For agents, see `sitelode mcp`.

    \b
    Example:  sitelode serve mined
    """
    try:
        from sitelode.plugs import http_server  # noqa: PLC0415 (needs the extra)
        from sitelode.plugs.rest import Service  # noqa: PLC0415 (needs the extra)
    except ImportError as problem:
        raise MissingExtraError("the web service", "studio") from problem
    from sitelode.plugs.site_tools import SiteTools  # noqa: PLC0415 (loaded when there is work)

    key = os.environ.get(KEY_NAME, "")
    if key and len(key) < SHORTEST_KEY:
        raise click.UsageError(f"the key in {KEY_NAME} is too easy to guess: use at least {SHORTEST_KEY} characters")
    if not all("!" <= letter <= "~" for letter in key):
        raise click.UsageError(f"the key in {KEY_NAME} must be plain ASCII without spaces")
    made = "" if key else secrets.token_urlsafe(24)
    service = Service(SiteTools(results, CrawlSettings(respect_tdm=respect_tdm)), key or made)

    def on_ready(address: str) -> None:
        click.echo(f"serving on {address}  (Ctrl-C to stop)" + (f"\nkey: {made}" if made else ""), err=True)

    with suppress(KeyboardInterrupt):  # Ctrl-C is how people stop it
        http_server.run(service.app(), host, port, on_ready)


@click.command()
@click.argument("results", nargs=-1, type=click.Path(path_type=Path))
@fetch_options
def mcp(results: tuple[Path, ...], **fetching: Any) -> None:  # noqa: ANN401 (fields of CrawlSettings)
    """Serve RESULTS to agents: a Model Context Protocol server on standard input and output.

    RESULTS are folders that `sitelode mine` wrote; without one, agents can still read single pages. Tools: list_sites, list_sections,
    search_site, read_article, read_page, teach_field. Needs the extra mcp.

    \b
    Example:  sitelode mcp mined
    """
    from sitelode.plugs.mcp_server import make_server  # noqa: PLC0415 (loaded when there is work)
    from sitelode.plugs.site_tools import SiteTools  # noqa: PLC0415

    make_server(SiteTools(results, CrawlSettings(**fetching))).run("stdio")
