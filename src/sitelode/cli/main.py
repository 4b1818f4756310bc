"""The command line: `sitelode COMMAND`. Commands are loaded when they are called, so that help comes at once.

Exit codes: 0 done; 1 nothing could be done, with one line that says why; 2 the command line is wrong; 130 interrupted with Ctrl-C.
"""

import sys
from importlib import import_module
from typing import NoReturn

import click

from sitelode.cli.interrupts import patient_interrupts
from sitelode.errors import SitelodeError

COMMANDS = {
    "mine": "Mine a whole site: articles as data.",
    "crawl": "Fetch a site politely into a WARC archive.",
    "explain": "Say why a page was read as it was.",
    "inspect": "Show how one page is seen: tree, text, metadata.",
    "studio": "See a site in the browser: layouts, templates, articles, records, curves.",
    "report": "Write what the studio shows as one HTML file.",
    "wrapper": "Learn, show, export and import wrappers.",
    "apply": "Read pages with a wrapper: articles as JSON lines.",
    "verify": "Say whether a wrapper still fits its site.",
    "repair": "Mend a wrapper after its site has changed.",
    "watch": "Ask a site for what changed, and verify its wrapper.",
    "teach": "Add a field to a wrapper by examples.",
    "clusters": "Group the pages of a site by layout.",
    "structure": "Print the sections of a site: index pages and articles.",
    "map": "Compare the layouts of two pages.",
    "pattern": "Print what the pages of one layout have in common.",
    "alternation": "Find what repeats in any text files, by alternation counts.",
    "peaks": "Find templates as peaks of substring frequencies.",
    "fields": "Make tables of detail pages: one row a page, one column a value.",
    "records": "Find the lists of pages as tables: one row a record.",
    "repeats": "Show the repeated patterns of a page, by PAT trees.",
    "version": "Print the version.",
}
INTERRUPTED = 130


class LazyGroup(click.Group):
    """A group whose commands lie in files of their own, `cli/NAME.py`, each with a `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (click's signature)
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f"sitelode.cli.{cmd_name}").command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (click's signature)
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
def cli() -> None:
    """Sitelode gets the content out of whole web sites.

    What repeats over the pages of a site is template, what varies is content: nobody tells the program what a page looks like.

    \b
    Try:  sitelode mine FOLDER -o mined
    """


def main() -> NoReturn:
    """Run a command; any error of ours is one line on standard error."""
    try:
        with patient_interrupts():
            cli.main(standalone_mode=False)
    except SitelodeError as error:
        click.echo(f"sitelode: {error}", err=True)
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _end_interrupted()
    except BrokenPipeError:
        sys.stderr.close()
    except Exception as error:
        if not _came_of_interrupt(error):
            raise
        _end_interrupted()
    sys.exit(0)


def _came_of_interrupt(error: BaseException) -> bool:
    """Whether Ctrl-C is behind an error. Compiled code that was handing back arrays makes it a SystemError, one for each array."""
    behind = error.__cause__ or error.__context__
    while behind is not None and not isinstance(behind, KeyboardInterrupt):
        behind = behind.__cause__ or behind.__context__
    return behind is not None


def _end_interrupted() -> NoReturn:
    click.echo("sitelode: interrupted; the same command goes on where it stopped", err=True)
    sys.exit(INTERRUPTED)
