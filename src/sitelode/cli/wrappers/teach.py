"""`sitelode wrapper teach`: add a field to a wrapper by examples."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from sitelode.cli.options import FILE
from sitelode.cli.terminal import ask_user, progress_bars
from sitelode.counted import counted
from sitelode.errors import SettingError
from sitelode.output.taught_values import write_taught_values
from sitelode.shared_file import only_writer
from sitelode.site.reading import read_site
from sitelode.site.site import Site
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.known_content import known_file, read_known, write_known
from sitelode.wrappers.lessons import LONGEST_TEXT, FieldRemoval, LessonEntry, LessonLog, field_name, lessons_file
from sitelode.wrappers.taught.page_tokens import PageTokens, page_tokens
from sitelode.wrappers.taught.taught import BETWEEN_SAID, Answer, Taught
from sitelode.wrappers.teach.apply_lessons import PagesOfSite, layout_of, lesson_of, reach_other_layouts, with_field, without_fields
from sitelode.wrappers.teach.examples import LayoutPages, pages_like, split_example
from sitelode.wrappers.teach.teaching import MOST_EXAMPLES, Lesson, ask_next, teach
from sitelode.wrappers.wrapper import Wrapper, read_wrapper, write_wrapper

ARTICLES_FROM = "wrapper.json"  # the wrapper of a result, whose articles hold its taught fields
SHOWN = 100  # characters of a value; set by hand


@click.command()
@click.argument("wrapper", type=click.Path(path_type=Path))
@click.argument("source")
@click.option("--field", "name", required=True, help="Name of the field.")
@click.option("--example", "examples", multiple=True, metavar="PAGE=VALUE", help="A page and its value; PAGE= if it has none. Repeatable.")
@click.option("--ask/--no-ask", default=None, help="Ask about pages.  [default: on a terminal]")
@click.option("--remove", is_flag=True, help="Remove the field and all its examples.")
@click.option("-o", "--output", type=FILE, help="File to write.  [default: WRAPPER itself]")
def command(
    wrapper: Path, source: str, name: str, examples: tuple[str, ...], *, ask: bool | None, remove: bool, output: Path | None
) -> None:
    """Teach WRAPPER a field by examples from SOURCE.

    SOURCE is a result, or anything `sitelode mine` takes. PAGE is an address, a file, or the end of either. Where the learnt rules
    disagree, you are asked which value is right. For several values on a page, give several examples. Examples are kept in lessons.json
    beside the wrapper, where `mine` and the studio find them.

    \b
    Example:  sitelode wrapper teach wrapper.json mined --field price --example 'lamp.html=$12.90'
    """
    name = field_name(name)
    target, log = output or wrapper, LessonLog.read(lessons_file(wrapper))
    if remove:
        changed = _remove(wrapper, log, name, target)
        if target.name == ARTICLES_FROM and (target.parent / "articles.jsonl").is_file():
            write_taught_values(target.parent, read_site(source), changed)
        return
    asking = sys.stdin.isatty() if ask is None else ask
    if not examples and not asking:
        raise SettingError(f"no example of {name}; give one with --example PAGE=VALUE, or add --ask")
    session = _start_session(read_wrapper(wrapper), source, name, examples, log)
    if asking:
        session = _ask_first_example(session)
    field = session.taught_field()
    if asking:
        field, session = _ask_where_rules_differ(field, session)
    values = [field.answer(page).value for page in session.layout.pages]
    changed = with_field(session.wrapper, session.layout.layout, field, values)
    reached, lines = reach_other_layouts(changed, name, session.site.pages())
    write_wrapper(reached, target)
    _keep(session.new, wrapper, target)
    if (seen := known_file(target)).is_file():  # articles seen before, beside the wrapper
        taught = {page.page.url: {name: value} for page, value in zip(session.layout.pages, values, strict=True) if value}
        write_known(read_known(seen).with_taught_values(taught), seen)
    click.echo("\n".join([*_summary(field, session, values), *lines]))
    written = write_taught_values(target.parent, session.site, reached) if target.name == ARTICLES_FROM else 0
    if written:
        click.echo(f"{name} added to the articles of {target.parent / 'articles.jsonl'}")


def _keep(entries: Iterable[LessonEntry | FieldRemoval], wrapper: Path, target: Path) -> None:
    """Add to the wrapper's log, which may have grown while a person answered."""
    with only_writer(lessons_file(target)):
        LessonLog.read(lessons_file(wrapper)).with_entries(entries).write(lessons_file(target))


def _remove(wrapper: Path, log: LessonLog, name: str, target: Path) -> Wrapper:
    found = read_wrapper(wrapper)
    changed = without_fields(found, {name})
    if changed == found and all(each.name != name for each in log.holding):
        raise SettingError(f"there is no taught field called {name}")
    write_wrapper(changed, target)
    _keep([FieldRemoval(name)], wrapper, target)
    click.echo(f"{name} removed: {target}")
    return changed


@dataclass(frozen=True)
class _Session:
    """The state of one teaching session."""

    name: str
    wrapper: Wrapper
    site: Site
    layout: LayoutPages
    said: Mapping[str, Lesson]  # by the address of the page: the latest lesson about it
    new: tuple[LessonEntry, ...] = ()  # of this session, for the log

    @property
    def has_example(self) -> bool:
        return any(lesson.value or lesson.row is not None for lesson in self.said.values())

    def taught_field(self) -> Taught:
        return teach(self.name, list(self.said.values()), self.open_pages())

    def open_pages(self) -> list[PageTokens]:
        """Pages without a lesson."""
        return [page for page in self.layout.pages if page.page.url not in self.said]

    def with_answer(self, page: PageTokens, value: str) -> "_Session":
        url = page.page.url
        said = {address: lesson for address, lesson in self.said.items() if address != url} | {url: Lesson(page, value)}
        return replace(self, said=said, new=(*self.new, LessonEntry(url, self.name, text=value[:LONGEST_TEXT])))


def _start_session(wrapper: Wrapper, source: str, name: str, examples: tuple[str, ...], log: LessonLog) -> _Session:
    with progress_bars() as progress:
        site = read_site(source, progress=progress)
        given = _one_a_page([_example(site, each) for each in examples])
        pages = site.pages()
        shown = [lesson.page.page for lesson in given]
        layout = pages_like(wrapper, shown, pages, lambda done: progress("layouts", done, len(pages)))
        session = _Session(name, wrapper, site, layout, dict(_earlier_lessons(site, wrapper, layout.layout, name, log)))
    for each in given:
        session = session.with_answer(each.page, each.value)
    return session


def _one_a_page(given: Sequence[Lesson]) -> list[Lesson]:
    """Join several values for one page into a list."""
    found: dict[str, Lesson] = {}
    for each in given:
        before = found.get(each.page.page.url)
        found[each.page.page.url] = replace(each, value=f"{before.value}{BETWEEN_SAID}{each.value}") if before and before.value else each
    return list(found.values())


def _earlier_lessons(site: Site, wrapper: Wrapper, layout: int, name: str, log: LessonLog) -> Iterator[tuple[str, Lesson]]:
    """Earlier lessons for the field, on pages of the same layout."""
    applier, stored = Applier(wrapper), PagesOfSite(site)
    for said in log.holding:
        number = stored.number_of(said.url) if said.name == name else None
        if number is not None and layout_of(applier, page := stored.page(number)) == layout:
            yield said.url, lesson_of(page_tokens(page), said)


def _example(site: Site, given: str) -> Lesson:
    number, value = split_example(given, [(entry.url, entry.origin) for entry in site.entries])
    return Lesson(page_tokens(site.store.page(site.entries[number].number)), value)


def _ask_first_example(session: _Session) -> _Session:
    """Ask about one page after the other until one has the field."""
    for page in session.open_pages():
        if session.has_example:
            break
        click.echo(page.page.url)
        answer = ask_user(f"  {session.name} on this page (Enter: none)")
        if answer is None:
            break
        session = session.with_answer(page, answer)
    if not session.has_example:
        raise SettingError(f"no example of {session.name}; give one with --example PAGE=VALUE, or answer with a value")
    return session


def _ask_where_rules_differ(field: Taught, session: _Session) -> tuple[Taught, _Session]:
    """Ask about the pages on which the two rules disagree, while there are any and somebody answers."""
    while len(session.said) < MOST_EXAMPLES:
        pages = session.open_pages()
        wanted = ask_next(field, pages)
        if not wanted:
            break
        page = pages[wanted[0]]
        answer = _ask_about(page, field.answer(page), session.name)
        if answer is None:
            break
        session = session.with_answer(page, answer)
        field = session.taught_field()
    return field, session


def _ask_about(page: PageTokens, answer: Answer, name: str) -> str | None:
    """The answer for a page with two readings; None ends the questions."""
    click.echo(page.page.url)
    for number, reading in enumerate(answer.readings, start=1):
        click.echo(f"  {number}  {reading[:SHOWN] or '(nothing)'}")
    said = ask_user(f"  {name}: 1, 2, another value, - for none, or Enter to stop")
    if not said:
        return None
    return {"1": answer.readings[0], "2": answer.readings[1], "-": ""}.get(said, said)


def _summary(field: Taught, session: _Session, values: list[str]) -> list[str]:
    layout = session.wrapper.layouts[session.layout.layout].name
    lines = [field.describe(), f"layout {layout}: a value on {sum(map(bool, values))} of {counted(len(values), 'page')}"]
    differing = ask_next(field, session.layout.pages)
    if differing:
        page = session.layout.pages[differing[0]]
        lines.append(f"two rules disagree on {len(differing)} of them; a helpful example: --example '{page.page.url}=...'")
    return lines
