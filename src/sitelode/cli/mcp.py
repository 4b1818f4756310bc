"""`sitelode mcp`: a server for agents."""

from pathlib import Path
from typing import Any

import click

from sitelode.cli.crawl_options import fetch_options
from sitelode.sources.crawl.settings import CrawlSettings


@click.command()
@click.argument("mined", nargs=-1, type=click.Path(path_type=Path))
@fetch_options
def command(mined: tuple[Path, ...], **fetching: Any) -> None:  # noqa: ANN401 (fields of CrawlSettings)
    """Serve MINED sites to agents over standard input and output, by the Model Context Protocol.

    MINED are folders that `sitelode mine` wrote; without one, agents can read single pages. Tools: list_sites, list_sections, search_site,
    read_article, read_page, teach_field. Needs the extra mcp.

    \b
    Example:  sitelode mcp mined
    """
    from sitelode.plugs.mcp_server import make_server  # noqa: PLC0415 (loaded when there is work)
    from sitelode.plugs.site_tools import SiteTools  # noqa: PLC0415

    make_server(SiteTools(mined, CrawlSettings(**fetching))).run("stdio")
