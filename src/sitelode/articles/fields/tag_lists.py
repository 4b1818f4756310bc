"""Find lists of tags in which only some are links: a tag that no other page has is often not a link.

The element around the links of a layout's tags is their list if it holds only short texts, each in its own element, and if the texts
that are not links differ from page to page: a date or an author next to a category is always there.
"""

from collections.abc import Iterator
from typing import Final

from sitelode.articles.fields.field_sources import FieldSource
from sitelode.articles.fields.page_view import PageView
from sitelode.articles.fields.regions import Region, like_a_name
from sitelode.articles.fields.tag_regions import LONGEST_TAG, is_marked_as_tags
from sitelode.html.vocabulary import TEXT

# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
HIGHEST: Final = 2  # steps from a link to the list; the link may be in an item
KNOWN_SHARE: Final = 0.5  # of the tags that are not links; this share must be links on other pages, if nothing marks them as tags


def list_of_tags(region: Region, *, words: bool = True) -> FieldSource | None:
    """The list around a region of links to tags, if it has tags that are not links."""
    for steps in range(1, HIGHEST + 1):
        lists = [_above(region.views[place], rows[0], steps) for place, rows in region.by_page.items()]
        plain = [_plain(region.views[place], each) for place, each in zip(region.by_page, lists, strict=True)]
        if any(each < 0 for each in lists) or any(each is None for each in plain):
            return None
        if any(plain):
            place = next(iter(region.by_page))
            found = region.views[place].place(lists[0])
            return FieldSource("items", found) if _holds_tags_only(region, found, words=words) else None
    return None


def items_of(view: PageView, element: int) -> Iterator[str]:
    """The texts of a list."""
    for child in view.page.children(element):
        if view.page.tags[child] != TEXT and (text := view.words(child)):
            yield text


def _holds_tags_only(region: Region, place: str, *, words: bool) -> bool:
    by_page = [(view, view.elements_at(place)) for view in region.views]
    shown = [(view, elements[0]) for view, elements in by_page if elements]
    plain = [_plain(view, element) for view, element in shown]
    if any(len(elements) > 1 for _, elements in by_page) or all(plain) or any(each is None for each in plain):
        return False
    if is_marked_as_tags(region, words=words):
        return True
    linked = {region.views[number].words(row) for number, row in region.rows}
    every = {text for texts in plain for text in texts or ()}
    return len(every & linked) >= KNOWN_SHARE * len(every)


def _above(view: PageView, row: int, steps: int) -> int:
    """The element the given number of steps above the link around a text node; -1 for none."""
    around = view.around(row, 2 + steps)
    link = next((number for number, each in enumerate(around) if view.page.tag_name(each) == "a"), len(around))
    return around[link + steps] if link + steps < len(around) else -1


def _plain(view: PageView, element: int) -> list[str] | None:
    """The items of a list that are not links; None if it holds anything other than items."""
    page, found = view.page, []
    for child in page.children(element):
        text = view.words(child)
        if not any(map(str.isalpha, text)):
            continue
        if page.tags[child] == TEXT or len(text) > LONGEST_TAG or not like_a_name(text):
            return None
        inside = [page.tag_name(row) for row in range(child, int(page.columns.end[child])) if page.tags[row] != TEXT]
        if inside.count("a") > 1 or "time" in inside:
            return None
        if "a" not in inside:
            found.append(text)
    return found
