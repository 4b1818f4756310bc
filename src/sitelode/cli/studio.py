"""`sitelode studio`: look at a mined site in the browser."""

import tempfile
import webbrowser
from contextlib import ExitStack
from pathlib import Path

import click

from sitelode.cli.options import allow_private
from sitelode.errors import SourceNotFoundError
from sitelode.settings import MineSettings


@click.command()
@click.argument("source", required=False)
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Folder for the result.  [default: a temporary one]")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port to listen on.  [default: any free one]")
@click.option("--no-browser", is_flag=True, help="Print the address; do not open a browser.")
@click.option("--max-pages", type=click.IntRange(min=1), help="Maximum number of pages to crawl.")
@allow_private
def command(source: str | None, output: Path | None, port: int, max_pages: int | None, *, no_browser: bool, allow_private: bool) -> None:
    """Check, correct and export articles and tables in the browser.

    SOURCE is a result, which opens at once, or anything `sitelode mine` takes, which is mined first. Without SOURCE, a start screen
    offers recent results and mines a site, folder or file. The server listens on this computer only; its address holds a secret key.
    Corrections are saved in the result.

    \b
    Example:  sitelode studio mined
    """
    from sitelode.studio.open_result import OpenResult, RecentResults  # noqa: PLC0415 (loaded when there is work)
    from sitelode.studio.server import serve  # noqa: PLC0415
    from sitelode.studio.session import StudioSession  # noqa: PLC0415

    def ready(address: str) -> None:
        click.echo(f"studio: {address}  (Ctrl-C to stop)")
        if not no_browser:
            webbrowser.open(address)

    with ExitStack() as stack:
        session = None
        if source is not None:
            if source != "-" and "://" not in source and not Path(source).exists():
                raise SourceNotFoundError(source)
            temporary = tempfile.TemporaryDirectory(prefix="sitelode-studio-", ignore_cleanup_errors=True)
            folder = output or Path(stack.enter_context(temporary))
            session = StudioSession(source, folder, MineSettings(max_pages=max_pages, allow_private=allow_private))
            session.is_temporary = output is None and session.folder == folder
        serve(OpenResult(session, recent=RecentResults.of_user(), results=output), port, ready)
