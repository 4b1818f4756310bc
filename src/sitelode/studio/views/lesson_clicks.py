"""Turn a click on a text into a field of the wrapper, and show what the field extracts on other pages."""

from typing import Any

from sitelode.errors import SettingError
from sitelode.html.page import Page
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.lessons import LessonEntry, LessonLog, field_name
from sitelode.wrappers.taught.page_tokens import page_tokens
from sitelode.wrappers.taught.taught import taught_fields, taught_values
from sitelode.wrappers.teach.apply_lessons import Learnt, SitePages, layout_of, learnt_fields, text_at
from sitelode.wrappers.wrapper import Wrapper

MOST_SHOWN = 8  # pages with their values; set by hand, as is the next
SHOWN_TEXT = 200  # characters


def said_of(pages: SitePages, given: Any) -> LessonEntry:  # noqa: ANN401 (checked here)
    """The lesson in a click: a page, a text row or an enclosing element, and a name. No row: the page does not have the field."""
    if not isinstance(given, dict) or type(given.get("page")) is not int or type(given.get("row", "none")) not in (int, type(None)):
        raise SettingError("a lesson names a page, the row of a text, and a field")
    name, page, row = field_name(given.get("name")), pages.page(given["page"]), given["row"]
    if row is None:
        return LessonEntry(page.url, name)
    level = given.get("level")
    meant = level if type(level) is int and level > 0 else row
    text = text_at(page_tokens(page), meant)
    if not text:
        raise SettingError(f"there is no text to learn {name} from at this place")
    return LessonEntry(page.url, name, meant, text)


def taught_lines(applier: Applier, page: Page) -> list[dict[str, Any]]:
    """The taught fields of a page, in the form in which its other fields are shown."""
    layout = layout_of(applier, page)
    values = {} if layout is None else taught_values(taught_fields(applier.wrapper.layouts[layout].rules), page)
    return [{"name": name, "value": value, "source": "taught by examples", "others": [], "rejected": []} for name, value in values.items()]


def learnt_by(wrapper: Wrapper, said: LessonEntry, log: LessonLog, pages: SitePages) -> dict[str, Any]:
    """The result of one more lesson, for a person to check.

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
