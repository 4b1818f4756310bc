"""`sitelode show why`: why each region of a page was kept or dropped."""

import json
from dataclasses import replace
from pathlib import Path

import click

from sitelode.articles.explain import Explanation, Region, explain
from sitelode.articles.reader import ClusterReader
from sitelode.cli.show.page import first_page
from sitelode.cli.terminal import progress_bars, short_path
from sitelode.counted import counted
from sitelode.html.page import Page
from sitelode.mined_site import MinedSite
from sitelode.pipeline import mine
from sitelode.site.page_addresses import no_such_page, page_in_site
from sitelode.site.site import is_opened_site

COMPARED = 30  # pages of the layout; set by hand, as is the next
SHOWN_OTHERS = 3  # other sources of a field


@click.command()
@click.argument("page")
@click.argument("site", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with everything.")
@click.option("--all", "everything", is_flag=True, help="Also show small regions that were dropped.")
def command(page: str, site: str | None, *, as_json: bool, everything: bool) -> None:
    """Show which regions of PAGE were kept, which were dropped, and why; and where each field comes from.

    PAGE is an address, the end of one, or a file. SITE is a result or anything `sitelode mine` takes; without it, the page is read alone.
    Reasons describe the evidence; they are not a trace of the decision trees.

    \b
    Example:  sitelode show why examples/site/2031/03/net-menders-songs.html examples/site
    """
    with progress_bars(quiet=as_json) as progress:
        # If SITE is a result, its corrections apply here too.
        mined = mine(site or page, folder=Path(site) if site and is_opened_site(Path(site)) else None, progress=progress)
        place = 0 if site is None else page_in_site(mined.site, page)
        reader, seen, others = _found(mined, page, place)
        found = explain(reader, seen, others)
        if site and place is not None:
            found = _with_listed(found, mined)
        why_none, kind = (mined.site_articles.why_none(place), mined.kinds.evidence[place]) if site and place is not None else ("", "")
    if why_none:
        found = replace(found, no_article=f"mining counts it among {why_none}")
    if as_json:
        click.echo(json.dumps(found.to_data() | {"kind": kind}, ensure_ascii=False))
    else:
        _print(found, kind, everything=everything)


def _found(mined: MinedSite, wanted: str, place: int | None) -> tuple[ClusterReader, Page, list[Page]]:
    """The page, the reader of its layout as in mining, and other pages of that layout."""
    entries = mined.site.entries
    if place is not None:
        cluster = int(mined.clusters.of_page[place])
        page = mined.site.store.page(entries[place].number)
    elif Path(wanted).is_file():
        page = first_page(wanted)
        cluster = max(range(len(mined.readers)), key=lambda each: _fit(mined.reader.readers[each], page))
    else:
        raise no_such_page(mined.site, wanted)
    members = mined.clusters.members()[cluster][:COMPARED]
    return mined.reader.readers[cluster], page, [mined.site.store.page(entries[member].number) for member in members]


def _with_listed(found: Explanation, mined: MinedSite) -> Explanation:
    """With the date and the author that lists of the site give a page without its own, as mining does."""
    missing = {field.name for field in found.fields if field.name in ("date", "author") and not field.value}
    listed = mined.site_articles.listed.get(found.url) if missing else None
    if listed is None:
        return found
    filled = (replace(each, value=getattr(listed, each.name), source="a list of the site") for each in found.fields if each.name in missing)
    by_name = {each.name: each for each in filled if each.value}
    return replace(found, fields=tuple(by_name.get(each.name, each) for each in found.fields))


def _fit(reader: ClusterReader, page: Page) -> float:
    """How well a layout fits a page: the confidence of the reading."""
    return float(getattr(reader.article(page, ""), "confidence", 0.0))


def _print(found: Explanation, kind: str, *, everything: bool) -> None:
    click.secho(found.url, bold=True)
    if kind:
        click.echo(kind)
    outcome = f"no article: {found.no_article}" if found.no_article else f"confidence {found.confidence:.2f}"
    alike = f"layout {found.cluster}, compared with {counted(found.compared_pages, 'page')}" if found.compared_pages else "read alone"
    click.echo(f"{alike}; text is kept if its probability is at least {found.taken_from:.2f}; {outcome}\n")
    for field in found.fields:
        source = _dim(f"  ({field.source})") if field.source else ""
        click.echo(click.style(f"{field.name:<12}", bold=True) + (field.value or _dim("none")) + source)
        for said in (
            *(f"also {other}" for other in field.others[:SHOWN_OTHERS]),
            *(f"not {each}" for each in field.rejected[:SHOWN_OTHERS]),
        ):
            click.echo(f"{'':<12}{_dim(said)}")
    click.echo()
    hidden = 0
    for region in found.regions:
        if not region.taken and not everything and _is_small(region, found):
            hidden += 1
            continue
        mark, colour = ("+", "green") if region.taken else ("-", "red")
        reasons = _dim("; ".join(region.reasons))
        click.echo(f"{click.style(f'{mark} {region.probability:.2f}', fg=colour)} {short_path(region.path)}  {reasons}")
        click.echo(f"       {region.text}")
    if hidden:
        click.echo(_dim(f"{counted(hidden, 'small region')} dropped and not shown; see --all"))


def _dim(text: str) -> str:
    return click.style(text, dim=True)


def _is_small(region: Region, found: Explanation) -> bool:
    """Whether a region is negligible in comparison with the regions that were taken."""
    whole = sum(each.width for each in found.regions if each.taken)
    return region.width < max(whole / 50, 20) and region.probability < found.taken_from / 2
