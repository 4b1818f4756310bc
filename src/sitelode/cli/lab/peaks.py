"""`sitelode lab peaks`: the templates of a source, found as peaks of its substring frequencies."""

from collections.abc import Iterator, Sequence
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sitelode.errors import NoPagesError
from sitelode.model import Fetched

if TYPE_CHECKING:
    from sitelode.published.strings.substring_amplification import Amplification, FoundTemplate, Peak
    from sitelode.published.strings.suffix_array import SuffixArray

MEGABYTE = 1_000_000
SHOWN_CHARACTERS = 100  # of a template's string; set by hand
SHOWN_PAGES = 3


@click.command()
@click.argument("source")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Write the curve F(f) with its peaks as SVG.")
@click.option("--sigmas", type=click.FloatRange(min=0), default=3.0, show_default=True, help="How far a peak must stand out.")
@click.option("--strings", type=click.IntRange(min=0), default=3, show_default=True, help="Strings shown of each template, longest first.")
@click.option("--memory", type=click.IntRange(min=1), default=1024, show_default=True, metavar="MB", help="Beyond this, take a sample.")
def command(source: str, plot: Path | None, sigmas: float, strings: int, memory: int) -> None:
    """Find the templates of SOURCE by how often strings occur.

    All strings of a template on 50 pages occur 50 times; together they make a peak. Prints the peaks with their significance,
    then the templates with their pages, one after the other. SOURCE is a folder, an HTML, JSONL, WARC or WACZ file, '-' or a URL.

    \b
    Example:  sitelode lab peaks examples/site --plot peaks.svg
    """
    from sitelode.published.strings.substring_amplification import AmplificationSettings, amplify, find_templates  # noqa: PLC0415 (when there is work)

    if plot is not None:
        from sitelode.output.plot import check_name  # noqa: PLC0415 (loaded when there is work)

        check_name(plot)
    suffixes, names = _sorted_pages(source, memory)
    settings = AmplificationSettings(least_sigmas=sigmas)
    found = amplify(suffixes, settings)
    click.echo("\n".join(_peak_lines(found)))
    if plot is not None:
        from sitelode.studio.charts import amplification_chart  # noqa: PLC0415 (loaded when there is work)

        amplification_chart(found).write(plot)
        click.echo(f"\nplot        {plot}")
    for number, template in enumerate(find_templates(suffixes, settings), start=1):
        click.echo("\n" + "\n".join(_template_lines(number, template, suffixes, names, strings)))


def _sorted_pages(given: str, megabytes: int) -> tuple["SuffixArray", list[str]]:
    """The sorted suffixes of all pages, or of a sample, and the addresses of these pages."""
    from sitelode.html.encoding import decode  # noqa: PLC0415
    from sitelode.published.strings.suffix_array import BYTES_PER_CHARACTER_OF_LARGE_ALPHABETS, sample_within, sort_suffixes  # noqa: PLC0415
    from sitelode.sources.choice import open_source  # noqa: PLC0415

    names, texts, dropped = [], [], 0
    for item in open_source(given).items():
        if isinstance(item, Fetched):
            names.append(item.url)
            texts.append(decode(item.body, item.content_type).utf8.decode("utf-8"))
        else:
            dropped += 1
    if not texts:
        raise NoPagesError(given, dropped)
    sample = sample_within(texts, megabytes * MEGABYTE, BYTES_PER_CHARACTER_OF_LARGE_ALPHABETS)
    if not sample.is_everything:
        click.echo(f"sampled: {sample}, to stay within {megabytes:,} MB; --memory allows more", err=True)
    click.echo(f"pages       {len(sample.chosen):,} with {sample.characters:,} characters" + (f", {dropped:,} left out" if dropped else ""))
    return sort_suffixes([texts[index] for index in sample.chosen]), [names[index] for index in sample.chosen]


def _peak_lines(found: "Amplification") -> Iterator[str]:
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


def _peak_line(peak: "Peak") -> str:
    pages, per_page = (f"{len(peak.documents):,}", f"{peak.per_document:.4g}") if peak.documents else ("-", "-")
    chance = f"{peak.expected_by_chance:.0e}" if peak.expected_by_chance >= 1e-99 else "<1e-99"  # noqa: PLR2004 (fits the column)
    height = f"{peak.frequency:8,} {peak.occurrences:15,} {peak.sigmas:7.1f} {chance:>10}"
    line = f"{height} {pages:>9} {per_page:>7} {len(peak.strings):8,}"
    return line + (f" {peak.multiple_of:12,}" if peak.multiple_of else "")


def _template_lines(number: int, template: "FoundTemplate", suffixes: "SuffixArray", names: Sequence[str], strings: int) -> Iterator[str]:
    import numpy as np  # noqa: PLC0415 (loaded when there is work)

    from sitelode.published.strings.substring_amplification import coverage  # noqa: PLC0415

    shares = sorted(float(share) for share in coverage(suffixes, [template.strings])[list(template.documents)])
    yield (
        f"template {number}: {len(template.documents):,} pages, {len(template.strings):,} strings that occur {template.frequency:,} times "
        f"({template.sigmas:.1f} sigmas), {shares[len(shares) // 2]:.0%} of a page"
    )
    for document in template.documents[:SHOWN_PAGES]:
        yield f"    {names[document]}"
    if len(template.documents) > SHOWN_PAGES:
        yield f"    .. {len(template.documents) - SHOWN_PAGES:,} more"
    for text in template.strings.chosen(np.arange(min(strings, len(template.strings)))).texts(suffixes):
        yield f"    {len(text):7,} characters: {text[:SHOWN_CHARACTERS]!r}{' ..' if len(text) > SHOWN_CHARACTERS else ''}"
