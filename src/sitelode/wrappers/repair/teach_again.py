"""Teach the fields of an old layout again on a new one: by what people said, and by what the fields said about articles seen before."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sitelode.errors import SettingError
from sitelode.html.page import Page
from sitelode.wrappers.repair.repair_evidence import RepairEvidence
from sitelode.wrappers.taught.occurrences import occurrences
from sitelode.wrappers.taught.page_tokens import PageTokens, page_tokens
from sitelode.wrappers.taught.taught import TAUGHT, Taught, taught_fields
from sitelode.wrappers.taught.taught_list import BETWEEN_SAID
from sitelode.wrappers.taught.value_profiles import FieldProfile
from sitelode.wrappers.teach.teaching import MOST_EXAMPLES, Lesson, teach
from sitelode.wrappers.wrapper import Layout

MOST_PAGES = 60  # looked at for examples; a bound
LEAST_EXAMPLES = 2  # that only rules gave; one that a person gave is enough; set by hand
SURE_FROM = 0.5  # share of pages on which both ways of finding a field agree; less is a guess; set by hand


def with_taught_fields(layout: Layout, pages: Sequence[Page], old: Sequence[Layout], evidence: RepairEvidence) -> tuple[Layout, list[str]]:
    """A new layout with those taught fields of the old ones that examples show again, and what changed, in words."""
    wanted = {field.name: field for each in old if each.kind == layout.kind for field in taught_fields(each.rules)}
    if not wanted:
        return layout, []
    looked_at = [(page_tokens(page), evidence.taught_values(page)) for page in pages[:MOST_PAGES]]
    told = {each.name for each in evidence.lessons}
    found = {name: learnt for name in sorted(wanted) if (learnt := _taught_again(name, looked_at, name in told)) is not None}
    changes = [f"{name} taught again in {layout.name} by examples: {found[name].examples}" for name in found]
    return with_fields(layout, found, [page for page, _ in looked_at]), changes


def with_fields(layout: Layout, fields: Mapping[str, Taught], pages: Sequence[PageTokens]) -> Layout:
    """A layout with fields taught by examples, and with what they give on its pages."""
    profiles = {name: FieldProfile.from_values([field.answer(page).value for page in pages]) for name, field in fields.items()}
    profile = replace(layout.profile, fields={**layout.profile.fields, **profiles})
    return replace(layout, rules={**layout.rules, TAUGHT: [fields[name].to_data() for name in sorted(fields)]}, profile=profile)


def _taught_again(name: str, pages: Sequence[tuple[PageTokens, Mapping[str, str]]], by_person: bool) -> Taught | None:  # noqa: FBT001
    told = [(page, values[name]) for page, values in pages if values.get(name)]
    lessons = [Lesson(page, value) for page, value in told if all(occurrences(page, each) for each in value.split(BETWEEN_SAID))]
    lessons = lessons[:MOST_EXAMPLES]
    if len(lessons) < (1 if by_person else LEAST_EXAMPLES):
        return None
    told_pages = {id(lesson.page) for lesson in lessons}
    try:
        learnt = teach(name, lessons, [page for page, _ in pages if id(page) not in told_pages])
    except SettingError:
        return None
    return learnt if learnt.confidence >= SURE_FROM else None
