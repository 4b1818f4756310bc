"""The command line: `sitelode COMMAND`. Commands are loaded only when they are called, so that help is fast.

Exit codes: 0 done; 1 nothing could be done, with one line that says why; 2 the command line is wrong; 130 interrupted with Ctrl-C.
"""

import gc
import sys
from typing import NoReturn

import click

from sitelode.cli.lazy_group import Homes, LazyGroup
from sitelode.cli.terminal import patient_interrupts, set_up_logging, warn
from sitelode.compiled.relaxed_gc import relaxed_gc
from sitelode.errors import LONGEST_PLACE, MissingExtraError, NoAnswerError, SitelodeError

WRAPPER = {
    "learn": ("wrappers.wrapper:learn", "Learn a wrapper from a site."),
    "show": ("wrappers.wrapper:show", "Print a wrapper in words."),
    "apply": ("wrappers.apply", "Extract articles and records from new pages."),
    "verify": ("wrappers.verify", "Check whether a wrapper still fits its site."),
    "repair": ("wrappers.repair", "Repair a wrapper after a redesign."),
    "watch": ("wrappers.watch", "Fetch what changed on a site and verify its wrapper; for cron."),
    "diff": ("wrappers.diff", "Print what changed between two results."),
    "teach": ("wrappers.teach", "Add a field to a wrapper by examples."),
    "export": ("wrappers.wrapper:export", "Write a wrapper as CSS, XPath, crawl4ai or web-poet."),
    "import": ("wrappers.wrapper:import_", "Make a wrapper from CSS, XPath or crawl4ai."),
}
SHOW = {
    "why": ("show.why", "Why each region of a page was kept or dropped."),
    "page": ("show.page", "One page as parsed: metadata, tree and text."),
    "layouts": ("show.layouts", "The pages of a site grouped by layout."),
    "sections": ("show.sections", "The sections of a site: index pages and their articles."),
}
COMMANDS: Homes = {  # each has its module below `cli`; `lab` comes with the package `sitelode_lab`
    "mine": ("mine", "Mine a whole site: articles, tables and a wrapper."),
    "extract": ("extract", "Print the article of a page, or of many pages."),
    "records": ("records", "Turn lists on pages into tables: one row per record."),
    "fields": ("fields", "Turn detail pages into tables: one row per page."),
    "studio": ("studio", "Check, correct and export results in the browser."),
    "search": ("search", "Search results; group articles about the same event."),
    "wrapper": (WRAPPER, "Learn, apply, verify, repair and watch wrappers."),
    "show": (SHOW, "Show a page, layouts, sections, or why a text was kept."),
    "crawl": ("crawl", "Download a site into a WARC archive."),
    "classify": ("classify", "Find pages like an example; train classifiers."),
    "serve": ("serve", "Serve results to other programs over HTTP."),
    "lab": ("", "Published methods, each as in its paper."),
    "mcp": ("serve:mcp", ""),
    "rules": ("rules", ""),
    "split": ("many_sites", ""),
}
SHORT = {name: f"wrapper {name}" for name in ("apply", "verify", "repair", "watch", "diff", "teach")} | {"explain": "show why"}
RENAMED = {
    "clusters": "show layouts", "inspect": "show page", "structure": "show sections", "version": "--version",
}  # fmt: skip
MORE = """More: mcp (results for agents), rules (fields inside texts), split (archives of many sites).
Short forms: apply, verify, repair, watch, diff, teach (of wrapper), explain (show why)."""
INTERRUPTED = 130
EXTRA_OF = {"scipy": "learn", "sklearn": "learn"}  # packages that only some commands need
LONGEST_MESSAGE = 1_000  # characters


@click.group(
    cls=LazyGroup,
    homes=COMMANDS,
    short=SHORT,
    renamed=RENAMED,
    epilog=f"\b\n{MORE}",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="sitelode", message="%(prog)s %(version)s", prog_name="sitelode")
def cli() -> None:
    """Extract the content of whole web sites: articles, lists and tables, without selectors.

    \b
    Start:  sitelode mine https://example.org/ -o mined
            sitelode studio mined
    """
    set_up_logging()  # until a command is told otherwise


def main() -> NoReturn:
    """Run a command; print Sitelode's own errors as one line on standard error."""
    try:
        with patient_interrupts(), relaxed_gc():
            cli.main(prog_name="sitelode", standalone_mode=False)
    except SitelodeError as error:
        warn(said_of(error))
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("sitelode: interrupted; the same command goes on where it stopped", err=True)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
    except (OSError, MemoryError) as error:  # of the machine, not of the program: a full disk, a name that no file can have
        warn(_said_by_the_system(error))
        sys.exit(1)
    except ModuleNotFoundError as error:
        if (extra := EXTRA_OF.get((error.name or "").partition(".")[0])) is None:
            raise
        warn(str(MissingExtraError("this", extra)))
        sys.exit(1)
    gc.freeze()  # everything goes with the process: Python need not look for cycles once more, which takes up to .2 s
    sys.exit(0)


def said_of(error: SitelodeError) -> str:
    """A problem with its remedy, without the middle of a name of thousands of characters."""
    said = str(error)
    if len(said) > LONGEST_MESSAGE:
        said = f"{said[: LONGEST_MESSAGE // 2]} ... {said[-LONGEST_MESSAGE // 2 :]}"
    if not isinstance(error, NoAnswerError):
        return said
    from sitelode.cli.options import remedy  # noqa: PLC0415 (loaded when there is need)

    return said + remedy(error, cli, sys.argv[1:])


def _said_by_the_system(error: OSError | MemoryError) -> str:
    if isinstance(error, MemoryError):
        return "there is not enough memory for this; give fewer or smaller pages"
    place = f"cannot use {str(error.filename)[:LONGEST_PLACE]!r}: " if error.filename else ""
    return f"{place}{error.strerror or error}"


if __name__ == "__main__":
    main()
