"""`sitelode fields`: detail pages as tables, one row per page."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import click

from sitelode.cli.options import STANDARD_OUTPUT, folder_or_pipe, table_forms, table_options
from sitelode.cli.terminal import progress_bars, say
from sitelode.counted import counted
from sitelode.layout.site_layouts import layouts_of_site
from sitelode.output.tables.write_tables import FieldsWritten, provenance_of, write_fields
from sitelode.site.reading import read_site
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.naming import PAGE_TITLE
from sitelode.wrappers.learn.site_wrapper import write_fields_wrapper

SHOWN_CHARACTERS = 40  # of an example; set by hand, as is the next
NAME_WIDTH = 28


@click.command()
@click.argument("source")
@table_options
@click.option("--one-layout", is_flag=True, help="Treat all pages as one layout; do not group them first.")
@click.option("--columns", type=click.IntRange(min=1), default=20, show_default=True, help="Number of columns shown per layout.")
def command(source: str, output: Path | None, columns: int, formats: tuple[str, ...], *, all_columns: bool, one_layout: bool) -> None:
    """Turn the detail pages of SOURCE into tables: one row per page, one column per value that varies.

    SOURCE is a result, or anything `sitelode mine` takes. Prints the columns of every layout with share, type and examples; -o writes
    layout-N/fields.csv, layout-N/fields.jsonl, and wrapper.json for new pages.

    \b
    Example:  sitelode fields examples/site -o tables
    """
    forms = table_forms(output, formats, all_columns=all_columns)
    with progress_bars() as progress, ExitStack() as stack:
        target = stack.enter_context(folder_or_pipe(output, "layout-*/fields.jsonl")) if output else None
        site = read_site(source, progress=progress)
        layouts = [list(range(len(site.entries)))]
        if not one_layout:
            layouts = layouts_of_site(site, progress).clusters.members()
        found = []
        for number, members in enumerate(layouts):
            pages = site.pages([site.entries[member].number for member in members])
            rules = _without_mere_titles(learn_rules(pages))
            folder = target / f"layout-{number}" if target and rules.columns else None
            found.append((rules, write_fields(rules, pages if rules.columns else (), folder, forms, provenance_of(site)), len(members)))
            progress("fields", number + 1, len(layouts))
    if output == STANDARD_OUTPUT:
        return
    for number, (rules, written, pages_in_it) in enumerate(found):
        click.echo(_layout_lines(number, rules, written, pages_in_it, columns))
    if output and any(rules.columns for rules, _, _ in found):
        tables = zip((site.pages([site.entries[member].number for member in members]) for members in layouts), found, strict=True)
        write_fields_wrapper(site, ((pages, rules) for pages, (rules, _, _) in tables), output / "wrapper.json")
        say(f"tables: {output}\nwrapper: {output / 'wrapper.json'}")


def _without_mere_titles(rules: FieldRules) -> FieldRules:
    """A table of page titles alone is none: as a layout of a wrapper it would take every page for its own."""
    return replace(rules, columns=()) if {rule.name for rule in rules.columns} <= {PAGE_TITLE} else rules


def _layout_lines(number: int, rules: FieldRules, written: FieldsWritten, pages: int, most: int) -> str:
    if not rules.columns:
        why = "a single page has nothing to compare with" if pages == 1 else "no place but the page title has a value on half of the pages"
        return f"layout {number}: {counted(pages, 'page')}, no fields: {why}"
    kept = [rule for rule in rules.columns if rule.name in written.names]
    left_out = len(rules.columns) - len(kept)
    more = f" (--all-columns: {left_out} more)" if left_out else ""
    lines = [f"layout {number}: {counted(pages, 'page')}, {counted(len(kept), 'column')}{more}"]
    for rule in kept[:most]:
        examples = "; ".join(text[:SHOWN_CHARACTERS] for text in written.examples.get(rule.name, ()))
        lines.append(
            f"  {rule.name[:NAME_WIDTH]:<{NAME_WIDTH}} {written.filled[rule.name] / written.pages:5.0%}  {rule.type:<6}  {examples}"
        )
    if len(kept) > most:
        lines.append(f"  .. {len(kept) - most} more; see --columns")
    return "\n".join(lines)
