"""Apply a log of lessons to a wrapper: the fields that people taught, learnt again whenever the wrapper is written anew."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

from sitelode.errors import SettingError, SitelodeError, WrapperError
from sitelode.html.page import Page
from sitelode.site.site import Site
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.lessons import LONGEST_TEXT, LessonEntry, LessonLog
from sitelode.wrappers.taught.occurrences import occurrence_at
from sitelode.wrappers.taught.page_tokens import PageTokens, page_tokens
from sitelode.wrappers.taught.taught import Taught, add_field, without_fields
from sitelode.wrappers.teach.other_layouts import reach_other_layouts
from sitelode.wrappers.teach.teaching import MOST_EXAMPLES, Lesson, ask_next, teach
from sitelode.wrappers.teach.teaching_pages import layout_of
from sitelode.wrappers.wrapper import Wrapper, read_wrapper, write_wrapper

MOST_PAGES = 40  # of a layout that a field is learnt on; a bound
MOST_LOOKED_AT = 400  # pages of a site whose layouts nobody knows; a bound


class SitePages(Protocol):
    """Where lessons find their pages."""

    def number_of(self, url: str) -> int | None: ...

    def page(self, number: int) -> Page: ...

    def alike(self, number: int, most: int) -> list[int]: ...

    def spread(self, most: int) -> list[int]: ...


@dataclass(frozen=True)
class PagesOfSite:
    """The pages of a site, by layout where these are known."""

    site: Site
    layouts: Sequence[Sequence[int]] = ()  # places of the pages of each

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {entry.url: entry.number for entry in self.site.entries}

    @cached_property
    def _alike(self) -> dict[int, list[int]]:
        """For every page the numbers of all pages of its layout."""
        groups = [[self.site.entries[place].number for place in places] for places in self.layouts]
        return {number: group for group in groups for number in group}

    def number_of(self, url: str) -> int | None:
        return self._numbers.get(url)

    def page(self, number: int) -> Page:
        return self.site.store.page(number)

    def alike(self, number: int, most: int) -> list[int]:
        """Numbers of pages of the same layout, spread over all of them; of any layout, and more of them, where none is known."""
        known = self._alike.get(number)
        return _spread(known, most) if known else self.spread(MOST_LOOKED_AT)

    def spread(self, most: int) -> list[int]:
        """Numbers of pages of all layouts, evenly spread."""
        return _spread(list(self._numbers.values()), most)


def _spread(numbers: Sequence[int], most: int) -> list[int]:
    return list(numbers[:: max(len(numbers) // most, 1)][:most])


@dataclass(frozen=True)
class Learnt:
    """A field on one layout of the wrapper."""

    field: Taught
    layout: int
    told: frozenset[str]  # addresses of the pages with a lesson
    pages: dict[int, PageTokens]  # of the layout, by number

    def values(self) -> list[str]:
        return [self.field.answer(page).value for page in self.pages.values()]

    def page_to_ask_about(self) -> int | None:
        """A page nobody said anything about, on which the way from the top and the way from the bottom differ."""
        unsaid = [number for number, page in self.pages.items() if page.page.url not in self.told]
        wanted = ask_next(self.field, [self.pages[number] for number in unsaid])
        return unsaid[wanted[0]] if wanted else None


def text_at(page: PageTokens, row: int) -> str:
    """The text of a row, as a lesson keeps it."""
    there = occurrence_at(page, row)
    return page.text_of(there.places)[:LONGEST_TEXT] if there else ""


def lesson_of(page: PageTokens, said: LessonEntry) -> Lesson:
    """What was said about a page, for the learner."""
    if said.row is None:
        return Lesson(page, said.text)
    return Lesson(page, row=said.row) if text_at(page, said.row) == said.text else Lesson(page, said.text)


def learnt_fields(wrapper: Wrapper, said: Sequence[LessonEntry], pages: SitePages) -> list[Learnt]:
    """One field for each name and each layout of the wrapper on whose pages it was shown; lessons whose page is gone teach nothing."""
    applier, lessons = Applier(wrapper), defaultdict[tuple[str, int], dict[int, LessonEntry]](dict)
    for each in said:
        number = pages.number_of(each.url)
        layout = None if number is None else layout_of(applier, pages.page(number))
        if number is not None and layout is not None:
            lessons[each.name, layout].pop(number, None)
            lessons[each.name, layout][number] = each  # the last word on a page holds
    return [
        _learnt(applier, name, layout, of_page, pages)
        for (name, layout), of_page in lessons.items()
        if any(each.shows_value for each in of_page.values())
    ]


def _learnt(applier: Applier, name: str, layout: int, lessons: dict[int, LessonEntry], pages: SitePages) -> Learnt:
    alike = {number: page_tokens(pages.page(number)) for number in lessons}
    others = [number for number in pages.alike(next(reversed(lessons)), MOST_PAGES) if number not in lessons]
    alike |= dict(_of_layout(applier, layout, others, pages))
    examples = [lesson_of(alike[number], each) for number, each in list(lessons.items())[-MOST_EXAMPLES:]]
    field = teach(name, examples, [page for number, page in alike.items() if number not in lessons])
    in_order = {number: alike[number] for number in sorted(alike)}
    return Learnt(field, layout, frozenset(each.url for each in lessons.values()), in_order)


def _of_layout(applier: Applier, layout: int, numbers: Sequence[int], pages: SitePages) -> Iterator[tuple[int, PageTokens]]:
    found = 0
    for number in numbers:
        page = pages.page(number)
        if found < MOST_PAGES and layout_of(applier, page) == layout:
            found += 1
            yield number, page_tokens(page)


def taught_wrapper(wrapper: Wrapper, log: LessonLog, pages: SitePages) -> tuple[Wrapper, list[str]]:
    """The wrapper with all fields of the lessons that hold, and without those forgotten; and what went wrong, a line for each field."""
    if not log.entries or not wrapper.layouts:
        return wrapper, []
    data, problems = without_fields(wrapper.to_data(), log.names), list[str]()
    for name in sorted(log.names):
        said = [each for each in log.holding if each.name == name]
        try:
            learnt = learnt_fields(wrapper, said, pages)
            for each in learnt:
                data = add_field(data, each.layout, each.field, each.values())
        except (SettingError, WrapperError) as problem:
            problems.append(f"{name} could not be learnt again: {problem}")
            continue
        if learnt:
            looked_at = [pages.page(number) for number in pages.spread(MOST_LOOKED_AT)]
            data = reach_other_layouts(Wrapper.from_data(data), name, looked_at).wrapper.to_data()
        if said and not learnt:
            problems.append(f"{name} could not be learnt again: its pages are gone, or no layout of the wrapper is like them")
    return Wrapper.from_data(data), problems


def write_taught(path: Path, log: LessonLog, pages: SitePages) -> list[str]:
    """Bring a wrapper's file in line with the lessons; the answer is what went wrong."""
    try:
        wrapper, problems = taught_wrapper(read_wrapper(path), log, pages)
        write_wrapper(wrapper, path)
    except SitelodeError as problem:
        return [str(problem)]
    return problems
