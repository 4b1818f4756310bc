"""`sitelode lab`: published methods by name, each as in its paper. Mining uses none of them."""

import click

from sitelode.cli.lazy_group import LazyGroup

COMMANDS = {
    "alternation": ("alternation", "Find what repeats in pages, logs or any text files, and colour the rest: alternation counts."),
    "peaks": ("peaks", "Find which pages share a template, and the law of any text: substring frequencies."),
    "separate": ("separate", "Tell template from content: RoadRunner, SST, InfoDiscoverer and others."),
    "blocks": ("blocks", "See how informative every block of a page is: InfoDiscoverer as published."),
    "grammar": ("grammar", "Turn pages made from a database back into its data: RoadRunner."),
    "styles": ("styles", "See what all pages of a layout share, and clean a page of it: the site style tree."),
    "articles": ("articles", "Get the articles of one layout, plain or formatted, by any separator: News Ripper."),
    "pattern": ("pattern", "Get title and body of news by what the pages of a layout have in common: ne-patterns."),
    "map": ("map", "See what two pages have in common, by six tree mappings."),
    "layout": ("layout", "See the elements that arrange a page, without its inline markup: the layout tree."),
    "clusters": ("clusters", "Group a few hundred pages by layout, each compared with each: News Ripper."),
    "repeats": ("repeats", "Find the lists of a page as repeats: IEPAD."),
    "links": ("classifiers:links", "Find the links of a page that are like some examples, by their place in its layout."),
    "rank": ("rank", "Rank the index pages of a site first by links, and measure it: HITS, SALSA, LAMIS."),
    "inventory": ("classifiers:inventory", "Count the words of titles, metatags and bodies on start pages: metatags."),
    "discover": ("discover", "Follow index pages to articles to their text: LAMIS with InfoDiscoverer."),
}


@click.group(cls=LazyGroup, homes=COMMANDS, package="sitelode_lab.cli")
def command() -> None:
    """Published methods, each as in its paper.

    They are here to be compared and to learn from; `sitelode mine` uses none of them. docs/systems.md has all of them in one table,
    with what their documents report and what they reach here.

    \b
    Example:  sitelode lab repeats examples/site/index.html
    """
