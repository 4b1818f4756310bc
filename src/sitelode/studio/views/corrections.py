"""Turn clicks and marks into corrections, lessons and examples, and show what each would change before anybody accepts it."""

from typing import Any

import numpy as np

from sitelode.articles.body.evidence import segment_codes
from sitelode.articles.body.features import REPEATED
from sitelode.articles.corrections import ROLES, Correction
from sitelode.articles.reader import ClusterReader, NoArticle
from sitelode.errors import SettingError
from sitelode.model import Article
from sitelode.output.tables.rules_files import kept_examples, write_examples
from sitelode.paths.path_codes import PathCoder
from sitelode.shared_file import only_writer
from sitelode.studio.session import StudioSession
from sitelode.studio.views.pages import page_regions
from sitelode.studio.views.regions import Regions, path_words
from sitelode.text.segments import segments_of
from sitelode.text_rules.marked_texts import Mark, MarkedText, checked_texts
from sitelode.wrappers.lessons import LessonEntry, LessonLog, field_name
from sitelode.wrappers.taught.page_tokens import page_tokens
from sitelode.wrappers.teach.apply_lessons import Learnt, SitePages, learnt_fields, text_at
from sitelode.wrappers.wrapper import Wrapper, read_wrapper

ONLY_TEXT = "text"  # a level: this text wherever it stands at such a place, and no other
MOST_SHOWN = 8  # pages with their values; set by hand, as is the next


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


def learnt_by(wrapper: Wrapper, said: LessonEntry, log: LessonLog, pages: SitePages) -> dict[str, Any]:
    """The result of one more lesson, for a person to check.

    Raises:
        SettingError: nothing can be learnt from it.

    """
    of_name = [each for each in [*log.holding, said] if each.name == said.name]
    found = next((each for each in learnt_fields(wrapper, of_name, pages) if said.url in each.told), None)
    if found is None:
        raise SettingError(f"no layout of the wrapper is like this page, or there is no example of {said.name} on one like it")
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


MOST_LEVELS = 6  # enclosing elements of a text that are offered; further up is the whole page. All bounds here are set by hand
MOST_LOOKED_AT = 60  # pages of the layout
SHOWN_TEXT = 200  # characters
KEPT_TEXT = 80  # characters of the text in the log


def levels_around(session: StudioSession, number: int, row: int) -> dict[str, Any]:
    """A region and its enclosing elements, so that a person can say how much is meant."""
    regions = page_regions(session, number)
    region = _region(regions, row)
    columns, at = regions.page.columns, int(regions.segments.block[region])
    levels: list[dict[str, Any]] = []
    while at > 0 and len(levels) < MOST_LEVELS:
        inside = (regions.segments.block >= at) & (regions.segments.block < columns.end[at])
        levels.append({"row": at, "path": path_words(regions.page, at, 1), "regions": int(inside.sum())})
        at = int(columns.parent[at])
    text, role = regions.text(region)[:SHOWN_TEXT], regions.role(region)
    return {"page": number, "region": region, "text": text, "role": role, "levels": levels, "roles": list(ROLES)}


def correction_of(session: StudioSession, given: Any) -> Correction:  # noqa: ANN401 (checked here)
    """A person's correction of a text row, or of an element with everything inside it."""
    if not isinstance(given, dict) or given.get("role") not in ROLES or not all(isinstance(given.get(key), int) for key in ("page", "row")):
        raise SettingError(f"a correction names a page, a row and a role, one of {', '.join(ROLES)}")
    number, level = given["page"], given.get("level")
    regions = page_regions(session, number)
    region = _region(regions, given["row"])
    meant = {region}
    if isinstance(level, int) and 0 < level < len(regions.page):
        inside = (regions.segments.block >= level) & (regions.segments.block < regions.page.columns.end[level])
        meant |= set(np.flatnonzero(inside).tolist())
    paths = places_like(session, number, regions, sorted(meant))
    repeated = bool(regions.kind[region] == REPEATED)
    # "Only this text" leaves other texts at the same place alone; a title or a date is always a place.
    only_text = int(regions.segments.exact[region]) if level == ONLY_TEXT and given["role"] in ("body", "not content") else 0
    return Correction(session.entry(number).url, paths, given["role"], repeated, regions.text(region)[:KEPT_TEXT], only_text)


def taught_view(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked where it is used)
    """Learn a field from one more click, and show what it extracts on other pages; keep the lesson unless only a look is wanted."""
    said = said_of(session, given)
    shown = learnt_by(read_wrapper(session.folder / "wrapper.json"), said, session.lessons, session)
    is_kept = given.get("keep") is not False
    if is_kept:
        session.teach(said)  # keeps only lessons from which a rule can be learnt
    return {**shown, "kept": is_kept, "holding": len(session.lessons.holding)}


def _region(regions: Regions, row: int) -> int:
    region = regions.of_row(row)
    if region is None:
        raise SettingError("this text is not part of any region: controls and hidden texts are left out")
    return region


def places_like(session: StudioSession, number: int, regions: Regions, meant: list[int]) -> tuple[int, ...]:
    """The paths of these regions on any page of the layout.

    If sections give their body different classes, its paths differ from section to section; a person means the body in all of them.
    """
    coder = PathCoder(session.layouts.class_names)
    wanted = np.unique(coder.paths(regions.page)[regions.segments.block[meant]])
    found = set(regions.codes[meant].tolist())
    for page in map(session.page, session.alike(number, MOST_LOOKED_AT)):
        segments = segments_of(page)
        if len(segments):
            alike = np.isin(coder.paths(page)[segments.block], wanted)
            found |= set(segment_codes(page, segments, regions.reader.studied.labels)[alike].tolist())
    return tuple(sorted(found))


RULES = "rules.json"  # `sitelode rules learn` looks for marked texts beside it


def mark_text(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (it is checked here)
    """Take note of a marked piece of a page's article: {page, field, start, end} in characters of its text.

    Raises:
        SettingError: it is no mark, or the page has no article.
        RuleError: the mark lies outside the text, or overlaps another one.

    """
    if not isinstance(given, dict) or any(type(given.get(name)) is not int for name in ("page", "start", "end")):
        raise SettingError("a mark names a page, a field, and where the marked text starts and ends")
    text = _text(session, given["page"])
    mark = Mark(field_name(given.get("field")), given["start"], given["end"])
    with only_writer(session.folder / RULES):
        examples = kept_examples(session.folder / RULES)
        before = examples.get(text.id)
        # An article that was read anew may have another text, in which old marks mean nothing.
        marks = before.marks if before is not None and before.text == text.text else ()
        examples[text.id] = MarkedText(text.id, text.text, (*(each for each in marks if each != mark), mark))
        write_examples(checked_texts(examples.values()), session.folder / RULES)
    return {"field": mark.field, "value": examples[text.id].value(mark), "texts": len(examples)}


def _text(session: StudioSession, number: int) -> MarkedText:
    entry = session.entry(number)
    found = session.reader_of(number).article(session.page(number), entry.origin)
    if isinstance(found, NoArticle):
        raise SettingError(f"this page has no article to mark text in: {found.reason}")
    return MarkedText(entry.url, found.text)


PAGES_COMPARED = 80  # pages of a layout, spread over all of it; all bounds here are set by hand
SHOWN_PAGES = 5
SHOWN_LINES = 3  # that come or go
LONGEST_LINE = 160  # characters


def effect_of(session: StudioSession, correction: Correction) -> dict[str, Any]:
    """How many pages would change, and some of them with what comes and goes."""
    number = session.number_of(correction.url) or 0
    cluster = session.cluster_of(number)
    before, after = session.readers[cluster], session.corrected_reader(correction)
    pages = [number, *(each for each in session.alike(number, PAGES_COMPARED) if each != number)]
    changes = [change for page in pages if (change := _change(session, page, before, after))]
    total = len(session.members[cluster])
    share = len(changes) / len(pages)
    return {
        "layout": cluster,
        "pages": total,
        "looked_at": len(pages),
        "changed": len(changes) if len(pages) >= total else round(share * total),
        "exact": len(pages) >= total,
        "examples": changes[:SHOWN_PAGES],
    }


def _change(session: StudioSession, number: int, before: ClusterReader, after: ClusterReader) -> dict[str, Any] | None:
    """What a page gives now and would give then; None if nothing changes."""
    page, entry = session.page(number), session.entry(number)
    one, other = before.article(page, entry.origin), after.article(page, entry.origin)
    if _content(one) == _content(other):
        return None
    (old_title, old_date, old_text), (new_title, new_date, new_text) = _content(one), _content(other)
    old_lines, new_lines = old_text.splitlines(), new_text.splitlines()
    return {
        "page": number,
        "url": entry.url,
        "title": [old_title, new_title],
        "date": [old_date, new_date],
        "gone": _lines_only_in(old_lines, new_lines),
        "new": _lines_only_in(new_lines, old_lines),
        "characters": [len(old_text), len(new_text)],
    }


def _content(found: Article | NoArticle) -> tuple[str, str, str]:
    return ("", "", "") if isinstance(found, NoArticle) else (found.title, found.date, found.text)


def _lines_only_in(lines: list[str], others: list[str]) -> list[str]:
    known = set(others)
    return [line.strip()[:LONGEST_LINE] for line in lines if line.strip() and line not in known][:SHOWN_LINES]
