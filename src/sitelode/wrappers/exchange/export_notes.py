"""Notes for users of an exported wrapper: what the export leaves out, and how to combine several selectors of a field."""

from collections.abc import Iterable, Iterator

from sitelode.wrappers.exchange.selectors import selectors_of
from sitelode.wrappers.taught.taught import TAUGHT
from sitelode.wrappers.wrapper import Layout, Wrapper

_NEEDS_CSS = ("css", "crawl4ai")
_LISTS = ("css", "xpath")


def export_notes(wrapper: Wrapper, form: str) -> list[str]:
    """One line for each thing that the exported text does not say itself."""
    layouts = [layout for layout in wrapper.layouts if "nothing" not in layout.rules]
    found = [(name, selectors) for layout in layouts for name, selectors in selectors_of(layout).items()]
    if form in _NEEDS_CSS:
        without_css = {name for name, selectors in found if not any(each.css for each in selectors)}
        found = [(name, css) for name, selectors in found if (css := [each for each in selectors if each.css])]
        without_css -= {name for name, _ in found}
    else:
        without_css = set()
    together = {name for name, selectors in found if selectors[0].many}
    in_turn = {name for name, selectors in found if len(selectors) > 1} - together
    return list(_said(form, {name for layout in wrapper.layouts for name in _taught(layout)}, without_css, together, in_turn))


def _said(form: str, taught: set[str], without_css: set[str], together: set[str], in_turn: set[str]) -> Iterator[str]:
    if form in _LISTS and together:
        yield f"all selectors of a field count together, in the order of the page: {_listed(together)}"
    if form in _LISTS and in_turn:
        yield f"the first selector of a field that finds something counts: {_listed(in_turn)}"
    if form == "crawl4ai" and in_turn:
        yield f"a schema holds one place of a field, the others are left out: {_listed(in_turn)}"
    if without_css:
        yield f"not exported, because no CSS selector says where they are (xpath does): {_listed(without_css)}"
    if taught:
        yield f"not exported, because taught fields are found by what stands around them, which no selector says: {_listed(taught)}"


def _taught(layout: Layout) -> Iterator[str]:
    yield from (str(each["name"]) for each in layout.rules.get(TAUGHT, ()))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
