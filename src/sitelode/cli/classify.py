"""`sitelode classify`: classify pages and whole sites by examples."""

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sitelode.cli.terminal import progress_bars
from sitelode.counted import counted

if TYPE_CHECKING:
    from sitelode.classify.contract import Verdict
    from sitelode.classify.similar import Found, SimilarPages

LABELS = click.Path(exists=True, dir_okay=False, path_type=Path)
OUTPUT = click.Path(dir_okay=False, path_type=Path)
LIKELY = 0.5  # more likely than not


@click.group()
def command() -> None:
    """Find the pages that are about the same, and classes of pages and sites from examples.

    \b
    Example:  sitelode classify pages examples/site --like /2031/03/library-forgives-fines.html
    """


@command.command()
@click.argument("source")
@click.option("--like", multiple=True, required=True, help="Address of an example page, or its ending; may be repeated.")
@click.option("--unlike", multiple=True, help="Address of a page that is not like it; may be repeated.")
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, help="Pages shown; -o writes all.")
@click.option(
    "--ask",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Ask about this many of the pages it is least sure of, then rank again.",
)
@click.option("-o", "--output", type=OUTPUT, help="Write all pages to a file: .csv or .jsonl.")
def pages(source: str, like: tuple[str, ...], unlike: tuple[str, ...], most: int, ask: int, output: Path | None) -> None:
    """Find the pages of SOURCE that are of the same kind and about the same as some examples.

    Addresses, layout and words decide together. Prints the best first, each with how likely it is and why.

    \b
    Example:  sitelode classify pages examples/site --like /2031/03/library-forgives-fines.html
    """
    from sitelode.classify.gathering import page_place, site_pages  # noqa: PLC0415 (loaded when there is work)
    from sitelode.classify.similar import SimilarPages  # noqa: PLC0415
    from sitelode.output.classes_files import found_rows, write_rows  # noqa: PLC0415

    with progress_bars(quiet=False) as progress:
        similar = SimilarPages(site_pages(source, progress))
    yes = [page_place(similar.pages, url) for url in like]
    no = [page_place(similar.pages, url) for url in unlike]
    found = similar.ranked(yes, no)
    for _ in range(ask):
        if (question := similar.question(found)) is None:
            break
        answer = click.confirm(f"Is this one meant? {question.url} {question.title}", err=True)
        (yes if answer else no).append(question.place)
        found = similar.ranked(yes, no)
    for each in found[:most]:
        click.echo(f"{each.probability:6.1%}  {each.url}  {each.title[:60]}  [{each.reason}]")
    _say_how_many(similar, found)
    if output:
        write_rows(found_rows(found), output)


def _say_how_many(similar: "SimilarPages", found: "list[Found]") -> None:
    likely = sum(each.probability >= LIKELY for each in found)
    question = similar.question(found)
    doubt = f"; least sure: {question.url} (say --like or --unlike)" if question else ""
    click.echo(f"{likely:,} of {len(found):,} further pages are likely{doubt}", err=True)


@command.command()
@click.argument("page")
@click.option("--like", multiple=True, help="Address of an example link, or its ending; may be repeated.")
@click.option("--unlike", multiple=True, help="Address of a link that is not like it; may be repeated.")
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, help="Links shown; -o writes all.")
@click.option("-o", "--output", type=OUTPUT, help="Write all links to a file: .csv or .jsonl.")
def links(page: str, like: tuple[str, ...], unlike: tuple[str, ...], most: int, output: Path | None) -> None:
    """Say which links of PAGE are likely meant, from a few that are and are not: links of one kind stand in one box.

    PAGE is an HTML file, or anything `sitelode mine` takes: then its start page. Prints the best first, each with how likely it is.

    \b
    Example:  sitelode classify links examples/site/index.html --like /2031/05/rovers-go-up.html --unlike /about.html
    """
    from sitelode.classify.gathering import start_page  # noqa: PLC0415 (loaded when there is work)
    from sitelode.classify.layout_links import LayoutLinks  # noqa: PLC0415
    from sitelode.output.classes_files import found_rows, write_rows  # noqa: PLC0415

    found = LayoutLinks(start_page(page)).ranked(like, unlike)
    for each in found[:most]:
        click.echo(f"{each.probability:6.1%}  {each.url}  {each.title[:60]}  [{each.reason}]")
    likely = sum(each.probability >= LIKELY for each in found)
    click.echo(f"{likely:,} of {len(found):,} further links are likely", err=True)
    if output:
        write_rows(found_rows(found), output)


@command.command()
@click.argument("labels", type=LABELS)
@click.option("--from", "sources", multiple=True, help="Where the pages are: anything `sitelode mine` takes; may be repeated.")
@click.option("--sites", is_flag=True, help="Labels are of whole sites: by host, or by file or folder.")
@click.option("--system", help="Another classifier than the default; `sitelode classify systems` lists them.")
@click.option("-o", "--output", type=OUTPUT, default=Path("model.json"), show_default=True)
def train(labels: Path, sources: tuple[str, ...], output: Path, system: str | None, *, sites: bool) -> None:
    """Learn classes from LABELS: CSV or JSON lines of url and label, or the RDF of a directory.

    Labels name pages of the sources, or HTML files (with --sites: folders, archives) beside the file of labels.

    \b
    Example:  sitelode classify train labels.csv --from examples/site -o model.json
    """
    from sitelode.classify.gathering import gather_pages, gather_sites  # noqa: PLC0415 (loaded when there is work)
    from sitelode.classify.labels import read_labels  # noqa: PLC0415
    from sitelode.classify.registry import (  # noqa: PLC0415
        DEFAULT_FOR_PAGES,
        DEFAULT_FOR_SITES,
        PAGES,
        SITES,
        NamedModel,
        classifier,
        model_bytes,
    )
    from sitelode.output.files import whole  # noqa: PLC0415

    name = system or (DEFAULT_FOR_SITES if sites else DEFAULT_FOR_PAGES)
    learner = classifier(name)
    with progress_bars(quiet=False) as progress:
        gathered = (gather_sites if sites else gather_pages)(read_labels(labels), sources, labels.parent, progress)
    for note in gathered.notes:
        click.echo(f"sitelode: {note}", err=True)
    model = learner.fit(gathered.samples)
    with whole(output) as unfinished:
        unfinished.write_bytes(model_bytes(NamedModel(name, SITES if sites else PAGES, model)))
    counts = sorted(Counter(sample.label for sample in gathered.samples).items())
    click.echo(
        f"{output}: {name}, {counted(len(gathered.samples), 'example')}: {', '.join(f'{label} {count:,}' for label, count in counts)}"
    )


@command.command()
@click.argument("model", type=LABELS)
@click.argument("source")
@click.option("-o", "--output", type=OUTPUT, help="Write to a file instead: .csv or .jsonl.")
def apply(model: Path, source: str, output: Path | None) -> None:
    """Give every page of SOURCE its class, with how likely it is and why; a model of sites, the whole of it.

    \b
    Example:  sitelode classify apply model.json examples/site -o classes.csv
    """
    from sitelode.classify.contract import Sample  # noqa: PLC0415 (loaded when there is work)
    from sitelode.classify.gathering import site_pages  # noqa: PLC0415
    from sitelode.classify.registry import SITES, read_model  # noqa: PLC0415
    from sitelode.output.classes_files import verdict_rows, write_rows  # noqa: PLC0415

    named = read_model(model)
    with progress_bars(quiet=False) as progress:
        found = site_pages(source, progress)
    samples = [Sample(source, tuple(found))] if named.unit == SITES else [Sample(page.url, (page,)) for page in found]
    verdicts = named.model.predict_together(samples)
    rows = verdict_rows([sample.name for sample in samples], verdicts)
    if output:
        write_rows(rows, output)
        click.echo(f"{output}: {counted(len(rows), 'line')}; " + _counted(verdicts))
    else:
        write_rows(rows, None, sys.stdout)


def _counted(verdicts: "list[Verdict]") -> str:
    labels = sorted({verdict.label for verdict in verdicts})
    return ", ".join(f"{label or 'none'} {sum(verdict.label == label for verdict in verdicts):,}" for label in labels)


@command.command()
@click.argument("source")
@click.option("--model", type=LABELS, required=True, help="A model of sites; or of pages, then the classes of the pages are counted.")
@click.option("--inventory", is_flag=True, help="Also print how many words the title, description, keywords and body of its pages have.")
def site(source: str, model: Path, *, inventory: bool) -> None:
    """Say which class the whole site SOURCE is of, all classes by how likely they are, and why.

    \b
    Example:  sitelode classify site examples/site --model trades.json
    """
    from sitelode.classify.contract import Sample  # noqa: PLC0415 (loaded when there is work)
    from sitelode.classify.gathering import site_pages  # noqa: PLC0415
    from sitelode.classify.page_words import Inventory  # noqa: PLC0415
    from sitelode.classify.registry import read_model  # noqa: PLC0415

    named = read_model(model)
    with progress_bars(quiet=False) as progress:
        found = site_pages(source, progress)
    verdict = named.model.predict(Sample(source, tuple(found)))
    click.echo(f"{verdict.label or 'no class'}: {verdict.reason}")
    for name, share in sorted(verdict.probabilities.items(), key=lambda each: (-each[1], each[0])):
        click.echo(f"{share:6.1%}  {name}")
    if inventory:
        click.echo("\n".join(Inventory.of(found).lines()))


@command.command()
def systems() -> None:
    """List the classifiers by name."""
    from sitelode.classify.registry import classifiers  # noqa: PLC0415 (loaded when there is work)

    for name, load in classifiers().items():
        click.echo(f"{name:<15} {(sys.modules[load().__module__].__doc__ or '').strip().splitlines()[0]}")
