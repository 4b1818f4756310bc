"""`sitelode explain`: why a page was read as it was."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sitelode.articles.explain import Explanation, Region, explain
from sitelode.cli.inspect import first_page
from sitelode.cli.progress import progress_bars
from sitelode.errors import SettingError
from sitelode.pipeline import MinedSite, mine
from sitelode.urls import normalise

if TYPE_CHECKING:
    from sitelode.articles.extraction import ClusterReader
    from sitelode.dom.page import Page

COMPARED = 30  # pages of the layout
SHOWN_OTHERS = 3  # sources of a field


@click.command()
@click.argument("page")
@click.argument("site", required=False)
@click.option("--json", "as_json", is_flag=True, help="Everything as one JSON object.")
@click.option("--all", "everything", is_flag=True, help="Also the small regions that were left out.")
def command(page: str, site: str | None, *, as_json: bool, everything: bool) -> None:
    """Show which regions of PAGE were taken and which not, and by what evidence; and where its fields come from.

    PAGE is an address or a file. SITE is what it belongs to: a folder that `sitelode mine` wrote, or anything it reads. Without SITE the
    page is judged by itself.

    \b
    Example:  sitelode explain examples/site/2031/03/net-menders-songs.html examples/site
    """
    with progress_bars(quiet=as_json) as progress:
        mined = mine(site or page, progress=progress)
    reader, seen, others = _found(mined, page, alone=site is None)
    found = explain(reader, seen, others)
    if as_json:
        click.echo(json.dumps(found.to_data(), ensure_ascii=False))
    else:
        _print(found, everything=everything)


def _found(mined: MinedSite, wanted: str, *, alone: bool) -> "tuple[ClusterReader, Page, list[Page]]":
    """The page, the reader of its layout, and other pages of that layout."""
    entries = mined.site.entries
    place = 0 if alone else next((place for place, entry in enumerate(entries) if _is_wanted(entry.url, entry.origin, wanted)), None)
    if place is not None:
        cluster = int(mined.clusters.of_page[place])
        page = mined.site.store.page(entries[place].number)
    elif Path(wanted).is_file():
        page = first_page(wanted)
        cluster = max(range(len(mined.readers)), key=lambda each: _fit(mined.readers[each], page))
    else:
        raise SettingError(f"no page {wanted} among the {len(entries):,} of this site; give an address as in articles.jsonl, or a file")
    members = mined.clusters.members()[cluster][:COMPARED]
    return mined.readers[cluster], page, [mined.site.store.page(entries[member].number) for member in members]


def _is_wanted(url: str, origin: str, wanted: str) -> bool:
    return (
        wanted in (url, origin) or normalise(wanted) == url or (bool(origin) and Path(origin).name != "" and origin.endswith("/" + wanted))
    )


def _fit(reader: "ClusterReader", page: "Page") -> float:
    """How well a layout knows a page: the confidence of what it reads there."""
    return float(getattr(reader.article(page, ""), "confidence", 0.0))


def _print(found: Explanation, *, everything: bool) -> None:
    from rich.console import Console  # noqa: PLC0415 (only where somebody reads)
    from rich.markup import escape  # noqa: PLC0415

    console = Console(soft_wrap=True, highlight=False)
    console.print(f"[bold]{escape(found.url)}[/]")
    outcome = f"no article: {found.no_article}" if found.no_article else f"confidence {found.confidence:.2f}"
    console.print(
        f"layout {found.cluster}, compared with {found.compared_pages} pages; taken from probability {found.taken_from:.2f}; {outcome}\n"
    )
    for field in found.fields:
        console.print(
            f"[bold]{field.name:<12}[/]{escape(field.value) or '[dim]none[/]'}"
            + (f"  [dim]({escape(field.source)})[/]" if field.source else "")
        )
        for other in field.others[:SHOWN_OTHERS]:
            console.print(f"{'':<12}[dim]also {escape(other)}[/]")
        for reason in field.rejected[:SHOWN_OTHERS]:
            console.print(f"{'':<12}[dim]not {escape(reason)}[/]")
    console.print()
    hidden = 0
    for region in found.regions:
        if not region.taken and not everything and _is_small(region, found):
            hidden += 1
            continue
        mark, colour = ("+", "green") if region.taken else ("-", "red")
        console.print(
            f"[{colour}]{mark} {region.probability:.2f}[/] {escape(_short(region.path))}  [dim]{escape('; '.join(region.reasons))}[/]"
        )
        console.print(f"       {escape(region.text)}")
    if hidden:
        console.print(f"[dim]{hidden} small regions left out are not shown; --all shows them[/]")


def _is_small(region: Region, found: Explanation) -> bool:
    """Whether a region is of no weight beside what was taken."""
    whole = sum(each.width for each in found.regions if each.taken)
    return region.width < max(whole / 50, 20) and region.probability < found.taken_from / 2


def _short(path: str) -> str:
    steps = path.split(" > ")
    return ("… > " if len(steps) > 4 else "") + " > ".join(steps[-4:])  # noqa: PLR2004 (as much as a line has room for)
