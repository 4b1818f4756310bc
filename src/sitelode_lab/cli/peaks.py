"""`sitelode lab peaks`: the templates of a source, found as peaks of its substring frequencies, and the law that these follow."""

from collections.abc import Iterable, Iterator, Sequence
from math import exp
from pathlib import Path

import click
import numpy as np

from sitelode.counted import counted
from sitelode.errors import NoPagesError
from sitelode.html.encoding import decode
from sitelode.model import Fetched
from sitelode.sources.choice import open_source
from sitelode_lab.cli.inputs import read_documents
from sitelode_lab.pictures.charts import amplification_chart, frequency_chart
from sitelode_lab.pictures.plot import check_name
from sitelode_lab.strings.frequency_curve import frequency_curve
from sitelode_lab.strings.substring_amplification import (
    Amplification,
    AmplificationSettings,
    FoundTemplate,
    Peak,
    amplify,
    coverage,
    find_templates,
)
from sitelode_lab.strings.suffix_array import BYTES_PER_CHARACTER_OF_LARGE_ALPHABETS, SuffixArray, sample_within, sort_suffixes

MEGABYTE = 1_000_000
SHOWN_CHARACTERS = 100  # of a template's string; set by hand
SHOWN_PAGES = 3


@click.command()
@click.argument("source")
@click.option("--text", "as_text", is_flag=True, help="SOURCE is one text file of any kind, such as a novel; so is every .txt file.")
@click.option("--lines", is_flag=True, help="SOURCE is a text file with one document per line.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Write the curve F(f) with its peaks as SVG.")
@click.option(
    "--distinct", type=click.Path(dir_okay=False, path_type=Path), help="Write V(f), the number of different strings, with its line."
)
@click.option("--longest", type=click.IntRange(min=1), default=50, show_default=True, help="Characters of the strings that V(f) counts.")
@click.option("--sigmas", type=click.FloatRange(min=0), default=3.0, show_default=True, help="How far a peak must stand out.")
@click.option("--strings", type=click.IntRange(min=0), default=3, show_default=True, help="Strings to show of each template.")
@click.option(
    "--memory", type=click.IntRange(min=1), default=1024, show_default=True, metavar="MB", help="Take a sample of more than this."
)
def command(
    source: str, plot: Path | None, distinct: Path | None, longest: int, sigmas: float, strings: int, memory: int,
    *, as_text: bool, lines: bool,
) -> None:  # fmt: skip
    """Find the templates of SOURCE by how often strings occur.

    All strings of a template on 50 pages occur 50 times; together they make a peak. Prints the peaks with their significance,
    then the templates with their pages, one after the other. SOURCE is a folder, an HTML, JSONL, WARC or WACZ file, '-' or a URL; or any
    text, of which the law of its frequencies is printed: without a template, V(f) is a line on logarithmic axes. The
    time grows a little faster than the characters.

    \b
    Example:  sitelode lab peaks examples/site --plot peaks.svg
    """
    for path in filter(None, (plot, distinct)):
        check_name(path)
    is_text = as_text or lines or source.lower().endswith(".txt")
    suffixes, names = _sorted_documents(_text_documents(source, lines=lines) if is_text else _pages(source), memory)
    settings = AmplificationSettings(least_sigmas=sigmas)
    found, curve = amplify(suffixes, settings), frequency_curve(suffixes, longest)
    click.echo(f"strings     {curve.sentence()}")
    click.echo("\n".join(_peak_lines(found)))
    if plot is not None or distinct is not None:
        for where, chart in ((plot, amplification_chart(found)), (distinct, frequency_chart(curve))):
            if where is not None:
                chart.write(where)
                click.echo(f"plot        {where}")
    for number, template in enumerate(find_templates(suffixes, settings), start=1):
        for name, each in ((str(number), template), *((f"{number}, beside it", other) for other in template.beside)):
            click.echo("\n" + "\n".join(_template_lines(name, each, suffixes, names, strings)))


def _pages(given: str) -> Iterator[tuple[str, str] | None]:
    """Address and source of each page; None for what is left out."""
    for item in open_source(given).items():
        yield (item.url, decode(item.body, item.content_type).utf8.decode("utf-8")) if isinstance(item, Fetched) else None


def _text_documents(given: str, *, lines: bool) -> Iterator[tuple[str, str]]:
    for document in read_documents(Path(given), each_line=lines):
        yield document.name, document.text


def _sorted_documents(documents: Iterable[tuple[str, str] | None], megabytes: int) -> tuple[SuffixArray, list[str]]:
    """The sorted suffixes of all documents, or of a sample, and the names of these."""
    read = list(documents)
    names, texts = [each[0] for each in read if each], [each[1] for each in read if each]
    dropped = len(read) - len(texts)
    if not texts:
        raise NoPagesError("the source", dropped)
    sample = sample_within(texts, megabytes * MEGABYTE, BYTES_PER_CHARACTER_OF_LARGE_ALPHABETS)
    if not sample.is_everything:
        click.echo(f"sampled: {sample}, to stay within {megabytes:,} MB; --memory allows more", err=True)
    click.echo(f"pages       {len(sample.chosen):,} with {sample.characters:,} characters" + (f", {dropped:,} left out" if dropped else ""))
    return sort_suffixes([texts[index] for index in sample.chosen]), [names[index] for index in sample.chosen]


def _peak_lines(found: Amplification) -> Iterator[str]:
    law = found.law
    yield f"power law   F(f) goes as f to the power of {law.exponent:.2f}, give or take a factor of {exp(law.spread):.1f}"
    if found.maximal_frequency is not None:
        yield f"steepest    F({found.maximal_frequency}), by the quotient F(f) / F(f - 1) alone"
    if not found.peaks:
        yield "no peak stands out: no template is shared by these pages"
        return
    yield ""
    yield "       f            F(f)  sigmas  by chance  on pages  a page  strings  multiple of"
    for peak in found.peaks:
        yield _peak_line(peak)


def _peak_line(peak: Peak) -> str:
    pages, per_page = (f"{len(peak.documents):,}", f"{peak.per_document:.4g}") if peak.documents else ("-", "-")
    chance = f"{peak.expected_by_chance:.0e}" if peak.expected_by_chance >= 1e-99 else "<1e-99"  # noqa: PLR2004 (fits the column)
    height = f"{peak.frequency:8,} {peak.occurrences:15,} {peak.sigmas:7.1f} {chance:>10}"
    line = f"{height} {pages:>9} {per_page:>7} {len(peak.strings):8,}"
    return line + (f" {peak.multiple_of:12,}" if peak.multiple_of else "")


def _template_lines(name: str, template: FoundTemplate, suffixes: SuffixArray, names: Sequence[str], strings: int) -> Iterator[str]:
    shares = sorted(float(share) for share in coverage(suffixes, [template.strings])[list(template.documents)])
    yield (
        f"template {name}: {counted(len(template.documents), 'page')}, "
        f"{counted(len(template.strings), 'string')} that occur {template.frequency:,} times "
        f"({template.sigmas:.1f} sigmas), {shares[len(shares) // 2]:.0%} of a page"
    )
    for document in template.documents[:SHOWN_PAGES]:
        yield f"    {names[document]}"
    if len(template.documents) > SHOWN_PAGES:
        yield f"    .. {len(template.documents) - SHOWN_PAGES:,} more"
    for text in template.strings.chosen(np.arange(min(strings, len(template.strings)))).texts(suffixes):
        yield f"    {len(text):7,} characters: {text[:SHOWN_CHARACTERS]!r}{' ..' if len(text) > SHOWN_CHARACTERS else ''}"
