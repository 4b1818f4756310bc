"""`sitelode wrapper repair`: repair a wrapper after the site has changed."""

import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count, islice
from pathlib import Path
from typing import NoReturn

import click

from sitelode.cli.options import FILE, as_date, known
from sitelode.cli.terminal import progress_bars
from sitelode.cli.wrappers.verify import require_profiles, verdict_text
from sitelode.cli.wrappers.wrapped_pages import known_for, or_unverified, pages_of
from sitelode.errors import WrapperError
from sitelode.html.page import Page
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.known_content import KnownContent, known_file, write_known
from sitelode.wrappers.lessons import LessonLog, lessons_file
from sitelode.wrappers.repair.repairing import Repair, repair
from sitelode.wrappers.verify.verdicts import Verdict
from sitelode.wrappers.wrapper import read_wrapper, write_wrapper

BROKEN = 2  # exit code, as in `sitelode wrapper verify`
MOST_REASONS = 3  # printed; set by hand


@click.command()
@click.argument("wrapper", type=click.Path(path_type=Path))
@click.argument("source")
@known
@click.option("-o", "--output", type=FILE, help="File to write.  [default: NAME.repaired.json next to WRAPPER]")
@click.option("--in-place", is_flag=True, help="Replace WRAPPER; the old one is kept beside it.")
@as_date
@click.option("--max-pages", type=click.IntRange(min=1), default=1000, show_default=True, help="Maximum number of pages to read.")
def command(
    wrapper: Path, source: str, known: Path | None, output: Path | None, learned_on: str | None, max_pages: int, *, in_place: bool
) -> None:
    """Repair WRAPPER on the pages of SOURCE after a redesign: relearn the rules that no longer find their values.

    Articles and table rows seen before prove where a value is now, for taught fields also earlier values and the label. Names of fields
    and columns stay. What cannot be proved is not repaired, but named as lost. A file given with -o is written unless the wrapper is
    broken.

    Exit code: 0 fits now, 1 still drifting, 2 broken, 3 nothing to repair with.

    \b
    Example:  sitelode wrapper repair wrapper.json examples/site
              sitelode wrapper repair wrapper.json examples/site --in-place
    """
    if in_place and output is not None:
        raise click.UsageError("--in-place replaces WRAPPER: give it or -o, not both")
    date = learned_on or datetime.now(UTC).date().isoformat()
    with or_unverified():
        done, changed = _repaired(wrapper, source, known, date, max_pages)
    click.echo(verdict_text(done.before))
    refusal = _refusal(done)
    if refusal or not done.repaired:
        _echo_questions(done, wrapper, source)
        _keep_unrepaired(done, refusal, wrapper, output)
    default = wrapper.parent / (wrapper.name.removesuffix(".json") + ".repaired.json")
    target = wrapper if in_place else output or default
    backup = _backed_up(wrapper, date) if in_place else None
    _write(done, changed, wrapper, target)
    click.echo("\n".join(f"  {change}" for change in done.changes))
    _echo_questions(done, target, source)
    click.echo(f"{verdict_text(done.after)}\nrepaired wrapper: {target}")
    if backup is not None:
        click.echo(f"old wrapper: {backup}")
    elif output is None:
        click.echo(f"add --in-place to replace {wrapper}")
    sys.exit(int(done.after.verdict))


def _echo_questions(done: Repair, wrapper: Path, source: str) -> None:
    for question in done.questions:
        name = question.partition(" is lost")[0]
        click.echo(f"  {question}; to say which: sitelode wrapper teach {wrapper} {source} --field '{name}' --example 'PAGE=VALUE'")


def _keep_unrepaired(done: Repair, refusal: str, wrapper: Path, output: Path | None) -> NoReturn:
    """Say why nothing changed, write what was asked for, and end with the verdict that stands."""
    if refusal:
        click.echo(f"not repaired: {refusal}; {wrapper} is unchanged")
    else:
        click.echo("nothing to repair" if not done.before.verdict else "no repair could be proved; the text still fits")
    if not refusal and output is not None and output.resolve() != wrapper.resolve():
        write_wrapper(read_wrapper(wrapper), output)
        click.echo(f"unchanged wrapper: {output}")
    sys.exit(BROKEN if refusal else int(done.before.verdict))


def _backed_up(wrapper: Path, date: str) -> Path:
    """Copies of a wrapper and of what is remembered beside it, under names that nothing has yet."""
    stem = wrapper.name.removesuffix(".json")
    names = (f"{stem}.before-{date}{f'-{number}' if number else ''}.json" for number in count())
    backup = next(path for name in names if not (path := wrapper.parent / name).exists())
    try:
        shutil.copyfile(wrapper, backup)
        if known_file(wrapper).is_file():
            shutil.copyfile(known_file(wrapper), known_file(backup))
    except OSError as problem:
        raise WrapperError(f"cannot write {backup}: {problem.strerror or problem}") from problem
    return backup


def _repaired(wrapper: Path, source: str, known: Path | None, learned_on: str, max_pages: int) -> tuple[Repair, list[Page]]:
    """The repair, and the pages it was learnt from."""
    old, seen = read_wrapper(wrapper), known_for(wrapper, known)
    require_profiles(old, wrapper)
    lessons = tuple(LessonLog.read(lessons_file(wrapper)).holding)
    with progress_bars() as progress:
        changed = [page for page, _ in islice(pages_of(source, progress, Counter()), max_pages)]
        return repair(old, changed, replace(seen, lessons=lessons), learned_on), changed


def _refusal(done: Repair) -> str:
    """Why nothing is written although something is wrong."""
    if done.repaired:
        still_broken = done.after.main_verdict is Verdict.BROKEN
        return f"the new rules are still broken ({'; '.join(done.after.reasons[:MOST_REASONS])})" if still_broken else ""
    return done.refusal or ("nothing on these pages shows where the content is now" if done.before.main_verdict else "")


def _write(done: Repair, changed: Sequence[Page], wrapper: Path, target: Path) -> None:
    """Write the wrapper, its known articles and its lessons next to each other; all are made before the first is written."""
    log = LessonLog.read(lessons_file(wrapper))
    applier = Applier(done.wrapper)
    readings = [reading for page in changed for reading in applier.read(page)]
    seen = KnownContent.of_readings(readings)
    write_wrapper(done.wrapper, target)
    write_known(seen, known_file(target))
    if log.entries and target != wrapper:
        log.write(lessons_file(target))
