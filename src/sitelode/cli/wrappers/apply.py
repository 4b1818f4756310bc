"""`sitelode wrapper apply`: run a wrapper on pages."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from sitelode.cli.options import output_file
from sitelode.cli.terminal import progress_bars, say
from sitelode.cli.wrappers.wrapped_pages import pages_of
from sitelode.counted import counted, counted_reasons
from sitelode.output.article_forms import article_data
from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.known_content import KnownContent, known_file, rows_beside, write_known
from sitelode.wrappers.learn.profiling import ProfileLearner
from sitelode.wrappers.multi_page import PageJoiner
from sitelode.wrappers.verify.verdicts import BatchVerdict
from sitelode.wrappers.verify.verifying import StreamVerifier
from sitelode.wrappers.wrapper import read_wrapper, write_wrapper


@click.command()
@click.argument("wrapper", type=click.Path(path_type=Path))
@click.argument("source")
@output_file
@click.option("--verify-every", type=click.IntRange(min=0), default=0, metavar="N", help="Verify the wrapper after every N pages.")
@click.option("--text-only", is_flag=True, help="Extract only the text of articles; several times as fast.")
@click.option("--markdown", is_flag=True, help="Add the text as Markdown.")
@click.option("--html", is_flag=True, help="Add the text as clean HTML.")
def command(
    wrapper: Path,
    source: str,
    output: Any,  # noqa: ANN401 (click's lazy file)
    verify_every: int,
    *,
    text_only: bool,
    markdown: bool,
    html: bool,
) -> None:
    """Extract articles and records from SOURCE with WRAPPER, as JSON lines.

    SOURCE is a result, or anything `sitelode mine` takes. A multi-page article is one line, after the others. A page without
    content is a line with the reason. An imported wrapper learns on its first run what values are usual, so that it can be verified and
    repaired later. With --verify-every, a warning is printed as soon as N pages do not fit, and the exit code is that of `verify`.

    \b
    Example:  sitelode wrapper apply wrapper.json examples/site -o articles.jsonl
    """
    if text_only and (markdown or html):
        raise click.UsageError("--text-only excludes --markdown and --html")
    applier, dropped, empty, count = Applier(read_wrapper(wrapper), text_only, markdown, html), Counter[str](), Counter[str](), 0
    learner, joiner = ProfileLearner(applier.wrapper), PageJoiner()
    verifier = StreamVerifier(verify_every, rows_beside(wrapper)) if verify_every else StreamVerifier(0)
    with progress_bars() as progress:
        for page, origin in pages_of(source, progress, dropped):
            count += 1
            readings = applier.read(page, origin)
            learner.listen(page, readings)
            _alarm(verifier.add(readings), count)
            for reading in [each for each in readings if each.layout] or readings[:1]:
                empty.update([reading.found.reason] if reading.found.reason else ())
                _write(joiner.add(page, reading), output)
        _write(joiner.rest(), output)
    lost = [f"; {what}: {counted_reasons(reasons)}" for what, reasons in (("nothing found", empty), ("skipped", dropped)) if reasons]
    say(f"{counted(count, 'page')} read{''.join(lost)}", err=True)
    _alarm(verifier.rest(), count)
    if learner.names:
        keep_profiles(learner, wrapper)
        say(f"learnt the usual values of {', '.join(learner.names)}; {wrapper} can now be verified and repaired", err=True)
    if verifier.worst is not None and verifier.worst.verdict:
        sys.exit(int(verifier.worst.verdict))


def _alarm(verdict: BatchVerdict | None, pages: int) -> None:
    if verdict is not None and verdict.verdict:
        click.echo(f"{verdict.verdict} after {counted(pages, 'page')}: {'; '.join(verdict.reasons[:3])}", err=True)


def keep_profiles(learner: ProfileLearner, path: Path) -> None:
    """Write a wrapper with the profile of its first pages, and the rows they gave next to it."""
    changed, rows = learner.learnt(datetime.now(UTC).date().isoformat())
    write_wrapper(changed, path)
    write_known(KnownContent(rows=rows), known_file(path))


def _write(readings: Iterator[Reading], output: Any) -> None:  # noqa: ANN401 (click's lazy file)
    for reading in readings:
        output.write(json.dumps(_line(reading), ensure_ascii=False) + "\n")


def _line(reading: Reading) -> dict[str, Any]:
    """What was found on a page, and by which rules; an article has the same keys as in mining."""
    found, layout = reading.found, reading.layout
    head: dict[str, Any] = {"url": reading.url, "origin": reading.origin, "layout": layout.name if layout else None}
    head["match"] = round(reading.match, 3)
    taught = {"fields": reading.taught} if reading.taught else {}
    if found.article is not None:
        return {**article_data(found.article, reading.taught), "layout": head["layout"], "match": head["match"]}
    if found.reason:
        return {**head, "reason": found.reason, **taught}
    return {**head, "records": list(found.records)} if found.records else {**head, **found.values}
