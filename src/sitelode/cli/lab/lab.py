"""`sitelode lab`: published methods by name, each as in its paper. Mining uses none of them."""

import click

from sitelode.cli.lazy_group import LazyGroup

COMMANDS = {
    "alternation": ("lab.alternation", "Find what repeats in any text files, by alternation counts."),
    "peaks": ("lab.peaks", "Find templates as peaks of substring frequencies."),
    "separate": ("lab.separate", "Tell template from content: RoadRunner, SST, InfoDiscoverer and others."),
    "blocks": ("lab.blocks", "See how informative every block of a page is: InfoDiscoverer as published."),
    "grammar": ("lab.grammar", "Turn pages made from a database back into its data: RoadRunner."),
    "styles": ("lab.styles", "See what all pages of a layout share, and clean a page of it: the site style tree."),
    "articles": ("lab.articles", "Get the articles of one layout, plain or formatted, by any separator: News Ripper."),
    "pattern": ("lab.pattern", "Print what the pages of one layout have in common, as a pattern of trees."),
    "map": ("lab.map", "Compare the layouts of two pages by a tree mapping."),
    "layout": ("lab.layout", "Show the layout tree of a page."),
    "clusters": ("lab.clusters", "Group the pages of a site by layout, with tree mappings."),
    "repeats": ("lab.repeats", "Show the repeated patterns of a page, by PAT trees."),
    "rank": ("lab.rank", "Rank the pages of a site by links: HITS, SALSA, LAMIS."),
    "discover": ("lab.discover", "Find index pages and articles by links and the entropy of blocks."),
}


@click.group(cls=LazyGroup, homes={"Methods": COMMANDS})
def command() -> None:
    """Published methods, each as its paper has it.

    They are here to be compared and to learn from; `sitelode mine` uses none of them. docs/systems.md has all of them in one table,
    with what their documents report and what they reach here.

    \b
    Example:  sitelode lab repeats examples/site/index.html
    """
