"""`sitelode wrapper learn`, `show`, `export` and `import`."""

from collections import Counter
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitelode.cli.options import FILE, allow_private, as_date, output_file
from sitelode.cli.terminal import progress_bars, say, short_path
from sitelode.cli.wrappers.apply import keep_profiles
from sitelode.cli.wrappers.wrapped_pages import pages_of, pages_with_bytes
from sitelode.counted import counted
from sitelode.errors import SettingError
from sitelode.output.result import write_site_wrapper
from sitelode.pipeline import mine
from sitelode.settings import MineSettings
from sitelode.site.site import is_opened_site
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.learn.profiling import ProfileLearner
from sitelode.wrappers.readers import usable_wrapper
from sitelode.wrappers.wrapper import Layout, Wrapper, write_wrapper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitelode.progress import Progress
    from sitelode.wrappers.exchange.checked_selectors import KnownPage

FORMS = ("css", "xpath", "crawl4ai", "web-poet")
MOST_TRIED_ON = 300  # pages that an export is tried on; a bound
SHOWN = 12  # paths of a layout; set by hand
wrapper_file = click.option("-o", "--output", type=FILE, default=Path("wrapper.json"), show_default=True, help="File to write.")


@click.command()
@click.argument("source")
@wrapper_file
@as_date
@click.option("--max-pages", type=click.IntRange(min=1), help="Maximum number of pages to crawl.")
@allow_private
def learn(source: str, output: Path, learned_on: str | None, max_pages: int | None, *, allow_private: bool) -> None:
    """Learn a wrapper from SOURCE: extraction rules for every layout, in one JSON file.

    SOURCE is a result, or anything `sitelode mine` takes. Articles seen are kept in a second file, to verify and repair by.

    \b
    Example:  sitelode wrapper learn examples/site -o wrapper.json
    """
    with progress_bars() as progress:
        date = learned_on or datetime.now(UTC).date().isoformat()
        settings = MineSettings(max_pages=max_pages, allow_private=allow_private, learned_on=date)
        wrapper = write_site_wrapper(mine(source, settings=settings, progress=progress), output)
    say(f"{counted(len(wrapper.layouts), 'layout')} of {wrapper.site or 'the site'}: {output} ({output.stat().st_size:,} bytes)")


@click.command()
@click.argument("wrapper", type=click.Path(path_type=Path))
def show(wrapper: Path) -> None:
    """Print the rules and fields of WRAPPER in words.

    \b
    Example:  sitelode wrapper show wrapper.json
    """
    found = usable_wrapper(wrapper)
    learnt = f"learnt {found.learned_on or 'at an unknown date'}"
    click.echo(f"wrapper of {found.site or 'a site'}, {learnt}, {counted(len(found.layouts), 'layout')}")
    for layout in found.layouts:
        click.echo("\n".join(_described(layout)))
    for line in found.history:
        click.echo(f"history: {line}")


def _described(layout: "Layout") -> list[str]:
    nothing, where = layout.rules.get("nothing"), ", ".join(layout.url_patterns[:3]) or "no common address pattern"
    lines = [f"\n{nothing or layout.name}: {counted(layout.pages, 'page')}, {where}{' (nothing is extracted)' if nothing else ''}"]
    body: dict[str, Any] = layout.rules.get("body", {}) if layout.kind == "article" else {}
    if body:
        lines.append(f"  text in {body['container'] or 'the page'}")
        sure = sorted(body["paths"].items(), key=lambda item: (-max(item[1].values()), item[0]))
        lines += [
            f"    {short_path(path)}  ({', '.join(f'{kind} {value:.2f}' for kind, value in row.items())})" for path, row in sure[:SHOWN]
        ]
        lines += [f"    and {len(sure) - SHOWN} more paths"] if len(sure) > SHOWN else []
    by_page = {"records", *(str(each["name"]) for each in layout.rules.get("taught", ()))}
    for name, profile in layout.profile.fields.items():
        rows = "records" if "records" in layout.profile.measures and name not in by_page else "pages"
        lines.append(f"  {name}: on {profile.filled:.0%} of the {rows}, {profile.lengths[0]} to {profile.lengths[2]} characters")
    return lines


@click.command()
@click.argument("wrapper", type=click.Path(path_type=Path))
@click.option("--as", "form", type=click.Choice(FORMS), required=True, help="Format to write.")
@click.option("--pages", help="Pages to test the selectors on.  [default: the result that holds WRAPPER]")
@output_file
def export(wrapper: Path, form: str, pages: str | None, output: Any) -> None:  # noqa: ANN401 (click's lazy file)
    """Write WRAPPER as CSS selectors, XPath expressions, a crawl4ai schema or a web-poet page object.

    Every selector is first tested on known pages, and compared with the values of WRAPPER. The file says for each field how many
    values agree; fields without a selector are listed there and on standard error.

    \b
    Example:  sitelode wrapper export mined/wrapper.json --as css
              sitelode wrapper export wrapper.json --as xpath --pages examples/site
    """
    found = usable_wrapper(wrapper)
    if pages is None and not is_opened_site(wrapper.parent):
        raise SettingError("give pages to test the selectors on with --pages")
    try:
        from sitelode.wrappers.exchange.checked_selectors import export_checked  # noqa: PLC0415
    except ImportError as problem:
        raise SettingError(f"testing selectors needs {problem.name}: pip install 'sitelode[crawl]'") from problem
    with progress_bars() as progress:
        known = list(islice(_sources_of(pages or str(wrapper.parent), progress), MOST_TRIED_ON))
    text, selectors = export_checked(found, form, known)
    output.write(text)
    agreeing, cells = sum(each.cells[0] for each in selectors), sum(each.cells[1] for each in selectors)
    click.echo(f"{agreeing} of {cells} values agree with the wrapper, on {counted(len(known), 'page')}", err=True)
    for each in selectors:
        for name, why in each.left_out.items():
            click.echo(f"not exported, {each.layout.name}: {name}: {why}", err=True)


def _sources_of(source: str, progress: "Progress") -> "Iterator[KnownPage]":
    """Every page with its HTML as it was sent; from a result, which keeps no source, written anew from the columns."""
    from sitelode.wrappers.exchange.checked_selectors import KnownPage, page_markup  # noqa: PLC0415

    for page, _, body in pages_with_bytes(source, progress, Counter()):
        yield KnownPage(body.decode("ascii") if body and body.isascii() else page_markup(page), page)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@wrapper_file
@click.option("--site", default="", help="Name of the site.")
@click.option("--pages", help="Pages of the site that show the usual values, so that the wrapper can be verified at once.")
def import_(file: Path, output: Path, site: str, pages: str | None) -> None:
    """Make a wrapper from FILE: a crawl4ai schema, or a JSON object of field names with CSS selectors or XPath expressions.

    Without --pages, the first run of `sitelode wrapper apply` learns the usual values.

    \b
    Example:  sitelode wrapper import schema.json -o wrapper.json
    """
    from sitelode.wrappers.exchange.importing import import_file  # noqa: PLC0415 (needs an extra)

    wrapper = import_file(file, site)
    write_wrapper(wrapper, output)
    say(f"{counted(len(wrapper.layouts), 'layout')}: {output}")
    if pages is not None:
        say(_learn_profiles(wrapper, pages, output))


def _learn_profiles(wrapper: "Wrapper", pages: str, output: Path) -> str:
    applier, learner = Applier(wrapper), ProfileLearner(wrapper)
    with progress_bars() as progress:
        for page, origin in pages_of(pages, progress, Counter()):
            learner.listen(page, applier.read(page, origin))
    if not learner.names:
        return "its selectors find nothing on these pages, so it cannot be verified yet"
    keep_profiles(learner, output)
    return f"learnt the usual values of {', '.join(learner.names)}"
