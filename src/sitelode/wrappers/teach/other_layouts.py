"""A field that was taught on one layout of a site, on the others: where the same rules find it, or its label or its values show it.

What it cannot be given to is named, with a page on which an example would teach it: nobody should have to find out by reading the result.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sitelode.counted import counted
from sitelode.html.page import Page
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.taught.page_tokens import PageTokens, page_tokens
from sitelode.wrappers.taught.taught import Taught, add_field, taught_fields
from sitelode.wrappers.teach.field_clusters import LostField
from sitelode.wrappers.teach.relocate_fields import relocate
from sitelode.wrappers.teach.teaching_pages import layout_of
from sitelode.wrappers.wrapper import Layout, Wrapper

LEAST_PAGES = 2  # of a layout; set by hand, as is the next
SAME_RULES = 0.8  # share of its pages on which the rules find a value that looks right
MOST_PAGES = 30  # of a layout that are looked at; a bound
MOST_LOOKED_AT = 400  # pages whose layout is looked up; a bound


@dataclass(frozen=True)
class Reached:
    """A wrapper with a field on further layouts, and what became of each, in words."""

    wrapper: Wrapper
    lines: tuple[str, ...]


def reach_other_layouts(wrapper: Wrapper, name: str, pages: Sequence[Page]) -> Reached:
    """Give a field to the layouts that do not have it yet, of those that read some of the pages."""
    having = {number: field for number, layout in enumerate(wrapper.layouts) if (field := _field(layout, name)) is not None}
    if not having:
        return Reached(wrapper, ())
    taught_on = max(having, key=lambda number: wrapper.layouts[number].pages)
    field, profile = having[taught_on], wrapper.layouts[taught_on].profile.fields.get(name)
    data, lines = wrapper.to_data(), list[str]()
    for number, own in sorted(_by_layout(wrapper, pages).items()):
        layout = wrapper.layouts[number]
        if number in having or not _are_alike(layout, wrapper.layouts[taught_on]) or len(own) < LEAST_PAGES:
            continue
        tokens = [page_tokens(page) for page in own[:MOST_PAGES]]
        found, why = _found_by_same_rules(field, tokens), "by the same rules"
        if found is None:
            done = relocate([LostField(field, profile)], tokens, by_looks=False)
            found, why = done.found.get(name), done.reasons.get(name, done.questions.get(name, ""))
        if found is not None:
            data = add_field(data, number, found, [found.answer(page).value for page in tokens])
        where = f"layout {layout.name} ({counted(len(own), 'page')})"
        lines.append(
            f"{where} has {name}, too: {why}"
            if found is not None
            else f"{where} does not have {name} yet: {why}; an example there teaches it: --example '{own[0].url}=...'"
        )
    return Reached(Wrapper.from_data(data), tuple(lines))


def _field(layout: Layout, name: str) -> Taught | None:
    return next((field for field in taught_fields(layout.rules) if field.name == name), None)


def _are_alike(one: Layout, other: Layout) -> bool:
    """Whether both are of articles, of lists, of detail pages, or of none of these."""
    return one.kind == other.kind and ("nothing" in one.rules) == ("nothing" in other.rules)


def _by_layout(wrapper: Wrapper, pages: Sequence[Page]) -> Mapping[int, list[Page]]:
    applier, found = Applier(wrapper), defaultdict[int, list[Page]](list)
    for page in pages[:: max(1, -(-len(pages) // MOST_LOOKED_AT))]:
        number = layout_of(applier, page)
        if number is not None:
            found[number].append(page)
    return found


def _found_by_same_rules(field: Taught, pages: Sequence[PageTokens]) -> Taught | None:
    lost = LostField(field, None)
    answers = [field.answer(page) for page in pages]
    right = sum(answer.agreed and bool(answer.value) and all(map(lost.prototype.fits, lost.items(answer.value))) for answer in answers)
    return field if right >= SAME_RULES * len(pages) else None
