"""`sitelode repair`: mend a wrapper after the site has changed."""

import sys
from collections import Counter
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import click

from sitelode.cli.progress import progress_bars

BROKEN = 2  # exit code


@click.command()
@click.argument("wrapper", type=click.Path(path_type=Path))
@click.argument("pages")
@click.option(
    "--known", type=click.Path(path_type=Path), help="What was seen before (articles.jsonl); by default what lies beside WRAPPER."
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Where to write; by default beside WRAPPER.")
@click.option("--date", "learned", help="The date that new rules bear; today by default.")
@click.option("--max-pages", type=click.IntRange(min=1), default=1000, show_default=True, help="Pages looked at.")
def command(wrapper: Path, pages: str, known: Path | None, output: Path | None, learned: str | None, max_pages: int) -> None:
    """Learn anew what WRAPPER no longer finds on PAGES, and write the mended wrapper beside it, with what changed in its history.

    Articles and rows of tables seen before show where the content is now; without them, what is learnt must look like what the wrapper
    used to give. Names of fields and columns stay. Where nothing proves a repair, nothing is written, and the exit code is 2.

    \b
    Example:  sitelode repair wrapper.json examples/site
    """
    from sitelode.cli.verify import verdict_text  # noqa: PLC0415 (loaded when there is work)
    from sitelode.cli.wrapped_pages import known_for, pages_of, rows_for  # noqa: PLC0415
    from sitelode.wrappers.applying import Applier  # noqa: PLC0415
    from sitelode.wrappers.beside import Beside  # noqa: PLC0415
    from sitelode.wrappers.known import KnownArticles, known_file, write_known  # noqa: PLC0415
    from sitelode.wrappers.known_rows import KnownRows  # noqa: PLC0415
    from sitelode.wrappers.lessons import LessonLog, lessons_file  # noqa: PLC0415
    from sitelode.wrappers.repairing import repair  # noqa: PLC0415
    from sitelode.wrappers.verdicts import Verdict  # noqa: PLC0415
    from sitelode.wrappers.wrapper import read_wrapper, write_wrapper  # noqa: PLC0415

    old, articles, log = read_wrapper(wrapper), known_for(wrapper, known), LessonLog.read(lessons_file(wrapper))
    beside = Beside(rows_for(wrapper, known), tuple(log.holding))
    with progress_bars(quiet=False) as progress:
        changed = [page for page, _ in islice(pages_of(pages, progress, Counter()), max_pages)]
        done = repair(old, changed, articles, learned or datetime.now(UTC).date().isoformat(), beside)
    click.echo(verdict_text(done.before))
    if not done.repaired:
        if done.before.main_verdict or done.refusal:
            why = done.refusal or "nothing on these pages proves where the content is now"
            click.echo(f"not repaired: {why}; {wrapper} stays as it is")
            sys.exit(BROKEN)
        click.echo("nothing to repair" if not done.before.verdict else "nothing could be repaired that is proved; the text still fits")
        return
    if done.after.main_verdict is Verdict.BROKEN:
        click.echo(
            f"{verdict_text(done.after)}\nnot repaired: what could be learnt anew does not fit these pages; {wrapper} stays as it is"
        )
        sys.exit(BROKEN)
    target = output or wrapper.with_name(wrapper.name.removesuffix(".json") + ".repaired.json")
    write_wrapper(done.wrapper, target)
    applier = Applier(done.wrapper)
    readings = [reading for page in changed for reading in applier.read(page)]
    write_known(KnownArticles.of_readings(readings), known_file(target), KnownRows.of_readings(readings))
    if log.entries and target != wrapper:
        log.write(lessons_file(target))
    click.echo("\n".join(f"  {change}" for change in done.changes))
    click.echo(f"{verdict_text(done.after)}\nrepaired wrapper: {target}")
