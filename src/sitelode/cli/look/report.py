"""`sitelode report`: the studio's screens as one file."""

from pathlib import Path

import click

from sitelode.cli.terminal import progress_bars

NAME = "report.html"


@click.command()
@click.argument("result", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help=f"The file; by default {NAME} in the result.")
def command(result: Path, output: Path | None) -> None:
    """Write one self-contained HTML file with the studio's pictures of RESULT, a folder that `sitelode mine` wrote.

    Map, layouts, templates, curves, trees, records, confidence, what was left out, and articles; no script, nothing loaded from elsewhere.
    It takes the place of the short report that `sitelode mine` writes.

    \b
    Example:  sitelode report mined
    """
    from sitelode.output.files import whole_file  # noqa: PLC0415 (loaded when there is work)
    from sitelode.site.site import reopen_site  # noqa: PLC0415
    from sitelode.studio.report import site_report  # noqa: PLC0415
    from sitelode.studio.session import StudioSession  # noqa: PLC0415

    reopen_site(result).store.close()  # raises an error if the result cannot be opened
    path = output or result / NAME
    with progress_bars(quiet=False) as progress:
        session = StudioSession(result, result, on_progress=progress)
        session.open_here()
        with whole_file(path) as file:
            for piece in site_report(session):
                file.write(piece)
        session.close()
    click.echo(f"report: {path}")
