"""`sitelode records`: the lists on pages as tables."""

from pathlib import Path

import click

from sitelode.cli.options import STANDARD_OUTPUT, allow_private, folder_or_pipe, table_forms, table_options
from sitelode.cli.terminal import progress_bars, say
from sitelode.counted import counted
from sitelode.layout.site_layouts import layouts_of_site
from sitelode.output.tables.write_tables import provenance_of, write_records
from sitelode.progress import Progress
from sitelode.site.page_addresses import PageFinder
from sitelode.site.reading import read_site
from sitelode.site.site import Site
from sitelode.sources.choice import is_url, open_source, with_framesets
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.tables.lists.joined_lists import joined_lists
from sitelode.tables.lists.record_lists import MOST_LISTS
from sitelode.tables.lists.site_lists import SiteList, recurring_texts
from sitelode.tables.script_data import MOST_BYTES, unread_bytes
from sitelode.tables.site_tables import lists_of_layout
from sitelode.tables.table import Value
from sitelode.wrappers.learn.site_wrapper import write_lists_wrapper

ROWS_SHOWN, COLUMNS_SHOWN, CELL_WIDTH = 8, 6, 28  # set by hand, to fit a terminal
EXAMPLES = 3  # set by hand


@click.command()
@click.argument("source")
@table_options
@click.option("--all-lists", is_flag=True, help="Extract all lists of a layout, not only the main one.")
@click.option(
    "--max-pages", type=click.IntRange(min=1), default=1, show_default=True, help="URL: follow the pagination over at most this many pages."
)
@allow_private
def command(
    source: str, output: Path | None, max_pages: int, formats: tuple[str, ...], *, all_columns: bool, all_lists: bool, allow_private: bool
) -> None:
    """Turn the lists of SOURCE into tables: search results, products, indexes, one row per record.

    SOURCE is a page, or anything `sitelode mine` takes. The main list of each layout becomes one table, without repeated records. For
    a URL only that page is read; --max-pages follows its pagination. Without -o the tables are only shown.

    \b
    Example:  sitelode records examples/site/index.html
    """
    forms = table_forms(output, formats, all_columns=all_columns)
    with progress_bars() as progress:
        site = _read(source, max_pages, progress, allow_private=allow_private)
        lists = _found(site, all_lists=all_lists, progress=progress)
    if output != STANDARD_OUTPUT:
        for number, each in enumerate(lists, start=1):
            click.echo(_list_lines(number, each, is_single_page=len(site.entries) == 1))
    if not lists:
        click.echo(_nothing_found(site), err=output == STANDARD_OUTPUT)
    if output is None:
        return
    with folder_or_pipe(output, "records.jsonl") as folder:
        write_records(lists, folder, forms, provenance_of(site))
        if lists:
            write_lists_wrapper(site, lists, folder / "wrapper.json")
    if output != STANDARD_OUTPUT:
        more = f"\ntables: {output / 'records'}\nwrapper: {output / 'wrapper.json'}" if lists else ""
        say(f"{counted(sum(map(len, lists)), 'record')}: {output / 'records.jsonl'}{more}")


def _read(source: str, max_pages: int, progress: Progress, *, allow_private: bool) -> Site:
    if not is_url(source):
        return read_site(source, progress=progress)
    crawl = CrawlSettings(allow_private=allow_private, link_chooser="sitelode.tables.lists.pagination:chosen_links").with_pages(max_pages)
    return read_site(with_framesets(open_source(source, crawl=crawl), held_back=True).items(), progress=progress)


def _found(site: Site, *, all_lists: bool, progress: Progress) -> list[SiteList]:
    pages = site.pages()
    recurring = recurring_texts(pages)
    layouts = [[0]] if len(pages) == 1 else layouts_of_site(site, progress).clusters.members()
    found: list[SiteList] = []
    for done, members in enumerate(layouts, start=1):
        of_layout = site.pages([site.entries[member].number for member in members])
        most = MOST_LISTS if all_lists else 1
        found += lists_of_layout(of_layout, most, recurring)
        progress("records", done, len(layouts))
    of_page = {member: layout for layout, members in enumerate(layouts) for member in members}
    return found if all_lists else joined_lists(found, PageFinder(site).place, [of_page[place] for place in sorted(of_page)])


def _nothing_found(site: Site) -> str:
    if len(site.entries) > 1:
        return f"no list of records on any of {len(site.entries):,} pages"
    unread = unread_bytes(site.pages()[0])
    more = f"; only {MOST_BYTES:,} of its {unread:,} bytes of script data were searched" if unread else ""
    return f"no list of records on this page{more}"


def _list_lines(number: int, found: SiteList, *, is_single_page: bool) -> str:
    where = "" if is_single_page else f" on {counted(len(found.pages), 'page')}"
    again = f" ({counted(found.repeated, 'repeat')} skipped)" if found.repeated else ""
    left_out = len(found.names) - len(found.kept_names)
    more = f" (--all-columns: {left_out} more)" if left_out else ""
    size = (
        f"{counted(len(found), 'different record' if again else 'record')}{where}{again}, {counted(len(found.kept_names), 'column')}{more}"
    )
    lines = [f"list {number}: {size}, at {found.rule.base_selector}"]
    if not is_single_page:
        lines += [f"    {url}" for url in found.pages[:EXAMPLES]]
    return "\n".join(lines + _table_lines(found))


def _table_lines(found: SiteList) -> list[str]:
    """The first rows, cut to the width of a terminal."""
    filled = {name: sum(name in record.fields for record in found.records) for name in found.names}
    others = [rule.name for rule in found.rule.columns if rule.type in ("link", "image")]
    names = found.kept_names
    others = [name for name in others if name in names]
    texts = [name for name in names if name not in others]
    usual = [name for name in texts + others if filled[name] * 2 >= len(found)][:COLUMNS_SHOWN]
    rows = [usual] + [[_shown(record.fields.get(name)) for name in usual] for record in found.records[:ROWS_SHOWN]]
    widths = [min(CELL_WIDTH, max(len(row[place]) for row in rows)) for place in range(len(usual))]
    lines = ["  " + "  ".join(_cut(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return lines + ([f"  .. {len(found) - ROWS_SHOWN:,} more"] if len(found) > ROWS_SHOWN else [])


def _shown(value: Value) -> str:
    return " | ".join(value) if isinstance(value, list) else value or ""


def _cut(text: str, width: int) -> str:
    return (text if len(text) <= width else text[: width - 1] + "…").ljust(width)
