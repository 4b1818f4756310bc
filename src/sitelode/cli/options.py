"""Options that several commands share, and which of them to propose when an address gives no page.

Names of the options for fetching are fields of CrawlSettings.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from sitelode.errors import NoAnswerError
from sitelode.sources.crawl.settings import FOLLOWED, CrawlSettings

if TYPE_CHECKING:
    from sitelode.output.tables.table_files import Forms

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
_DEFAULTS = CrawlSettings()
STANDARD_OUTPUT = Path("-")
FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path, allow_dash=True)
allow_private = click.option("--allow-private", is_flag=True, help="Allow private and loopback addresses.")
as_date = click.option("--date", "learned_on", help="Date to store with the rules.  [default: today]")
known = click.option(
    "--known",
    type=click.Path(path_type=Path),
    help="Articles and rows seen before: a result or one of its files.  [default: the file next to WRAPPER]",
)
output_file = click.option(
    "-o",
    "--output",
    type=click.File("w", encoding="utf-8", lazy=True),
    default="-",
    help="File to write; - for standard output.  [default: -]",
)
_REMEDIES = {  # reasons of `sources/crawl/frontier.py`
    "private address": ("--allow-private", "; add"),
    "timeout": ("--timeout", ", or raise"),
    "too large": ("--max-page-bytes", "; raise"),
    "time limit": ("--max-time", "; raise"),
}


def _headers(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    for value in values:
        if not value.partition(":")[2].strip():
            raise click.BadParameter(f"{value[:40]!r} is not a header; write 'Name: value'")
    return tuple((name.strip(), value.strip()) for name, _, value in (each.partition(":") for each in values))


def fetch_options(command: Decorated) -> Decorated:
    """Add the options on how a server is asked."""
    return _with(
        command,
        click.option("--user-agent", help="User agent to send.  [default: Sitelode and its version]"),
        click.option("--cookies", type=click.Path(exists=True, dir_okay=False), help="Send the cookies of a cookies.txt file."),
        click.option("--header", "headers", metavar="'NAME: VALUE'", multiple=True, callback=_headers, help="Send a header; repeatable."),
        click.option("--proxy", is_flag=True, help="Use the proxies of the environment (http_proxy, https_proxy)."),
        allow_private,
        click.option(
            "--robots/--no-robots", default=_DEFAULTS.robots, show_default=True, help="Obey robots.txt; switch off only where you may."
        ),
        click.option("--respect-tdm", is_flag=True, help="Skip pages whose rights are reserved: tdm-reservation, noai, robots.txt."),
    )


def crawl_options(command: Decorated) -> Decorated:
    """Add the options that decide what is fetched as well, and how politely."""
    return _with(
        fetch_options(command),
        click.option(
            "--max-pages", "--limit", "max_pages", type=int, default=_DEFAULTS.max_pages, show_default=True, help="Maximum number of pages."
        ),
        click.option(
            "--max-depth", type=int, default=_DEFAULTS.max_depth, show_default=True, help="Maximum number of links from the start page."
        ),
        click.option(
            "--follow", type=click.Choice(FOLLOWED), default=_DEFAULTS.follow, show_default=True, help="links include sitemaps and feeds."
        ),
        click.option("--include", metavar="PATTERN", multiple=True, help="Fetch only these paths, such as '/news/*'; repeatable."),
        click.option("--exclude", metavar="PATTERN", multiple=True, help="Skip these paths, such as '*/print/*'; repeatable."),
        click.option("--subdomains", is_flag=True, help="Include subdomains: blog.example.org for example.org."),
        click.option("--render", is_flag=True, help="Open pages that need JavaScript in a browser; needs the extra render."),
        click.option("--delay", type=float, default=_DEFAULTS.delay, show_default=True, help="Minimum seconds between requests."),
    )


def format_options(*choices: str, flags: Sequence[str], about: str) -> Callable[[Decorated], Decorated]:
    """Add --format, and hidden flags such as --csv that say the same; `given_formats` reads them all."""

    def add(command: Decorated) -> Decorated:
        formats = click.option("--format", "formats", type=click.Choice(choices), multiple=True, help=about)
        short = [click.option(f"--{flag}", is_flag=True, hidden=True, expose_value=False, callback=_add_format) for flag in flags]
        return _with(command, formats, *short)

    return add


def _add_format(context: click.Context, flag: click.Parameter, value: bool) -> None:  # noqa: FBT001 (click's signature)
    if value:
        context.meta.setdefault(__name__, set()).add("md" if flag.name == "markdown" else flag.name)


def given_formats(formats: Sequence[str]) -> frozenset[str]:
    return frozenset((*formats, *click.get_current_context().meta.get(__name__, ())))


def table_options(command: Decorated) -> Decorated:
    """Add the options on how tables are written; `table_forms` reads them."""
    formats = format_options("parquet", "xlsx", flags=("parquet", "xlsx"), about="Also write this format; repeatable; needs a folder.")
    output = click.option(
        "-o", "--output", type=FOLDER, help="Folder for CSV, JSON lines and a wrapper; - prints JSON lines.  [default: show the tables]"
    )
    return _with(command, output, formats, click.option("--all-columns", is_flag=True, help="Also keep copies, icons and rare columns."))


def table_forms(output: Path | None, formats: Sequence[str], *, all_columns: bool) -> "Forms":
    from sitelode.output.tables.table_files import Forms  # noqa: PLC0415 (loaded when there is work)

    wanted = given_formats(formats)
    if wanted and output in (None, STANDARD_OUTPUT):
        raise click.UsageError(f"{' and '.join(sorted(wanted))} need a folder: give one with -o")
    return Forms("parquet" in wanted, "xlsx" in wanted, all_columns)


@contextmanager
def folder_or_pipe(output: Path, lines: str) -> Iterator[Path]:
    """The folder itself; for - a temporary one whose files of JSON `lines` are printed in the end."""
    if output != STANDARD_OUTPUT:
        yield output
        return
    with TemporaryDirectory(prefix="sitelode-") as folder:
        yield Path(folder)
        for path in sorted(Path(folder).glob(lines)):
            click.echo(path.read_text("utf-8"), nl=False)


def given_crawl_options(context: click.Context) -> list[str]:
    """The options for fetching on the command line, as they are written."""
    names = {each.name for each in fields(CrawlSettings)} - {"max_page_bytes"}  # which holds for files as well
    given = {name for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    return [max(each.opts, key=len) for each in context.command.params if each.name in given]


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
    return f"{advice} {option} of `sitelode crawl`, then give the folder it writes instead of the address"


def _command(group: click.Command, words: Sequence[str]) -> click.Command:
    for word in words:
        found = group.get_command(click.Context(group), word) if isinstance(group, click.Group) else None
        if found is None:
            break
        group = found
    return group
