"""`sitelode apply`: run a wrapper on pages."""

import json
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitelode.cli.terminal import progress_bars
from sitelode.counted import counted, counted_reasons

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitelode.wrappers.applying import Reading
    from sitelode.wrappers.learn.profiling import ProfileLearner
    from sitelode.wrappers.verify.verdicts import BatchVerdict


@click.command()
@click.argument("wrapper", type=click.Path(path_type=Path))
@click.argument("pages")
@click.option(
    "-o", "--output", type=click.File("w", encoding="utf-8", lazy=True), default="-", help="JSON lines, on standard output by default."
)
@click.option("--verify-every", type=click.IntRange(min=0), default=0, metavar="N", help="Verify WRAPPER on every N pages while reading.")
@click.option("--text-only", is_flag=True, help="Only the text of articles, page by page: several times as fast.")
@click.option("--markdown", is_flag=True, help="Also give the text of articles as Markdown.")
@click.option("--html", is_flag=True, help="Also give the text of articles as clean HTML.")
def command(
    wrapper: Path,
    pages: str,
    output: Any,  # noqa: ANN401 (click's lazy file)
    verify_every: int,
    *,
    text_only: bool,
    markdown: bool,
    html: bool,
) -> None:
    """Read PAGES with WRAPPER and write what it finds, one JSON object a page and kind of rules.

    PAGES is anything `sitelode mine` takes, or a folder that it wrote. An article that goes over several of them is written once, behind
    all that need not be joined. A page on which nothing is found is written with the reason. Where WRAPPER was imported, what it gives the
    first time is kept in it, so that it can be verified and repaired later. With --verify-every, a verdict other than "fits" is said
    as soon as N pages show it, and the exit code is that of `sitelode verify`.

    \b
    Example:  sitelode apply wrapper.json examples/site -o articles.jsonl
    """
    from sitelode.cli.wrappers.wrapped_pages import known_for, pages_of, rows_for  # noqa: PLC0415 (loaded when there is work)
    from sitelode.wrappers.applying import Applier  # noqa: PLC0415
    from sitelode.wrappers.learn.profiling import ProfileLearner  # noqa: PLC0415
    from sitelode.wrappers.multi_page import PageJoiner  # noqa: PLC0415
    from sitelode.wrappers.verify.verifying import StreamVerifier  # noqa: PLC0415
    from sitelode.wrappers.wrapper import read_wrapper  # noqa: PLC0415

    if text_only and (markdown or html):
        raise click.UsageError("--text-only gives the plain text and nothing else: leave out --markdown and --html")
    applier, dropped, empty, count = Applier(read_wrapper(wrapper), text_only, markdown, html), Counter[str](), Counter[str](), 0
    learner, joiner = ProfileLearner(applier.wrapper), PageJoiner()
    verifier = StreamVerifier(verify_every, known_for(wrapper, None), rows_for(wrapper, None)) if verify_every else StreamVerifier(0)
    with progress_bars(quiet=False) as progress:
        for page, origin in pages_of(pages, progress, dropped):
            count += 1
            readings = applier.read(page, origin)
            learner.listen(page, readings)
            _alarm(verifier.add(readings), count)
            for reading in [each for each in readings if each.layout] or readings[:1]:
                empty.update([reading.found.reason] if reading.found.reason else ())
                _write(joiner.add(page, reading), output)
        _write(joiner.rest(), output)
    lost = [f"; {what}: {counted_reasons(reasons)}" for what, reasons in (("nothing found", empty), ("left out", dropped)) if reasons]
    click.echo(f"{counted(count, 'page')} read{''.join(lost)}", err=True)
    _alarm(verifier.rest(), count)
    if learner.names:
        keep_profiles(learner, wrapper)
        click.echo(f"what {', '.join(learner.names)} gave is kept in {wrapper}, so that it can be verified and repaired", err=True)
    if verifier.worst is not None and verifier.worst.verdict:
        sys.exit(int(verifier.worst.verdict))


def _alarm(verdict: "BatchVerdict | None", pages: int) -> None:
    if verdict is not None and verdict.verdict:
        click.echo(f"{verdict.verdict} after {counted(pages, 'page')}: {'; '.join(verdict.reasons[:3])}", err=True)


def keep_profiles(learner: "ProfileLearner", path: Path) -> None:
    """Write a wrapper with the profile of its first pages, and the rows they gave next to it."""
    from sitelode.wrappers.known_content import KnownArticles, known_file, write_known  # noqa: PLC0415 (loaded when there is work)
    from sitelode.wrappers.wrapper import write_wrapper  # noqa: PLC0415

    changed, rows = learner.learnt(datetime.now(UTC).date().isoformat())
    write_wrapper(changed, path)
    write_known(KnownArticles(()), known_file(path), rows)


def _write(readings: "Iterator[Reading]", output: Any) -> None:  # noqa: ANN401 (click's lazy file)
    for reading in readings:
        output.write(json.dumps(_line(reading), ensure_ascii=False) + "\n")


def _line(reading: "Reading") -> dict[str, Any]:
    """What was found on a page, and by which rules; an article has the same keys as in mining."""
    from sitelode.output.article_forms import article_data  # noqa: PLC0415 (loaded when there is work)

    found, layout = reading.found, reading.layout
    head: dict[str, Any] = {"url": reading.url, "origin": reading.origin, "layout": layout.name if layout else None}
    head["match"] = round(reading.match, 3)
    taught = {"fields": reading.taught} if reading.taught else {}
    if found.article is not None:
        return {**article_data(found.article, reading.taught), "layout": head["layout"], "match": head["match"]}
    if found.reason:
        return {**head, "reason": found.reason, **taught}
    return {**head, "records": list(found.records)} if found.records else {**head, **found.values}
