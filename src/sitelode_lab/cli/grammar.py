"""`sitelode lab grammar`: the grammar of a layout and the data set behind its pages, as RoadRunner finds them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from sitelode.counted import counted
from sitelode.errors import SettingError
from sitelode.output.files import whole_file
from sitelode.output.nested_tables import csv_text, flat_tables
from sitelode_lab.cli.inputs import read_layout, read_selection
from sitelode_lab.separators.page_grammar import PageGrammar, Record, article_text, long_columns, schema_of
from sitelode_lab.trees.tag_selection import EVERY_TAG

SHOWN_CELL = 40  # characters of a value in a printed table; set by hand
LONGEST_GRAMMAR = 4_000  # characters of a printed grammar; set by hand


@click.command()
@click.argument("source")
@click.option("--cluster", type=click.IntRange(min=0), default=0, show_default=True, help="Layout number, as in `sitelode show layouts`.")
@click.option("--learn-from", type=click.IntRange(min=2), default=20, show_default=True, help="Pages the grammar is made from.")
@click.option(
    "--tags", type=click.Path(dir_okay=False, path_type=Path), help="A tag selection as JSON; by default all tags count, inline ones too."
)
@click.option("--rows", type=click.IntRange(min=0), default=5, show_default=True, help="Rows to print of each table.")
@click.option("--json", "as_json", is_flag=True, help="The data alone: one nested JSON object per page.")
@click.option("--articles", is_flag=True, help="The longest fields alone, as the article of each page.")
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Write grammar.txt, data.jsonl and CSV tables here.")
def command(
    source: str, cluster: int, learn_from: int, tags: Path | None, rows: int, output: Path | None, *, as_json: bool, articles: bool
) -> None:
    """Print the grammar of one layout of SOURCE, and the data set that its pages were made from.

    RoadRunner: text that differs is a field (#PCDATA, lettered A, B, C ..), what only some pages have is (..)?, what repeats is (..)+ and
    becomes a table of its own. The time grows with the pages; a grammar that needs too many comparisons is given up.

    \b
    Example:  sitelode lab grammar examples/site --cluster 1
    """
    pages = read_layout(source, cluster).pages
    wrapper = PageGrammar(learn_from, selection=read_selection(tags, EVERY_TAG)).study(pages)
    if wrapper.grammar is None:
        raise SettingError("no grammar: the pages are too deep or too different; take another --cluster, or fewer pages with --learn-from")
    schema = schema_of(wrapper)
    records = [schema.read(page) for page in pages]
    if articles:
        columns = long_columns(records)
        for page, record in zip(pages, records, strict=True):
            click.echo(f"--- {page.url}\n{article_text(record, columns)}")
        click.echo(f"long fields, of which the article is: {', '.join(columns) or 'none'}", err=True)
        return
    if as_json:
        for line in _json_lines([page.url for page in pages], records):
            click.echo(line)
        return
    grammar = str(wrapper)
    click.echo(grammar[:LONGEST_GRAMMAR] + f" .. {len(grammar) - LONGEST_GRAMMAR:,} more characters" * (len(grammar) > LONGEST_GRAMMAR))
    click.echo(f"\nschema  {schema}\n")
    named = [{"address": page.url, **record} for page, record in zip(pages, records, strict=True)]
    if output is None:
        _print_tables(named, rows)
    else:
        _write(output, grammar, named)


def _json_lines(urls: Sequence[str], records: Sequence[Record]) -> Iterator[str]:
    for url, record in zip(urls, records, strict=True):
        yield json.dumps({"url": url, "data": record}, ensure_ascii=False)


def _print_tables(records: Sequence[Mapping[str, Any]], most: int) -> None:

    for name, table in flat_tables(records).items():
        click.echo(f"{name}: {counted(len(table), 'row')}")
        columns = list(dict.fromkeys(column for row in table for column in row))
        for row in [dict(zip(columns, columns, strict=True)), *table[:most]] if most else []:
            cells = ("" if row.get(column) is None else " ".join(str(row[column]).split()) for column in columns)
            click.echo("  " + " | ".join(cell[:SHOWN_CELL] + ".." * (len(cell) > SHOWN_CELL) for cell in cells))


def _write(folder: Path, grammar: str, records: Sequence[Mapping[str, Any]]) -> None:

    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    tables = {f"{name}.csv": csv_text(table) for name, table in flat_tables(records).items()}
    for name, text in {"grammar.txt": grammar + "\n", "data.jsonl": lines, **tables}.items():
        with whole_file(folder / name) as file:
            file.write(text)
    click.echo(f"written to {folder}: grammar.txt, data.jsonl, {', '.join(tables)}")
