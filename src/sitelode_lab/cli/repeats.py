"""`sitelode lab repeats`: the repeated patterns of a page, as IEPAD finds them."""

from collections.abc import Iterator

import click

from sitelode.cli.show.page import first_source
from sitelode.counted import counted
from sitelode_lab.iepad.regular_repeats import PageRepeats, RepeatSettings, find_repeats, outline
from sitelode_lab.iepad.token_classes import TranslationSettings

SHOWN_TOKENS = 100  # characters of a pattern; both set by hand
SHOWN_TEXT = 40  # characters of a field
_FROM_ZERO = click.FloatRange(min=0)
_GROUPS = ("logical", "physical", "special", "text-level")


@click.command()
@click.argument("page")
@click.option("--drop", type=click.Choice(_GROUPS), multiple=True, help="Leave out a group of text-level tags; repeatable.")
@click.option("--finer-text", is_flag=True, help="Treat letters and numbers as separate token classes.")
@click.option("--regularity", type=_FROM_ZERO, default=0.5, show_default=True, help="Maximum deviation of gaps, in mean gaps.")
@click.option("--density", type=_FROM_ZERO, default=0.45, show_default=True, help="Localization: minimum share of the span.")
@click.option("--vicinity", type=_FROM_ZERO, default=0.75, show_default=True, help="Minimum mean gap, in pattern lengths.")
@click.option("--h1/--no-h1", default=True, show_default=True, help="Leave out patterns without text.")
@click.option("--h2/--no-h2", default=True, show_default=True, help="No pattern begins with an end tag.")
@click.option("--h3/--no-h3", default=False, show_default=True, help="No pattern begins with text.")
@click.option("--cut-ends", is_flag=True, help="Cut end tags off the start of patterns; pages of today need it.")
@click.option("--patterns", type=click.IntRange(min=1), default=20, show_default=True, help="Patterns to show, best first.")
@click.option("--records", type=click.IntRange(min=0), default=5, show_default=True, help="Records to show of the first.")
@click.option("--tree", type=click.IntRange(min=0), default=0, metavar="NODES", help="Number of PAT tree nodes to show.")
def command(
    page: str, drop: tuple[str, ...], regularity: float, density: float, vicinity: float, patterns: int, records: int, tree: int,
    *, finer_text: bool, cut_ends: bool, h1: bool, h2: bool, h3: bool,
) -> None:  # fmt: skip
    """Show what repeats regularly on one PAGE: candidates for lists of records.

    The method of Chang and Hsu (IEPAD): the source of a page becomes a sequence of token classes, its maximal repeats are validated by
    regularity, localization and vicinity. The defaults are the paper's; it gets more records at --density 0.15 or with
    --drop physical, and on pages of today with --cut-ends. The rule for the next page, which the paper leaves open, is what
    `sitelode records` and `sitelode wrapper` learn. The time grows with the page.

    \b
    Example:  sitelode lab repeats examples/site/index.html --drop text-level --density 0.15
    """
    settings = RepeatSettings(regularity, density, vicinity, text_inside=h1, no_end_first=h2, no_text_first=h3, ends_cut_off=cut_ends)
    found = find_repeats(first_source(page), settings, TranslationSettings(drop, finer_text=finer_text))
    click.echo("\n".join(_lines(found, patterns, records)))
    if tree:
        click.echo("\nPAT tree, maximal repeats with a star:")
        for line in outline(found.translation, tree):
            click.echo(line)


def _lines(found: PageRepeats, most: int, records: int) -> Iterator[str]:
    first, *later = found.left_after.items()
    stages = ", ".join([f"{first[1]:,} maximal", *(f"{count:,} after {stage}" for stage, count in later)])
    yield f"{counted(len(found.translation), 'token')}; repeats: {stages}"
    if found.cut_short:
        yield "too many occurrences to look at all; the patterns that cover least were left out"
    if not found.patterns:
        yield "no pattern passes; --density 0.15, --cut-ends or --drop physical lets more through"
        return
    yield "  count  length  regularity  density  vicinity  pattern"
    for pattern in found.patterns[:most]:
        name = found.name(pattern)
        shown = name[:SHOWN_TOKENS] + (" .." if len(name) > SHOWN_TOKENS else "")
        values = f"{pattern.regularity:11.2f} {pattern.density:8.2f} {pattern.vicinity:9.2f}"
        yield f"{pattern.count:7,} {pattern.length:7,} {values}  {shown}"
    if len(found.patterns) > most:
        yield f".. {len(found.patterns) - most:,} more; --patterns shows them"
    for number, texts in enumerate(found.records(found.patterns[0])[:records], start=1):
        yield f"record {number}: " + " | ".join(text[:SHOWN_TEXT] for text in texts)
