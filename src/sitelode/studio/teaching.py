"""From a click on a text to a field of the wrapper: lessons become rules, rules give values on all pages of the layout."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from sitelode.dom.page import Page
from sitelode.errors import SettingError, SitelodeError, WrapperError
from sitelode.studio.lessons import LONGEST_TEXT, LessonLog, Said, field_name
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.occurrences import occurrence_at
from sitelode.wrappers.page_tokens import PageTokens, page_tokens
from sitelode.wrappers.taught import add_field, taught_fields, taught_values, without_fields
from sitelode.wrappers.taught_field import TaughtField
from sitelode.wrappers.teaching import MOST_EXAMPLES, Lesson, ask_next, teach
from sitelode.wrappers.teaching_pages import layout_of
from sitelode.wrappers.wrapper import Wrapper, read_wrapper, write_wrapper

MOST_PAGES = 40  # of a layout that a field is learnt on
MOST_SHOWN = 8  # pages with their values
SHOWN_TEXT = 200  # characters


class SitePages(Protocol):
    """Where lessons find their pages."""

    def number_of(self, url: str) -> int | None: ...

    def page(self, number: int) -> Page: ...

    def alike(self, number: int, most: int) -> list[int]: ...


@dataclass(frozen=True)
class Learnt:
    """A field on one layout of the wrapper."""

    field: TaughtField
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


def said_of(pages: SitePages, given: Any) -> Said:  # noqa: ANN401 (it is checked here)
    """What a click means: a page, a text row or an element around it, and a name; no row: the field is missing on this page."""
    if not isinstance(given, dict) or type(given.get("page")) is not int or type(given.get("row")) not in (int, type(None)):
        raise SettingError("a lesson names a page, the row of a text, and a field")
    name, page, row = field_name(given.get("name")), pages.page(given["page"]), given["row"]
    if row is None:
        return Said(page.url, name)
    level = given.get("level")
    meant = level if type(level) is int and level > 0 else row
    text = _text_at(page_tokens(page), meant)
    if not text:
        raise SettingError(f"there is no text to learn {name} from at this place")
    return Said(page.url, name, meant, text)


def _text_at(page: PageTokens, row: int) -> str:
    there = occurrence_at(page, row)
    return page.text_of(there.places)[:LONGEST_TEXT] if there else ""


def learnt_fields(wrapper: Wrapper, said: Sequence[Said], pages: SitePages) -> list[Learnt]:
    """One field for each name and each layout of the wrapper on whose pages it was shown; lessons whose page is gone teach nothing."""
    applier, lessons = Applier(wrapper), defaultdict[tuple[str, int], dict[int, Said]](dict)
    for each in said:
        number = pages.number_of(each.url)
        layout = None if number is None else layout_of(applier, pages.page(number))
        if number is not None and layout is not None:
            lessons[each.name, layout][number] = each  # the last word on a page holds
    return [
        _learnt(applier, name, layout, of_page, pages)
        for (name, layout), of_page in lessons.items()
        if any(each.row is not None for each in of_page.values())
    ]


def _learnt(applier: Applier, name: str, layout: int, lessons: dict[int, Said], pages: SitePages) -> Learnt:
    numbers = sorted({*pages.alike(next(reversed(lessons)), MOST_PAGES), *lessons})
    alike = {number: page_tokens(page) for number in numbers if layout_of(applier, page := pages.page(number)) == layout}
    examples = [_lesson(alike[number], each) for number, each in list(lessons.items())[-MOST_EXAMPLES:]]
    field = teach(name, examples, [page for number, page in alike.items() if number not in lessons])
    return Learnt(field, layout, frozenset(each.url for each in lessons.values()), alike)


def _lesson(page: PageTokens, said: Said) -> Lesson:
    if said.row is None:
        return Lesson(page)
    return Lesson(page, row=said.row) if _text_at(page, said.row) == said.text else Lesson(page, said.text)


def taught_wrapper(wrapper: Wrapper, log: LessonLog, pages: SitePages) -> tuple[Wrapper, list[str]]:
    """The wrapper with all fields of the lessons that hold, and without those forgotten; and what went wrong, a line for each field."""
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


def taught_lines(applier: Applier, page: Page) -> list[dict[str, Any]]:
    """What taught fields say about a page, as its other fields are shown."""
    layout = layout_of(applier, page)
    values = {} if layout is None else taught_values(taught_fields(applier.wrapper.layouts[layout].rules), page)
    return [{"name": name, "value": value, "source": "taught by examples", "others": [], "rejected": []} for name, value in values.items()]


def learnt_by(wrapper: Wrapper, said: Said, log: LessonLog, pages: SitePages) -> dict[str, Any]:
    """What one more lesson leads to, for a person to look at.

    Raises:
        SettingError: nothing can be learnt from it.

    """
    of_name = [each for each in [*log.holding, said] if each.name == said.name]
    found = next((each for each in learnt_fields(wrapper, of_name, pages) if said.url in each.told), None)
    if found is None:
        raise SettingError(f"no layout of the wrapper is like this page, or nobody showed {said.name} on one like it")
    values = found.values()
    asked = found.page_to_ask_about()
    return {
        "name": said.name,
        "layout": wrapper.layouts[found.layout].name,
        "examples": found.field.examples,
        "confidence": round(found.field.confidence, 3),
        "pages": len(values),
        "found": sum(map(bool, values)),
        "values": [_shown(found, number) for number in list(found.pages)[:MOST_SHOWN]],
        "ask": None if asked is None else _shown(found, asked),
    }


def _shown(found: Learnt, number: int) -> dict[str, Any]:
    answer = found.field.answer(found.pages[number])
    readings = [reading[:SHOWN_TEXT] for reading in answer.readings]
    return {
        "page": number, "url": found.pages[number].page.url, "value": answer.value[:SHOWN_TEXT],
        "agreed": answer.agreed, "readings": readings,
    }  # fmt: skip
