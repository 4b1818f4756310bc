"""`sitelode lab`: published methods by name, each as in its paper. Mining uses none of them."""

import click

from sitelode.cli.lazy_group import LazyGroup

COMMANDS = {
    "alternation": ("alternation", "What repeats in any text files: alternation counts."),
    "peaks": ("peaks", "Templates by substring frequencies, and their law."),
    "separate": ("separate", "Template and content, by any separator."),
    "blocks": ("blocks", "How informative each block is: InfoDiscoverer."),
    "grammar": ("grammar", "Pages of a database back into its data: RoadRunner."),
    "styles": ("styles", "What all pages of a layout share: the site style tree."),
    "articles": ("articles", "The articles of one layout: News Ripper."),
    "pattern": ("pattern", "Title and body of news: ne-patterns."),
    "map": ("map", "What two pages have in common: six tree mappings."),
    "layout": ("layout", "The elements that arrange a page: the layout tree."),
    "clusters": ("clusters", "Layouts by comparing all pairs of pages: News Ripper."),
    "repeats": ("repeats", "Lists as regular repeats: IEPAD."),
    "links": ("classifiers:links", "Links like some examples, by their place in the layout."),
    "rank": ("rank", "Index pages by links alone: HITS, SALSA, LAMIS."),
    "inventory": ("classifiers:inventory", "Words of titles, metatags and bodies of start pages."),
    "discover": ("discover", "From index pages to articles: LAMIS, InfoDiscoverer."),
}


@click.group(cls=LazyGroup, homes=COMMANDS, package="sitelode_lab.cli")
def command() -> None:
    """Published methods, each as in its paper.

    Compare them, or learn from them; `sitelode mine` uses none. docs/systems.md lists all of them, with the figures of their documents and
    the figures reached here.

    \b
    Example:  sitelode lab repeats examples/site/index.html
    """
