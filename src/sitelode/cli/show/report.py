"""`sitelode show report`: the studio's screens as one file."""

from pathlib import Path

import click

from sitelode.cli.terminal import progress_bars, say

NAME = "report.html"


@click.command()
@click.argument("result", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help=f"File to write.  [default: {NAME} in RESULT]")
def command(result: Path, output: Path | None) -> None:
    """Write the charts and tables of the studio as one HTML file, without scripts and without outside resources.

    RESULT is a folder that `sitelode mine` wrote. By default the file replaces the short report in it.

    \b
    Example:  sitelode show report mined
    """
    from sitelode.output.files import whole_file  # noqa: PLC0415 (loaded when there is work)
    from sitelode.site.site import reopen_site  # noqa: PLC0415
    from sitelode.studio.report import site_report  # noqa: PLC0415
    from sitelode.studio.session import StudioSession  # noqa: PLC0415

    reopen_site(result).store.close()  # raises an error if the result cannot be opened
    path = output or result / NAME
    with progress_bars() as progress:
        session = StudioSession(result, result, on_progress=progress)
        session.open_here()
        with whole_file(path) as file:
            for piece in site_report(session):
                file.write(piece)
        session.close()
    say(f"report: {path}")
