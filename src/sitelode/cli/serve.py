"""`sitelode serve`: a web service for programs."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

import click

from sitelode.errors import MissingExtraError

KEY_NAME = "SITELODE_KEY"
SHORTEST_KEY = 16  # characters; set by hand


@click.command()
@click.argument("mined", nargs=-1, type=click.Path(path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port to listen on.")
@click.option("--respect-tdm", is_flag=True, help="Fetch no pages whose rights are reserved.")
def command(mined: tuple[Path, ...], host: str, port: int, *, respect_tdm: bool) -> None:
    """Serve MINED sites and the reading of single pages to programs, over HTTP with JSON.

    MINED are folders that `sitelode mine` wrote. The service is described at /openapi.json. Every request needs a key: that of the variable
    SITELODE_KEY, or one that is made and printed. Pages are never fetched from private addresses. Needs the extra studio.

    \b
    Example:  sitelode serve mined
    """
    try:
        from sitelode.plugs import http_server  # noqa: PLC0415 (needs the extra)
        from sitelode.plugs.rest import Service  # noqa: PLC0415 (needs the extra)
    except ImportError as problem:
        raise MissingExtraError("the web service", "studio") from problem
    from sitelode.plugs.site_tools import SiteTools  # noqa: PLC0415 (loaded when there is work)
    from sitelode.sources.crawl.settings import CrawlSettings  # noqa: PLC0415

    key = os.environ.get(KEY_NAME, "")
    if key and len(key) < SHORTEST_KEY:
        raise click.UsageError(f"the key in {KEY_NAME} is shorter than {SHORTEST_KEY} characters: others could guess it")
    if not all("!" <= letter <= "~" for letter in key):
        raise click.UsageError(f"the key in {KEY_NAME} has spaces or letters that no header can carry; take plain ones")
    made = "" if key else secrets.token_urlsafe(24)
    service = Service(SiteTools(mined, CrawlSettings(respect_tdm=respect_tdm)), key or made)

    def on_ready(address: str) -> None:
        click.echo(f"serving on {address}  (Ctrl-C ends it)" + (f"\nkey: {made}" if made else ""), err=True)

    with suppress(KeyboardInterrupt):  # Ctrl-C is how people stop it
        http_server.run(service.app(), host, port, on_ready)
