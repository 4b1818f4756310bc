"""The command line: `sitelode COMMAND`. Commands are loaded only when they are called, so that help is fast.

Exit codes: 0 done; 1 nothing could be done, with one line that says why; 2 the command line is wrong; 130 interrupted with Ctrl-C.
"""

import sys
from typing import NoReturn

import click

from sitelode.cli.lazy_group import LazyGroup
from sitelode.cli.terminal import patient_interrupts, set_up_logging
from sitelode.errors import LONGEST_PLACE, MissingExtraError, NoAnswerError, SitelodeError

GROUPS = {  # of the help; each command has its module below `cli`, and what it does; `lab` comes with the package `sitelode_lab`
    "Everyday": {
        "mine": ("mine", "Mine a whole site: articles as data."),
        "extract": ("extract", "Print the article of a page, or of many."),
        "crawl": ("crawl", "Fetch a site politely into a WARC archive."),
        "split": ("many_sites", "Sort the pages of many sites by site, to mine them all."),
        "studio": ("studio", "See a site in the browser: layouts, templates, articles, records, curves."),
        "records": ("records", "Find the lists of pages as tables: one row per record."),
        "fields": ("fields", "Make tables of detail pages: one row per page, one column per value."),
        "search": ("search", "Search what was mined; articles on one event side by side."),
        "classify": ("classify", "Find pages like some examples; learn classes of pages and sites."),
        "rules": ("rules", "Learn and apply rules for fields inside texts."),
        "version": ("version", "Print the version."),
    },
    "Wrappers": {
        "wrapper": ("wrappers.wrapper", "Learn, show, export and import wrappers."),
        "apply": ("wrappers.apply", "Read pages with a wrapper: articles as JSON lines."),
        "verify": ("wrappers.verify", "Say whether a wrapper still fits its site."),
        "repair": ("wrappers.repair", "Mend a wrapper after its site has changed."),
        "watch": ("wrappers.watch", "Ask a site for what changed, and verify its wrapper."),
        "diff": ("wrappers.diff", "Print what changed between two results, as data."),
        "teach": ("wrappers.teach", "Add a field to a wrapper by examples."),
    },
    "Look closer": {
        "explain": ("look.explain", "Say why a page was read as it was."),
        "inspect": ("look.inspect", "Show one page as the program sees it: tree, text, metadata."),
        "structure": ("look.structure", "Print the sections of a site: index pages and articles."),
        "clusters": ("look.clusters", "Group the pages of a site by layout."),
        "report": ("look.report", "Write what the studio shows as one HTML file."),
    },
    "For other programs": {
        "mcp": ("mcp", "Serve mined sites to agents, by the Model Context Protocol."),
        "serve": ("serve", "Serve mined sites and single pages over HTTP."),
    },
    "Lab": {"lab": ("", "Published methods, each as its paper has it.")},
}
COMMANDS = {name: home for group in GROUPS.values() for name, home in group.items()}
IN_LAB = ("alternation", "map", "pattern", "peaks", "repeats")  # the old names answer with a line that says where they moved
INTERRUPTED = 130
EXTRA_OF = {"scipy": "learn", "sklearn": "learn"}  # packages that only some commands need
LONGEST_MESSAGE = 1_000  # characters


@click.group(cls=LazyGroup, homes=GROUPS, in_lab=IN_LAB, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sitelode", message="%(prog)s %(version)s", prog_name="sitelode")
def cli() -> None:
    """Sitelode gets the content out of whole web sites.

    What repeats over the pages of a site is template, what varies is content: nobody tells the program what a page looks like.

    \b
    Try:  sitelode mine FOLDER -o mined
    """
    set_up_logging(verbose=False, quiet=False, as_json=False)  # until a command is told otherwise


def main() -> NoReturn:
    """Run a command; print Sitelode's own errors as one line on standard error."""
    try:
        with patient_interrupts():
            cli.main(prog_name="sitelode", standalone_mode=False)
    except SitelodeError as error:
        click.echo(f"sitelode: {_shortened(str(error))}{_remedy(error)}", err=True)
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _end_interrupted()
    except BrokenPipeError:
        sys.stderr.close()
    except (OSError, MemoryError) as error:  # of the machine, not of the program: a full disk, a name that no file can have
        click.echo(f"sitelode: {_said_by_the_system(error)}", err=True)
        sys.exit(1)
    except ModuleNotFoundError as error:
        if (extra := EXTRA_OF.get((error.name or "").partition(".")[0])) is None:
            raise
        click.echo(f"sitelode: {MissingExtraError('this', extra)}", err=True)
        sys.exit(1)
    sys.exit(0)


def _remedy(error: SitelodeError) -> str:
    if not isinstance(error, NoAnswerError):
        return ""
    from sitelode.cli.crawl_options import remedy  # noqa: PLC0415 (loaded when there is need)

    return remedy(error, cli, sys.argv[1:])


def _shortened(message: str) -> str:
    """A message without the middle of a name of thousands of characters: the problem and the remedy stand at its end."""
    return message if len(message) <= LONGEST_MESSAGE else f"{message[: LONGEST_MESSAGE // 2]} ... {message[-LONGEST_MESSAGE // 2 :]}"


def _said_by_the_system(error: OSError | MemoryError) -> str:
    if isinstance(error, MemoryError):
        return "there is not enough memory for this; give fewer or smaller pages"
    place = f"cannot use {str(error.filename)[:LONGEST_PLACE]!r}: " if error.filename else ""
    return f"{place}{error.strerror or error}"


def _end_interrupted() -> NoReturn:
    click.echo("sitelode: interrupted; the same command goes on where it stopped", err=True)
    sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
