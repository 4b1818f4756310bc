"""Examples as people give them: which page and value are meant, which pages are like it, and the wrapper's file with what was taught."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sitelode.errors import SettingError, SitelodeError, WrapperError
from sitelode.html.page import Page
from sitelode.urls import places_of_ending
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.lessons import LessonLog
from sitelode.wrappers.taught.page_tokens import PageTokens, page_tokens
from sitelode.wrappers.teach.apply_lessons import MOST_LOOKED_AT, SitePages, layout_of, taught_wrapper
from sitelode.wrappers.wrapper import Wrapper, read_wrapper, write_wrapper

MOST_KEPT = 60  # pages of one layout, beside the examples; a bound


@dataclass(frozen=True, slots=True)
class LayoutPages:
    """Pages of one layout, as tokens."""

    layout: int  # its number in the wrapper
    pages: list[PageTokens]


def pages_like(
    wrapper: Wrapper, examples: Sequence[Page], pages: Sequence[Page], on_page: Callable[[int], None] = lambda _: None
) -> LayoutPages:
    """Pages of the layout that most examples have; without examples, of the layout that most pages have.

    Raises:
        WrapperError: no layout of the wrapper is like these pages.

    """
    applier = Applier(wrapper)
    of_page: list[int | None] = []
    for place, page in enumerate(pages[:MOST_LOOKED_AT]):
        of_page.append(layout_of(applier, page))
        on_page(place + 1)
    deciding = [layout_of(applier, page) for page in examples] if examples else of_page
    counts = Counter(number for number in deciding if number is not None)
    if not counts:
        raise WrapperError("no layout of the wrapper is like these pages; learn a wrapper from them first")
    layout = min(counts, key=lambda number: (-counts[number], number))
    alike = [page for page, number in zip(pages, of_page, strict=False) if number == layout]
    return LayoutPages(layout, [page_tokens(page) for page in alike[:MOST_KEPT]])


def split_example(given: str, addresses: Sequence[Sequence[str]]) -> tuple[int, str]:
    """Read `PAGE=VALUE`, where PAGE is the address or the file of a page, or how one of these ends.

    Args:
        given: what the user wrote; addresses may hold `=` as well.
        addresses: the names of each page.

    Returns:
        The page's number and the value; an empty value says that the field is missing there.

    Raises:
        SettingError: no page, or several.

    """
    cuts = [place for place, character in enumerate(given) if character == "="]
    if not cuts:
        raise SettingError(f"'{given:.80}' is not an example; write PAGE=VALUE")
    for whole in (True, False):
        for cut in reversed(cuts):
            name = given[:cut]
            found = [number for number, names in enumerate(addresses) if name in names] if whole else places_of_ending(addresses, name)
            if len(found) == 1:
                return found[0], given[cut + 1 :].strip()
            if found:
                raise SettingError(f"'{name:.80}' is the end of {len(found)} addresses; write more of it")
    raise SettingError(f"no page is called '{given[: cuts[0]]:.80}'; give its address or its file")


def write_taught(path: Path, log: LessonLog, pages: SitePages) -> list[str]:
    """Bring a wrapper's file in line with the lessons; the answer is what went wrong."""
    try:
        wrapper, problems = taught_wrapper(read_wrapper(path), log, pages)
        write_wrapper(wrapper, path)
    except SitelodeError as problem:
        return [str(problem)]
    return problems
