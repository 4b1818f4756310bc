"""`sitelode alternation`: what repeats in any text files, and what does not."""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sitelode.errors import SettingError

if TYPE_CHECKING:
    from sitelode.algorithms.alternation_counts import Division
    from sitelode.algorithms.ngram_filter import NgramFilter

DIM, PLAIN = "\x1b[2m", "\x1b[0m"
LEFT_OUT = "\N{MIDLINE HORIZONTAL ELLIPSIS}"  # stands for a useless part where there are no colours
STEPS_SHOWN = 8  # at either end of a long trace
PLOTTED_PERCENTS = 20  # at least
DELIMITERS = 2
MEGABYTE = 1_000_000
# Text of others must not steer the terminal.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Document:
    name: str
    text: str


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--lines", is_flag=True, help="Take every line as a document of its own; else a file is one document.")
@click.option("--delimiters", metavar="AB", help="Two characters, such as '<>': A may only begin an n-gram, B only end one.")
@click.option("--start", type=click.IntRange(min=1), default=2, show_default=True, help="Length of the n-grams the search begins with.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Write the counts over (n, a) and the path taken, as SVG.")
@click.option("--show", type=click.IntRange(min=0), default=3, show_default=True, help="Documents whose text is printed.")
@click.option("--color/--no-color", default=None, help="Dim what repeats: by default on a terminal; elsewhere it is left out.")
@click.option("--memory", type=click.IntRange(min=1), default=1024, show_default=True, metavar="MB", help="Beyond this, take a sample.")
def command(
    files: tuple[Path, ...],
    delimiters: str | None,
    start: int,
    plot: Path | None,
    show: int,
    memory: int,
    *,
    lines: bool,
    color: bool | None,
) -> None:
    """Find what repeats in FILES: pages, logs, BibTeX, XML, JSON lines, any text.

    Prints the cut point (n-grams of this length are useless when they are among this percent of the most frequent), how the
    search came to it, and the text without what repeats.

    \b
    Example:  sitelode alternation $(find examples/site -name '*.html') --plot counts.svg
    """
    from sitelode.algorithms.ngram_filter import filter_of  # noqa: PLC0415 (loaded when there is work)

    if plot is not None:
        from sitelode.output.plot import check_name  # noqa: PLC0415 (loaded when there is work)

        check_name(plot)
    documents = [document for path in files for document in _documents(path, each_line=lines)]
    division = _divide([document.text for document in documents], delimiters, start, memory)
    click.echo("\n".join(_summary(division)))
    if plot is not None:
        _draw(division, plot)
        click.echo(f"\nplot        {plot}")
    useless, coloured = filter_of(division), sys.stdout.isatty() if color is None else color
    for document in documents[:show]:
        click.echo(f"\n--- {document.name}\n{_shown(document.text, useless, coloured=coloured)}", color=coloured)
    if show < len(documents):
        click.echo(f"\n{len(documents) - show:,} more not shown; --show {len(documents)} shows all")


def _documents(path: Path, *, each_line: bool) -> Iterator[Document]:
    from sitelode.dom.encoding import decode  # noqa: PLC0415 (loaded when there is work)

    try:
        body = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise SettingError(f"cannot read {path}: {error.strerror}; check its permissions") from error
    text = decode(body).utf8.decode("utf-8")
    if not each_line:
        yield Document(str(path), text)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield Document(f"{path}:{number}", line)


def _divide(texts: Sequence[str], delimiters: str | None, start: int, megabytes: int) -> "Division":
    from sitelode.algorithms import alternation_counts as counts  # noqa: PLC0415 (loaded when there is work)
    from sitelode.algorithms.collapsed_spaces import collapse_spaces  # noqa: PLC0415
    from sitelode.algorithms.ngram_coverage import PLAIN as PLAIN_NGRAMS  # noqa: PLC0415
    from sitelode.algorithms.ngram_coverage import DelimitedNgrams, NgramKind  # noqa: PLC0415
    from sitelode.algorithms.suffix_array import sample_within, sort_suffixes  # noqa: PLC0415

    if delimiters is not None and len(delimiters) != DELIMITERS:
        raise SettingError(f"--delimiters needs two characters, one that begins and one that ends, such as '<>'; got {delimiters!r}")
    kind: NgramKind = PLAIN_NGRAMS if delimiters is None else DelimitedNgrams(*delimiters)
    cost = counts.BYTES_PER_CHARACTER if delimiters is None else counts.BYTES_PER_CHARACTER_DELIMITED
    sample = sample_within(texts, megabytes * MEGABYTE, cost)
    if not sample.is_everything:
        click.echo(f"sampled: {sample}, to stay within {megabytes:,} MB; --memory allows more", err=True)
    suffixes = sort_suffixes([collapse_spaces(texts[index]).text for index in sample.chosen])
    return counts.divide(suffixes, counts.AlternationSettings(start_length=start, kind=kind))


def _summary(division: "Division") -> Iterator[str]:
    suffixes = division.suffixes
    yield f"documents   {suffixes.documents:,} with {int(suffixes.lengths.sum()):,} characters, {len(suffixes.alphabet):,} of them distinct"
    yield f"cut point   n = {division.length} characters, a = {division.percent} percent"
    yield f"useless     {division.useless_share:.1%} of the characters, in {division.trace[-1].count:,} alternations with the rest"
    if division.is_trivial:
        yield "            one part only: a trivial minimum from wherever the search starts; try more documents"
    yield f"stopped     {division.stopped}"
    yield ""
    yield "      n    a   alternations       with a + 1       with n + 1"
    steps = division.trace
    for number, step in enumerate(steps):
        if STEPS_SHOWN <= number < len(steps) - STEPS_SHOWN:
            if number == STEPS_SHOWN:
                yield f"         .. {len(steps) - 2 * STEPS_SHOWN} more .."
            continue
        columns = (f"{count:>16,}" if count is not None else f"{'-':>16}" for count in (step.with_next_percent, step.with_next_length))
        yield f"  {step.length:5} {step.percent:4} {step.count:14,} {' '.join(columns)}"


def _shown(text: str, useless: "NgramFilter", *, coloured: bool) -> str:
    """The text with its useless parts dimmed or left out; line ends stay."""
    from sitelode.algorithms.collapsed_spaces import collapse_spaces  # noqa: PLC0415 (loaded when there is work)

    collapsed = collapse_spaces(text)
    outside = collapsed.on_source(useless.range_string(collapsed.text)).tolist()
    parts = []
    for kept, run in groupby(zip(CONTROL.sub("\N{REPLACEMENT CHARACTER}", text), outside, strict=True), key=lambda pair: pair[1]):
        part = "".join(character for character, _ in run)
        if kept:
            parts.append(part)
        else:
            parts.append(f"{DIM}{part}{PLAIN}" if coloured else LEFT_OUT)
    return "".join(parts)


def _draw(division: "Division", path: Path) -> None:
    from math import log10  # noqa: PLC0415 (with what it is for)

    from sitelode.output.plot import Axis, Chart  # noqa: PLC0415 (loaded when there is work)

    lengths = range(min(division.rows), max(division.rows) + 1)
    percents = min(100, max(PLOTTED_PERCENTS, 2 * division.percent))
    chart = Chart(
        f"Alternation counts (bright: many) and the path to ({division.length}, {division.percent})",
        Axis("n: characters of an n-gram", lengths[0] - 0.5, lengths[-1] + 0.5),
        Axis("a: percent of the n-grams taken as frequent", 0.5, percents + 0.5),
    )
    # A search that was started anew leaves lengths out.
    rows = [division.rows[length][1 : percents + 1].tolist() if length in division.rows else [] for length in lengths]
    chart.cells([[log10(1 + count) for count in row] for row in rows], lengths[0], 1)
    chart.line([(step.length, step.percent) for step in division.trace], "white", width=3)
    chart.line([(step.length, step.percent) for step in division.trace], "crimson")
    chart.mark((division.length, division.percent), f"A = {division.trace[-1].count:,}", "crimson")
    chart.write(path)
