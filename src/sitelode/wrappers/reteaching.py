"""Teach the fields of an old layout again on a new one: what they said about articles seen before are the examples."""

from collections.abc import Sequence
from dataclasses import replace

from sitelode.dom.page import Page
from sitelode.errors import SettingError
from sitelode.text.segments import segments_of
from sitelode.wrappers.known import KnownArticle, KnownArticles
from sitelode.wrappers.occurrences import occurrences
from sitelode.wrappers.page_tokens import PageTokens, page_tokens
from sitelode.wrappers.profiles import FieldProfile
from sitelode.wrappers.taught import TAUGHT, taught_fields
from sitelode.wrappers.taught_field import TaughtField
from sitelode.wrappers.teaching import MOST_EXAMPLES, Lesson, teach
from sitelode.wrappers.wrapper import Layout

MOST_PAGES = 60  # looked at for examples
LEAST_EXAMPLES = 2
SURE_FROM = 0.5  # share of pages on which both ways of finding a field agree; less is a guess


def with_taught_fields(
    layout: Layout, pages: Sequence[Page], old: Sequence[Layout], known: KnownArticles | None
) -> tuple[Layout, list[str]]:
    """A new layout with the taught fields of the old ones, as far as known articles show where they are now; and what is to be said."""
    wanted = {field.name: field for each in old if each.kind == layout.kind for field in taught_fields(each.rules)}
    if not wanted:
        return layout, []
    shown = _known_pages(pages, known)
    every = [page for page, _ in shown] or [page_tokens(page) for page in pages[:MOST_PAGES]]
    found = {name: learnt for name in sorted(wanted) if (learnt := _taught_again(name, shown, every)) is not None}
    changes = [f"{name} taught again in {layout.name} by {found[name].examples} articles seen before" for name in found]
    changes += [
        f"{name} is lost in {layout.name}: no article seen before shows where it is" for name in sorted(wanted) if name not in found
    ]
    profiles = {name: FieldProfile.learnt([field.answer(page).value for page in every]) for name, field in found.items()}
    profile = replace(layout.profile, fields={**layout.profile.fields, **profiles})
    return replace(layout, rules={**layout.rules, TAUGHT: [field.to_data() for field in found.values()]}, profile=profile), changes


def _known_pages(pages: Sequence[Page], known: KnownArticles | None) -> list[tuple[PageTokens, KnownArticle]]:
    if known is None:
        return []
    found = ((page, known.on_page(page.url, segments_of(page).loose)) for page in pages[:MOST_PAGES])
    return [(page_tokens(page), article) for page, article in found if article is not None]


def _taught_again(name: str, shown: Sequence[tuple[PageTokens, KnownArticle]], every: Sequence[PageTokens]) -> TaughtField | None:
    lessons = [
        Lesson(page, article.taught[name])
        for page, article in shown
        if article.taught.get(name) and occurrences(page, article.taught[name])
    ][:MOST_EXAMPLES]
    if len(lessons) < LEAST_EXAMPLES:
        return None
    told = {id(lesson.page) for lesson in lessons}
    try:
        learnt = teach(name, lessons, [page for page in every if id(page) not in told])
    except SettingError:
        return None
    return learnt if learnt.confidence >= SURE_FROM else None
