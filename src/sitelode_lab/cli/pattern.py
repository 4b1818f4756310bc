"""`sitelode lab pattern`: the ne-pattern of one layout."""

import json
from collections.abc import Iterator

import click

from sitelode.counted import counted
from sitelode.html.page import Page
from sitelode_lab.cli.inputs import read_layout
from sitelode_lab.separators.tree_pattern import LayoutPattern, TreePattern, label_passages
from sitelode_lab.trees.layout_tree import label_names, labelled_by_words, layout_tree, text_names
from sitelode_lab.trees.ne_pattern import pattern_of

MOST_PAGES = 20  # set by hand; few pages are enough (docs/algorithms/ne_patterns.md)

SHOWN_BODY = 300  # characters of a body; set by hand


@click.command()
@click.argument("source")
@click.option("--cluster", type=click.IntRange(min=0), default=0, show_default=True, help="Layout number, as in `sitelode show layouts`.")
@click.option(
    "--pages", type=click.IntRange(min=1), default=MOST_PAGES, show_default=True, help="Number of pages to compose the pattern from."
)
@click.option("--structure", is_flag=True, help="Compare elements only; texts count as equal.")
@click.option("--show", type=click.IntRange(min=0), default=2, show_default=True, help="Pages whose text to print.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of lines.")
def command(source: str, cluster: int, pages: int, show: int, *, structure: bool, as_json: bool) -> None:
    """Print the pattern that the pages of one layout of SOURCE have in common.

    Wildcards stand for what differs: $ one element, + one or more, ? one or none, * any number. Texts are data: one that is the same on all
    pages stays, others become wildcards. What these capture on a page is its data, and of that the longest is taken as the body and a short
    piece near it with words of it as the title (Reis and others 2004). The time grows with --pages.

    \b
    Example:  sitelode lab pattern examples/site --cluster 1
    """
    layout = read_layout(source, cluster)
    trees = [layout_tree(page, names_of=layout.names_of) for page in layout.pages[:pages]]
    labelled = [tree.tree if structure else labelled_by_words(tree) for tree in trees]
    pattern = pattern_of(labelled)
    names = label_names(trees, layout.names_of) | ({} if structure else text_names(trees, labelled))
    if as_json:
        click.echo(json.dumps(pattern.to_plain(names.__getitem__), ensure_ascii=False))
        return
    click.echo(pattern.to_text(names.__getitem__))
    studied = f"{len(trees)} of {counted(len(layout.pages), 'page')}"
    click.echo(f"{counted(len(pattern), 'node')}, {len(pattern.wildcards)} of them wildcards, from {studied}")
    if len(trees) == 1:
        click.echo("one page is its own pattern: nothing differs, and nothing is data", err=True)
    elif not structure:
        template = LayoutPattern(layout.names_of, pattern, TreePattern().match_budget)
        for page in layout.pages[:show]:
            click.echo("\n".join(_labelled_lines(page, template)))


def _labelled_lines(page: Page, template: LayoutPattern) -> Iterator[str]:
    passages = template.passages(page)
    found = label_passages(passages)
    yield f"--- {page.url}: {counted(len(passages), 'passage')}" + ("" if passages else "; the pattern rejects the page")
    yield f"title  {found.title.text if found.title else '-'}"
    body = " ".join(found.body.text.split()) if found.body else "-"
    yield f"body   {body[:SHOWN_BODY]}{f' .. {len(body) - SHOWN_BODY:,} more characters' * (len(body) > SHOWN_BODY)}"
