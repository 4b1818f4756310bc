"""`sitelode classify`: classify pages and whole sites by examples."""

import sys
from collections import Counter
from pathlib import Path

import click

from sitelode.cli.options import FILE
from sitelode.cli.terminal import progress_bars, say, warn
from sitelode.counted import counted

LABELS = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def command() -> None:
    """Find pages like some examples, or train a classifier of pages and sites.

    \b
    Example:  sitelode classify pages examples/site --like /2031/03/library-forgives-fines.html
    """


@command.command()
@click.argument("source")
@click.option("--like", multiple=True, required=True, help="Address of an example, or its end; repeatable.")
@click.option("--unlike", multiple=True, help="Address of a counter-example, or its end; repeatable.")
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, help="Maximum number of pages shown.")
@click.option("-o", "--output", type=FILE, help="Write all pages to a .csv or .jsonl file.")
def pages(source: str, like: tuple[str, ...], unlike: tuple[str, ...], most: int, output: Path | None) -> None:
    """Find the pages of SOURCE that are like some examples.

    They are compared by address, layout and words, and printed best first, with probability and reason.

    \b
    Example:  sitelode classify pages examples/site --like /2031/03/library-forgives-fines.html
    """
    from sitelode.classify.gathering import page_place, site_pages  # noqa: PLC0415 (loaded when there is work)
    from sitelode.classify.similar import MEANT_FROM, SimilarPages  # noqa: PLC0415
    from sitelode.output.classes_files import found_rows, write_rows  # noqa: PLC0415

    with progress_bars() as progress:
        similar = SimilarPages(site_pages(source, progress))
    yes, no = ([page_place(similar.pages, url) for url in given] for given in (like, unlike))
    found = similar.ranked(yes, no)
    question = similar.question(found)
    for each in found[:most]:
        click.echo(f"{each.probability:6.1%}  {each.url}  {each.title[:60]}  [{each.reason}]")
    doubt = f"; least certain: {question.url} (add --like or --unlike)" if question else ""
    say(f"{sum(each.probability >= MEANT_FROM for each in found):,} of {len(found):,} further pages are likely{doubt}", err=True)
    if output:
        write_rows(found_rows(found), output)


@command.command()
@click.argument("labels", type=LABELS)
@click.option("--from", "sources", multiple=True, help="Source of the pages: anything `sitelode mine` takes; repeatable.")
@click.option("--sites", is_flag=True, help="The labels are for whole sites: hosts, files or folders.")
@click.option("--system", help="Classifier; the extra lab has more.  [default: combined, or site-words]")
@click.option("-o", "--output", type=FILE, default=Path("model.json"), show_default=True, help="File to write.")
def train(labels: Path, sources: tuple[str, ...], output: Path, system: str | None, *, sites: bool) -> None:
    """Train a classifier on LABELS.

    LABELS is CSV or JSON lines with url and label, or the RDF of a directory. Labels name pages of the sources, or HTML files (with
    --sites: folders, archives) beside LABELS.

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
    with progress_bars() as progress:
        gathered = (gather_sites if sites else gather_pages)(read_labels(labels), sources, labels.parent, progress)
    for note in gathered.notes:
        warn(note)
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
@click.option("-o", "--output", type=FILE, help="Write a .csv or .jsonl file.  [default: standard output]")
def apply(model: Path, source: str, output: Path | None) -> None:
    """Classify every page of SOURCE with MODEL.

    A MODEL of whole sites classifies SOURCE as a whole. Prints class, probability and reason.

    \b
    Example:  sitelode classify apply model.json examples/site -o classes.csv
    """
    from sitelode.classify.contract import Sample  # noqa: PLC0415 (loaded when there is work)
    from sitelode.classify.gathering import site_pages  # noqa: PLC0415
    from sitelode.classify.registry import SITES, read_model  # noqa: PLC0415
    from sitelode.output.classes_files import verdict_rows, write_rows  # noqa: PLC0415

    named = read_model(model)
    with progress_bars() as progress:
        found = site_pages(source, progress)
    samples = [Sample(source, tuple(found))] if named.unit == SITES else [Sample(page.url, (page,)) for page in found]
    verdicts = named.model.predict_together(samples)
    rows = verdict_rows([sample.name for sample in samples], verdicts)
    if output:
        write_rows(rows, output)
        counts = sorted(Counter(verdict.label or "none" for verdict in verdicts).items())
        say(f"{output}: {counted(len(rows), 'line')}; {', '.join(f'{label} {count:,}' for label, count in counts)}")
    else:
        write_rows(rows, None, sys.stdout)
