"""`sitelode lab alternation`: find what repeats in any text files."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import click

from sitelode.errors import SettingError
from sitelode.output.files import whole_file
from sitelode_lab.cli.inputs import Document, printable, read_documents
from sitelode_lab.pictures.charts import alternation_chart
from sitelode_lab.pictures.pages import ColouredSource, coloured_page
from sitelode_lab.pictures.plot import check_name
from sitelode_lab.strings import alternation_counts as counts
from sitelode_lab.strings.alternation_counts import Division, NgramFilter, RangeString, filter_of
from sitelode_lab.strings.delimiter_pairs import DelimiterSettings, find_delimiters
from sitelode_lab.strings.ngram_coverage import PLAIN as PLAIN_NGRAMS
from sitelode_lab.strings.ngram_coverage import DelimitedNgrams, NgramKind
from sitelode_lab.strings.page_source import collapse_spaces
from sitelode_lab.strings.suffix_array import sample_within, sort_suffixes
from sitelode_lab.strings.visible_alternation import VISIBLE, ReducedMarkup, VisibleSettings, divide_visible, reduce_markup

DIM, PLAIN = "\x1b[2m", "\x1b[0m"
LEFT_OUT = "\N{MIDLINE HORIZONTAL ELLIPSIS}"  # replaces a useless part if there are no colours
STEPS_SHOWN = 8  # at each end of a long trace; set by hand
DELIMITERS = 2
START_LENGTH = 2
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How documents are read and divided."""

    delimiters: str | None
    start: int | None  # length of n-grams
    megabytes: int
    markup: bool

    def useful(self, text: str, useless: NgramFilter) -> RangeString:
        """Which characters of a document are useful; with known markup, a text is useful or not as a whole."""
        collapsed = collapse_spaces(text)
        if not self.markup:
            return collapsed.on_source(useless.range_string(collapsed.text))
        reduced = _reduced(collapsed.text)
        whole = reduced.whole_texts(reduced.on_source(useless.range_string(reduced.text)))
        return collapsed.on_source(whole & reduced.shown)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--lines", is_flag=True, help="Treat every line as a document; otherwise each file is one.")
@click.option("--delimiters", metavar="AB", help="Two characters, such as '<>': A may only begin an n-gram, B only end one.")
@click.option(
    "--markup", is_flag=True, help="FILES are web pages: tags are never content, and text that only one page has is never template."
)
@click.option("--start", type=click.IntRange(min=1), help="Length of the n-grams the search begins with; 2, with --markup 12.")
@click.option("--records", is_flag=True, help="Find the tags around each record, as with --markup, and print the records.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Write the counts over (n, a) and the path taken, as SVG.")
@click.option(
    "--html", "view", type=click.Path(dir_okay=False, path_type=Path), help="Write the sources shown as a web page, content coloured."
)
@click.option("--show", type=click.IntRange(min=0), default=3, show_default=True, help="Documents to print.")
@click.option("--color/--no-color", default=None, help="Dim what repeats (default on a terminal) or leave it out (default elsewhere).")
@click.option(
    "--memory", type=click.IntRange(min=1), default=1024, show_default=True, metavar="MB", help="Take a sample of more than this."
)
def command(
    files: tuple[Path, ...],
    delimiters: str | None,
    start: int | None,
    plot: Path | None,
    view: Path | None,
    show: int,
    memory: int,
    *,
    lines: bool,
    markup: bool,
    records: bool,
    color: bool | None,
) -> None:
    """Find what repeats in FILES: pages, logs, BibTeX, XML, JSON lines, any text.

    Prints the cut point (n-grams of this length are useless when they are among this percent of the most frequent), how the
    search came to it, and the text without what repeats. The time grows with the characters, times the steps of the search.

    \b
    Example:  sitelode lab alternation $(find examples/site -name '*.html') --plot counts.svg
    """
    if plot is not None:
        check_name(plot)
    documents = [document for path in files for document in read_documents(path, each_line=lines)]
    # Records of pages stand between tags; other formats name their delimiters.
    reading = ReadingOptions(delimiters, start, memory, markup or (records and delimiters is None))
    division = _divide([document.text for document in documents], reading)
    click.echo("\n".join(_summary(division)))
    if plot is not None:
        alternation_chart(division).write(plot)
        click.echo(f"\nplot        {plot}")
    if view is not None:
        _write_view(view, documents[:show], division, reading)
        click.echo(f"\nview        {view}")
    useless, coloured = filter_of(division), sys.stdout.isatty() if color is None else color
    if records:
        click.echo("\n".join(_records(documents, division, reading, show)))
        return
    for document in documents[:show]:
        outside = reading.useful(document.text, useless)
        click.echo(f"\n--- {document.name}\n{_without_useless(document.text, outside, coloured=coloured)}", color=coloured)
    if show < len(documents):
        click.echo(f"\n{len(documents) - show:,} more not shown; --show {len(documents)} shows all")


def _divide(texts: Sequence[str], reading: ReadingOptions) -> Division:

    delimiters = reading.delimiters
    if delimiters is not None and len(delimiters) != DELIMITERS:
        raise SettingError(f"--delimiters needs two characters, one that begins and one that ends, such as '<>'; got {delimiters!r}")
    if delimiters is not None and reading.markup:
        raise SettingError("--markup and --delimiters are two ways to treat tags; give one of them")
    kind: NgramKind = PLAIN_NGRAMS if delimiters is None else DelimitedNgrams(*delimiters)
    cost = counts.BYTES_PER_CHARACTER if delimiters is None else counts.BYTES_PER_CHARACTER_DELIMITED
    cost = counts.BYTES_PER_CHARACTER_SHARED if reading.markup else cost
    sample = sample_within(texts, reading.megabytes * MEGABYTE, cost)
    if not sample.is_everything:
        click.echo(f"sampled: {sample}, to stay within {reading.megabytes:,} MB; --memory allows more", err=True)
    collapsed = [collapse_spaces(texts[index]).text for index in sample.chosen]
    if reading.markup:
        return _divide_pages([_reduced(text) for text in collapsed], reading.start)
    return counts.divide(sort_suffixes(collapsed), counts.AlternationSettings(start_length=reading.start or START_LENGTH, kind=kind))


def _divide_pages(pages: Sequence[ReducedMarkup], start: int | None) -> Division:

    settings = VISIBLE if start is None else VisibleSettings(start_length=start)
    return divide_visible(sort_suffixes([page.text for page in pages]), [page.visible for page in pages], settings)


def _reduced(text: str) -> ReducedMarkup:

    return reduce_markup(text)


def _records(documents: Sequence[Document], division: Division, reading: ReadingOptions, show: int) -> Iterator[str]:
    """The delimiters, and the records of the first documents, one per line."""
    texts, useless = [collapse_spaces(document.text).text for document in documents], filter_of(division)
    if reading.markup:
        pages = [_reduced(text) for text in texts]
        texts, ranges = [page.text for page in pages], [useless.range_string(page.text) & page.visible for page in pages]
    else:
        ranges = [useless.range_string(text) for text in texts]
    pair = find_delimiters(texts, ranges, DelimiterSettings(division.length, *(reading.delimiters or "<>")))
    if pair is None:
        yield "\nrecords     none: no two parts that are not useless have the same tags around them, once each"
        return
    count = sum(1 for text in texts for _ in pair.records(text))
    yield printable(f"\nrecords     {count:,}, between {pair.left} and {pair.right}")
    for document, text in zip(documents[:show], texts, strict=False):
        yield f"\n--- {document.name}"
        yield from (printable(text[start:end]) for start, end in pair.records(text))


def _write_view(path: Path, documents: Sequence[Document], division: Division, reading: ReadingOptions) -> None:
    """The coloured sources, with the counts and the path of the search above them (the paper's Figures 4 and 5)."""
    useless = filter_of(division)
    sources = (ColouredSource(each.name, printable(each.text), reading.useful(each.text, useless).tolist()) for each in documents)
    with whole_file(path) as file:
        about = [line for line in _summary(division) if line and not line.startswith(" ")]
        file.writelines(
            coloured_page("Template and content by alternation counts", about[:4], sources, [alternation_chart(division).svg()])
        )


def _summary(division: Division) -> Iterator[str]:
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


def _without_useless(text: str, outside: RangeString, *, coloured: bool) -> str:
    """The text with its useless parts dimmed or left out; line ends stay."""
    parts = []
    for kept, run in groupby(zip(printable(text), outside.tolist(), strict=True), key=lambda pair: pair[1]):
        part = "".join(character for character, _ in run)
        if kept:
            parts.append(part)
        else:
            parts.append(f"{DIM}{part}{PLAIN}" if coloured else LEFT_OUT)
    return "".join(parts)
