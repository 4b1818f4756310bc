"""`sitelode fields`: detail pages as tables, one row per page."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sitelode.cli.terminal import progress_bars
from sitelode.counted import counted

if TYPE_CHECKING:
    from sitelode.output.tables.write_tables import FieldsWritten
    from sitelode.tables.details.field_rules import FieldRules

SHOWN_CHARACTERS = 40  # of an example; set by hand, as is the next
NAME_WIDTH = 28


@click.command()
@click.argument("source")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Folder for the tables; without it, they are only shown."
)
@click.option("--parquet", is_flag=True, help="Write fields.parquet as well; needs -o.")
@click.option("--xlsx", is_flag=True, help="Write fields.xlsx as well; needs -o.")
@click.option("--all-columns", is_flag=True, help="All columns: copies, icons and rare ones, too.")
@click.option("--one-layout", is_flag=True, help="Take all pages as one layout instead of grouping them first.")
@click.option("--columns", type=click.IntRange(min=1), default=20, show_default=True, help="Columns shown of each layout.")
def command(source: str, output: Path | None, columns: int, *, parquet: bool, xlsx: bool, all_columns: bool, one_layout: bool) -> None:
    """Make a table of the detail pages of SOURCE, one row a page.

    Whatever varies between the pages of a layout is a column; nobody names the fields. Prints the columns of every layout with how many
    pages fill them, their type and examples; -o writes layout-N/fields.csv and layout-N/fields.jsonl, and
    wrapper.json for new pages. SOURCE is anything `sitelode mine` takes, or a folder that it wrote.

    \b
    Example:  sitelode fields examples/site -o tables
    """
    from sitelode.layout.site_layouts import find_layouts  # noqa: PLC0415
    from sitelode.output.tables.table_files import Forms  # noqa: PLC0415
    from sitelode.output.tables.write_tables import provenance_of, write_fields  # noqa: PLC0415 (loaded when there is work)
    from sitelode.site.reading import read_site  # noqa: PLC0415
    from sitelode.tables.details.detail_fields import learn_rules  # noqa: PLC0415 (loaded when there is work)
    from sitelode.wrappers.learn.site_wrapper import write_fields_wrapper  # noqa: PLC0415

    if (parquet or xlsx) and output is None:
        raise click.UsageError(f"--{'parquet' if parquet else 'xlsx'} needs a folder to write to: give one with -o")
    forms = Forms(parquet, xlsx, all_columns)
    with progress_bars(quiet=False) as progress:
        site = read_site(source, progress=progress)
        every = site.pages()
        layouts = [list(range(len(every)))]
        if not one_layout:
            layouts = find_layouts(every, progress=progress).clusters.members()
        found = []
        for number, members in enumerate(layouts):
            pages = site.pages([site.entries[member].number for member in members])
            rules = learn_rules(pages)
            folder = output / f"layout-{number}" if output and rules.columns else None
            found.append((rules, write_fields(rules, pages if rules.columns else (), folder, forms, provenance_of(site)), len(members)))
            progress("fields", number + 1, len(layouts))
    for number, (rules, written, pages_in_it) in enumerate(found):
        click.echo(_layout_lines(number, rules, written, pages_in_it, columns))
    if output and any(rules.columns for rules, _, _ in found):
        tables = zip((site.pages([site.entries[member].number for member in members]) for members in layouts), found, strict=True)
        write_fields_wrapper(site, ((pages, rules) for pages, (rules, _, _) in tables), output / "wrapper.json")
        click.echo(f"tables: {output}\nwrapper: {output / 'wrapper.json'}")


def _layout_lines(number: int, rules: "FieldRules", written: "FieldsWritten", pages: int, most: int) -> str:
    if not rules.columns:
        why = "nothing varies on a single page" if pages == 1 else "no value stands in the same place on half of the pages"
        return f"layout {number}: {counted(pages, 'page')}, no fields: {why}"
    kept = [rule for rule in rules.columns if rule.name in written.names]
    left_out = len(rules.columns) - len(kept)
    more = f" and {left_out} more with --all-columns" if left_out else ""
    lines = [f"layout {number}: {counted(pages, 'page')}, {counted(len(kept), 'column')}{more}"]
    for rule in kept[:most]:
        examples = "; ".join(text[:SHOWN_CHARACTERS] for text in written.examples.get(rule.name, ()))
        lines.append(
            f"  {rule.name[:NAME_WIDTH]:<{NAME_WIDTH}} {written.filled[rule.name] / written.pages:5.0%}  {rule.type:<6}  {examples}"
        )
    if len(kept) > most:
        lines.append(f"  .. {len(kept) - most} more; --columns shows them")
    return "\n".join(lines)
