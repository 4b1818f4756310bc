"""Teach the fields of an old layout again on a new one: by what people said, and by what the fields said about articles seen before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sitelode.errors import SettingError
from sitelode.html.page import Page
from sitelode.text.segments import segments_of
from sitelode.urls import normalise
from sitelode.wrappers.known_articles import KnownArticles
from sitelode.wrappers.landmarks.occurrences import occurrences
from sitelode.wrappers.landmarks.page_tokens import PageTokens, page_tokens
from sitelode.wrappers.landmarks.taught import TAUGHT, Taught, taught_fields
from sitelode.wrappers.landmarks.taught_list import BETWEEN_SAID
from sitelode.wrappers.landmarks.value_profiles import FieldProfile
from sitelode.wrappers.lessons import Said
from sitelode.wrappers.teach.teaching import MOST_EXAMPLES, Lesson, teach
from sitelode.wrappers.wrapper import Layout

MOST_PAGES = 60  # looked at for examples
LEAST_EXAMPLES = 2
SURE_FROM = 0.5  # share of pages on which both ways of finding a field agree; less is a guess


@dataclass(frozen=True)
class Examples:
    """Where examples of taught fields come from."""

    known: KnownArticles | None = None
    lessons: tuple[Said, ...] = ()

    def values(self, page: Page) -> dict[str, str]:
        """What is known to be on a page, by field; what a person said before what rules said."""
        url = normalise(page.url) or page.url
        said = {each.name: each.text for each in self.lessons if (normalise(each.url) or each.url) == url}
        article = self.known.on_page(page.url, segments_of(page).loose) if self.known is not None else None
        return {**(article.taught if article is not None else {}), **said}


def with_taught_fields(layout: Layout, pages: Sequence[Page], old: Sequence[Layout], examples: Examples) -> tuple[Layout, list[str]]:
    """A new layout with the taught fields of the old ones, as far as examples show where they are now; and what is to be said."""
    wanted = {field.name: field for each in old if each.kind == layout.kind for field in taught_fields(each.rules)}
    if not wanted:
        return layout, []
    looked_at = [(page_tokens(page), examples.values(page)) for page in pages[:MOST_PAGES]]
    every = [page for page, _ in looked_at]
    told = {each.name for each in examples.lessons}
    found = {name: learnt for name in sorted(wanted) if (learnt := _taught_again(name, looked_at, name in told)) is not None}
    changes = [f"{name} taught again in {layout.name} by examples: {found[name].examples}" for name in found]
    profiles = {name: FieldProfile.learnt([field.answer(page).value for page in every]) for name, field in found.items()}
    profile = replace(layout.profile, fields={**layout.profile.fields, **profiles})
    return replace(layout, rules={**layout.rules, TAUGHT: [field.to_data() for field in found.values()]}, profile=profile), changes


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
