"""`sitelode teach`: add a field to a wrapper by examples."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import click

from sitelode.cli.progress import progress_bars
from sitelode.errors import SettingError
from sitelode.pipeline import read_site
from sitelode.site.site import Site
from sitelode.wrappers.page_tokens import PageTokens, page_tokens
from sitelode.wrappers.taught import add_field
from sitelode.wrappers.taught_field import LONGEST_NAME, Answer, TaughtField
from sitelode.wrappers.teaching import MOST_EXAMPLES, Lesson, ask_next, teach
from sitelode.wrappers.teaching_pages import LayoutPages, pages_like, split_example
from sitelode.wrappers.wrapper import Wrapper, read_wrapper, write_wrapper

SHOWN = 100  # characters of a value


@click.command()
@click.argument("wrapper", type=click.Path(path_type=Path))
@click.argument("pages")
@click.option("--field", "name", required=True, help="What the field is to be called.")
@click.option(
    "--example", "examples", multiple=True, metavar="PAGE=VALUE", help="A page and the value on it; nothing after '=': not there."
)
@click.option("--ask/--no-ask", default=None, help="Ask about pages; by default where somebody sits at a terminal.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Where to write; by default WRAPPER itself.")
def command(wrapper: Path, pages: str, name: str, examples: tuple[str, ...], *, ask: bool | None, output: Path | None) -> None:
    """Teach WRAPPER a field by its values on some of PAGES.

    PAGES is anything `sitelode mine` takes, or a folder that it wrote. PAGE is an address or a file, or how one of these ends. Where rules
    from the top and from the bottom of a page disagree, you are asked which is right.

    \b
    Example:  sitelode teach wrapper.json mined --field price --example 'lamp.html=$12.90'
    """
    if not name.strip() or len(name) > LONGEST_NAME:
        raise SettingError(f"a field's name has 1 to {LONGEST_NAME} characters")
    asking = sys.stdin.isatty() if ask is None else ask
    if not examples and not asking:
        raise SettingError(f"no example of {name}; give one with --example PAGE=VALUE, or --ask to be asked")
    lesson = _prepared(read_wrapper(wrapper), pages, name, examples)
    if asking:
        lesson = _first_example(lesson)
    field = lesson.learned()
    if asking:
        field, lesson = _answered(field, lesson)
    values = [field.answer(page).value for page in lesson.layout.pages]
    changed = add_field(lesson.wrapper.to_data(), lesson.layout.layout, field, values)
    write_wrapper(Wrapper.from_data(changed), output or wrapper)
    click.echo("\n".join(_summary(field, lesson, values)))


@dataclass(frozen=True)
class _Lesson:
    """What is known while somebody teaches."""

    name: str
    wrapper: Wrapper
    layout: LayoutPages
    said: tuple[Lesson, ...]

    def learned(self) -> TaughtField:
        return teach(self.name, self.said, self.unsaid())

    def unsaid(self) -> list[PageTokens]:
        """Pages nobody has said anything about."""
        known = {lesson.page.page.url for lesson in self.said}
        return [page for page in self.layout.pages if page.page.url not in known]

    def told(self, page: PageTokens, value: str) -> "_Lesson":
        return replace(self, said=(*self.said, Lesson(page, value)))


def _prepared(wrapper: Wrapper, source: str, name: str, examples: tuple[str, ...]) -> _Lesson:
    with progress_bars(quiet=False) as progress:
        site = read_site(source, progress=progress)
        said = [_example(site, given) for given in examples]
        pages = site.pages()
        layout = pages_like(wrapper, [lesson.page.page for lesson in said], pages, lambda done: progress("layouts", done, len(pages)))
    return _Lesson(name, wrapper, layout, tuple(said))


def _example(site: Site, given: str) -> Lesson:
    number, value = split_example(given, [(entry.url, entry.origin) for entry in site.entries])
    return Lesson(page_tokens(site.store.page(site.entries[number].number)), value)


def _first_example(lesson: _Lesson) -> _Lesson:
    """Ask page after page until one has the field."""
    for page in lesson.unsaid():
        if any(said.value for said in lesson.said):
            break
        click.echo(page.page.url)
        answer = click.prompt(f"  {lesson.name} on this page (empty: not there)", default="", show_default=False)
        lesson = lesson.told(page, answer.strip())
    return lesson


def _answered(field: TaughtField, lesson: _Lesson) -> tuple[TaughtField, _Lesson]:
    """Ask about the pages on which both ways disagree, as long as there are any and somebody answers."""
    while len(lesson.said) < MOST_EXAMPLES:
        pages = lesson.unsaid()
        wanted = ask_next(field, pages)
        if not wanted:
            break
        page = pages[wanted[0]]
        answer = _asked(page, field.answer(page), lesson.name)
        if answer is None:
            break
        lesson = lesson.told(page, answer)
        field = lesson.learned()
    return field, lesson


def _asked(page: PageTokens, answer: Answer, name: str) -> str | None:
    """What somebody says about a page with two readings; none: no more questions."""
    click.echo(page.page.url)
    for number, reading in enumerate(answer.readings, start=1):
        click.echo(f"  {number}  {reading[:SHOWN] or '(nothing)'}")
    said = str(click.prompt(f"  {name}: 1, 2, the value itself, - for not there, or empty to stop", default="", show_default=False)).strip()
    if not said:
        return None
    return {"1": answer.readings[0], "2": answer.readings[1], "-": ""}.get(said, said)


def _summary(field: TaughtField, lesson: _Lesson, values: list[str]) -> list[str]:
    layout = lesson.wrapper.layouts[lesson.layout.layout].name
    lines = [field.describe(), f"layout {layout}: a value on {sum(map(bool, values))} of {len(values)} pages"]
    differing = ask_next(field, lesson.layout.pages)
    if differing:
        page = lesson.layout.pages[differing[0]]
        lines.append(f"the two ways differ on {len(differing)} of them; an example that would help: --example '{page.page.url}=...'")
    return lines
