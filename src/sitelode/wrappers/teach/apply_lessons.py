"""Apply a log of lessons to a wrapper: the fields that people taught, learnt again whenever the wrapper is written anew."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from sitelode.counted import counted
from sitelode.errors import SettingError, WrapperError
from sitelode.html.page import Page
from sitelode.site.site import Site
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.lessons import LONGEST_TEXT, LessonEntry, LessonLog
from sitelode.wrappers.taught.page_tokens import PageTokens, occurrence_at, page_tokens
from sitelode.wrappers.taught.taught import BETWEEN_VALUES, MOST_TAUGHT, TAUGHT, Taught, taught_fields
from sitelode.wrappers.teach.known_values import ChangedPages, KnownField, relearn
from sitelode.wrappers.teach.teaching import MOST_EXAMPLES, Lesson, ask_next, teach
from sitelode.wrappers.wrapper import FieldProfile, Layout, Wrapper

MOST_PAGES = 40  # of a layout that a field is learnt on; a bound
MOST_LOOKED_AT = 400  # pages whose layout is looked up; a bound
LEAST_PAGES = 2  # of a layout; set by hand, as is the next
SAME_RULES = 0.8  # share of its pages on which the rules find a value that looks right
MOST_PAGES_OF_OTHER = 30  # of a layout that are looked at; a bound


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
    wrapper, problems = without_fields(wrapper, log.names), list[str]()
    for name in sorted(log.names):
        said = [each for each in log.holding if each.name == name]
        try:
            learnt = learnt_fields(wrapper, said, pages)
            for each in learnt:
                wrapper = with_field(wrapper, each.layout, each.field, each.values())
        except (SettingError, WrapperError) as problem:
            problems.append(f"{name} could not be learnt again: {problem}")
            continue
        if learnt:
            looked_at = [pages.page(number) for number in pages.spread(MOST_LOOKED_AT)]
            wrapper = reach_other_layouts(wrapper, name, looked_at)[0]
        if said and not learnt:
            problems.append(f"{name} could not be learnt again: its pages are gone, or no layout of the wrapper is like them")
    return wrapper, problems


def layout_of(applier: Applier, page: Page) -> int | None:
    """The number of the layout that a page looks like to a wrapper, articles before lists before fields."""
    layouts = applier.wrapper.layouts
    for reading in applier.read(page, by_looks=True):
        if reading.layout is not None:
            return next(number for number, layout in enumerate(layouts) if layout is reading.layout)
    return None


def reach_other_layouts(wrapper: Wrapper, name: str, pages: Sequence[Page]) -> tuple[Wrapper, list[str]]:
    """Give a field to the layouts that do not have it yet: where the same rules find it, or its label or its values show it.

    What became of each is told in words: where it cannot be given, with a page on which an example would teach it.
    """
    having = {number: each for number, layout in enumerate(wrapper.layouts) for each in taught_fields(layout.rules) if each.name == name}
    if not having:
        return wrapper, []
    taught_on = max(having, key=lambda number: wrapper.layouts[number].pages)
    field = having[taught_on]
    taught_kind = wrapper.layouts[taught_on].kind, "nothing" in wrapper.layouts[taught_on].rules
    reached, lines = wrapper, list[str]()
    for number, own in sorted(_by_layout(wrapper, pages).items()):
        layout = wrapper.layouts[number]
        if number in having or (layout.kind, "nothing" in layout.rules) != taught_kind or len(own) < LEAST_PAGES:
            continue
        tokens = [page_tokens(page) for page in own[:MOST_PAGES_OF_OTHER]]
        found = (field, "by the same rules") if _fits(field, tokens) else relearn(KnownField(name, old=field), ChangedPages(tokens))
        where = f"layout {layout.name} ({counted(len(own), 'page')})"
        if found is None:
            lines.append(f"{where} does not have {name} yet; an example there teaches it: '{own[0].url}=...'")
        else:
            reached = with_field(reached, number, found[0], [found[0].answer(page).value for page in tokens])
            lines.append(f"{where} has {name}, too: {found[1]}")
    return reached, lines


def _by_layout(wrapper: Wrapper, pages: Sequence[Page]) -> Mapping[int, list[Page]]:
    applier, found = Applier(wrapper), defaultdict[int, list[Page]](list)
    for page in pages[:: max(1, -(-len(pages) // MOST_LOOKED_AT))]:
        number = layout_of(applier, page)
        if number is not None:
            found[number].append(page)
    return found


def _fits(field: Taught, pages: Sequence[PageTokens]) -> bool:
    """Whether the rules of a field find a value that looks right on nearly all pages of another layout."""
    answers = [field.answer(page) for page in pages]
    fits = field.prototype.fits
    right = sum(answer.agreed and bool(answer.value) and all(map(fits, answer.value.split(BETWEEN_VALUES))) for answer in answers)
    return right >= SAME_RULES * len(pages)


def with_field(wrapper: Wrapper, layout: int, field: Taught, values: Sequence[str] = ()) -> Wrapper:
    """A wrapper with a field on a layout, by its number; see `with_fields`.

    Raises:
        WrapperError: when there is no such layout, or no room.

    """
    layouts = list(wrapper.layouts)
    if not 0 <= layout < len(layouts):
        raise WrapperError(f"the wrapper has {counted(len(layouts), 'layout')}, there is no number {layout}")
    layouts[layout] = with_fields(layouts[layout], {field.name: field}, {field.name: values})
    return wrapper.with_layouts(layouts)


def with_fields(layout: Layout, fields: Mapping[str, Taught], values: Mapping[str, Sequence[str]]) -> Layout:
    """A layout with fields that were taught, each in the place of the one of its name.

    Args:
        layout: stays as it is.
        fields: by name.
        values: what they give on its pages, empty where they give nothing: what later values are compared with.

    Raises:
        WrapperError: when there is no room.

    """
    others = [each for each in layout.rules.get(TAUGHT, ()) if each.get("name") not in fields]
    if len(others) + len(fields) > MOST_TAUGHT:
        raise WrapperError(f"a layout holds at most {MOST_TAUGHT} taught fields")
    taught = sorted([*others, *(field.to_data() for field in fields.values())], key=lambda each: str(each["name"]))
    profiles = {name: FieldProfile.from_values(given) for name, given in values.items() if given}
    profile = replace(layout.profile, fields={**layout.profile.fields, **profiles})
    return replace(layout, rules={**layout.rules, TAUGHT: taught}, profile=profile)


def without_fields(wrapper: Wrapper, names: Collection[str]) -> Wrapper:
    """A wrapper without the taught fields of these names, on all layouts."""
    layouts = []
    for layout in wrapper.layouts:
        taught = layout.rules.get(TAUGHT, ())
        kept = [each for each in taught if each.get("name") not in names]
        if len(kept) < len(taught):
            gone = {each.get("name") for each in taught if each not in kept}
            fields = {name: profile for name, profile in layout.profile.fields.items() if name not in gone}
            layout = replace(layout, rules={**layout.rules, TAUGHT: kept}, profile=replace(layout.profile, fields=fields))  # noqa: PLW2901
        layouts.append(layout)
    return wrapper.with_layouts(layouts)
